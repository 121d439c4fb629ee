import Glibc
import Messages

extension RegionalFormat {
  /// The format of a locale of this machine's C library.
  /// - Parameter name: `de_DE`, or `de_DE.UTF-8`; an empty name is the locale of the environment.
  /// - Returns: nil if the machine does not have the locale with UTF-8.
  public init?(locale name: String) {
    let names = name.isEmpty || name.contains(".") ? [name] : [name + ".UTF-8", name]
    for name in names {
      guard let locale = newlocale(Self.categories, name, nil) else { continue }
      defer { freelocale(locale) }
      guard Self.text(nl_item(CODESET), locale) == "UTF-8" else { continue }
      self.init(locale)
      return
    }
    return nil
  }

  /// The format that a person names: a locale, or `system` for that of the environment, where plain formats
  /// take the place of one without UTF-8.
  public init?(named name: String) {
    guard name == "system" else {
      guard !name.isEmpty, let format = Self(locale: name) else { return nil }
      self = format
      return
    }
    self = Self(locale: "") ?? Self()
  }

  /// The message about a locale that this machine does not have.
  public static func lack(of name: String) -> Message {
    "this machine has no locale '\(name)' with UTF-8 (locale -a lists those that it has; "
      + "dpkg-reconfigure locales adds one)"
  }

  /// `LC_NUMERIC_MASK`, `LC_TIME_MASK` and `LC_CTYPE_MASK`, whose macros Swift does not import.
  private static let categories = Int32(1 << LC_NUMERIC | 1 << LC_TIME | 1 << LC_CTYPE)

  private init(_ locale: locale_t) {
    self.init()
    func texts(_ first: Int, _ count: Int) -> [String] {
      (0..<count).map { Self.text(nl_item(first + $0), locale).trimmed }
    }
    decimalSeparator = Self.text(nl_item(RADIXCHAR), locale).first ?? "."
    groupSeparator = Self.text(nl_item(THOUSEP), locale)
    // A breaking blank would part a number at the end of a line.
    if groupSeparator == " " { groupSeparator = "\u{202f}" }
    weekdays = texts(ABDAY_1, 7)
    fullWeekdays = texts(DAY_1, 7)
    months = texts(ABMON_1, 12)
    dateOrder = Self.order(
      of: Self.text(nl_item(D_FMT), locale), withTime: Self.text(nl_item(D_T_FMT), locale),
      month: months[0])
    // One letter for a day is no word on its own: 土, but 土曜日.
    if case .marked = dateOrder { weekdays = fullWeekdays }
  }

  /// The order of a date with a month's name. A format of digits that begins with the year says nothing about
  /// such a date, so that the longer format shows it.
  private static func order(of date: String, withTime: String, month: String) -> DateOrder {
    if month.hasSuffix("月") { return .marked(year: "年", day: "日") }
    if month.hasSuffix("월") { return .marked(year: "년", day: "일") }
    func letters(_ format: String) -> [Character] {
      // A flag may precede the letter: `%-d`.
      format.split(separator: "%" as Character).dropFirst(format.hasPrefix("%") ? 0 : 1)
        .compactMap { $0.first { !"-_0^#EO".contains($0) } }
        .filter { "YyFmbBhdeD".contains($0) }
    }
    let isYearFirst = letters(date).first.map { "YyF".contains($0) } ?? false
    let first = letters(isYearFirst ? withTime : date).first { !"Yy".contains($0) }
    return first.map { "mbBhD".contains($0) } ?? false ? .monthDay : .dayMonth
  }

  private static func text(_ item: nl_item, _ locale: locale_t) -> String {
    nl_langinfo_l(item, locale).map { String(cString: $0) } ?? ""
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
