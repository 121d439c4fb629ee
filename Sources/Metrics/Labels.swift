/// Names with values that distinguish the series of one name, as in Prometheus: `{interface="eth0"}`.
///
/// Two sets of labels are equal if they have the same names with the same values.
public struct Labels: Hashable, Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// A name with a value.
  public struct Label: Hashable, Sendable {
    /// The name, such as `interface`.
    public let name: String
    /// The value, such as `eth0`.
    public let value: String
  }

  /// All labels, in the order of their names.
  public private(set) var all: [Label]

  /// No labels.
  public static let none = Labels([:])

  /// The labels of a dictionary with a value for each name.
  public init(_ values: [String: String]) {
    all = values.map { Label(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
  }

  /// Labels from a literal, in which the last value of a name counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
  }

  /// Whether there are no labels.
  public var isEmpty: Bool { all.isEmpty }

  /// The value of a label; nil if there is no label of that name.
  public subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  /// Whether no name has different values in the two sets.
  package func agrees(with other: Labels) -> Bool {
    all.allSatisfy { (other[$0.name] ?? $0.value) == $0.value }
  }

  /// The labels with the given names.
  public func only(_ names: some Collection<String>) -> Labels {
    var result = Labels.none
    result.all = all.filter { names.contains($0.name) }
    return result
  }

  /// `{device="sda",mountpoint="/"}`, or an empty text.
  public var description: String {
    guard !all.isEmpty else { return "" }
    let pairs = all.map { label in
      "\(label.name)=\"\(Self.escaped(label.value))\""
    }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  /// A label's value with the escapes of Prometheus. A line break stands in one character with a carriage return, so
  /// that the scalars count.
  package static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
