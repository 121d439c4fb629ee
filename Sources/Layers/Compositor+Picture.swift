import Geometry
import Raster

extension Compositor {
  /// Draws a whole tree as it is at a time, as a window shows it.
  /// - Parameters:
  ///   - scale: device pixels per point, above 0.
  ///   - width: of the picture in pixels, from the left of the tree's coordinates on.
  ///   - height: of the picture in pixels, from their top on.
  public static func picture(
    of root: Layer, at time: Double, scale: Double, width: Int, height: Int
  ) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    let list = record(root, at: time, scale: scale, bounds: IntRect(width: width, height: height))
    Renderer().draw(list.drawList, into: bitmap)
    return bitmap
  }
}
