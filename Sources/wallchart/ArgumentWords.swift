import Glibc

/// The words of a command line, taken one after another.
struct ArgumentWords {
  private var words: [String]
  private var place = 0
  /// The value of `--option=value`, until it is taken.
  private var attached: String?
  /// What is attached follows a letter: it may as well be more letters.
  private var isLetter = false
  /// What stands where an option should be.
  private(set) var unexpected: String?

  init(_ words: [String]) { self.words = words }

  /// The next option without its value; nil at the end, or at a word that is none. `-r2` and `-s5`
  /// are two letters, and a letter with its value.
  mutating func nextOption() -> String? {
    if let attached, isLetter {
      self.attached = nil
      return letter("-" + attached)
    }
    if let attached {
      unexpected = attached
      return nil
    }
    guard place < words.count else { return nil }
    let word = words[place]
    guard word.hasPrefix("-"), word.count > 1 else {
      unexpected = word
      return nil
    }
    place += 1
    guard word.hasPrefix("--") else { return letter(word) }
    isLetter = false
    guard let equals = word.firstIndex(of: "=") else { return word }
    attached = String(word[word.index(after: equals)...])
    return String(word[..<equals])
  }

  private mutating func letter(_ word: String) -> String {
    isLetter = true
    attached = word.count > 2 ? String(word.dropFirst(2)) : nil
    return String(word.prefix(2))
  }

  /// The word where an option should be, which is then expected.
  mutating func takeOperand() -> String? {
    guard attached == nil, let unexpected else { return nil }
    self.unexpected = nil
    place += 1
    return unexpected
  }

  mutating func value(of option: String) throws(UsageError) -> String {
    if let value = attached {
      attached = nil
      return value
    }
    guard place < words.count else { throw UsageError(message: "\(option) needs a value") }
    defer { place += 1 }
    return words[place]
  }

  mutating func number(
    of option: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    let text = try value(of: option)
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(
        message:
          "\(option) takes a number from \(Self.plain(range.lowerBound)) to "
          + "\(Self.plain(range.upperBound)), not '\(text)'")
    }
    return number
  }

  /// A number, whatever it is.
  mutating func anyNumber(of option: String) throws(UsageError) -> Double {
    let text = try value(of: option)
    guard let number = Double(text), number.isFinite else {
      throw UsageError(message: "\(option) takes a number, not '\(text)'")
    }
    return number
  }

  /// Names with commas between.
  mutating func names(of option: String) throws(UsageError) -> [String] {
    try value(of: option).split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
  }

  mutating func size(of option: String) throws(UsageError) -> (width: Int, height: Int) {
    let text = try value(of: option)
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...16384).contains(width), (1...16384).contains(height)
    else {
      throw UsageError(message: "\(option) takes WIDTHxHEIGHT such as 1920x1080, not '\(text)'")
    }
    return (width, height)
  }

  mutating func choice(of option: String, among names: [String]) throws(UsageError) -> String {
    let text = try value(of: option)
    guard names.contains(text) else {
      throw UsageError(
        message: "\(option) takes \(names.joined(separator: " or ")), not '\(text)'")
    }
    return text
  }

  /// The error for an option that does not exist, with the one that was probably meant.
  func unknown(_ option: String, among options: [String]) -> UsageError {
    UsageError(message: "unknown option '\(option)'" + hint(for: option, among: options))
  }

  /// What was probably meant by a word that is none of some; empty where none is near.
  func hint(for word: String, among known: [String]) -> String {
    let nearest = known.min { distance($0, word) < distance($1, word) }
    guard let nearest, distance(nearest, word) <= 2 + word.count / 5 else { return "" }
    return " (did you mean '\(nearest)'?)"
  }

  /// The Levenshtein distance.
  private func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8.prefix(64)), Array(b.utf8.prefix(64)))
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let change = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
