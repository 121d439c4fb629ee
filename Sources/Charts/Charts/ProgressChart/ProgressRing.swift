import Geometry
import Layers
import Raster

/// The filled part of a progress chart's ring: a picture seen through one closed region.
final class ProgressRing {
  let layer = Layer()
  private let picture = ProgressPicture()
  private let image = ImageLayer()
  private let region = RingRegion()

  init() {
    layer.mask = region.layer
    layer.addSublayer(picture.layer)
    layer.addSublayer(image)
  }

  func layOut(_ geometry: ProgressGeometry, style: ProgressChart.Style) {
    let contents = style.image
    let bounds = Rect(origin: .zero, size: geometry.ring.size)
    layer.frame = geometry.ring
    picture.layer.isHidden = contents != nil
    picture.layer.frame = bounds
    picture.layOut(
      size: bounds.size, band: geometry.racetrack.band, isPlain: style.isFillingPlain)
    image.frame = bounds
    image.contents = contents
    region.layer.position = Point(-geometry.ring.minX, -geometry.ring.minY)
    region.layOut(geometry.racetrack)
  }

  func show(_ progress: Double) { region.show(progress) }

  func move(_ motion: ProgressMotion, at time: Double) {
    region.move(from: motion.from.progress, to: motion.to.progress, motion.pace, at: time)
  }
}
