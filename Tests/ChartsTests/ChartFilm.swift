import Charts
import Geometry
import Layers
import Raster
import TestSupport
import Typography

/// Several moments of a chart beside each other, on panels of a theme.
struct ChartFilm {
  var size = Size(240, 160)
  var scale = 1.0
  var theme = Theme.dark
  var isAnimated = true
  var reducesMotion = false
  /// The moment of the picture.
  static let now = 10.0

  /// - Parameter make: makes the chart of a frame, laid out in the rectangle that it is given, and sets
  ///   it in motion so that it is where it should be at `now`.
  func draw(frames: Int, make: (Int, Rect, ChartEnvironment) -> any Chart) throws -> Bitmap {
    let environment = try chartEnvironment(
      theme: theme, scale: scale, isAnimated: isAnimated, reducesMotion: reducesMotion)
    let root = Layer()
    root.backgroundColor = theme.panel
    root.frame = Rect(x: 0, y: 0, width: size.width * Double(frames), height: size.height)
    // Charts keep off the edges of their panels.
    for i in 0..<frames {
      let panel = Rect(
        x: size.width * Double(i), y: 0, width: size.width, height: size.height)
      root.addSublayer(make(i, panel.insetBy(dx: 12, dy: 12), environment).layer)
    }
    root.completeAnimations(at: ChartFilm.now)
    let (width, height) = (
      Int(root.bounds.width * scale), Int(root.bounds.height * scale)
    )
    let bitmap = Bitmap(width: width, height: height)
    let list = Compositor.record(
      root, at: ChartFilm.now, scale: scale, bounds: IntRect(width: width, height: height))
    Renderer().draw(list.drawList, into: bitmap.buffer)
    return bitmap
  }
}

extension Layer {
  /// This layer, its mask and all below it.
  var all: [Layer] { [self] + (mask?.all ?? []) + sublayers.flatMap(\.all) }

  /// The layers of a kind that are animated by a key.
  func animated(by key: String) -> [Layer] { all.filter { $0.animationKeys.contains(key) } }
}
