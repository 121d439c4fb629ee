import Geometry
import Raster

extension Compositor {
  /// Draws the whole tree at a given time, as in a window.
  /// - Parameters:
  ///   - scale: device pixels per point, above 0.
  ///   - width: the picture's width in pixels, from the left of the tree's coordinates.
  ///   - height: the picture's height in pixels, from the top of the tree's coordinates.
  public static func picture(
    of root: Layer, at time: Double, scale: Double, width: Int, height: Int
  ) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    let list = record(root, at: time, scale: scale, bounds: IntRect(width: width, height: height))
    Renderer().draw(list.drawList, into: bitmap)
    return bitmap
  }
}
