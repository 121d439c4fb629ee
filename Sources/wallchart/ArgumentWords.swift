import Control
import Dashboard
import Feeds
import Messages
import Metrics

/// The words of a command line, taken one after another.
struct ArgumentWords {
  private var words: [String]
  private var place = 0
  /// The value of `--option=value`, until it is taken.
  private var attached: String?
  /// Whether the attached text follows a letter, so that the text may be further letters.
  private var isLetter = false
  /// Whether `--` has ended the options, so that all further words are operands.
  private var isPastOptions = false
  /// The word that was found instead of an option; nil if there is none.
  private(set) var unexpected: String?

  init(_ words: [String]) { self.words = words }

  /// The next option without its value; nil at the end, or at a word that is not an option. `-r2` is two letters, and
  /// `-s5` is a letter with its value.
  mutating func nextOption() -> String? {
    if let attached, isLetter {
      self.attached = nil
      return letter("-" + attached)
    }
    if let attached {
      unexpected = attached
      return nil
    }
    if !isPastOptions, place < words.count, words[place] == "--" {
      isPastOptions = true
      place += 1
    }
    guard place < words.count else { return nil }
    let word = words[place]
    guard !isPastOptions, word.hasPrefix("-"), word.count > 1 else {
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

  /// Takes the word that was found instead of an option.
  mutating func takeOperand() -> String? {
    guard attached == nil, let unexpected else { return nil }
    self.unexpected = nil
    place += 1
    return unexpected
  }

  /// Takes the next word as a text, which may start with a dash; nil at the end, and at one of the given options.
  mutating func takeText(besides options: [String]) -> String? {
    guard attached == nil, place < words.count else { return nil }
    let word = words[place]
    guard isPastOptions || !options.contains(where: { word == $0 || word.hasPrefix($0 + "=") })
    else { return nil }
    unexpected = nil
    place += 1
    return word
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

  mutating func wholeNumber(
    of option: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    let text = try value(of: option)
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        message: "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'")
    }
    return number
  }

  /// Takes a number of any size.
  mutating func anyNumber(of option: String) throws(UsageError) -> Double {
    let text = try value(of: option)
    guard let number = Double(text), number.isFinite else {
      throw UsageError(message: "\(option) takes a number, not '\(text)'")
    }
    return number
  }

  /// Takes names separated by commas.
  mutating func names(of option: String) throws(UsageError) -> [String] {
    try value(of: option).split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The sides of a window or a picture, in points.
  private static let sides = 1...16_384

  mutating func size(of option: String) throws(UsageError) -> (width: Int, height: Int) {
    let text = try value(of: option)
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      throw UsageError(message: "\(option) takes WIDTHxHEIGHT such as 1920x1080, not '\(text)'")
    }
    guard Self.sides.contains(width), Self.sides.contains(height) else {
      throw UsageError(
        message: "\(option) takes sides of \(Self.sides.lowerBound) to \(Self.sides.upperBound) "
          + "points, not '\(text)'")
    }
    return (width, height)
  }

  /// Takes the address of a server of this program.
  mutating func address(of option: String) throws(UsageError) -> ListenAddress {
    let text = try value(of: option)
    guard let address = ListenAddress(text) else {
      throw UsageError(
        message: "\(option) takes a host and a port such as 127.0.0.1:9111, not '\(text)'")
    }
    return address
  }

  /// Takes a format of times.
  mutating func timeFormat(of option: String) throws(UsageError) -> String {
    let format = try value(of: option)
    guard let unknown = TimeFormat.unknownConversion(in: format) else { return format }
    throw UsageError(message: "\(option): strptime has no conversion '\(unknown)'")
  }

  /// Takes a local time, or a duration before now, as UTC seconds.
  mutating func moment(of option: String) throws(UsageError) -> Double {
    let text = try value(of: option)
    if let seconds = Moment.seconds(text, now: SystemClock.utc) { return seconds }
    throw UsageError(
      message: "\(option) takes a time such as 2026-11-22T03:00, 03:00 or 6h, not '\(text)'")
  }

  /// Takes the name of a locale.
  mutating func region(of option: String) throws(UsageError) -> RegionalFormat {
    let text = try value(of: option)
    if let region = RegionalFormat(named: text) { return region }
    throw UsageError(message: "\(option): " + RegionalFormat.lack(of: text))
  }

  /// Takes the name of a history's file, without directory and suffix.
  mutating func historyName(of option: String) throws(UsageError) -> String {
    let text = try value(of: option)
    guard !text.isEmpty, !text.contains("/"), !text.hasPrefix("."), text.utf8.count <= 100 else {
      throw UsageError(message: "\(option) takes a name without '/', not '\(text)'")
    }
    return text
  }

  /// Takes the path of a picture, whose suffix determines the format.
  mutating func pictureFile(of option: String) throws(UsageError) -> String {
    let path = try value(of: option)
    _ = try PictureFormat(of: path, for: option)
    return path
  }

  /// Takes the path of a film.
  mutating func filmFile(of option: String) throws(UsageError) -> String {
    let path = try value(of: option)
    guard FilmFormat(path: path) == nil else { return path }
    let suffixes = FilmFormat.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    throw UsageError(message: "\(option): '\(path)' must end with one of \(suffixes)")
  }

  /// Takes a duration as seconds: `30`, `30s`, `2m`.
  mutating func seconds(
    of option: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    let text = try value(of: option)
    guard let seconds = Double(text) ?? DurationText(text)?.seconds, range.contains(seconds) else {
      throw UsageError(
        message: "\(option) takes a time from \(Self.plain(range.lowerBound)) s to "
          + "\(Self.plain(range.upperBound)) s such as 30s or 2m, not '\(text)'")
    }
    return seconds
  }

  /// Takes a regular expression.
  mutating func expression(of option: String) throws(UsageError) -> String {
    let text = try value(of: option)
    do throws(LineMatcherError) {
      _ = try LineMatcher(text)
    } catch {
      throw UsageError(message: "\(option): \(error.description)")
    }
    return text
  }

  mutating func choice(of option: String, among names: [String]) throws(UsageError) -> String {
    let text = try value(of: option)
    guard names.contains(text) else {
      throw UsageError(
        message: "\(option) takes \(names.joined(separator: " or ")), not '\(text)'")
    }
    return text
  }

  /// The error for an unknown option, which suggests the option or the command that was probably meant.
  /// - Parameter commands: the commands that must be first words, which other programs may have as options.
  func unknown(
    _ option: String, among options: [String], commands: [String] = []
  ) -> UsageError {
    let word = String(option.drop { $0 == "-" })
    let command = "wallchart " + word
    let hint =
      commands.contains(word)
      ? Message(" (did you mean '\(command)'?)")
      : Spelling.hint(
        for: word, among: options.map { String($0.drop { $0 == "-" }) }, after: "--")
    return UsageError(message: "unknown option '\(option)'" + hint)
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
