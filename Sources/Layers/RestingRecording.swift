import Geometry
import Raster

/// The drawing of a layer in which only the position, or the position of its mask, is animated, with the motion of
/// that position. A frame need not examine the layer or its animations: the recording is made at the model's
/// position, and moved in each frame.
final class RestingRecording {
  let state: GraphicsState
  /// The motion of the layer; nil if the layer or its animations have changed since.
  var way: PositionWay?
  /// The clip, which stays while the drawing moves.
  private let clip: Clip?
  /// The mask of a layer that stays while its mask moves.
  let mask: RestingRecording?
  /// The recorded position of the layer, or of its mask.
  private let position: Point
  /// The items, without a clip. Empty if they cannot be moved unchanged.
  private let items: [DisplayItem]
  private let isMovable: Bool
  /// Whether there is text, whose baseline stays on whole rows.
  private let hasText: Bool
  /// The exact device column of the recorded origin, if the layer snaps to columns.
  private let column: Double?
  private var last: (offset: Point, segment: DisplaySegment)?

  /// The drawing of a layer.
  /// - Parameter items: the items of the layer at its model's position, without the clip of the state.
  init(of layer: Layer, state: GraphicsState, items: [DisplayItem]) {
    self.state = state
    position = layer.position
    column = layer.snapsToColumns ? layer.geometry.concatenating(state.transform).tx : nil
    clip = state.clip
    mask = nil
    isMovable = items.allSatisfy(\.isMovable)
    self.items = isMovable ? items : []
    hasText = items.contains { item in
      if case .glyphs = item.operation.content { true } else { false }
    }
  }

  /// The drawing through a moving mask, if a single operation expresses it.
  init(state: GraphicsState, contents: [DisplayItem], opacity: Double, mask: RestingRecording) {
    self.state = state
    self.mask = mask
    position = mask.position
    column = nil
    let shapes = mask.items.compactMap {
      DisplayItem($0.operation.clipped(to: mask.clip), key: $0.key, columns: $0.columns)
    }
    let item = Fusion.masked(contents, by: shapes).flatMap {
      Fusion.withOpacity(opacity, [$0])
    }
    clip = item?.operation.clip
    isMovable = item != nil && mask.isMovable
    items = isMovable ? [item!] : []
    hasText = mask.hasText
  }

  /// The drawing in a frame; nil if the motion is not known, or if more than the position changes.
  func segment(at time: FrameTime) -> DisplaySegment? { way.flatMap { segment(at: $0(time)) } }

  /// The drawing with the layer, or its mask, at another position, within the clip there; nil if more
  /// than the position changes.
  func segment(at position: Point) -> DisplaySegment? {
    var offset = Point(
      (position.x - self.position.x) * state.transform.a,
      (position.y - self.position.y) * state.transform.d)
    if let column { offset.x = (column + offset.x).rounded() - column.rounded() }
    if let last, last.offset == offset { return last.segment }
    if !isMovable || hasText && offset.y != 0 { return nil }
    var moved: [DisplayItem] = []
    moved.reserveCapacity(items.count)
    for item in items {
      if let item = item.moved(by: offset, clippedTo: clip, withPaint: mask == nil) {
        moved.append(item)
      }
    }
    let segment = DisplaySegment(moved)
    last = (offset, segment)
    return segment
  }
}

extension DisplayItem {
  fileprivate var isMovable: Bool {
    if operation.clip != nil { return false }
    if case .group = operation.content { return false }
    return true
  }

  /// The moved item; nil if it is outside the clip after the move.
  fileprivate func moved(by offset: Point, clippedTo clip: Clip?, withPaint: Bool) -> DisplayItem? {
    operation.moved(by: offset, clippedTo: clip, withPaint: withPaint)
      .flatMap { DisplayItem($0, key: key, columns: columns) }
  }
}
