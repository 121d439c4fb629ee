/// The roles of the fields in the rows of a table: number, time, key or label.
///
/// - The **time** is the first field that can be read as a time. Otherwise, the time is the first column of numbers
///   that are seconds, milliseconds, microseconds or nanoseconds of the years 2001 to 2096, if the column is called
///   time, date, timestamp or the like; or is called `t` or `clock`, and its numbers grow; or has no name and comes
///   before other numbers. Without a name, the time of a live row must be near the row's arrival, or, not between
///   blanks, before it.
///   A date without a time of day belongs to the time of day in another field (`splitTime`).
/// - The **key** is the column called `Mounted on`, `Command` or the like; otherwise the first field after the time,
///   if that field is text; without a header, also several words (`RowName`).
/// - **Durations** (`00:01:23`) beside the time, or in a column called duration or the like, are numbers of seconds.
/// - The **quantity** beside a single column of values is the column called `metric` or the like: the rows of each
///   quantity are a column of their own.
/// - Numbers are the key of a table without any other one if their column is called `gpu`, `port` or the like, and if
///   they count the rows of the first moment.
/// - Other fields of text are labels, some of them until numbers come (`ColumnTexts`); and so are `PID`, `UID` and
///   `PPID` of lists of processes.
struct FieldRoles {
  enum Role { case value, time, key, label }

  /// The form of the times in a field.
  enum TimeKind: Equatable {
    /// Texts.
    case text
    /// Numbers of seconds or of parts of seconds since 1970. A number times the scale is in seconds. The field holds times
    /// only as long as its numbers grow, if its name does not say that they are times.
    case epoch(scale: Double, onlyWhileGrowing: Bool)
    /// Years.
    case years
    /// Days as numbers of eight digits: `20261130`.
    case days
  }

  private var roles: [Role]
  private(set) var keyField: Int?
  private(set) var timeField: Int?
  /// The field of the times of day that belong to the dates in the time field.
  private(set) var clockField: Int?
  /// The fields of durations that look like times of day.
  private(set) var durationFields: [Int] = []
  /// The fields of durations whose names say so.
  private(set) var namedDurationFields: [Int] = []
  /// The field that holds, row by row, the unit of the field before.
  private(set) var unitField: Int?
  /// The field that names, row by row, the quantity of the only number (`time,host,metric,value`).
  private(set) var quantityField: Int?
  /// The field of that number.
  private(set) var quantityValueField: Int?
  /// The fields whose names are parts of the keys, after those of the key field.
  private(set) var joinedFields: [Int] = []
  /// The fields of keys that hold numbers, such as those of processors.
  private(set) var numberedFields: Set<Int> = []
  /// The first field after the key whose names may distinguish rows as well.
  private(set) var fieldBeside: Int?
  /// The fields of text that hold values as soon as numbers come, because nothing shows that their texts are names.
  private(set) var openFields: [Int] = []
  /// The kind of times in the time field.
  private(set) var timeKind = TimeKind.text
  /// Whether the field that the user chose for the horizontal axis holds times or names.
  private(set) var hasChosenField = false
  /// Whether the field that the user chose for the horizontal axis holds other numbers.
  private(set) var hasNumbersOnAxis = false
  /// Whether rows are processes. The rows of one command in an interval are summed.
  let isProcessList: Bool
  /// Whether fields of text remain left out, even if a row has numbers there.
  var keepsLabels: Bool { hasHeader || unitField != nil }

  private let names: [String]
  private let hasHeader: Bool
  private let delimiter: Delimiter

  /// - Parameters:
  ///   - fields: the first row.
  ///   - arrival: the time when the row came; nil in a file.
  ///   - ahead: the first rows, as far as they are known.
  init(
    _ header: HeaderNames?, _ delimiter: Delimiter, _ fields: [TextField], chosen: ChosenColumns,
    arrival: Double?, ahead: RowsAhead
  ) {
    names = header?.names ?? []
    hasHeader = header != nil
    self.delimiter = delimiter
    isProcessList = Self.areOfProcesses(names)
    roles = [Role](repeating: .value, count: max(names.count, fields.count))
    namedDurationFields = Feeds.durationFields(of: names)
    findTime(fields, arrival: arrival, ahead: ahead)
    findKey(fields, ahead)
    if chosen.horizontal == nil {
      findQuantity(fields)
      dropUniqueTexts(fields, ahead)
      if chosen.isEmpty { takeCount(fields, ahead, values: chosen.values) }
    }
    // All words of a command belong to the header's last field.
    if hasHeader, keyField == names.count - 1 { endFields(at: names.count) }
    fieldBeside = chosen.horizontal == nil ? otherNames(fields) : nil
    takeProcessors()
    if let index = header?.indexField ?? indexOfCards { takeNumbers(of: index) }
    takeCounter(fields)
    // The user's choice comes after all rules.
    if let horizontal = chosen.horizontal { choose(horizontal, fields, arrival: arrival) }
    chooseNames(chosen.rowNames, fields)
    guard hasHeader, !isProcessList, unitField == nil else { return }
    openFields = fields.indices.filter {
      fields[$0].isText && mayHoldValues($0, isChosen: !chosen.isEmpty)
    }
  }

