/// The columns of a table, with their names and units.
extension TextTable {
  /// Makes the columns of a key, in the order of the user's selection, if there is one.
  func makeColumns(_ key: Int, _ columns: inout TextColumns) {
    var fields = roles.fields(of: .value)
    if columns.isSelecting {
      let ranks = fields.map {
        columns.rank(name: title($0, key: key), bare: bareName($0, key: key), field: $0) ?? Int.max
      }
      fields = fields.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { fields[$0] }
    }
    for field in fields { makeColumn(field, key: key, &columns) }
  }

  func makeColumn(_ field: Int, key: Int, _ columns: inout TextColumns) {
    while keys[key].columns.count <= field { keys[key].columns.append(unknown) }
    let bare = bareName(field, key: key)
    let full = fullName(field, key: key)
    let usesBare =
      hasOneText
      && (keyField == nil || columns.mayBeBare(bare, full: full, key: keys[key].text))
    let name = usesBare ? bare : full
    keys[key].columns[field] = columns.number(
      name: name, bare: bare, full: full, field: field, unit: statedUnit(field),
      heading: field < headings.count ? headings[field] : "", key: keys[key].text,
      keyName: keyName, isProcess: isProcessList,
      isNumbered: self.name(field).isEmpty && keyField == nil)
  }

  /// The unit in the header's line of units, or otherwise the one that the command is known for.
  func statedUnit(_ field: Int) -> String? {
    if field < units.count, let unit = units[field] { return unit }
    return field < commandUnits.count ? commandUnits[field] : nil
  }

  /// The name of the field that distinguishes rows, or of all these fields; empty without a header.
  var keyName: String {
    ([keyField] + roles.joinedFields).compactMap { $0.map(name) }.filter { !$0.isEmpty }
      .joined(separator: "/")
  }

  private func title(_ field: Int, key: Int) -> String {
    hasOneText ? bareName(field, key: key) : fullName(field, key: key)
  }

  var valueFields: Int { roles.count(of: .value) }

  /// The name of a field's numbers without the text of a key.
  func bareName(_ field: Int, key: Int = 0) -> String {
    if field < roles.count, roles[field] == .value, key < keys.count,
      let quantity = keys[key].quantity
    {
      // Another field may turn out to have numbers of its own.
      return field == roles.quantityValueField ? quantity : quantity + " " + name(field)
    }
    if !hasHeader, keyField != nil, keys.count == 1, valueFields == 1 { return keys[0].text }
    let name = name(field)
    return name.isEmpty ? String(field + 1) : name
  }

  func fullName(_ field: Int, key: Int) -> String {
    let text = keys[key].text
    let bare = bareName(field, key: key)
    if text.isEmpty { return bare }
    return valueFields == 1 && keys[key].quantity == nil ? text : text + " " + bare
  }

  func nameInFull(_ key: Int, _ columns: inout TextColumns) {
    for (field, column) in keys[key].columns.enumerated() where column >= 0 {
      columns.rename(column, to: fullName(field, key: key), bare: bareName(field, key: key))
    }
  }
}

/// Words in the place of numbers.
extension TextTable {
  /// The largest number of such words that are kept.
  private static let mostWords = 32

  /// Notes a text in a column of numbers.
  func noteWord(_ field: TextField, at index: Int) {
    guard index < roles.count, roles[index] == .value, field.isText, words.count < Self.mostWords
    else { return }
    words.insert(field.name)
  }

  /// Whether a text may be the cell of a row: it is a number, stands for a missing one or for a state, or has been in
  /// the place of a number.
  func mayBeCell(_ text: String) -> Bool {
    var copy = text
    return words.contains(text)
      || copy.withUTF8 { FieldValue($0) != .text || StateWords().value(of: $0) != nil }
  }
}
