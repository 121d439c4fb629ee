import CJansson

/// A JSON text (RFC 8259), read by jansson.
///
/// jansson allocates an object for each value, up to a hundred times the two bytes of `{}`. A text whose
/// values would take too much memory is refused before it is parsed. (A limit inside jansson's allocator
/// would crash the program: jansson 2.14 does not handle a failed allocation.)
struct JSONDocument: ~Copyable {
  private let root: UnsafeMutablePointer<json_t>

  /// The limit of bytes for the values of a text.
  static let mostMemory = 2 * HTTPFeedSpec.largestBody

  /// Parses a text. The error is one line without a byte of the text.
  init(_ text: UnsafeRawBufferPointer) throws(SourceError) {
    var error = json_error_t()
    // Whole numbers may exceed 64 bits; a text may be a number alone.
    let flags = Int(JSON_DECODE_ANY) | Int(JSON_DECODE_INT_AS_REAL) | Int(JSON_ALLOW_NUL)
    guard let start = text.baseAddress, !text.isEmpty else {
      throw SourceError(kind: .badData, description: "the answer is empty")
    }
    guard Self.memory(for: text) <= Self.mostMemory else {
      throw SourceError(
        kind: .badData,
        description: "the answer has too many values: they would take more than "
          + "\(Self.mostMemory >> 20) MiB of memory; ask the server for less")
    }
    let value = json_loadb(
      start.assumingMemoryBound(to: CChar.self), text.count, flags, &error)
    guard let value else {
      throw SourceError(
        kind: .badData,
        description: "the answer is not JSON (line \(error.line), column \(max(error.column, 1)))")
    }
    root = value
  }

  deinit { json_decref(root) }

  /// An estimate of the bytes that the values of a text take, their strings aside. For malformed JSON the
  /// estimate is at least the memory of the values before the mistake.
  static func memory(for text: UnsafeRawBufferPointer) -> Int {
    var memory = 0
    var isInString = false
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\") where isInString: index += 1
      case _ where isInString: break
      // An object has a table of eight buckets, an array one of eight elements.
      case UInt8(ascii: "{"): memory += 240
      case UInt8(ascii: "["): memory += 144
      // A value, and its place in an array.
      case UInt8(ascii: ","): memory += 64
      // A key's entry and its place in the table.
      case UInt8(ascii: ":"): memory += 112
      default: break
      }
      index += 1
    }
    return memory
  }

  /// The number at a path: NaN for `null`, 0 and 1 for `false` and `true`, and the number in a string
  /// that contains only a number. The error states the value that is there instead, or the key that was
  /// probably meant.
  func number(at path: JSONPath) throws(SourceError) -> Double {
    var value = root
    for (place, step) in path.steps.enumerated() {
      var walked = path
      walked.steps = Array(path.steps[...place])
      switch step {
      case .key(let key): value = try member(key, of: value, walked, path)
      case .index(let index): value = try element(index, of: value, walked)
      }
    }
    return try number(value, path)
  }

  private func member(
    _ key: String, of value: UnsafeMutablePointer<json_t>, _ walked: JSONPath, _ whole: JSONPath
  ) throws(SourceError) -> UnsafeMutablePointer<json_t> {
    guard value.pointee.type == JSON_OBJECT else { throw wrongKind(value, "an object", walked) }
    if let found = json_object_getn(value, key, key.utf8.count) { return found }
    var meant = suggestion(for: key, among: keys(of: value))
    if let start = meant.firstIndex(of: "'"), let end = meant.lastIndex(of: "'"), start < end {
      var steps = whole
      steps.steps[walked.steps.count - 1] = .key(String(meant[meant.index(after: start)..<end]))
      meant = " (did you mean '\(shown("\(steps)"))'?)"
    }
    throw failure("no '\(shown("\(whole)"))' in the answer\(meant)")
  }

  private func element(
    _ index: Int, of value: UnsafeMutablePointer<json_t>, _ walked: JSONPath
  ) throws(SourceError) -> UnsafeMutablePointer<json_t> {
    guard value.pointee.type == JSON_ARRAY else { throw wrongKind(value, "an array", walked) }
    let count = json_array_size(value)
    let place = index < 0 ? count + index : index
    if place >= 0, place < count, let found = json_array_get(value, place) { return found }
    throw failure("no '\(shown("\(walked)"))' in the answer: there are \(count) elements")
  }

  private func number(
    _ value: UnsafeMutablePointer<json_t>, _ path: JSONPath
  ) throws(SourceError) -> Double {
    switch value.pointee.type {
    case JSON_REAL, JSON_INTEGER: return json_number_value(value)
    case JSON_TRUE: return 1
    case JSON_FALSE: return 0
    case JSON_NULL: return .nan
    case JSON_STRING:
      if let text = json_string_value(value), let number = Double(String(cString: text)) {
        return number
      }
      throw failure("'\(shown("\(path)"))' is a text, not a number")
    case JSON_ARRAY: throw failure("'\(shown("\(path)"))' is an array, not a number")
    default: throw failure("'\(shown("\(path)"))' is an object, not a number")
    }
  }

  private func wrongKind(
    _ value: UnsafeMutablePointer<json_t>, _ wanted: String, _ walked: JSONPath
  ) -> SourceError {
    var parent = walked
    parent.steps.removeLast()
    let name = parent.steps.isEmpty ? "the answer" : "'\(shown("\(parent)"))'"
    return failure("no '\(shown("\(walked)"))' in the answer: \(name) is not \(wanted)")
  }

  private func keys(of object: UnsafeMutablePointer<json_t>) -> [String] {
    var keys: [String] = []
    var iterator = json_object_iter(object)
    while let current = iterator, keys.count < 10_000 {
      if let key = json_object_iter_key(current) { keys.append(String(cString: key)) }
      iterator = json_object_iter_next(object, current)
    }
    return keys
  }

  private func failure(_ reason: String) -> SourceError {
    SourceError(kind: .badData, description: reason)
  }
}
