import Geometry

/// The place of a readout: beside its sample and not over it, in its panel if it has room there,
/// and always on the page.
public enum ReadoutPlacement {
  /// - Parameters:
  ///   - size: the readout's.
  ///   - sample: the rectangle that it must leave free.
  ///   - gap: the distance that it keeps from the sample.
  public static func frame(
    size: Size, sample: Rect, panel: Rect, page: Rect, gap: Double
  ) -> Rect {
    let (left, right) = (sample.minX - gap - size.width, sample.maxX + gap)
    func fits(_ x: Double, _ area: Rect) -> Bool { x >= area.minX && x + size.width <= area.maxX }
    let places = [(right, panel), (left, panel), (right, page), (left, page)]
    if let (x, _) = places.first(where: { fits($0.0, $0.1) }) {
      let area = size.height <= panel.height ? panel : page
      let y = held(sample.midY - size.height / 2, size.height, area.minY, area.maxY)
      return Rect(
        x: x, y: held(y, size.height, page.minY, page.maxY), width: size.width, height: size.height)
    }
    // No room on either side: above it, or below.
    let x = held(sample.midX - size.width / 2, size.width, page.minX, page.maxX)
    let above = sample.minY - gap - size.height
    let y = above >= page.minY ? above : sample.maxY + gap
    return Rect(
      x: x, y: held(y, size.height, page.minY, page.maxY), width: size.width, height: size.height)
  }

  /// A start at which a length lies within bounds, or begins with them if it is longer.
  private static func held(
    _ start: Double, _ length: Double, _ lower: Double, _ upper: Double
  ) -> Double {
    max(lower, min(start, upper - length))
  }
}
