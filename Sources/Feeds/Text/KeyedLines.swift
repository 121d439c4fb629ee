import Messages

/// The texts that distinguish lines of JSON or of `key=value` pairs of one time: those of the member that the user
/// chose for the horizontal axis, or of the member that the first two lines show.
struct KeyedLines {
  /// The texts so far, in the order of their appearance.
  private(set) var keys: [String] = []
  private var numbers: [String: Int] = [:]
  /// The number of texts, each with its quantities.
  var count: Int { numbers.count }
  /// The member that has the texts.
  fileprivate(set) var choice = Choice.open

  /// A member that could distinguish lines, which is proposed to the user.
  fileprivate(set) var proposal: String?

  /// The state of the search for the member: the first two lines show the member if they have the same time and name
  /// two things.
  enum Choice {
    case open
    case first(TextTime, texts: [(name: String, text: String)])
    case decided(String?)
  }

  /// The member that distinguishes lines without the user's choice; nil if there is none.
  var member: String? { if case .decided(let name) = choice { name } else { nil } }

  /// The source number of the lines with a text and a quantity; nil if there is no room for others.
  mutating func source(_ key: String?, quantity: String? = nil) -> Int? {
    let identity = quantity.map { (key ?? "") + "\0" + $0 } ?? key ?? ""
    if let number = numbers[identity] { return RowSource.keyed(number) }
    guard numbers.count < TextLimits.keys else { return nil }
    let number = numbers.count
    numbers[identity] = number
    if let key, !keys.contains(key) { keys.append(key) }
    return RowSource.keyed(number)
  }
}

extension TextReader {
  /// Whether a member is the one that distinguishes lines, and its value is a text.
  func isLineKey(_ name: String, _ value: FieldValue) -> Bool {
    value == .text && name == options.horizontal ?? members.keyed.member
  }

  /// Finds the member that names things (`host`) in the first two lines. Without that member, the lines of one time
  /// would alternate in one series.
  /// - Parameter line: the members of a line by their names.
  func findLineKey(
    _ line: some Sequence<(name: String, text: UnsafeBufferPointer<UInt8>)>, time: TextTime?
  ) {
    switch members.keyed.choice {
    case .decided: return
    case .open:
      guard options.horizontal == nil, let time else { break }
      let texts = line.filter { FieldValue($0.text) == .text }
        .map { (name: $0.name, text: shown($0.text, limit: 128)) }
      guard !texts.isEmpty else { break }
      members.keyed.choice = .first(time, texts: texts)
      return
    case .first(let first, let texts):
      guard first == time else { break }
      let others = Dictionary(line.map { ($0.name, shown($0.text, limit: 128)) }) { a, _ in a }
      let differing = texts.filter { text in others[text.name].map { $0 != text.text } ?? false }
      // Lines of several quantities come before those of the next thing.
      if let only = differing.first, differing.count == 1, isQuantity(only.name) { return }
      guard let thing = differing.first(where: { NameBeside.isThing($0.name) }),
        members.keyed.source(thing.text) != nil
      else {
        // Other texts may be remarks, so the user decides.
        members.keyed.proposal = differing.first?.name
        break
      }
      members.keyed.choice = .decided(thing.name)
      members.texts.remove(thing.name)
      members.leftOut[thing.name] = nil
      for column in columns.columns.indices where columns.columns[column].key.isEmpty {
        let bare = columns.columns[column].name
        columns.rename(column, to: thing.text + " " + bare, bare: bare)
        columns.setKey(thing.text, named: thing.name, of: column)
      }
      return
    }
    members.keyed.choice = .decided(nil)
  }

  /// Whether a member may name the quantity of the only number of a line: `metric` beside `value`.
  func isQuantity(_ name: String) -> Bool {
    name != options.horizontal && QuantityNames.columns.contains(name)
  }

  /// Gives the only number of a line, if it is called `value` or the like, the name of its quantity.
  /// - Returns: the quantity; nil for other lines.
  func takeQuantity(
    _ member: (name: String, text: UnsafeBufferPointer<UInt8>)?,
    of wanted: inout [(name: String, field: Int, value: FieldValue)]
  ) -> String? {
    guard let member else { return nil }
    guard wanted.count == 1, QuantityNames.values.contains(wanted[0].name) else {
      noteText(member.text, of: member.name)
      return nil
    }
    wanted[0].name = shown(member.text, limit: 64)
    return wanted[0].name
  }

  /// Puts the values of a line into their columns, which are called `KEY NAME` if a text distinguishes lines.
  func putMembers(
    _ wanted: [(name: String, field: Int, value: FieldValue)], key: String?, quantity: String?,
    source: Int, time: TextTime?, _ batch: inout TextBatch
  ) {
    let isOwn = key == nil && quantity == nil
    guard let source = isOwn ? source : members.keyed.source(key, quantity: quantity) else {
      reportFirstNames(members.keyed.count, isForColumns: false, &batch)
      return
    }
    var found: [(column: Int, value: FieldValue)] = []
    for item in ordered(wanted) {
      let column = columns.number(
        name: key.map { $0 + " " + item.name } ?? item.name, bare: item.name, field: item.field,
        key: key ?? "", keyName: options.horizontal ?? members.keyed.member ?? "")
      if column >= 0 { found.append((column, item.value)) }
    }
    put(found, source: source, time: instant(time), &batch)
  }
}
