import Charts
import Geometry
import Raster
import Windowing

/// The program's icon: a rising gradient line on a dark panel, drawn by our own rasterizer.
enum Icon {
  /// The sizes that window managers ask for.
  static var images: [X11Window.Icon] {
    [16, 32, 48, 128].map {
      X11Window.Icon(width: $0, height: $0, pixels: draw(size: $0).pixels.map(unpremultiplied))
    }
  }

  static func draw(size: Int) -> Bitmap {
    let bitmap = Bitmap(width: size, height: size)
    Renderer().draw(drawing.scaled(by: Double(size) / 64), into: bitmap.buffer)
    return bitmap
  }

  /// On a square of 64.
  private static let drawing = IconDrawing()
}

private struct IconDrawing {
  private let gradient = LineGradient.standard[0]

  func scaled(by scale: Double) -> DrawList {
    let transform = AffineTransform.scale(scale, scale)
    let panel = Path(
      roundedRect: Rect(x: 3, y: 3, width: 58, height: 58), cornerRadius: 13)
    var line = Path()
    line.move(to: Point(13, 44))
    line.addCurve(to: Point(29, 33), control1: Point(19, 44), control2: Point(22, 33))
    line.addCurve(to: Point(50, 18), control1: Point(38, 33), control2: Point(40, 18))
    let paint = Paint.gradient(
      Raster.LinearGradient(
        stops: [.init(0, gradient.start), .init(1, gradient.end)], start: Point(13, 0),
        end: Point(50, 0)))
    return DrawList([
      DrawOperation(.fill(panel, .nonZero, transform: transform, .color(Theme.dark.panel))),
      DrawOperation(
        .stroke(
          line, StrokeStyle(width: 6, cap: .round, join: .round), transform: transform, paint)),
      DrawOperation(
        .fill(
          Path(circleCenter: Point(50, 18), radius: 7), .nonZero, transform: transform,
          .color(gradient.end))),
    ])
  }
}

/// 0xAARRGGBB with its colours divided by its opacity.
private func unpremultiplied(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  guard alpha > 0 else { return 0 }
  func component(_ shift: UInt32) -> UInt32 {
    min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
  }
  return alpha << 24 | component(16) | component(8) | component(0)
}
