import Geometry
import Layers

/// A row of small upright bars, one for each of several shares of one thing: the cores of a CPU.
final class CoreMeter {
  let layer = Layer()
  private var bars: [(track: Layer, fill: Layer)] = []
  private var shares: [Double] = []
  private var box = Rect.zero
  private var environment: ChartEnvironment
  private var color = Color.black
  private static let widest = 8.0
  private static let gapShare = 0.5

  init(environment: ChartEnvironment) { self.environment = environment }

  /// - Parameter box: the most room there is; the bars end at its right and bottom edges.
  func layOut(box: Rect, color: Color, environment: ChartEnvironment) {
    self.box = box
    self.color = color
    self.environment = environment
    if !shares.isEmpty {
      setCount(0)
      update(shares, at: nil)
    }
  }

  /// - Parameter shares: 0...1 each.
  func update(_ shares: [Double], at time: Double?) {
    let isNew = shares.count != self.shares.count || bars.count != shares.count
    self.shares = shares
    if isNew { setCount(shares.count) }
    layer.isHidden = shares.isEmpty || width < environment.hairline
    let animationTime = isNew ? nil : environment.travelTime(time)
    for (share, bar) in zip(shares, bars) {
      let height = max(environment.hairline, min(max(share, 0), 1) * box.height)
      bar.fill.move(
        .bounds, to: .rect(Rect(x: 0, y: 0, width: width, height: height)), at: animationTime)
    }
  }

  /// The width of one bar, so that all have room; on whole device pixels.
  private var width: Double {
    let count = Double(max(1, shares.count))
    let room = box.width / (count + (count - 1) * CoreMeter.gapShare)
    let most = CoreMeter.widest * environment.type.type
    return (min(room, most) * environment.scale).rounded(.down) / environment.scale
  }

  private func setCount(_ count: Int) {
    layer.removeAllSublayers()
    let step = environment.snapped(width * (1 + CoreMeter.gapShare))
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
