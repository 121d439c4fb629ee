extension JSONReader {
  /// A reader at the value after some steps; nil if there is no such value. The last of equal keys counts.
  func value(at steps: some Collection<JSONPath.Step>) -> JSONReader? {
    guard let step = steps.first else { return self }
    var (reader, found) = (self, JSONReader?.none)
    switch step {
    case .key(let wanted):
      _ = reader.members { key, reader in
        if JSONReader.string(key) == wanted { found = reader }
        return reader.skipValue()
      }
    case .index(let index):
      let wanted = index < 0 ? index + count : index
      _ = reader.elements { place, reader in
        if place == wanted { found = reader }
        return place < wanted && reader.skipValue()
      }
    }
    return found?.value(at: steps.dropFirst())
  }

  /// The number of elements of an array; 0 for another value.
  var count: Int {
    var (reader, count) = (self, 0)
    _ = reader.elements { place, reader in
      count = place + 1
      return reader.skipValue()
    }
    return count
  }

  /// The text of a string, or the original text of a number, a Boolean or null; nil for other values.
  var scalarText: String? {
    var reader = self
    _ = reader.next
    let start = reader.index
    switch reader.scalar() {
    case .string(let bytes): return JSONReader.string(bytes)
    case .number, .boolean, .null:
      return String(decoding: text[start..<reader.index], as: UTF8.self)
    case nil: return nil
    }
  }

  /// The keys of an object; empty for another value.
  var keys: [String] {
    var (reader, keys) = (self, [String]())
    _ = reader.members { key, reader in
      if keys.count < 10_000 { keys.append(JSONReader.string(key)) }
      return reader.skipValue()
    }
    return keys
  }
}
