/// The identity of a series, in Prometheus's words: a name and labels, `net.in{interface="eth0"}`.
public struct Metric: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let name: String
  public let labels: Labels

  public init(_ name: String, labels: Labels = .none) {
    self.name = name
    self.labels = labels
  }

  public init(stringLiteral name: String) { self.init(name) }

  public var description: String { name + labels.description }
}