  // MARK: Finding

  /// Whether a field of text may be in a column of numbers: a label, or the names beside a time, in a column that is
  /// not called like the names of things.
  private func mayHoldValues(_ field: Int, isChosen: Bool) -> Bool {
    let name = name(field)
    guard !name.isEmpty, !NameBeside.isThing(name), !NameBeside.isIdentifier(name),
      field != quantityField
    else { return false }
    return roles[field] == .label
      || field == keyField && !isChosen && timeField != nil && !isKeyName(name)
  }

  private mutating func findTime(
    _ fields: [TextField], arrival: Double?, ahead: RowsAhead
  ) {
    for (index, field) in fields.enumerated()
    where field.isText || field.range != nil
      || delimiter.byte == 0x7C && field.bytes.isEmpty && ahead.areNames(index)
    {
      roles[index] = .label
    }
    // In a list of processes, a time after the identifier is the processor time of the process.
    let candidates = isProcessList ? fields.indices.prefix(1) : fields.indices
    let times = candidates.filter {
      fields[$0].time != nil && !mayBeDuration(fields[$0], at: $0)
    }
    // InfluxDB writes `_start` and `_stop` of the query before `_time`.
    timeField =
      times.first { isTimeName(name($0)) } ?? times.first
      ?? candidates.first { isEpochTime(fields, $0, arrival: arrival, ahead: ahead) }
      ?? dayField(fields) ?? yearField(fields)
    takeClock(fields)
    if let timeField {
      roles[timeField] = .time
      timeKind = timeKind(of: fields[timeField], isNamed: !mayNameTimes(name(timeField)))
    }
    for (index, field) in fields.enumerated() where field.time != nil && roles[index] != .time {
      let isDuration = !isProcessList && field.isClock && field.duration != nil
      roles[index] = isDuration ? .value : .label
      if isDuration { durationFields.append(index) }
    }
  }

  /// Whether a field that looks like a time of day holds durations: its name says so, or the field has no name, is not
  /// the first one, and has an hour of one digit, such as the remaining time `0:00:08` of `rsync`.
  private func mayBeDuration(_ field: TextField, at index: Int) -> Bool {
    guard field.isClock else { return false }
    return isDurationName(name(index)) || index > 0 && name(index).isEmpty && field.hasShortHour
  }

  /// Leaves out the fields from an index on, and their times.
  private mutating func endFields(at count: Int) {
    roles.removeLast(roles.count - count)
    durationFields.removeAll { $0 >= count }
    namedDurationFields.removeAll { $0 >= count }
    if let clockField, clockField >= count { self.clockField = nil }
    if let timeField, timeField >= count { (self.timeField, clockField) = (nil, nil) }
  }

  /// Takes the field of the times of day that belong to the dates of the rows.
  private mutating func takeClock(_ fields: [TextField]) {
    guard !isProcessList, let timeField,
      let (date, clock) = Self.splitTime(fields, names), timeField == date || timeField == clock
    else { return }
    (self.timeField, clockField) = (date, clock)
    roles[clock] = .time
  }

  private mutating func findKey(_ fields: [TextField], _ ahead: RowsAhead) {
    let first = roles.firstIndex { $0 != .time } ?? 0
    keyField =
      names.firstIndex { isKeyName($0) } ?? nameBesideIdentifier(fields) ?? mountPoint(fields)
    if keyField == nil, first < fields.count {
      // The name of the first row may be empty.
      let isName =
        fields[first].bytes.isEmpty ? hasHeader && ahead.areNames(first) : fields[first].isText
      // The port `1/2` below a name is no counter.
      if isName, hasHeader || !ProgressCounter.isCounter(fields[first].bytes) { keyField = first }
    }
    // `du`, `wc`: the name comes after the numbers.
    if keyField == nil, !hasHeader, [.blanks, .tab].contains(delimiter),
      fields.last?.isText == true,
      fields.count(where: \.isText) == 1
    {
      keyField = fields.count - 1
    }
    if let keyField { roles[keyField] = .key }
    guard isProcessList else { return }
    for (index, name) in names.enumerated() where Self.isProcessLabel(name) {
      roles[index] = .label
    }
  }

