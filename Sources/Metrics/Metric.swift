/// The identity of a series, in Prometheus' words: a name and labels, `net.in{interface="eth0"}`.
public struct Metric: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, such as `net.in`, which several series may share.
  public let name: String
  /// The labels, which distinguish the series of one name.
  public let labels: Labels

  /// The identity of a name and labels. Default without labels.
  public init(_ name: String, labels: Labels = .none) {
    self.name = name
    self.labels = labels
  }

  /// The identity of a name without labels.
  public init(stringLiteral name: String) { self.init(name) }

  public var description: String { name + labels.description }
}
