import Typography

extension FontLibrary {
  /// A name on one line. A name that is too wide is cut in its middle, because names differ at their ends; a path is
  /// cut at its beginning.
  func nameLine(
    _ text: String, font: FontDescription, fitting room: Double
  ) -> TextLine {
    let whole = line(text, font: font)
    if whole.width <= room { return whole }
    let cut = line(text, font: font, fitting: room)
    // A name without the words that it shares with others begins with the same character as a path that is cut.
    if cut.text.hasPrefix("…"), !text.hasPrefix("…") { return cut }
    let middle = text.cutInMiddle(toFit: room) { line($0, font: font).width }
    return line(middle, font: font, fitting: room)
  }
}

extension FontLibrary {
  /// The names of a list. In the names that do not fit, "…" replaces the words that all of them begin and end with, but
  /// as many of the first letters stay as have room: `serv…07` for `server-07.example`.
  public func distinctNames(
    _ names: [String], font: FontDescription, fitting room: Double
  ) -> [String] {
    let long = names.filter { line($0, font: font).width > room }
    guard let first = long.first, Set(long).count > 1 else { return names }
    let start = long.reduce(first) { $0.commonPrefix(with: $1) }.endingWithWord
    let end = long.reduce(first) { $0.commonSuffix(with: $1) }.beginningWithWord
    guard !start.isEmpty || !end.isEmpty,
      long.allSatisfy({ $0.count > start.count + end.count })
    else { return names }
    return names.map { name in
      guard line(name, font: font).width > room else { return name }
      let core = String(name.dropFirst(start.count).dropLast(end.count))
      return start.isEmpty ? core + "…" : beginning(start, core, font: font, fitting: room)
    }
  }

  /// A name with as many letters of its start as have room before the part that distinguishes the name.
  private func beginning(
    _ start: String, _ core: String, font: FontDescription, fitting room: Double
  ) -> String {
    func fits(_ text: String) -> Bool { line(text, font: font).width <= room }
    if fits(start + core + "…") { return start + core + "…" }
    let shortened = (1...max(1, start.count)).reversed().lazy.map { length in
      var letters = start.prefix(length)
      while letters.last?.isWhitespace ?? false { letters.removeLast() }
      return letters + "…" + core
    }
    return shortened.first(where: fits) ?? "…" + core
  }
}

extension FontLibrary {
  /// Replaces the names of a list's items by their distinct names.
  func distinguish<Item>(
    _ items: inout [Item], by name: WritableKeyPath<Item, String>, font: FontDescription,
    fitting room: Double
  ) {
    let names = distinctNames(items.map { $0[keyPath: name] }, font: font, fitting: room)
    for (i, text) in names.enumerated() { items[i][keyPath: name] = text }
  }
}

extension String {
  /// The common prefix of this text and another one.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }

  fileprivate func commonSuffix(with other: String) -> String {
    String(String(reversed()).commonPrefix(with: String(other.reversed())).reversed())
  }

  /// The text without an incomplete word at its end.
  fileprivate var endingWithWord: String {
    String(reversed().drop { $0.isLetter || $0.isNumber }.reversed())
  }

  /// The text without an incomplete word at its beginning.
  fileprivate var beginningWithWord: String { String(drop { $0.isLetter || $0.isNumber }) }

  /// The longest start of the text and its last letters that fit, with an ellipsis in between.
  fileprivate func cutInMiddle(toFit room: Double, width: (String) -> Double) -> String {
    func cut(to length: Int) -> String {
      let end = Swift.min(length / 2, 6)
      var start = prefix(length - end)
      while start.last?.isWhitespace ?? false { start.removeLast() }
      return start + "…" + suffix(end)
    }
    var (fitting, long) = (2, count)
    while long - fitting > 1 {
      let middle = (fitting + long) / 2
      if width(cut(to: middle)) <= room { fitting = middle } else { long = middle }
    }
    return cut(to: fitting)
  }
}
