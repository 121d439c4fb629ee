import Feeds
import Messages
import Metrics

extension StreamInference {
  /// A line of an explanation: a word, and the text about that word.
  struct Fact: Equatable {
    var name: String
    var text: String
  }

  /// The interpretation of the input, with the options that would change it.
  /// - Parameter magnitude: the largest absolute value of a column in the unit of its group; nil if there are only
  ///   zeros.
  func explanation(magnitude: (_ column: Int) -> Double?) -> [Fact] {
    var facts: [Fact] = []
    func add(_ name: String, _ text: String) { facts.append(Fact(name: name, text: text.visible)) }
    let form = news.form
    add(String(localized: "input"), shape)
    if let header = form.header {
      add(String(localized: "header"), header + " (--label)")
    } else if form.isTable {
      add(
        String(localized: "header"),
        String(localized: "none: columns have the numbers of their fields (--label)"))
    }
    if let key = form.key { add(String(localized: "rows of"), key) }
    if let name = form.proposedKey {
      add(
        String(localized: "rows of"),
        String(localized: "several things at one time; --by '\(name)' tells them apart"))
    }
    // Only a row has a time, or none.
    if !form.time.isEmpty {
      add(String(localized: "time"), form.time + place + " (--time-format)")
    }
    add(String(localized: "rows"), rowWords)
    for group in groups {
      let largest = group.columns.compactMap(magnitude).max() ?? 0
      let unit = group.unit.unit
      // Plain numbers have a prefix, but no unit.
      let symbol =
        unit.symbol.isEmpty ? "" : unit.tickScale(forMaximum: largest).symbol
      add(
        String(localized: "panel"),
        Self.heading(group.title, symbol) + group.names.joined(separator: ", "))
    }
    if !groups.isEmpty { add("", "(--columns, --unit, --label)") }
    for missing in form.missing {
      add(String(localized: "missing"), String(localized: "no column '\(missing)'"))
    }
    if !form.missing.isEmpty {
      add(String(localized: "there are"), form.offered.joined(separator: ", "))
    }
    for line in notShown { add(String(localized: "not shown"), line) }
    return facts
  }

  /// The title and the unit of a panel before its names; empty without both.
  static func heading(_ title: String, _ symbol: String) -> String {
    let words = [title, symbol.isEmpty ? "" : "[\(symbol)]"].filter { !$0.isEmpty }
    return words.isEmpty ? "" : words.joined(separator: " ") + ": "
  }

  /// The text about the separators and the order of the input, with the option that would change them.
  private var shape: String {
    if !news.form.shape.isEmpty { return news.form.shape + " (--match)" }
    // Numbers in turn need no separators.
    if case .text(let spec) = source, spec.options.ttyplotTwo, rows > 0 {
      return String(localized: "numbers of two series in turn") + " (-2)"
    }
    return String(localized: "not understood so far (--match)")
  }

  /// A part of the text that is not shown.
  struct PartNotShown: Hashable {
    var name: String
    var reason: String
    /// Whether the part is a name, such as that of a process, of a column that other names show.
    var isName = false
  }

  /// The parts that are not shown: whole columns of the text, and the single names of columns that are shown for other
  /// names.
  var partsNotShown: [PartNotShown] {
    let places = Set(hidden.map(\.column))
    let shown = Set(columns.indices.filter { !places.contains($0) }.map { columns[$0].quantity })
    let parts = hidden.map { place, reason in
      let column = columns[place]
      if !column.key.isEmpty, !shown.contains(column.quantity) {
        return PartNotShown(name: column.quantity, reason: reason)
      }
      return column.isProcess
        ? PartNotShown(name: column.key, reason: reason, isName: true)
        : PartNotShown(name: column.name, reason: reason)
    }
    var seen: Set<PartNotShown> = []
    return (parts + news.form.leftOut.map { PartNotShown(name: $0.name, reason: $0.reason) })
      .filter { seen.insert($0).inserted }
  }

  /// Sentences about the parts that are not shown, one for each reason.
  private var notShown: [String] {
    var names: [String: [String]] = [:]
    var reasons: [String] = []
    for part in partsNotShown {
      if names[part.reason] == nil { reasons.append(part.reason) }
      names[part.reason, default: []].append(part.name)
    }
    return reasons.map { reason in
      let all = names[reason] ?? []
      let more = all.count > Self.mostNames ? ", … (\(all.count))" : ""
      return all.prefix(Self.mostNames).joined(separator: ", ") + more + ": " + reason
    }
  }

  /// The largest number of names with one reason.
  private static var mostNames: Int { 12 }

  private var place: String {
    switch news.axis {
    case .ownTime: ""
    case .arrival: String(localized: "; rows are placed by their arrival")
    case .ordinal: String(localized: "; rows are numbered")
    case .column:
      String(
        localized:
          "; the horizontal axis has the numbers of '\(axisName)' (--x)"
      )
    }
  }

  private var axisName: String { horizontal.first.map { columns[$0].quantity } ?? "" }

  private var rowWords: String {
    var parts = [countWords(rows: rows)]
    let left = news.leftOut
    if left.summaries > 0 {
      parts.append(String(localized: "\(Self.count(left.summaries, .line)) of totals left out"))
    }
    if left.unmatched > 0 {
      parts.append(
        String(localized: "\(Self.count(left.unmatched, .line)) that --match does not match"))
    }
    if unreadable > 0 {
      let last =
        lastUnreadable.map {
          String(localized: "; line \($0.lineNumber): \($0.reason): \($0.line)")
        } ?? ""
      parts.append(String(localized: "\(Self.count(unreadable, .line)) not read\(last)"))
    }
    if rows == 0, news.banners > 0 {
      let last = news.lastBanner.map { String(localized: "; the last one: \($0.line)") } ?? ""
      parts.append(String(localized: "\(Self.count(news.banners, .line)) not understood\(last)"))
    }
    parts += optionsWithoutEffect
    if let notice { parts.append(notice) }
    return parts.joined(separator: ", ")
  }
}

extension DashboardScene {
  /// The way in which the input of an inferred dashboard was understood; empty for another dashboard.
  public var explanation: [(name: String, text: String)] {
    inference?.explanation { facts($0).magnitude }.map { ($0.name, $0.text) } ?? []
  }

  /// The reason why nothing of the input can be shown, or why requested columns are missing, in one line; nil without
  /// such a reason.
  public var diagnosis: String? {
    guard spec.pages[0].panels.isEmpty || inference?.missing.isEmpty == false else { return nil }
    return inference?.diagnosis?.joined(separator: "; ")
  }

  /// Shows or hides the explanation of how the input was understood.
  public func toggleExplanation(at time: Double) {
    let facts = explanation
    if facts.isEmpty {
      notify(
        String(
          localized: "The file of a dashboard says what is shown: there is nothing to explain."),
        at: time)
    } else {
      view.toggleFacts(facts.map { ($0.name, $0.text) })
    }
  }
}
