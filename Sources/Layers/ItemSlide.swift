import Geometry
import Raster

/// A slide of an item by whole columns.
struct ItemSlide {
  /// The item in its new place.
  let item: DisplayItem
  /// The pixels of the item in its new and in its old place.
  private let bounds: IntRect
  /// The new and the old outline. Beyond both outlines, each row has one colour, the same in both pictures. Nil if
  /// the pictures may differ in any pixel.
  private let outlines: (new: PlacedOutline, old: PlacedOutline)?
  /// The number of columns to the right.
  let distance: Int
  /// The whole pixels of the item's clip, whose edges stay.
  let frame: IntRect
  /// The pixels with other changes than the slide, such as those at the end of a line that has grown.
  private(set) var changes: [IntRect] = []
  /// The pixels in the columns that the clip's edges cut, which no other column has.
  private(set) var cutPixels: [IntRect] = []

  /// The width of the stretches of columns, in each of which only the rows of the outlines change.
  static let stretch = 32

  /// - Parameter ranges: the columns in which the path has changed, in its coordinates; nil for all columns.
  fileprivate init(
    _ item: DisplayItem, placed to: AffineTransform, from old: DisplayItem,
    placed from: AffineTransform, by distance: Int, clip: Rect,
    changed ranges: [ClosedRange<Double>]?
  ) {
    self.item = item
    self.distance = distance
    bounds = item.bounds.union(old.bounds)
    outlines = Self.outlines(of: item, placed: to, old, placed: from)
    let touched = IntRect(covering: clip)
    var frame = touched
    frame.minX = Int(clip.minX.rounded(.up))
    frame.maxX = Int(clip.maxX.rounded(.down))
    self.frame = frame
    cutPixels = [(touched.minX, frame.minX), (frame.maxX, touched.maxX)].filter { $0 < $1 }
      .map { pixels(fromColumn: $0, to: $1).intersection(touched) }
    changes = ranges.map { $0.map { pixels(in: $0, placed: to) } } ?? stretches
  }

  /// The pixels of a range of the path.
  private func pixels(in range: ClosedRange<Double>, placed to: AffineTransform) -> IntRect {
    // Flattening moves edges by less than a pixel.
    let (left, right) = (range.lowerBound * to.a + to.tx - 2, range.upperBound * to.a + to.tx + 2)
    let columns = IntRect(covering: Rect(minX: left, minY: 0, maxX: right, maxY: 1))
    return pixels(fromColumn: columns.minX, to: columns.maxX)
  }

  /// The pixels in all columns, stretch by stretch.
  private var stretches: [IntRect] {
    stride(from: frame.minX, to: frame.maxX, by: Self.stretch).map {
      pixels(fromColumn: $0, to: min($0 + Self.stretch, frame.maxX))
    }
  }

  private static func outlines(
    of item: DisplayItem, placed to: AffineTransform, _ old: DisplayItem,
    placed from: AffineTransform
  ) -> (new: PlacedOutline, old: PlacedOutline)? {
    guard item.operation.isStroke || item.operation.isPainted(as: old.operation),
      let outline = item.columns?.outline(placed: to),
      let before = old.columns?.outline(placed: from)
    else { return nil }
    return (outline, before)
  }

  /// The pixels between two columns that the slide may change: the rows of the old and of the new outline.
  func pixels(fromColumn left: Int, to right: Int) -> IntRect {
    var columns = bounds
    (columns.minX, columns.maxX) = (left, right)
    guard let outlines else { return columns }
    // The old and the new outline have this distance.
    var near = columns
    near.minX -= abs(distance)
    near.maxX += abs(distance)
    return outlines.new.rows(in: near).union(outlines.old.rows(in: near)).intersection(columns)
  }
}

extension DisplayItem {
  /// The slide from another place; nil for an item that has changed in another way, or whose picture elsewhere may have
  /// other bytes.
  func slide(from old: DisplayItem) -> ItemSlide? {
    guard operation.keepsCoverage, old.operation.keepsCoverage,
      let clip = operation.clip, clip == old.operation.clip, clip.paths.isEmpty,
      let (from, to) = operation.slide(from: old.operation), from.tx != to.tx,
      let distance = Int(exactly: to.tx - from.tx),
      let changes = operation.changedRanges(from: old.operation)
    else { return nil }
    // A stroke with other colours is drawn again along its outline, while what is under the stroke moves.
    let isMoved = operation.isPainted(as: old.operation, movedBy: to.tx - from.tx)
    guard isMoved || operation.isStroke else { return nil }
    return ItemSlide(
      self, placed: to, from: old, placed: from, by: distance, clip: clip.rect,
      changed: isMoved ? changes : nil)
  }

  /// Whether the item draws the same in all columns of an area that the item touches.
  func isLevel(in area: IntRect) -> Bool {
    if let clip = operation.clip {
      guard clip.paths.isEmpty, clip.rect.minX <= Double(area.minX),
        clip.rect.maxX >= Double(area.maxX)
      else { return false }
    }
    switch operation.content {
    case .clear: return true
    case .fill(let path, let rule, let transform, _):
      return operation.hasEqualColumns
        && path.isLevel(rule, operation.placed(transform), in: area)
    case .stroke, .glyphs, .group: return false
    }
  }
}

extension DrawOperation {
  /// The ranges of x, in the coordinates of the path, in which the path has changed at its ends; nil if the path is
  /// another one, or if the style has changed.
  fileprivate func changedRanges(from old: DrawOperation) -> [ClosedRange<Double>]? {
    switch (old.content, content) {
    case (.fill(let a, let oldRule, _, _), .fill(let b, let rule, _, _)):
      return rule == oldRule ? b.changedRanges(from: a, style: nil) : nil
    case (.stroke(let a, let oldStyle, _, _), .stroke(let b, let style, _, _)):
      // Dashes, and the ends of a partial stroke, are elsewhere on a line of another length.
      let isWhole = style.dashPattern.isEmpty && style.start <= 0 && style.end >= 1
      return style == oldStyle && isWhole ? b.changedRanges(from: a, style: style) : nil
    default: return nil
    }
  }
}
