import Typography

extension FontLibrary {
  /// A name on one line, cut in its middle where it is too wide, because names differ at their ends; a path at its
  /// beginning.
  func nameLine(
    _ text: String, font: FontDescription, fitting room: Double
  ) -> TextLine {
    let whole = line(text, font: font)
    if whole.width <= room { return whole }
    let cut = line(text, font: font, fitting: room)
    if cut.text.hasPrefix("…") { return cut }
    let middle = text.cutInMiddle(toFit: room) { line($0, font: font).width }
    return line(middle, font: font, fitting: room)
  }
}

extension String {
  /// The beginning of the text and its last letters with an ellipsis between them, as much as has room.
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
