import Geometry
import Raster

/// What is drawn where nothing but the position of a layer, or of a layer's mask, is animated: as it
/// is where the model has it, to be drawn elsewhere in each frame.
final class RestingRecording {
  let state: GraphicsState
  /// What it is moved within.
  private let clip: Clip?
  /// The mask of a layer that stays while its mask moves.
  let mask: RestingRecording?
  /// Where the layer was, or its mask.
  private let position: Point
  /// Without a clip. Empty for what cannot be moved as it is.
  private let items: [DisplayItem]
  private let isMovable: Bool
  /// Text stays on whole rows.
  private let hasText: Bool
  private var last: (position: Point, segment: DisplaySegment)?

  /// All that a layer draws.
  /// - Parameter items: what it draws at a position, without the clip of its state.
  init(state: GraphicsState, position: Point, items: [DisplayItem]) {
    self.state = state
    self.position = position
    clip = state.clip
    mask = nil
    isMovable = items.allSatisfy(\.isMovable)
    self.items = isMovable ? items : []
    hasText = items.contains { item in
      if case .glyphs = item.operation.content { true } else { false }
    }
  }

  /// What shows through a mask that moves, if a single operation says it.
  init(state: GraphicsState, contents: [DisplayItem], opacity: Double, mask: RestingRecording) {
    self.state = state
    self.mask = mask
    position = mask.position
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

  /// The same with the layer, or its mask, at another position, within the clip there; nil where that
  /// is not all that changes.
  func segment(at position: Point) -> DisplaySegment? {
    if let last, last.position == position { return last.segment }
    let offset = Point(
      (position.x - self.position.x) * state.transform.a,
      (position.y - self.position.y) * state.transform.d)
    if !isMovable || hasText && offset.y != 0 { return nil }
    var moved: [DisplayItem] = []
    moved.reserveCapacity(items.count)
    for item in items {
      if let item = item.moved(by: offset, clippedTo: clip, withPaint: mask == nil) {
        moved.append(item)
      }
    }
    let segment = DisplaySegment(moved)
    last = (position, segment)
    return segment
  }
}

extension DisplayItem {
  fileprivate var isMovable: Bool {
    if operation.clip != nil { return false }
    if case .group = operation.content { return false }
    return true
  }

  /// Nil for what then lies outside of the clip.
  fileprivate func moved(by offset: Point, clippedTo clip: Clip?, withPaint: Bool) -> DisplayItem? {
    operation.moved(by: offset, clippedTo: clip, withPaint: withPaint)
      .flatMap { DisplayItem($0, key: key, columns: columns) }
  }
}
