import Geometry
import Layers
import Metrics
import Raster
import Typography

extension ChartEnvironment {
  /// The environment of a chart on its own: the system's fonts and time zone.
  /// - Parameters:
  ///   - size: the size of the page, in points, from which the sizes of type follow.
  ///   - theme: the colours. Default light.
  ///   - scale: device pixels per point. Default 1.
  /// - Throws: if the system has no font.
  public init(size: Size, theme: Theme = .light, scale: Double = 1) throws(FontError) {
    self.init(
      theme: theme, type: TypeScale(page: size), fonts: try FontLibrary(), zone: .system(),
      scale: scale, isAnimated: true)
  }
}

extension Chart {
  /// Draws the chart at the end of all motion into a PNG file. A chart that waits for its start is started.
  ///
  /// The chart is laid out for the picture; a host that also shows the chart must lay it out again.
  /// - Parameters:
  ///   - path: the path of the file; an existing file is replaced.
  ///   - size: the size of the picture in points; a picture has at least one pixel, and at most
  ///     `PNG.largestArea`.
  ///   - scale: device pixels per point, above 0. Default 1.
  ///   - theme: the colours. Default light.
  /// - Throws: a `FontError` if the system has no font, a `PNGError` if the picture is too large or
  ///   cannot be written.
  public func writePNG(
    to path: String, size: Size, scale: Double = 1, theme: Theme = .light
  ) throws {
    let bounds = try SettledPicture.bounds(size, scale: scale)
    let environment = try ChartEnvironment(size: size, theme: theme, scale: scale)
    layOut(frame: Rect(origin: .zero, size: size), environment: environment)
    if waitsForStart { replay(at: 0) }
    try SettledPicture.write(layer, to: path, bounds, scale: scale, ground: theme.panel)
  }
}

/// The picture of a layer tree at the end of all motion.
package enum SettledPicture {
  /// The pixels of a size in points, at least one each way.
  /// - Throws: a `PNGError` for more than `PNG.largestArea`.
  package static func bounds(_ size: Size, scale: Double) throws(PNGError) -> IntRect {
    func pixels(_ length: Double) -> Int {
      let pixels = (length * scale).rounded()
      return pixels >= 1 ? Int(min(pixels, Double(PNG.largestSide) + 1)) : 1
    }
    let bounds = IntRect(width: pixels(size.width), height: pixels(size.height))
    guard max(bounds.width, bounds.height) <= PNG.largestSide, bounds.area <= PNG.largestArea else {
      throw PNGError.size(width: bounds.width, height: bounds.height)
    }
    return bounds
  }

  /// Writes the picture of a layer tree over a ground of one colour.
  /// - Throws: a `PNGError` if the file cannot be written.
  package static func write(
    _ layer: Layer, to path: String, _ bounds: IntRect, scale: Double, ground: Color
  ) throws {
    let bitmap = Bitmap(width: bounds.width, height: bounds.height)
    // Later than anything that moves.
    let list = Compositor.record(layer, at: 1e12, scale: scale, bounds: bounds)
    let ground = DrawOperation(.clear(ground))
    Renderer().draw(DrawList([ground] + list.drawList.operations), into: bitmap)
    try PNG.write(bitmap, to: path)
  }
}
