import Geometry
import Raster

/// What is drawn where nothing but the position of a layer, or of a layer's mask, is animated: as it
/// is where the model has it, to be drawn elsewhere in each frame.
final class RestingRecording {
  let place: Place
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
  /// - Parameter items: what it draws at a position, without the clip of its place.
  init(place: Place, position: Point, items: [DisplayItem]) {
    self.place = place
    self.position = position
    clip = place.clip
    mask = nil
    isMovable = items.allSatisfy(\.isMovable)
    self.items = isMovable ? items : []
    hasText = items.contains { item in
      if case .glyphs = item.operation.content { true } else { false }
    }
  }

  /// What shows through a mask that moves, if a single operation says it.
  init(place: Place, contents: [DisplayItem], opacity: Double, mask: RestingRecording) {
    self.place = place
    self.mask = mask
    position = mask.position
    let shapes = mask.items.map { $0.clipped(to: mask.clip) }
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
      (position.x - self.position.x) * place.transform.a,
      (position.y - self.position.y) * place.transform.d)
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

  fileprivate func clipped(to clip: Clip?) -> DisplayItem {
    DisplayItem(key: key, operation: operation.clipped(to: clip), bounds: bounds, columns: columns)
  }

  /// Nil for what then lies outside of the clip.
  fileprivate func moved(by offset: Point, clippedTo clip: Clip?, withPaint: Bool) -> DisplayItem? {
    guard let operation = operation.moved(by: offset, clippedTo: clip, withPaint: withPaint) else {
      return nil
    }
    let bounds = IntRect(covering: operation.bounds)
    if bounds.isEmpty { return nil }
    return DisplayItem(key: key, operation: operation, bounds: bounds, columns: columns)
  }
}
