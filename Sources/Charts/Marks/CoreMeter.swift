import Geometry
import Layers

/// A row of small upright bars, one for each of several shares of one thing: the cores of a CPU. Without room for all,
/// a bar shows the busiest of a few neighbours.
final class CoreMeter {
  let layer = Layer()
  private var bars: [(track: Layer, fill: Layer)] = []
  private var shares: [Double] = []
  private var box = Rect.zero
  private var environment: ChartEnvironment
  private var color = Color.black
  private static let widest = 8.0

  init(environment: ChartEnvironment) { self.environment = environment }

  /// - Parameter box: the available room; the bars end at its right and bottom edges.
  func layOut(box: Rect, color: Color, environment: ChartEnvironment) {
    self.box = box
    self.color = color
    self.environment = environment
    setCount(0)
    shares = []
  }

  /// - Parameter shares: 0...1 each.
  func update(_ allShares: [Double], at time: Double?) {
    let shares = grouped(allShares)
    let isNew = shares.count != self.shares.count || bars.count != shares.count
    self.shares = shares
    if isNew { setCount(shares.count) }
    layer.isHidden = shares.isEmpty || box.width < environment.hairline
    let animationTime = isNew ? nil : environment.travelTime(time)
    for (share, bar) in zip(shares, bars) {
      let height = max(environment.hairline, min(max(share, 0), 1) * box.height)
      bar.fill.move(
        .bounds, to: .rect(Rect(x: 0, y: 0, width: width, height: height)), at: animationTime)
    }
  }

  /// The shares, at most as many as there is room for bars.
  private func grouped(_ shares: [Double]) -> [Double] {
    // A bar and a gap take at least a device pixel each.
    let most = max(1, Int(box.width * environment.scale / 2))
    let size = max(1, (shares.count + most - 1) / most)
    return stride(from: 0, to: shares.count, by: size).map { start in
      shares[start..<min(start + size, shares.count)].max() ?? 0
    }
  }

  /// The largest width of a bar, in whole device pixels, with which all bars fit.
  private var width: Double {
    let count = Double(max(1, shares.count))
    var pixels = (CoreMeter.widest * environment.type.type * environment.scale).rounded()
    while pixels > 1, (pixels + gap(pixels)) * count > box.width * environment.scale { pixels -= 1 }
    return pixels / environment.scale
  }

  /// The gap between bars of a width, both in device pixels.
  private func gap(_ width: Double) -> Double { max(1, (width / 2).rounded(.down)) }

  private func setCount(_ count: Int) {
    layer.removeAllSublayers()
    let width = self.width
    let step = width + gap(width * environment.scale) / environment.scale
    bars = (0..<count).map { i in
      let x = box.maxX - Double(count - 1 - i) * step - width
      let (track, fill) = (Layer(), Layer())
      track.backgroundColor = environment.theme.grid
      track.frame = Rect(x: x, y: box.minY, width: width, height: box.height)
      fill.backgroundColor = color
      fill.anchorPoint = Point(0, 1)
      fill.position = Point(x, box.maxY)
      layer.addSublayer(track)
      layer.addSublayer(fill)
      return (track, fill)
    }
  }
}
