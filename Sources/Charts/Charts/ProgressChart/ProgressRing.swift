import Geometry
import Layers
import Raster

/// The filled part of a progress chart's ring: a picture seen through one stroke.
final class ProgressRing {
  let layer = Layer()
  private let picture = ProgressPicture()
  private let image = ImageLayer()
  private let stroke = RingStroke()

  init() {
    layer.mask = stroke.layer
    layer.addSublayer(picture.layer)
    layer.addSublayer(image)
  }

  func layOut(_ geometry: ProgressGeometry, image contents: Image?) {
    let bounds = Rect(origin: .zero, size: geometry.ring.size)
    layer.frame = geometry.ring
    picture.layer.isHidden = contents != nil
    picture.layer.frame = bounds
    picture.layOut(size: bounds.size, band: geometry.racetrack.band)
    image.frame = bounds
    image.contents = contents
    stroke.layer.position = Point(-geometry.ring.minX, -geometry.ring.minY)
    stroke.layOut(geometry.racetrack)
  }

  func show(_ progress: Double) { stroke.show(progress) }

  func move(_ motion: ProgressMotion, at time: Double) {
    stroke.move(
      from: motion.from.progress, to: motion.to.progress, begin: motion.begin,
      duration: motion.duration, timing: motion.timing, at: time)
  }
}
