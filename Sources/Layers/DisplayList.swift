import Geometry
import Raster

/// One drawing operation of a frame, and which layer it comes from. An item is passed from frame to frame
/// as long as nothing of it changes.
public final class DisplayItem: Sendable {
  struct Key: Hashable, Sendable {
    let owner: ObjectIdentifier
    /// The number of the copy, for a layer that is drawn several times.
    let instance: Int
    let slot: Int
  }

  let key: Key
  /// What is drawn.
  public let operation: DrawOperation
  /// The device pixels that it may touch.
  public let bounds: IntRect
  /// The columns in which the outline of a path that slides lies; nil for all else.
  let columns: PathColumns?

  /// Nil for an operation that touches no pixel.
  init?(_ operation: DrawOperation, key: Key, columns: PathColumns?) {
    bounds = IntRect(covering: operation.bounds)
    if bounds.isEmpty { return nil }
    self.key = key
    self.operation = operation
    self.columns = columns
  }
}

/// Consecutive operations of a frame. A part of the tree that does not change gives the same object
/// frame after frame, which then need not be looked into.
public final class DisplaySegment: Sendable {
  /// In drawing order.
  public let items: [DisplayItem]
  /// The device pixels that any of them may touch.
  public let bounds: IntRect

  init(_ items: [DisplayItem]) {
    self.items = items
    bounds = items.reduce(IntRect(width: 0, height: 0)) { $0.union($1.bounds) }
  }

  /// Several as one; nil for nothing.
  static func joining(_ segments: [DisplaySegment]) -> DisplaySegment? {
    segments.count > 1 ? DisplaySegment(segments.flatMap(\.items)) : segments.first
  }
}

/// The drawing operations of one frame, each named by its layer, so that two frames can be compared.
public struct DisplayList: Sendable {
  /// In drawing order.
  public let segments: [DisplaySegment]

  init(segments: [DisplaySegment] = []) { self.segments = segments }

  /// The operations in drawing order.
  public var drawList: DrawList { DrawList(segments.flatMap { $0.items.map(\.operation) }) }

  /// The operations that may touch a pixel of a damage, in drawing order.
  public func drawList(within damage: [IntRect]) -> DrawList {
    func isTouched(_ bounds: IntRect) -> Bool {
      damage.contains { $0.intersects(bounds) }
    }
    var operations: [DrawOperation] = []
    operations.reserveCapacity(2 * segments.count)
    for segment in segments where isTouched(segment.bounds) {
      for item in segment.items where isTouched(item.bounds) { operations.append(item.operation) }
    }
    return DrawList(operations)
  }
}
