import Messages

/// The user-visible description of a text's form.
public struct TextForm: Sendable, Hashable {
  /// A field that is not shown.
  public struct LeftOut: Sendable, Hashable {
    /// The name or the number of the field.
    public var name: String
    /// The reason why the field is not shown.
    public var reason: String
  }

  /// The kind of lines: `a table, columns between blanks`; empty before the first row.
  public var shape = ""
  /// Whether lines are rows of a table.
  public var isTable = false
  /// The header's line number and names; nil without a header.
  public var header: String?
  /// Whether lines are samples in the text format of Prometheus.
  public var isExposition = false
  /// The field that distinguishes rows, with its first values; nil without such a field.
  public var key: String?
  /// A field that could distinguish rows of one time, which the user may choose; nil without such a field.
  public var proposedKey: String?
  /// The source of the rows' times.
  public var time = ""
  /// Whether no row has a time in the given format.
  public var lacksTime = false
  /// The fields without a column, each with the reason.
  public var leftOut: [LeftOut] = []
  /// The selected columns that have not come.
  public var missing: [String] = []
  /// The columns that could be selected, if a column is missing.
  public var offered: [String] = []

  public init() {}

  /// The field that distinguishes rows, with its first values.
  fileprivate static func keyWords(_ field: String, _ keys: [String]) -> String {
    let more = keys.count > 4 ? ", … (\(keys.count))" : ""
    return "\(field): " + keys.prefix(4).joined(separator: ", ") + more
  }
}

extension TextReader {
  /// The form of the text so far.
  var form: TextForm {
    var form = TextForm()
    form.shape = shape
    form.isExposition = style == .exposition
    form.isTable = style == .table && table != nil
    form.time =
      switch timeKind {
      case .none: String(localized: "none in the rows")
      case .date: String(localized: "date and time of each row")
      case .timeOfDay: String(localized: "time of day of each row")
      }
    form.time += dateOrderWords
    form.lacksTime = options.timeFormat != nil && timeKind == .none
    // A member whose numbers come after texts is drawn.
    form.leftOut = members.leftOut.filter { !columns.has(quantity: $0.key) }.map {
      TextForm.LeftOut(name: $0.key, reason: $0.value)
    }
    .sorted { $0.name < $1.name }
    if columns.isSelecting, !columns.offered.isEmpty {
      form.missing = columns.missingSelections
      if !form.missing.isEmpty { form.offered = columns.offered }
    }
    let texts = members.keyed.texts
    if !texts.isEmpty, !members.keyed.keyName.isEmpty {
      form.key = TextForm.keyWords("'\(members.keyed.keyName)'", texts)
    }
    if form.key == nil { form.proposedKey = members.keyed.search.proposal }
    guard let table, [.table, .match, .listing, .counters].contains(style) else { return form }
    if table.hasHeader, style == .table {
      form.header =
        String(localized: "line \(table.headerNumber): ")
        + table.names.filter { !$0.isEmpty }.joined(separator: ", ")
      if HeaderNames.isFamiliar(table.names) {
        form.header? += String(localized: "; memory in KiB, as vmstat has it without -S")
      }
    }
    form.key = table.keyWords
    if table.roles.timeField != nil { form.time += table.timeWords }
    form.leftOut = table.leftOut + form.leftOut
    return form
  }

  private var shape: String {
    switch style {
    case .none: return ""
    case .pairs: return "key=value"
    case .json: return "JSON"
    case .sentence: return String(localized: "words with numbers")
    case .access: return String(localized: "a web server's log")
    case .sensors: return String(localized: "the sensors of chips")
    case .listing: return String(localized: "a list of files")
    case .counters: return String(localized: "the counters of perf")
    case .exposition: return String(localized: "the text format of Prometheus")
    case .metrics: return String(localized: "lines of metrics with their names and times")
    case .match: return String(localized: "the groups of --match")
    case .progress: return String(localized: "progress bars")
    case .table: break
    }
    guard let table else { return "" }
    let separator =
      switch (table.delimiter, table.cells) {
      case (.blanks, .words): String(localized: "blanks")
      case (.blanks, .grouped): String(localized: "blanks, with brackets and units")
      case (.blanks, .wide): String(localized: "two blanks or more")
      case (.comma, _): String(localized: "commas")
      case (.semicolon, _): String(localized: "semicolons")
      case (.tab, _): String(localized: "tabs")
      case (.pipe, _), (.bars, _), (.box, _): "|"
      }
    return String(localized: "a table, columns between \(separator)")
      + (table.commaIsDecimal ? String(localized: ", with decimal commas") : "")
  }

  /// Notes a field without a column.
  func leaveOut(_ name: String, _ reason: String) {
    guard members.leftOut.count < 40 || members.leftOut[name] != nil else { return }
    members.leftOut[name] = reason
  }
}

extension TextTable {
  /// The field that distinguishes rows and the field of their quantities, with their first values; nil without such a
  /// field.
  fileprivate var keyWords: String? {
    guard !keys.isEmpty else { return nil }
    let things = keyField.map { field in
      TextForm.keyWords(
        keyName.isEmpty ? String(localized: "column \(field + 1)") : "'\(keyName)'",
        unique(keys.map(\.text)))
    }
    let quantities = roles.quantityField.map { field in
      TextForm.keyWords("'\(name(field))'", unique(keys.compactMap(\.quantity)))
    }
    let words = [things, quantities].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  fileprivate var timeWords: String {
    guard let timeField = roles.timeField else { return "" }
    var name = timeField < names.count ? names[timeField] : ""
    if let clock = roles.clockField, clock < names.count { name += "/" + names[clock] }
    return name.isEmpty
      ? String(localized: ", column \(timeField + 1)") : String(localized: ", column '\(name)'")
  }

  /// The fields without a column.
  fileprivate var leftOut: [TextForm.LeftOut] {
    let used = roles.joinedFields + [roles.quantityField, roles.unitField].compactMap { $0 }
    return roles.fields(of: .label).filter { !used.contains($0) }.map { field in
      let name = field < names.count ? names[field] : ""
      let isNumbering = isProcessList && FieldRoles.isProcessLabel(name)
      return TextForm.LeftOut(
        name: name.isEmpty ? String(localized: "column \(field + 1)") : name,
        reason: isNumbering
          ? String(localized: "identifiers or ranks of processes")
          : String(localized: "no numbers to draw"))
    }
  }
}
