import Geometry

/// The places of the parts of a progress chart.
struct ProgressGeometry: Equatable {
  let ring: Rect
  let racetrack: Racetrack
  /// The boxes that the labels are centred in.
  let step: Rect
  let stepUnit: Rect

  /// The ratio of width to height of the article's view, on a screen of 375 by 667.
  static let articleAspect = 335 / 183.425
  /// The band of the article's pictures, as a share of the height.
  private static let band = 0.1565

  init(frame: Rect, style: ProgressChart.Style) {
    var size = Size(max(0, frame.width), max(0, frame.height))
    if let aspect = style.aspectRatio, aspect > 0, aspect.isFinite {
      size = Size(min(size.width, size.height * aspect), min(size.height, size.width / aspect))
    }
    ring = Rect(
      x: frame.midX - size.width / 2, y: frame.midY - size.height / 2, width: size.width,
      height: size.height)
    let band = style.radiusWidth ?? Self.band * min(size.width, size.height)
    racetrack = Racetrack(in: ring, band: band.isFinite ? band : 0)
    let (width, height) = (size.width, size.height)
    step = Rect(
      x: ring.midX - 0.3 * width, y: ring.midY - (0.14 + style.labelLift) * height,
      width: 0.6 * width, height: 0.28 * height)
    stepUnit = Rect(
      x: ring.midX - 0.2 * width, y: step.maxY, width: 0.4 * width, height: 0.25 * height)
  }
}
