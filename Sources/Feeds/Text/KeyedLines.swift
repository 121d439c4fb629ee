/// The texts that distinguish lines of JSON or of `key=value` pairs: those of the member that the user chose for the
/// horizontal axis, or of the member that `LineKeySearch` finds. The quantity of a line's only value distinguishes
/// lines, too.
struct KeyedLines {
  private struct Key {
    /// The text in front of the names of columns; nil for none.
    var text: String?
    var quantity: String?
    var tags: [MetricLine.Tag]
    /// The text that no other key has.
    let identity: String

    init(_ line: MemberValues) {
      (text, quantity, tags) = (line.key, line.quantity, line.tags)
      var identity = line.key ?? ""
      if let quantity { identity += "\0" + quantity }
      for tag in tags { identity += "\0" + tag.identity }
      self.identity = identity
    }
  }
  private var keys: [Key] = []
  private var numbers: [String: Int] = [:]
  private(set) var turnover = KeyTurnover()
  /// The key of each column; nil for a column without a key.
  private var owners: [Int?] = []
  /// The columns of gone keys.
  private var spare: [Int] = []
  var search = LineKeySearch()
  /// The members that distinguish lines: those of the user, or otherwise the one that was found.
  var names: [String] = [] {
    didSet { keyName = names.joined(separator: "/") }
  }
  /// Whether numbers are the names of lines, too.
  var areNumbered = false
  /// The names of these members in one text; empty without any.
  private(set) var keyName = ""

  /// Makes the texts or the numbers of one member the names of lines.
  mutating func distinguish(by member: LineKeySearch.Member) {
    (names, areNumbered) = ([member.name], member.isNumbered)
  }

  /// The number of keys, each a text with its quantity.
  var count: Int { keys.count }

  /// The different texts, in the order of their appearance.
  var texts: [String] {
    var seen: Set<String> = []
    return keys.compactMap(\.text).filter { seen.insert($0).inserted }
  }

  /// The number of the key of a line; nil if there is no room for another key.
  mutating func key(of line: MemberValues, in columns: inout TextColumns, _ rows: RowCounts) -> Int?
  {
    let key = Key(line)
    if let number = numbers[key.identity] {
      turnover.note(number, rows)
      return number
    }
    // Each value may need a column.
    guard let number = place(for: key, line.values.count, columns, rows) else {
      turnover.noteUnplaced(key.identity)
      return nil
    }
    turnover.note(number, rows)
    if !key.tags.isEmpty { nameByTags(like: key, &columns) }
    return number
  }

  /// Names the keys of a metric by the values of the tags that distinguish them.
  private mutating func nameByTags(like key: Key, _ columns: inout TextColumns) {
    let places = keys.indices.filter { keys[$0].quantity == key.quantity }
    let texts = MetricLine.Tag.texts(distinguishing: places.map { keys[$0].tags })
    let changes = zip(places, texts).filter { keys[$0].text != $1 }
    // Two keys may exchange their texts, so all give up their old ones first.
    for (place, text) in changes.map({ ($0.0, keys[$0.0].identity) }) + changes {
      keys[place].text = text
      for column in owners.indices where owners[column] == place {
        let bare = columns.columns[column].quantity
        columns.rename(column, to: text.map { $0 + " " + bare } ?? bare, bare: bare)
        columns.setKey(text ?? "", named: "", of: column)
      }
    }
  }

  /// The place of a new key: after the others, or that of a gone key.
  private mutating func place(
    for key: Key, _ valueCount: Int, _ columns: TextColumns, _ rows: RowCounts
  ) -> Int? {
    let hasRoom = columns.hasRoom(for: valueCount - spare.count) || keys.isEmpty
    if keys.count < TextLimits.keys, hasRoom {
      keys.append(key)
      turnover.add()
      numbers[key.identity] = keys.count - 1
      return keys.count - 1
    }
    guard let place = turnover.takePlace(rows) else { return nil }
    numbers[keys[place].identity] = nil
    for column in owners.indices where owners[column] == place {
      owners[column] = nil
      spare.append(column)
    }
    keys[place] = key
    numbers[key.identity] = place
    return place
  }

  /// Forgets all keys, because their lines are read again.
  mutating func forgetKeys() {
    (keys, numbers, turnover, owners, spare) = ([], [:], KeyTurnover(), [], [])
  }

  /// The column of a value, which is called `TEXT NAME` if a text distinguishes lines.
  mutating func column(
    _ item: MemberValues.Value, of key: Int, named keyName: String, in columns: inout TextColumns
  ) -> Int {
    let text = keys[key].text
    let name = text.map { $0 + " " + item.name } ?? item.name
    if !spare.isEmpty { takeSpare(name, item, key: text ?? "", &columns) }
    let column = columns.number(
      name: name, bare: item.name, field: item.field, key: text ?? "", keyName: keyName)
    if column >= 0 {
      while owners.count <= column { owners.append(nil) }
      owners[column] = key
    }
    return column
  }

  /// Makes the column of a gone key that of a value, if the value is selected and has no column: the column that the
  /// value had before its key was gone, or otherwise one of the same quantity, or any.
  private mutating func takeSpare(
    _ name: String, _ item: MemberValues.Value, key: String, _ columns: inout TextColumns
  ) {
    let known = columns.existing(name)
    let own = known.flatMap { spare.firstIndex(of: $0) }
    guard own != nil || known == nil,
      columns.rank(name: name, bare: item.name, field: item.field) != nil
    else { return }
    let alike = own ?? spare.firstIndex { columns.columns[$0].quantity == item.name }
    let column = spare.remove(at: alike ?? spare.count - 1)
    columns.restart(column, name: name, bare: item.name, key: key, unit: nil)
  }
}
