import Geometry
import Raster

extension DisplayItem {
  /// The pixels that may differ between two operations with the same path at different horizontal positions, which are
  /// those in the rows of the path's outline. Nil for other operations.
  func damage(slidFrom old: DisplayItem) -> IntRect? {
    guard let columns, old.columns === columns, operation.clip == old.operation.clip,
      let (from, to) = operation.slide(from: old.operation),
      operation.isStroke || operation.isPainted(as: old.operation)
    else { return nil }
    // A path with kept coverage is drawn at positions of its grid, and moves only at the next position.
    if from == to, operation.isPainted(as: old.operation) { return IntRect(width: 0, height: 0) }
    let pixels = bounds.union(old.bounds)
    guard let outline = columns.outline(placed: to), let before = columns.outline(placed: from)
    else { return nil }
    return outline.rows(in: pixels).union(before.rows(in: pixels))
  }
}

extension DrawOperation {
  /// Whether all pixels of the operation belong to an outline, so that none is inside.
  var isStroke: Bool {
    if case .stroke = content { true } else { false }
  }

  /// The transforms of two operations of the same kind that differ at most in a horizontal offset, apart from their
  /// paths and paints.
  func slide(
    from old: DrawOperation
  ) -> (from: AffineTransform, to: AffineTransform)? {
    let transforms: (from: AffineTransform, to: AffineTransform)
    switch (old.content, content) {
    case (.fill(_, let oldRule, let from, _), .fill(_, let rule, let to, _)):
      guard rule == oldRule else { return nil }
      transforms = (old.placed(from), placed(to))
    case (.stroke(_, let oldStyle, let from, _), .stroke(_, let style, let to, _)):
      guard style == oldStyle else { return nil }
      transforms = (old.placed(from), placed(to))
    default: return nil
    }
    return transforms.from.isBeside(transforms.to) && transforms.to.a > 0 ? transforms : nil
  }

  /// Whether the insides of both operations have the same colours despite a horizontal offset. A sliding line often
  /// moves over a paint that stays.
  func isPainted(as old: DrawOperation) -> Bool {
    guard let paint = devicePaint, let before = old.devicePaint else { return false }
    return paint == before || paint.isUpright(as: before)
  }

  /// Whether the operation has the colours of another one whose picture has moved by a number of columns.
  func isPainted(as old: DrawOperation, movedBy distance: Double) -> Bool {
    guard let paint = devicePaint, let before = old.devicePaint else { return false }
    switch (paint, before) {
    case (.color, .color): return paint == before
    case (.gradient(let a), .gradient(let b)):
      let isMoved = abs(a.transform.tx - b.transform.tx - distance) < 1e-6
      return paint.isUpright(as: before) || isMoved && paint.isBeside(before)
    default: return false
    }
  }

  /// Whether the operation has the same colours in every column.
  var hasEqualColumns: Bool {
    guard let paint = devicePaint else { return false }
    if case .color = paint { return true }
    return paint.isUpright(as: paint)
  }

  /// The paint in device coordinates. A paint that stays is described in the coordinates of the sliding line.
  private var devicePaint: Paint? {
    switch paint {
    case (.gradient(var gradient), let space)?:
      gradient.transform = gradient.transform.concatenating(space)
      return .gradient(gradient)
    case (.image(var image), let space)?:
      image.transform = image.transform.concatenating(space)
      return .image(image)
    case let other: return other?.paint
    }
  }
}

extension Paint {
  /// Whether both paints are gradients that have the same colours in every column.
  fileprivate func isUpright(as other: Paint) -> Bool {
    guard isBeside(other), case .gradient(let gradient) = self else { return false }
    let isOneColor = gradient.stops.allSatisfy { $0.color == gradient.stops[0].color }
    return gradient.start.x == gradient.end.x || isOneColor
  }

  /// Whether both paints are gradients that differ at most in a horizontal offset.
  fileprivate func isBeside(_ other: Paint) -> Bool {
    guard case (.gradient(let a), .gradient(var b)) = (self, other) else { return false }
    b.transform.tx = a.transform.tx
    return a == b && a.transform.isScaleAndTranslation
  }
}

extension AffineTransform {
  /// Whether two transforms do not rotate and differ at most in a horizontal offset.
  fileprivate func isBeside(_ other: AffineTransform) -> Bool {
    var beside = self
    beside.tx = other.tx
    return beside == other && isScaleAndTranslation
  }
}
