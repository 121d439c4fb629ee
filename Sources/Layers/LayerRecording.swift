import Geometry
import Raster

/// Where a layer is drawn, and what of it shows.
struct Place: Equatable {
  /// From the superlayer's coordinates to device pixels.
  var transform: AffineTransform
  var clip: Clip?
  /// The most device pixels that a point of the superlayer takes.
  var scale: Double
  /// Which copy it is, in a tree with replicators.
  var instance = 0
  /// What all colours are multiplied by.
  var modulation = Color.white
}

/// What a layer and all below it draw, kept for as long as nothing of it changes.
final class LayerRecording {
  let place: Place
  let segment: DisplaySegment

  init(place: Place, segment: DisplaySegment) {
    self.place = place
    self.segment = segment
  }
}

/// What a layer itself draws, without all below it, kept for as long as nothing of it changes.
final class ContentsRecording {
  let place: Place
  /// Under the sublayers; nil for nothing.
  let contents: DisplaySegment?
  /// Over them; nil for nothing.
  let border: DisplaySegment?

  init(place: Place, contents: [DisplayItem], border: [DisplayItem]) {
    self.place = place
    self.contents = contents.isEmpty ? nil : DisplaySegment(contents)
    self.border = border.isEmpty ? nil : DisplaySegment(border)
  }
}

/// What a layer and all below it draw where the model has it, without the clip around it: kept while
/// nothing moves but the layer's position.
final class RestingRecording {
  let place: Place
  /// Empty for what cannot be moved as it is.
  private let items: [DisplayItem]
  private let isMovable: Bool
  /// Text stays on whole rows.
  private let hasText: Bool
  private var last: (offset: Point, segment: DisplaySegment)?

  init(place: Place, items: [DisplayItem]) {
    self.place = place
    isMovable = items.allSatisfy(\.isMovable)
    self.items = isMovable ? items : []
    hasText = items.contains { item in
      if case .glyphs = item.operation.content { true } else { false }
    }
  }

  /// The same, some device pixels beside its place, within the clip there; nil where that is not all
  /// that changes.
  func segment(movedBy offset: Point) -> DisplaySegment? {
    if let last, last.offset == offset { return last.segment }
    if !isMovable || hasText && offset.y != 0 { return nil }
    let segment = DisplaySegment(items.compactMap { $0.moved(by: offset, clippedTo: place.clip) })
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

  /// Nil for what then lies outside of the clip.
  fileprivate func moved(by offset: Point, clippedTo clip: Clip?) -> DisplayItem? {
    guard let operation = operation.moved(by: offset, clippedTo: clip) else { return nil }
    let bounds = IntRect(covering: operation.bounds)
    if bounds.isEmpty { return nil }
    return DisplayItem(key: key, operation: operation, bounds: bounds, columns: columns)
  }
}
