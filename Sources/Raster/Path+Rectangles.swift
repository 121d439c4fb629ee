import Geometry

/// The part of the plane that an upright rounded rectangle certainly covers: everything except its corners.
private struct RoundedCore {
  private static let verbs: [Path.Verb] = [
    .move, .line, .cubic, .line, .cubic, .line, .cubic, .line, .cubic, .close,
  ]
  private static let pointCount = 17

  private let wide: Rect
  private let high: Rect

  /// Fails for points that are not those of a rectangle with round corners: four lines on the sides of a box, with
  /// curves between them inside its corners.
  ///
  /// The elements start at the upper end of the right side, and go down.
  private init?(_ p: UnsafePointer<Point>) {
    let box = Rect(minX: p[8].x, minY: p[12].y, maxX: p[0].x, maxY: p[4].y)
    let (rx, ry) = (box.maxX - p[4].x, p[0].y - box.minY)
    guard rx >= 0, ry >= 0, 2 * rx <= box.width, 2 * ry <= box.height else { return nil }
    let right = (box.maxX - rx, box.maxX)
    let left = (box.minX, box.minX + rx)
    let top = (box.minY, box.minY + ry)
    let bottom = (box.maxY - ry, box.maxY)
    func lie(_ range: Range<Int>, _ x: (Double, Double), _ y: (Double, Double)) -> Bool {
      range.allSatisfy {
        p[$0].x > x.0 - 1e-6 && p[$0].x < x.1 + 1e-6 && p[$0].y > y.0 - 1e-6
          && p[$0].y < y.1 + 1e-6
      }
    }
    func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude < 1e-6 }
    guard lie(0..<1, right, top), lie(1..<5, right, bottom), lie(5..<9, left, bottom),
      lie(9..<13, left, top), lie(13..<17, right, top), isNear(p[1].x, box.maxX),
      isNear(p[5].y, box.maxY), isNear(p[9].x, box.minX), isNear(p[13].y, box.minY),
      isNear(p[16].x, box.maxX)
    else { return nil }
    wide = box.insetBy(dx: 0, dy: ry)
    high = box.insetBy(dx: rx, dy: 0)
  }

  /// The core of a path that is exactly one rounded rectangle; nil for other paths.
  static func core(of path: Path) -> RoundedCore? {
    guard path.points.count == pointCount, path.verbs == verbs else { return nil }
    return path.points.withUnsafeBufferPointer { RoundedCore($0.baseAddress!) }
  }

  static func cores(of path: Path) -> (RoundedCore, RoundedCore)? {
    guard path.points.count == 2 * pointCount, path.verbs.count == 2 * verbs.count,
      path.verbs.prefix(verbs.count) == verbs[...], path.verbs.suffix(verbs.count) == verbs[...]
    else { return nil }
    return path.points.withUnsafeBufferPointer { points in
      guard let first = RoundedCore(points.baseAddress!),
        let second = RoundedCore(points.baseAddress! + pointCount)
      else { return nil }
      return (first, second)
    }
  }

  /// A rectangle of whole pixels inside the core, the larger of its two parts.
  func held(of pixels: IntRect, _ transform: AffineTransform) -> IntRect {
    let (a, b) = (held(of: pixels, wide, transform), held(of: pixels, high, transform))
    return a.area >= b.area ? a : b
  }

  private func held(of pixels: IntRect, _ part: Rect, _ transform: AffineTransform) -> IntRect {
    // An edge this close to a pixel's edge is snapped to the pixel's edge.
    let device = part.applying(transform).insetBy(dx: -1e-4, dy: -1e-4)
    let limit = pixels.rect.intersection(device)
    if limit.isEmpty { return IntRect(width: 0, height: 0) }
    return IntRect(
      minX: Int(limit.minX.rounded(.up)), minY: Int(limit.minY.rounded(.up)),
      maxX: Int(limit.maxX.rounded(.down)), maxY: Int(limit.maxY.rounded(.down)))
  }
}

extension Path {
  /// A rectangle of pixels that the filled path covers fully, such as the background of a panel. Empty if none is
  /// known.
  func core(of pixels: IntRect, _ transform: AffineTransform) -> IntRect {
    guard transform.isScaleAndTranslation, let core = RoundedCore.core(of: self) else {
      return IntRect(width: 0, height: 0)
    }
    return core.held(of: pixels, transform)
  }

  /// A rectangle of pixels that the path, filled by the even-odd rule, surrounds without covering any of them, such as
  /// the inside of a panel's border. Empty if none is known.
  func hole(of pixels: IntRect, _ transform: AffineTransform) -> IntRect {
    guard transform.isScaleAndTranslation, let (outer, inner) = RoundedCore.cores(of: self) else {
      return IntRect(width: 0, height: 0)
    }
    return inner.held(of: outer.held(of: pixels, transform), transform)
  }
}

extension Path {
  /// Whether the filled path covers all columns of an area alike.
  package func isLevel(
    _ rule: FillRule, _ transform: AffineTransform, in area: IntRect
  ) -> Bool {
    guard transform.isScaleAndTranslation else { return false }
    if let rectangle {
      let device = rectangle.applying(transform)
      return device.minX <= Double(area.minX) && device.maxX >= Double(area.maxX)
    }
    return core(of: area, transform) == area
      || rule == .evenOdd && hole(of: area, transform) == area
  }
}

extension Path {
  /// The rectangle that the path describes by four corners, in either direction, closed or not; nil for any other path.
  var rectangle: Rect? {
    let verbs = self.verbs
    guard verbs.count >= 4, verbs.count <= 6, verbs[0] == .move, verbs[1] == .line,
      verbs[2] == .line, verbs[3] == .line
    else { return nil }
    let end = verbs.last == .close ? verbs.count - 1 : verbs.count
    guard end == 4 || end == 5 && verbs[4] == .line else { return nil }
    let p = points
    if p.count == 5, p[4] != p[0] { return nil }
    let isUpright =
      (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x)
      || (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y)
    guard isUpright else { return nil }
    return Rect(
      minX: min(p[0].x, p[2].x), minY: min(p[0].y, p[2].y), maxX: max(p[0].x, p[2].x),
      maxY: max(p[0].y, p[2].y))
  }
}