  /// Makes the key a label if each row has a text and a time of its own. Things of a later column may distinguish rows.
  private mutating func dropUniqueTexts(_ fields: [TextField], _ ahead: RowsAhead) {
    guard hasHeader, !isProcessList, quantityField == nil, let keyField, let timeField,
      !NameBeside.isThing(name(keyField)), !isKeyName(name(keyField)),
      ahead.labelRows(keyField, times: timeField)
    else { return }
    dropKey()
    takeThing(fields)
  }

  /// Makes the first column of labels that names things the key.
  private mutating func takeThing(_ fields: [TextField]) {
    keyField = fields.indices.first {
      roles[$0] == .label && fields[$0].isText && NameBeside.isThing(name($0))
    }
    if let keyField { roles[keyField] = .key }
  }

  /// Makes numbers the keys of rows that nothing else tells apart: those of graphics cards, which count the rows of the
  /// first moment.
  /// - Parameter values: the columns whose numbers the user wants to see.
  private mutating func takeCount(
    _ fields: [TextField], _ ahead: RowsAhead, values: [String]
  ) {
    guard hasHeader, !isProcessList, quantityField == nil, keyField == nil, let timeField,
      count(of: .value) > 1
    else { return }
    let number = fields.indices.first {
      let isSerial = NameBeside.mayBeSerial(name($0))
      return roles[$0] == .value && fields[$0].isNumber
        && (isSerial || NameBeside.mayNumber(name($0)))
        && !values.contains(name($0)) && !values.contains(String($0 + 1))
        && ahead.countThings($0, times: timeField, needsMore: isSerial)
    }
    guard let number else { return }
    (keyField, roles[number]) = (number, .key)
    numberedFields.insert(number)
  }

  /// Finds the column of quantities beside a single column of values, and the column of units after the values. Things
  /// in another column distinguish rows.
  private mutating func findQuantity(_ fields: [TextField]) {
    let numbers = self.fields(of: .value)
    let identifiers = numbers.filter { QuantityNames.identifiers.contains(name($0).lowercased()) }
    // The first number may have no unit, so that the cell of its unit is empty.
    let units = numbers.filter {
      ($0 >= fields.count || fields[$0].value == .missing)
        && QuantityNames.units.contains(name($0).lowercased())
    }
    let values = numbers.filter { !identifiers.contains($0) && !units.contains($0) }
    guard hasHeader, !isProcessList, values.count == 1,
      QuantityNames.values.contains(name(values[0]).lowercased())
    else { return }
    let unit = values[0] + 1
    if unit < roles.count, unit != keyField, QuantityNames.units.contains(name(unit).lowercased()) {
      unitField = unit
      if units.contains(unit) { roles[unit] = .label }
    }
    quantityField = fields.indices.first {
      fields[$0].isText && QuantityNames.columns.contains(name($0).lowercased())
    }
    guard let quantityField else { return }
    roles[quantityField] = .label
    quantityValueField = values[0]
    for field in identifiers { roles[field] = .label }
    if keyField == nil || keyField == quantityField { takeThing(fields) }
  }

  /// Whether the names are those of a list of processes: `PID` beside another property of processes. The statistics of
  /// HAProxy have a column `pid`, too.
  static func areOfProcesses(_ names: [String]) -> Bool {
    let names = Set(names.map { $0.uppercased() })
    let others: Set = [
      "COMMAND", "CMD", "COMM", "UCMD", "ARGS", "NAME", "USER", "UID", "%CPU", "PCPU", "%MEM",
      "PMEM", "RSS", "RES", "VSZ", "VIRT", "SIZE", "TTY", "STAT", "PPID", "TID", "TGID", "TIME",
      "ELAPSED", "ETIME", "NLWP", "%USR", "PROCESS_NAME", "IMAGE NAME",
    ]
    return names.contains("PID") && !names.isDisjoint(with: others)
  }

  /// Whether a column of a list of processes has identifiers or ranks.
  static func isProcessLabel(_ name: String) -> Bool {
    ["PID", "UID", "PPID", "TID", "TGID", "PR", "NI", "CPU"].contains(name.uppercased())
  }

