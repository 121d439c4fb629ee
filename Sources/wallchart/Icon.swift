import Charts
import Geometry
import Raster
import Stage

/// The program's icon: a rising gradient line on a dark panel, drawn by Wallchart's own rasterizer.
enum Icon {
  /// The icon in the sizes that window managers request.
  static var images: [WindowIcon] {
    [16, 32, 48, 128].map {
      WindowIcon(width: $0, height: $0, pixels: draw(size: $0).pixels.map(PNG.unpremultiplied))
    }
  }

  /// - Parameter size: width and height in pixels.
  static func draw(size: Int) -> Bitmap {
    let bitmap = Bitmap(width: size, height: size)
    Renderer().draw(IconDrawing(size: Double(size)).list, into: bitmap)
    return bitmap
  }
}

/// The drawing at one size. Edges, and the width and ends of the line, are on whole pixels. Small icons have a bolder
/// line and fewer details, because a large icon scaled down would be blurred.
private struct IconDrawing {
  let size: Double
  private let gradient = LineGradient.sunset[0]

  /// The panel, with a small margin from 24 pixels up.
  private var panel: Rect {
    let margin = size < 24 ? 0 : (size / 24).rounded()
    return Rect(
      x: margin, y: margin, width: size - 2 * margin, height: size - 2 * margin)
  }

  private var cornerRadius: Double { panel.width * 0.23 }

  private var lineWidth: Double { max(2, (size / (size < 48 ? 12 : 15)).rounded()) }

  /// The end of the line, at the centre of a dot of whole pixels.
  private var end: Point {
    let side = panel.minX + panel.width
    return Point(
      (side - panel.width * 0.24).rounded(), (panel.minY + panel.height * 0.31).rounded())
  }

  private var dotRadius: Double { max(2.5, (size / 11).rounded()) }

  /// The line in the proportions of the panel, from its left edge to `end`.
  private var line: Path {
    func place(_ x: Double, _ y: Double) -> Point {
      Point(panel.minX + panel.width * x, panel.minY + panel.height * y)
    }
    var path = Path()
    path.move(to: place(-0.02, 0.70))
    path.addCurve(
      to: place(0.24, 0.57), control1: place(0.10, 0.70), control2: place(0.14, 0.57))
    path.addCurve(
      to: place(0.46, 0.66), control1: place(0.33, 0.57), control2: place(0.36, 0.66))
    path.addCurve(
      to: end, control1: place(0.60, 0.66), control2: Point(end.x - panel.width * 0.13, end.y))
    return path
  }

  /// The area under the line, down to the panel's lower edge.
  private var area: Path {
    let bottom = panel.minY + panel.height
    var path = line
    path.addLine(to: Point(end.x, bottom))
    path.addLine(to: Point(panel.minX, bottom))
    path.closeSubpath()
    return path
  }

  /// The area in the line's colours, fading downwards and before the line's end.
  private var glow: DrawGroup {
    let sheet = Path(rect: Rect(x: 0, y: 0, width: size, height: size))
    let fading = horizontal(faint(1, gradient.start), faint(0, gradient.start), from: 0.35)
    return DrawGroup(
      list: DrawList([
        fill(area, vertical(faint(0.75, gradient.end), faint(0, gradient.start), from: 0.4))
      ]),
      mask: DrawList([fill(sheet, fading)]))
  }

  var list: DrawList {
    let outline = Path(roundedRect: panel, cornerRadius: cornerRadius)
    let inside = Clip(
      rect: Rect(x: 0, y: 0, width: size, height: size), paths: [ClipPath(path: outline)])
    let stroke = StrokeStyle(width: lineWidth, cap: .round, join: .round)
    var operations = [
      fill(outline, vertical(Color(hex: 0x27313e), Color(hex: 0x10151c))),
      DrawOperation(.group(glow), clip: inside),
      DrawOperation(
        .stroke(line, stroke, transform: .identity, horizontal(gradient.start, gradient.end)),
        clip: inside),
    ]
    if size >= 32 {
      let halo = Path(circleCenter: end, radius: (dotRadius * 1.6).rounded())
      operations.append(fill(halo, .color(faint(0.35, gradient.end))))
    }
    operations.append(fill(Path(circleCenter: end, radius: dotRadius), .color(gradient.end)))
    return DrawList(operations)
  }

  private func fill(_ path: Path, _ paint: Paint, _ clip: Clip? = nil) -> DrawOperation {
    DrawOperation(.fill(path, .nonZero, transform: .identity, paint), clip: clip)
  }

  private func faint(_ alpha: Double, _ color: Color) -> Color {
    Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
  }

  /// - Parameter from: the start of the gradient, as a share of the panel's width.
  private func horizontal(_ left: Color, _ right: Color, from: Double = 0) -> Paint {
    .gradient(
      Raster.LinearGradient(
        stops: [.init(0, left), .init(1, right)],
        start: Point(panel.minX + panel.width * from, 0), end: Point(end.x, 0)))
  }

  /// - Parameter from: the start of the gradient, as a share of the panel's height.
  private func vertical(_ top: Color, _ bottom: Color, from: Double = 0) -> Paint {
    .gradient(
      Raster.LinearGradient(
        stops: [.init(0, top), .init(1, bottom)],
        start: Point(0, panel.minY + panel.height * from),
        end: Point(0, panel.minY + panel.height)))
  }
}
