import Geometry
import Raster

/// One drawing operation of a frame, with its layer. An unchanged item is reused from frame to frame.
public final class DisplayItem: Sendable {
  struct Key: Hashable, Sendable {
    let owner: ObjectIdentifier
    /// The number of the copy, for a layer that is drawn several times.
    let instance: Int
    let slot: Int
  }

  let key: Key
  /// The drawing operation.
  public let operation: DrawOperation
  /// The device pixels that the operation may touch.
  public let bounds: IntRect
  /// The columns of the outline of a path that slides; nil for other operations.
  let columns: PathColumns?
  /// The items of a group; nil for other operations.
  let parts: Parts?

  /// The items of a group, which can be compared with those of the group in another frame.
  struct Parts: Sendable {
    let contents: [DisplayItem]
    /// The items of the group's mask; nil without a mask.
    let mask: [DisplayItem]?
  }

  /// Fails for an operation that touches no pixel.
  init?(
    _ operation: DrawOperation, key: Key, columns: PathColumns?, parts: Parts? = nil
  ) {
    bounds = IntRect(covering: operation.bounds)
    if bounds.isEmpty { return nil }
    self.key = key
    self.operation = operation
    self.columns = columns
    self.parts = parts
  }
}

/// Consecutive operations of a frame. An unchanged part of the tree is the same object in each frame, so that its
/// contents need not be compared.
public final class DisplaySegment: Sendable {
  /// The items in drawing order.
  public let items: [DisplayItem]
  /// The device pixels that the operations may touch.
  public let bounds: IntRect

  init(_ items: [DisplayItem]) {
    self.items = items
    bounds = items.reduce(IntRect(width: 0, height: 0)) { $0.union($1.bounds) }
  }

  /// The joined segments; nil if there are none.
  static func joining(_ segments: [DisplaySegment]) -> DisplaySegment? {
    segments.count > 1 ? DisplaySegment(segments.flatMap(\.items)) : segments.first
  }
}

/// The drawing operations of one frame. Each operation names its layer, so that two frames can be
/// compared.
public struct DisplayList: Sendable {
  /// The segments in drawing order.
  public let segments: [DisplaySegment]

  init(segments: [DisplaySegment] = []) { self.segments = segments }

  /// The operations in drawing order.
  public var drawList: DrawList { DrawList(segments.flatMap { $0.items.map(\.operation) }) }

  /// The operations that may touch a damaged pixel, in drawing order.
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