  private func isEpochTime(
    _ fields: [TextField], _ index: Int, arrival: Double?, isAsked: Bool = false,
    ahead: RowsAhead = .none
  ) -> Bool {
    guard fields.count > 1, case .number(let value) = fields[index].value, epochScale(value) != nil
    else { return false }
    let name = name(index)
    if mayNameTimes(name) {
      return isAsked || isNearTime(value, arrival: arrival, orEarlier: true) && ahead.grows(index)
    }
    guard index == 0, name.isEmpty else { return isTimeName(name) }
    // The only number of a row is its value: `1500000000 rss`.
    return isAsked
      || fields.dropFirst().contains { !$0.isText }
        && isNearTime(value, arrival: arrival, orEarlier: delimiter != .blanks)
  }

  /// The column of days as numbers of eight digits.
  private func dayField(_ fields: [TextField]) -> Int? {
    guard fields.count > 1 else { return nil }
    return fields.indices.first { fields[$0].isDayNumber && isTimeName(name($0)) }
  }

  /// The column of the rows' years, unless there is a column of months.
  private func yearField(_ fields: [TextField]) -> Int? {
    guard !names.contains(where: { $0.lowercased() == "month" }) else { return nil }
    return fields.indices.first {
      guard case .number(let value) = fields[$0].value else { return false }
      return isYearName(name($0)) && startOfYear(value) != nil && fields.count > 1
    }
  }

  static func isCommand(_ name: String) -> Bool { ["command", "cmd"].contains(name.lowercased()) }

  private func isKeyName(_ name: String) -> Bool {
    Self.isCommand(name) || ["mounted on", "mounted"].contains(name.lowercased())
  }

  /// The field of the name if the first field is an identifier (`docker stats`).
  private func nameBesideIdentifier(_ fields: [TextField]) -> Int? {
    guard let first = names.first?.uppercased(), first == "ID" || first.hasSuffix(" ID"),
      let name = names.firstIndex(where: { $0.uppercased() == "NAME" }), name < fields.count,
      fields[name].isText
    else { return nil }
    return name
  }

  /// The last field, if the rows are file systems (`df` in any language).
  private func mountPoint(_ fields: [TextField]) -> Int? {
    guard hasHeader, delimiter == .blanks, fields.count == names.count, fields.count > 4,
      fields[0].isText, let last = fields.last, last.isText, last.bytes.first == 0x2F,
      case .quantity(_, let unit) = fields[fields.count - 2].value, unit.symbol == "%"
    else { return nil }
    return fields.count - 1
  }

  private func otherNames(_ fields: [TextField]) -> Int? {
    guard let keyField, hasHeader, !isProcessList, keyField < fields.count else { return nil }
    return names.indices.first {
      $0 > keyField && roles[$0] == .label && NameBeside.isThing(names[$0])
        && $0 < fields.count && fields[$0].isText && $0 != quantityField
    }
  }

  /// Makes the field that the user chose the field of the times or of the names.
  private mutating func choose(_ name: String, _ fields: [TextField], arrival: Double?) {
    guard let field = chosenField(name, fields) else { return }
    func release(_ other: Int?) {
      if let other, other != field { roles[other] = .label }
    }
    hasChosenField = true
    if field == clockField || field == timeField && timeKind != .years { return }
    release(clockField)
    clockField = nil
    durationFields.removeAll { $0 == field }
    namedDurationFields.removeAll { $0 == field }
    if fields[field].time != nil || isEpochTime(fields, field, arrival: arrival, isAsked: true) {
      release(timeField)
      timeField = field
      roles[field] = .time
      timeKind = timeKind(of: fields[field], isNamed: true)
    } else if fields[field].isText || field == keyField {
      release(keyField)
      keyField = field
      roles[field] = .key
    } else {
      (hasChosenField, hasNumbersOnAxis) = (false, true)
      release(timeField)
      timeField = nil
    }
  }

  /// The form of a time.
  /// - Parameter isNamed: whether the column's name or the user says that its numbers are times.
  private func timeKind(of field: TextField, isNamed: Bool) -> TimeKind {
    guard case .number(let value) = field.value else { return .text }
    if startOfDay(value) != nil { return .days }
    return epochScale(value).map { .epoch(scale: $0, onlyWhileGrowing: !isNamed) } ?? .years
  }

