import Geometry
import Layers
import Raster

/// A screen on which only the pixels that change are moved or drawn in each frame.
final class DamagedScreen {
  private let scale: Double
  private let bounds: IntRect
  private let screen: Bitmap
  private let renderer = Renderer()
  private var shown: DisplayList?

  init(size: Size, scale: Double) {
    self.scale = scale
    bounds = IntRect(width: Int(size.width * scale), height: Int(size.height * scale))
    screen = Bitmap(width: bounds.width, height: bounds.height)
  }

  /// Draws a frame.
  /// - Returns: the number of pixels that differ from a whole drawing.
  func draw(_ root: Layer, at time: Double) -> Int {
    root.completeAnimations(at: time)
    let list = Compositor.record(root, at: time, scale: scale, bounds: bounds)
    let change = shown.map { list.change(from: $0) } ?? FrameChange(damage: [bounds])
    renderer.draw(list.drawList(within: change.damage), into: screen, after: change)
    shown = list
    let whole = Bitmap(width: bounds.width, height: bounds.height)
    Renderer().draw(list.drawList, into: whole.buffer)
    return zip(screen.pixels, whole.pixels).count { $0 != $1 }
  }
}
