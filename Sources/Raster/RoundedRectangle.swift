import Geometry

extension Path {
  /// What of the plane a rounded upright rectangle holds for sure: all but its corners, as two
  /// rectangles. Nil for any other path.
  private var core: (wide: Rect, high: Rect)? {
    guard verbs.count == 10, points.count == 17 else { return nil }
    // The elements begin at the right edge's upper end, and go down.
    let box = controlPointBounds
    let (rx, ry) = (box.maxX - points[4].x, points[0].y - box.minY)
    let rounded = Path(roundedRect: box, cornerWidth: rx, cornerHeight: ry)
    guard verbs == rounded.verbs,
      zip(points, rounded.points).allSatisfy({ $0.distance(to: $1) < 1e-6 })
    else { return nil }
    return (box.insetBy(dx: 0, dy: ry), box.insetBy(dx: rx, dy: 0))
  }

  /// Whether filling the path covers all of some pixels; looked for where it is likely, in the
  /// ground of a panel, of which most frames draw only what lies before it.
  func covers(_ pixels: IntRect, _ transform: AffineTransform) -> Bool {
    guard transform.isScaleAndTranslation, let core else { return false }
    return [core.wide, core.high].contains { part in
      let device = part.applying(transform)
      // An edge this little beside a pixel's is snapped to it.
      return device.insetBy(dx: -1e-4, dy: -1e-4).contains(pixels.rect)
    }
  }
}
