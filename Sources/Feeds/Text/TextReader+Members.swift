/// The values of a JSON object or of a line of pairs.
struct MemberValues {
  typealias Value = (name: String, field: Int, value: FieldValue)

  var values: [Value]
  /// The text that distinguishes the line; nil for none.
  var key: String?
  /// The quantity of the only value, or the metric of all values; nil if the values have names of their own.
  var quantity: String?
  /// The tags that distinguish the line from others of its metric.
  var tags: [MetricLine.Tag] = []
  /// The source of lines without a key.
  var source: Int
  var time: TextTime?
}

extension TextReader {
  /// The name of a line, whose parts are taken from the line.
  var keyText: KeyText {
    KeyText(members.keyed.names, takesNumbers: members.keyed.areNumbered)
  }

  /// Finds the member that names things (`host`).
  /// - Parameter line: the members of a line that may hold texts, by their names.
  func findLineKey(
    _ line: some Sequence<(name: String, text: UnsafeBufferPointer<UInt8>)>, time: TextTime?,
    _ batch: inout TextBatch
  ) {
    guard !members.keyed.search.isOver else { return }
    guard options.chosenColumns.isEmpty else { return members.keyed.search.end() }
    let moment = LineMoment(time: time, arrival: arrival)
    // Numbers that the user wants to see are no names.
    let wanted = options.columns ?? []
    let others = line.filter { !wanted.contains($0.name) || FieldValue($0.text) == .text }
    if let found = members.keyed.search.note(
      others, at: moment, areOfOneTime: options.isOfOneTime, isQuantity: isQuantity)
    {
      distinguish(by: found, &batch)
    }
  }

  /// Makes the texts of a member the keys of lines, also of the lines so far.
  private func distinguish(by found: LineKeySearch.Found, _ batch: inout TextBatch) {
    let member = found.member
    members.keyed.distinguish(by: member)
    members.texts.remove(member.name)
    members.leftOut[member.name] = nil
    if member.isNumbered { columns.becomesName(member.name) }
    for column in columns.columns.indices where columns.columns[column].key.isEmpty {
      let bare = columns.columns[column].name
      let line = found.lines.first { $0.values.values.contains { $0.name == bare } }
      guard bare != member.name, let text = line?.text(of: member) else { continue }
      columns.rename(column, to: text + " " + bare, bare: bare)
      columns.setKey(text, named: member.name, of: column)
    }
    members.keyed.forgetKeys()
    if found.areOfOneThing {
      let sources = found.lines.compactMap { place($0.values(keyedBy: member), batch)?.source }
      assembler.replaceSources(by: sources)
      return
    }
    // The lines so far are in the wrong series.
    flushRow(&batch)
    assembler.reset()
    batch.controls.append((row: batch.rowCount, control: .void))
    for line in found.lines where line.values.time != nil || options.isFile {
      put(line.values(keyedBy: member), &batch)
    }
  }

  /// Whether a member may name the quantity of the only number of a line: `metric` beside `value`.
  func isQuantity(_ name: String) -> Bool {
    name != options.horizontal && QuantityNames.columns.contains(name)
  }

  /// Names the only number of a line after its quantity, if the number is called `value` or the like.
  /// - Returns: the quantity; nil for other lines.
  func takeQuantity(
    _ member: (name: String, text: UnsafeBufferPointer<UInt8>)?,
    of wanted: inout [MemberValues.Value]
  ) -> String? {
    guard let member else { return nil }
    guard wanted.count == 1, QuantityNames.values.contains(wanted[0].name) else {
      noteText(member.text, of: member.name)
      return nil
    }
    wanted[0].name = shown(member.text, limit: TextLimits.name)
    return wanted[0].name
  }

  /// Puts the values of a line into their columns.
  func put(_ line: MemberValues, _ batch: inout TextBatch) {
    members.keyed.search.keep(line)
    guard let (source, found) = place(line, batch) else {
      let keyed = members.keyed
      return reportNoRoom(
        count: keyed.count, hasAllNames: keyed.count >= TextLimits.keys,
        keysReturn: keyed.turnover.keysReturn, &batch)
    }
    put(found, source: source, time: instant(line.time), &batch)
  }

  /// The source and the columns of a line's values; nil if there is no room for the line's key.
  private func place(
    _ line: MemberValues, _ batch: TextBatch
  ) -> (source: Int, found: [(column: Int, value: FieldValue)])? {
    guard line.key != nil || line.quantity != nil else {
      let found = ordered(line.values).map { item in
        (columns.number(name: item.name, bare: item.name, field: item.field), item.value)
      }
      return (line.source, found.filter { $0.0 >= 0 })
    }
    guard let key = members.keyed.key(of: line, in: &columns, rowCounts(batch)) else { return nil }
    let keyName = members.keyed.keyName
    let found = ordered(line.values).map { item in
      (members.keyed.column(item, of: key, named: keyName, in: &columns), item.value)
    }
    // Lines with places of their own on the axis are not joined.
    let hasPlace = line.values.contains { $0.name == options.horizontal }
    return (hasPlace ? line.source : RowSource.keyed(key), found.filter { $0.0 >= 0 })
  }
}

extension LineKeySearch.Kept {
  /// The text of a member, as the name of the line; nil without the member.
  func text(of member: LineKeySearch.Member) -> String? {
    things.first { $0.name == member.name }.map {
      member.isNumbered ? KeyText.numbered($0.text, of: member.name) : $0.text
    }
  }

  /// The values, with the text of a member as their key. A number that names the line is none of its values.
  func values(keyedBy member: LineKeySearch.Member) -> MemberValues {
    var values = values
    values.key = text(of: member)
    values.values.removeAll { $0.name == member.name }
    return values
  }
}
