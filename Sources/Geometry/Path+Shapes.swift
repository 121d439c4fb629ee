extension Path {
  /// The ratio of handle length to radius for a quarter circle: `4/3 tan(π/8)`.
  static let quarterArcHandle = 0.5522847498307934

  /// A closed rectangle: top left, top right, bottom right, bottom left.
  public init(rect: Rect) {
    self.init()
    guard !rect.isNull else { return }
    move(to: Point(rect.minX, rect.minY))
    addLine(to: Point(rect.maxX, rect.minY))
    addLine(to: Point(rect.maxX, rect.maxY))
    addLine(to: Point(rect.minX, rect.maxY))
    closeSubpath()
  }

  /// A closed ellipse of four cubics inside a rectangle, from the right middle clockwise.
  public init(ellipseIn rect: Rect) {
    self.init(
      roundedRect: rect, cornerWidth: rect.width / 2, cornerHeight: rect.height / 2)
  }

  /// A closed circle of four cubics, from the right middle clockwise.
  public init(circleCenter center: Point, radius: Double) {
    self.init(
      ellipseIn: Rect(
        x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// A closed rectangle with quarter ellipses as corners; the radii are held within half the size.
  public init(roundedRect rect: Rect, cornerWidth: Double, cornerHeight: Double) {
    let rx = min(max(cornerWidth, 0), rect.width / 2)
    let ry = min(max(cornerHeight, 0), rect.height / 2)
    guard !rect.isNull, rx > 0, ry > 0 else {
      self.init(rect: rect)
      return
    }
    self.init()
    let (kx, ky) = (rx * (1 - Path.quarterArcHandle), ry * (1 - Path.quarterArcHandle))
    let (l, t, r, b) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(r, t + ry))
    if b - ry > t + ry { addLine(to: Point(r, b - ry)) }
    addCurve(
      to: Point(r - rx, b), control1: Point(r, b - ky), control2: Point(r - kx, b))
    if r - rx > l + rx { addLine(to: Point(l + rx, b)) }
    addCurve(
      to: Point(l, b - ry), control1: Point(l + kx, b), control2: Point(l, b - ky))
    if b - ry > t + ry { addLine(to: Point(l, t + ry)) }
    addCurve(
      to: Point(l + rx, t), control1: Point(l, t + ky), control2: Point(l + kx, t))
    if r - rx > l + rx { addLine(to: Point(r - rx, t)) }
    addCurve(
      to: Point(r, t + ry), control1: Point(r - kx, t), control2: Point(r, t + ky))
    closeSubpath()
  }

  /// A closed rectangle with quarter circles as corners. The radius is held within half of the shorter side.
  public init(roundedRect rect: Rect, cornerRadius: Double) {
    let radius = min(cornerRadius, min(rect.width, rect.height) / 2)
    self.init(roundedRect: rect, cornerWidth: radius, cornerHeight: radius)
  }
}
