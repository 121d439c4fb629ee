import Metrics

/// A time zone, which its name identifies.
public struct SQLZone: Hashable, Sendable {
  /// The name in the zone database: `Europe/Berlin`.
  public var name: String
  /// The rules that convert UTC into the zone's local time.
  public var rules: TimeZoneRules

  /// A zone with a name that no other zone has.
  public init(name: String, rules: TimeZoneRules) {
    self.name = name
    self.rules = rules
  }

  public static func == (a: SQLZone, b: SQLZone) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
