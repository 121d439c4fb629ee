import Geometry

/// The place of a readout: beside the sample but not over it, in the panel if there is room, and always on the page.
public enum ReadoutPlacement {
  /// - Parameters:
  ///   - size: the size of the readout.
  ///   - sample: the rectangle that the readout must leave free.
  ///   - gap: the distance between the readout and the sample.
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
    // Without room on either side, the readout is above the sample, or below.
    let x = held(sample.midX - size.width / 2, size.width, page.minX, page.maxX)
    let above = sample.minY - gap - size.height
    let y = above >= page.minY ? above : sample.maxY + gap
    return Rect(
      x: x, y: held(y, size.height, page.minY, page.maxY), width: size.width, height: size.height)
  }

  /// The start at which a length lies within bounds; a longer one starts at the lower bound.
  private static func held(
    _ start: Double, _ length: Double, _ lower: Double, _ upper: Double
  ) -> Double {
    max(lower, min(start, upper - length))
  }
}
