/// A value in a row of an answer.
enum RowValue {
  case number(Double)
  case boolean(Bool)
  case null
  /// A text, which may contain a number or a time.
  case text(String)
  /// An array or an object.
  case other

  /// The value at a reader's position.
  init(_ reader: JSONReader) {
    var reader = reader
    switch reader.scalar() {
    case .number(let number): self = .number(number)
    case .boolean(let isTrue): self = .boolean(isTrue)
    case .null: self = .null
    case .string(let bytes): self = .text(JSONReader.string(bytes))
    case nil: self = .other
    }
  }

  /// A field of CSV. An empty field is a missing value.
  init(_ field: TextField) {
    self = field.bytes.isEmpty ? .null : .text(String(decoding: field.bytes, as: UTF8.self))
  }
}
