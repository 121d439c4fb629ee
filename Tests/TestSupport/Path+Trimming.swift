import Geometry

extension Path {
  /// The part of the path between two fractions of its length.
  public func trimmed(from: Double, to: Double) -> Path {
    dashed(pattern: [], phase: 0, from: from, to: to)
  }
}
