import Geometry
import Raster

/// A bitmap with a list drawn over white, or over another colour.
public func draw(
  _ operations: [DrawOperation], width: Int, height: Int, over background: Color = .white,
  threads: Int = 1
) -> Bitmap {
  let bitmap = Bitmap(width: width, height: height)
  Renderer(threads: threads).draw(
    DrawList([DrawOperation(.clear(background))] + operations), into: bitmap)
  return bitmap
}

/// The sum of the opacities of all pixels, in pixels: the area that was covered.
public func coveredArea(_ bitmap: Bitmap) -> Double {
  bitmap.pixels.reduce(0) { $0 + Double($1 >> 24) } / 255
}
