/// The place of a number in a JSON value: `.queues.mail.depth`, `.disks[0].free`, `.["a key"]`, with or
/// without the first point. `[-1]` is the last element.
struct JSONPath: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  var steps: [Step] = []

  /// Reads a path.
  /// - Returns: nil for another text.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    if rest.elementsEqual([UInt8(ascii: ".")]) { return }
    var isStart = true
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "[") {
        guard let step = Self.bracket(&rest) else { return nil }
        steps.append(step)
      } else {
        if rest.first == UInt8(ascii: ".") {
          rest.removeFirst()
          // `.["a key"]`
          if rest.first == UInt8(ascii: "[") { continue }
        } else if !isStart {
          return nil
        }
        if rest.first == UInt8(ascii: "\"") {
          guard let key = Self.quoted(&rest) else { return nil }
          steps.append(.key(key))
        } else {
          let key = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
          guard !key.isEmpty, !key.contains(where: { $0 == 0x5D || $0 == 0x22 }) else { return nil }
          rest = rest[key.endIndex...]
          steps.append(.key(String(decoding: key, as: UTF8.self)))
        }
      }
      isStart = false
    }
    if steps.isEmpty { return nil }
  }

  /// Reads `[0]` or `["a key"]`.
  private static func bracket(_ rest: inout ArraySlice<UInt8>) -> Step? {
    rest.removeFirst()
    let step: Step
    if rest.first == UInt8(ascii: "\"") {
      guard let key = quoted(&rest) else { return nil }
      step = .key(key)
    } else {
      let digits = rest.prefix { $0 != UInt8(ascii: "]") }
      guard let index = Int(String(decoding: digits, as: UTF8.self)),
        (-1 << 31...1 << 31).contains(index)
      else { return nil }
      rest = rest[digits.endIndex...]
      step = .index(index)
    }
    guard rest.first == UInt8(ascii: "]") else { return nil }
    rest.removeFirst()
    return step
  }

  /// A text between quotes. A backslash escapes a quote or a backslash.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard let next = rest.popFirst() else { return nil }
        bytes.append(next)
      } else {
        bytes.append(byte)
      }
    }
    return nil
  }
}

extension JSONPath: CustomStringConvertible {
  /// The shortest form, without the first point: `queues.mail.depth`.
  var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        let isPlain = !key.isEmpty && !key.contains { ".[]\" \\".contains($0) }
        if isPlain {
          text += (text.isEmpty ? "" : ".") + key
        } else {
          let escaped = key.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
          text += ".[\"\(escaped)\"]"
        }
      }
    }
    return text
  }
}

extension Query {
  /// Whether a text is a path in JSON for `Query.path`.
  public static func isPath(_ text: String) -> Bool { JSONPath(text) != nil }
}
