import Geometry

/// What of the plane a rounded upright rectangle holds for sure: all but its corners.
private struct RoundedCore {
  private static let verbCount = 10
  private static let pointCount = 17

  private let wide: Rect
  private let high: Rect

  /// Nil for another path than one made as a rounded rectangle.
  private init?(_ verbs: ArraySlice<Path.Verb>, _ points: [Point]) {
    var box = (low: points[0], high: points[0])
    for p in points {
      box.low = Point(min(box.low.x, p.x), min(box.low.y, p.y))
      box.high = Point(max(box.high.x, p.x), max(box.high.y, p.y))
    }
    let rect = Rect(minX: box.low.x, minY: box.low.y, maxX: box.high.x, maxY: box.high.y)
    // The elements begin at the right edge's upper end, and go down.
    let (rx, ry) = (rect.maxX - points[4].x, points[0].y - rect.minY)
    let rounded = Path(roundedRect: rect, cornerWidth: rx, cornerHeight: ry)
    guard verbs.elementsEqual(rounded.verbs),
      zip(points, rounded.points).allSatisfy({ $0.distance(to: $1) < 1e-6 })
    else { return nil }
    wide = rect.insetBy(dx: 0, dy: ry)
    high = rect.insetBy(dx: rx, dy: 0)
  }

  /// Those of a path that is nothing but some rounded rectangles.
  static func cores(of path: Path, count: Int) -> [RoundedCore]? {
    guard path.verbs.count == count * verbCount, path.points.count == count * pointCount else {
      return nil
    }
    var result: [RoundedCore] = []
    for i in 0..<count {
      let verbs = path.verbs[i * verbCount..<(i + 1) * verbCount]
      let points = Array(path.points[i * pointCount..<(i + 1) * pointCount])
      guard let core = RoundedCore(verbs, points) else { return nil }
      result.append(core)
    }
    return result
  }

  /// Whole pixels that it holds: as many of some as one rectangle can.
  func held(of pixels: IntRect, _ transform: AffineTransform) -> IntRect {
    let parts = [wide, high].map { part in
      // An edge this little beside a pixel's is snapped to it.
      let device = part.applying(transform).insetBy(dx: -1e-4, dy: -1e-4)
      let limit = pixels.rect.intersection(device)
      return limit.isEmpty
        ? IntRect(width: 0, height: 0)
        : IntRect(
          minX: Int(limit.minX.rounded(.up)), minY: Int(limit.minY.rounded(.up)),
          maxX: Int(limit.maxX.rounded(.down)), maxY: Int(limit.maxY.rounded(.down)))
    }
    return parts[0].area >= parts[1].area ? parts[0] : parts[1]
  }
}

extension Path {
  /// Pixels of a rectangle that filling the path covers wholly: of the ground of a panel, of which
  /// most frames draw only what lies before it. Empty where none are known.
  func core(of pixels: IntRect, _ transform: AffineTransform) -> IntRect {
    guard transform.isScaleAndTranslation, let cores = RoundedCore.cores(of: self, count: 1) else {
      return IntRect(width: 0, height: 0)
    }
    return cores[0].held(of: pixels, transform)
  }

  /// Pixels of a rectangle of which filling the path by the even-odd rule covers nothing, though it
  /// lies around them: as the border of a panel does. Empty where none are known.
  func hole(of pixels: IntRect, _ transform: AffineTransform) -> IntRect {
    guard transform.isScaleAndTranslation, let cores = RoundedCore.cores(of: self, count: 2) else {
      return IntRect(width: 0, height: 0)
    }
    return cores[1].held(of: cores[0].held(of: pixels, transform), transform)
  }
}
