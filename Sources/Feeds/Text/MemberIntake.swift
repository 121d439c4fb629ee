/// The numbers of a JSON object or of a line of pairs, and the texts that name them, taken member by member.
struct MemberIntake {
  /// The numbers to draw.
  var wanted: [MemberValues.Value] = []
  private var key: KeyText
  private var quantity: (name: String, text: UnsafeBufferPointer<UInt8>)?

  init(_ reader: TextReader) { key = reader.keyText }

  /// Takes a member that names the line or the quantity of its number.
  /// - Returns: whether the member is one of these.
  mutating func takeName(
    _ name: String, _ value: FieldValue, _ text: UnsafeBufferPointer<UInt8>, _ reader: TextReader
  ) -> Bool {
    if key.take(name, value, text) { return true }
    guard value == .text, reader.isQuantity(name) else { return false }
    quantity = (name, text)
    return true
  }

  /// The numbers with their names.
  mutating func finish(source: Int, time: TextTime?, _ reader: TextReader) -> MemberValues {
    let name = reader.takeQuantity(quantity, of: &wanted)
    return MemberValues(values: wanted, key: key.text, quantity: name, source: source, time: time)
  }
}