  /// The field of a name or a number that the user wrote; nil for none.
  private func chosenField(_ name: String, _ fields: [TextField]) -> Int? {
    let number = Int(name)
    let field = names.firstIndex(of: name) ?? fields.indices.first { $0 + 1 == number }
    return field.flatMap { fields.indices.contains($0) && roles.indices.contains($0) ? $0 : nil }
  }

  /// Makes the fields that the user chose the names of rows. Names that the table lacks are left out.
  private mutating func chooseNames(_ chosen: [String], _ fields: [TextField]) {
    var places = chosen.compactMap { chosenField($0, fields) }
    guard let first = places.first else { return }
    places.removeFirst()
    dropKey()
    fieldBeside = nil
    (keyField, joinedFields) = (first, places)
    for place in [first] + places {
      if place == timeField { (timeField, clockField) = (nil, nil) }
      if place == clockField { clockField = nil }
      if place == quantityField { (quantityField, quantityValueField) = (nil, nil) }
      roles[place] = .key
      if fields[place].isNumber { numberedFields.insert(place) }
    }
  }

  /// Takes the processor for the key in the rows of `turbostat`, where the core and the processor are numbers.
  private mutating func takeProcessors() {
    guard names.contains("Busy%"), let processor = names.firstIndex(of: "CPU"),
      let core = names.firstIndex(of: "Core")
    else { return }
    takeNumbers(of: processor)
    roles[core] = .label
  }

  /// Makes the numbers of a field the keys of rows.
  private mutating func takeNumbers(of field: Int) {
    (keyField, fieldBeside) = (field, nil)
    roles[field] = .key
  }

  /// The column of the cards' numbers in the rows of `nvidia-smi --query-gpu`; nil in other tables, whose `index` may
  /// count the rows.
  private var indexOfCards: Int? {
    let prefixes = ["utilization.", "memory.", "temperature.", "power.", "clocks.", "fan.speed"]
    guard names.contains(where: { name in prefixes.contains { name.hasPrefix($0) } }) else {
      return nil
    }
    return names.firstIndex(of: "index")
  }

  /// Takes the event for the key in the rows of `perf stat -x`, whose numbers have their units beside them.
  private mutating func takeCounter(_ fields: [TextField]) {
    guard !hasHeader, delimiter != .blanks, let counter = Self.counterField(fields) else { return }
    roles = roles.map { _ in .label }
    (roles[counter], roles[counter + 2]) = (.value, .key)
    (unitField, keyField) = (counter + 1, counter + 2)
    timeField = nil
  }

  /// The field of the number in a row of `perf stat -x`: the number, the unit or an empty field, the name of the event,
  /// the run time and the percentage of the time; nil for any other row.
  static func counterField(_ fields: [TextField]) -> Int? {
    fields.indices.first { value in
      guard value + 4 < fields.count, fields[value].isNumber || fields[value].value == .missing,
        fields[value + 2].isText, !fields[value + 2].bytes.contains(0x20),
        case .number(let runTime) = fields[value + 3].value, runTime == runTime.rounded(),
        case .number(let share) = fields[value + 4].value, (0...100).contains(share)
      else { return false }
      let unit = fields[value + 1]
      return unit.bytes.isEmpty || unit.isText && unit.bytes.count <= 12
    }
  }

  // MARK: Changes

  /// Makes the names of another field the keys of rows, or a part of the keys.
  mutating func takeNames(of field: Int, isAlone: Bool) {
    guard isAlone else {
      joinedFields.append(field)
      return
    }
    dropKey()
    keyField = field
    roles[field] = .key
  }

  /// Makes the key field a label, so that rows are no longer distinguished.
  mutating func dropKey() {
    if let keyField { roles[keyField] = .label }
    (keyField, joinedFields) = (nil, [])
  }

  /// Turns a field of text or of the time into a field of values.
  mutating func becomesValue(_ field: Int) {
    while roles.count <= field { roles.append(.value) }
    roles[field] = .value
    if timeField == field { (timeField, clockField) = (nil, nil) }
  }

  // MARK: Roles

  var count: Int { roles.count }
  var indices: Range<Int> { roles.indices }
  subscript(field: Int) -> Role { roles[field] }

  /// The fields of a role, in order.
  func fields(of role: Role) -> [Int] { roles.indices.filter { roles[$0] == role } }

  func count(of role: Role) -> Int { roles.count { $0 == role } }

  func contains(_ role: Role) -> Bool { roles.contains(role) }

  private func name(_ field: Int) -> String { field < names.count ? names[field] : "" }
}
