import Feeds
import Messages
import Metrics

/// The texts of the header, and those in place of panels.
extension StreamInference {
  /// The details of the header, from long to short. Problems stay longest when room is scarce.
  var details: [String] {
    var problems: [String] = []
    if unreadable > 0 {
      problems.append(String(localized: "\(Self.count(unreadable, .line)) not read"))
    }
    let notShown = Set(partsNotShown.filter { !$0.isName }.map(\.name)).count
    if notShown > 0 {
      problems.append(String(localized: "\(Self.count(notShown, .column)) not shown"))
    }
    if !news.form.missing.isEmpty { problems.append(missingColumns) }
    problems += optionsWithoutEffect
    if let notice { problems.append(notice) }
    let rows = shownRows.shown > 0 ? [countWords(rows: shownRows.shown)] : []
    return [rows + problems, problems, Array(problems.prefix(1))]
      .map { $0.joined(separator: " · ") }.filter { !$0.isEmpty }
  }

  /// The texts about options that change nothing in the rows so far.
  var optionsWithoutEffect: [String] {
    guard rows > 0, !columns.isEmpty else { return [] }
    var texts: [String] = []
    if news.form.lacksTime { texts.append(String(localized: "no time matches --time-format")) }
    let spare = options.labels.dropFirst((columns.labelPlaces.max() ?? -1) + 1).count {
      !$0.isEmpty
    }
    if spare > 0 {
      texts.append(String(localized: "\(Self.count(spare, .name)) in --label without a column"))
    }
    if let misfit { texts.append(misfit) }
    return texts
  }

  /// The number of rows, or the number of names with bars, which together are one row.
  func countWords(rows: Int) -> String {
    // Each panel of Prometheus' format has series of its own; the panels of other texts have the same names.
    if news.form.isExposition, isEnded, self.rows == 1 {
      return Self.count(groups.reduce(0) { $0 + $1.columns.count }, .name)
    }
    let named = groups.first.flatMap { $0.chart == .bars ? $0.columns.count : nil }
    return named.map { Self.count($0, .name) } ?? Self.count(rows, .row)
  }

  /// The last line that could not be read, and the reason.
  var hint: [String] {
    guard let last = lastUnreadable else { return [] }
    return [String(localized: "line \(last.lineNumber): \(last.reason)"), last.line]
  }

  /// The message in place of panels.
  /// - Parameter isLong: whether the user has waited for a while.
  func message(isLong: Bool) -> [String] {
    if let diagnosis, isEnded || isLong || !news.form.missing.isEmpty { return diagnosis }
    if let notice { return [String(localized: "waiting for data"), notice] }
    return [String(localized: "waiting for data")]
      + (isLong && !isFile
        ? [
          String(localized: "Many commands hold their output back when it goes into a pipe:"),
          "stdbuf -oL COMMAND | wallchart",
        ] : [])
  }

  /// The reason why no panel, or not the wanted panel, can be shown; nil without a reason, or as long as lines may
  /// come.
  var diagnosis: [String]? {
    let form = news.form
    guard rows == 0 || columns.isEmpty || !form.missing.isEmpty else { return nil }
    if !form.missing.isEmpty {
      let offered = form.offered.prefix(12).joined(separator: ", ")
      return [
        missingColumns,
        form.offered.count == 1
          ? String(localized: "there is only \(offered).")
          : String(localized: "there are \(offered)\(form.offered.count > 12 ? ", …" : "")."),
      ]
    }
    if news.leftOut.unmatched > 0 {
      let lines = Self.count(news.leftOut.unmatched, .line)
      return [
        String(localized: "\(lines) read, --match matches none"),
        String(localized: "the last one: \(lastLine)"),
      ]
    }
    let lines = news.banners + unreadable
    guard lines > 0 else {
      let end = String(localized: "The input has ended without a number.")
      return isEnded ? [String(localized: "no data"), end] : nil
    }
    return [
      String(localized: "\(Self.count(lines, .line)) read, none understood"),
      String(localized: "the last one: \(lastLine)"),
      String(localized: "--match reads lines by a regular expression"),
    ]
  }

  /// The columns that the user wants and the text lacks. A page without these columns is not the wanted page.
  var missing: [String] { news.form.missing }

  private var missingColumns: String { Self.noColumn(missing) }

  /// The text about missing columns.
  static func noColumn(_ names: [String]) -> String {
    let names = names.map { "'\($0)'" }.joined(separator: ", ")
    return String(localized: "no column \(names)")
  }

  private var lastLine: String {
    let lines = [news.lastBanner, lastUnreadable].compactMap(\.self)
    return lines.max { $0.lineNumber < $1.lineNumber }?.line ?? ""
  }

  static func count(_ number: Int, _ noun: CountedNoun) -> String {
    let text = NumberText.fixed(Double(number), decimals: 0, isGrouped: true)
    let message: Message =
      switch noun {
      case .row: number == 1 ? "1 row" : "\(text) rows"
      case .line: number == 1 ? "1 line" : "\(text) lines"
      case .column: number == 1 ? "1 column" : "\(text) columns"
      case .name: number == 1 ? "1 name" : "\(text) names"
      }
    return message.text
  }

  enum CountedNoun {
    case row
    case line
    case column
    case name
  }
}
