import Geometry

extension DrawOperation {
  /// The pixels that differ where this operation comes in place of another one that draws the same
  /// path farther to the left or right: those along its outline. What is inside before and after
  /// looks the same, whatever the paint is, for that does not move.
  /// - Returns: nil where a shift is not all that has changed.
  public func slide(from old: DrawOperation) -> [IntRect]? {
    guard keepsCoverage, old.keepsCoverage, let clip, clip == old.clip, let paint,
      let oldPaint = old.paint, paint.transform.isShifted(from: oldPaint.transform),
      paint.paint.looksLike(oldPaint.paint, paint.transform, oldPaint.transform)
    else { return nil }
    let shift = oldPaint.transform.tx - paint.transform.tx
    let area = IntRect(covering: clip.rect)
    switch (content, old.content) {
    case (.fill(let path, let rule, _, _), .fill(let oldPath, let oldRule, _, _)):
      guard path == oldPath, rule == oldRule else { return nil }
      var outline = OutlineRows(area, paint.transform, shift: shift, reach: 0)
      return outline.add(path, isStroke: false) ? outline.rects : nil
    case (.stroke(let path, let style, _, _), .stroke(let oldPath, let oldStyle, _, _)):
      guard path == oldPath, style == oldStyle else { return nil }
      var outline = OutlineRows(area, paint.transform, shift: shift, reach: style.reach)
      return outline.add(path, isStroke: true) ? outline.rects : nil
    default: return nil
    }
  }
}

/// The rows that an outline passes in each strip of columns, before and after a shift.
private struct OutlineRows {
  private static let width = 64

  private let area: IntRect
  private let transform: AffineTransform
  private let shift: Double
  /// How far from the outline pixels may change, in device pixels.
  private let margin: Double
  private var rows: [(low: Double, high: Double)]

  init(_ area: IntRect, _ transform: AffineTransform, shift: Double, reach: Double) {
    (self.area, self.transform, self.shift) = (area, transform, shift)
    margin = reach * max(transform.a.magnitude, transform.d.magnitude) + 1
    let count = (max(area.width, 0) + OutlineRows.width - 1) / OutlineRows.width
    rows = Array(repeating: (.infinity, -.infinity), count: count)
  }

  /// - Returns: false for a path with points that are not finite.
  mutating func add(_ path: Path, isStroke: Bool) -> Bool {
    var (start, current) = (Point.zero, Point.zero)
    var next = 0
    let points = path.points
    for verb in path.verbs {
      let first = next
      next += verb.pointCount
      switch verb {
      case .move:
        if !isStroke, current != start { add(current, start, [], isStroke) }
        start = points[first]
        current = start
      case .line, .quad, .cubic:
        add(current, points[next - 1], points[first..<next - 1], isStroke)
        current = points[next - 1]
      case .close:
        add(current, start, [], isStroke)
        current = start
      }
    }
    if !isStroke, current != start { add(current, start, [], isStroke) }
    return points.allSatisfy(\.isFinite)
  }

  private mutating func add(
    _ start: Point, _ end: Point, _ controls: ArraySlice<Point>, _ isStroke: Bool
  ) {
    // A level edge of a fill stays what it is, but for its ends, where others begin.
    if !isStroke, controls.isEmpty, start.y == end.y { return }
    var low = Point(min(start.x, end.x), min(start.y, end.y))
    var high = Point(max(start.x, end.x), max(start.y, end.y))
    for p in controls {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    let (a, b) = (low.applying(transform), high.applying(transform))
    let left = min(a.x, b.x) + min(shift, 0) - margin - Double(area.minX)
    let right = max(a.x, b.x) + max(shift, 0) + margin - Double(area.minX)
    guard right >= 0, left < Double(area.width) else { return }
    let width = Double(OutlineRows.width)
    let last = min(Int(min(right, Double(area.width)) / width), rows.count - 1)
    for i in Int(max(left, 0) / width)...last {
      rows[i].low = min(rows[i].low, min(a.y, b.y) - margin)
      rows[i].high = max(rows[i].high, max(a.y, b.y) + margin)
    }
  }

  var rects: [IntRect] {
    rows.enumerated().compactMap { i, rows in
      guard rows.low <= rows.high else { return nil }
      let x = Double(area.minX + i * OutlineRows.width)
      let strip = Rect(
        minX: x, minY: rows.low, maxX: x + Double(OutlineRows.width), maxY: rows.high)
      let rect = IntRect(covering: strip).intersection(area)
      return rect.isEmpty ? nil : rect
    }
  }
}

extension AffineTransform {
  /// Whether it does the same as another one but for a step to the left or right.
  fileprivate func isShifted(from other: AffineTransform) -> Bool {
    a == other.a && b == 0 && other.b == 0 && c == 0 && other.c == 0 && d == other.d
      && ty == other.ty && tx.magnitude < 1e9 && other.tx.magnitude < 1e9
  }
}

extension Paint {
  /// Whether the same is seen of it on the device.
  fileprivate func looksLike(
    _ other: Paint, _ transform: AffineTransform, _ otherTransform: AffineTransform
  ) -> Bool {
    switch (self, other) {
    case (.color, .color): return self == other
    case (.gradient(let a), .gradient(let b)):
      guard a.stops == b.stops, a.start == b.start, a.end == b.end, a.dithered == b.dithered else {
        return false
      }
      let (p, q) = (
        a.transform.concatenating(transform), b.transform.concatenating(otherTransform)
      )
      // What a gradient is moved by so that it stays where it is, is rounded.
      return zip([p.a, p.b, p.c, p.d, p.tx, p.ty], [q.a, q.b, q.c, q.d, q.tx, q.ty])
        .allSatisfy { ($0 - $1).magnitude < 1e-9 }
    default: return false
    }
  }
}
