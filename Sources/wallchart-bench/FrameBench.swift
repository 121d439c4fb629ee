import Geometry
import Layers
import Raster

/// Times frames of a dashboard, four panels with 500 points each, while one panel morphs: drawing the
/// damage, and drawing whole pictures.
struct FrameBench {
  private static let bounds = IntRect(width: Scene.width, height: Scene.height)
  private let root = Layer()
  private let threads: Int

  static func run(threads: Int) {
    let bench = FrameBench(threads: threads)
    let (damaged, pixels) = bench.frame(isWhole: false)
    let (whole, _) = bench.frame(isWhole: true)
    print(
      "frames, one of four panels morphing: damage \(fixed(damaged)) ms, \(pixels) pixels; "
        + "whole \(fixed(whole)) ms; ratio \(fixed(damaged / whole))")
  }

  private init(threads: Int) {
    self.threads = threads
    root.anchorPoint = .zero
    for k in 0..<4 {
      let frame = Rect(
        x: 20 + 960 * Double(k % 2), y: 20 + 540 * Double(k / 2), width: 920, height: 500)
      for layer in FrameBench.panel(k, in: frame) { root.addSublayer(layer) }
    }
  }

  /// The milliseconds to record, compare and draw a frame; the median of many.
  private func frame(isWhole: Bool) -> (milliseconds: Double, pixels: Int) {
    let renderer = Renderer(threads: threads)
    let bitmap = Bitmap(width: Scene.width, height: Scene.height)
    func list(at time: Double) -> DisplayList {
      Compositor.record(root, at: time, scale: 1, bounds: FrameBench.bounds)
    }
    var (now, last) = (0.0, list(at: 0))
    renderer.draw(last.drawList, into: bitmap)
    var pixels = 0
    let samples = time {
      now += 1.0 / 60
      let next = list(at: now)
      let damage = next.damage(from: last)
      pixels = damage.area
      if isWhole {
        renderer.draw(next.drawList, into: bitmap)
      } else if !damage.isEmpty {
        renderer.draw(next.drawList(within: damage), into: bitmap, damage: damage)
      }
      last = next
    }.sorted()
    return (samples[samples.count / 2], pixels)
  }

  // MARK: The picture

  private static let colors = [0x007aff, 0x34c759, 0xff9500, 0xaf52de] as [UInt32]

  /// A smooth line through 500 points, and down to the baseline for its area.
  private static func curve(in rect: Rect, seed: UInt32, isArea: Bool) -> Path {
    var state = seed
    var level = 0.0
    var (path, last) = (Path(), Point.zero)
    for i in 0..<500 {
      state = state &* 1_664_525 &+ 1_013_904_223
      level = 0.98 * level + (Double(state >> 8) / 16_777_216 - 0.5) * 30
      let point = Point(
        rect.minX + 10 + (rect.width - 20) * Double(i) / 499, rect.midY + level)
      let middle = (last.x + point.x) / 2
      if i == 0 {
        path.move(to: point)
      } else {
        path.addCurve(
          to: point, control1: Point(middle, last.y), control2: Point(middle, point.y))
      }
      last = point
    }
    if isArea {
      path.addLine(to: Point(rect.maxX - 10, rect.maxY - 10))
      path.addLine(to: Point(rect.minX + 10, rect.maxY - 10))
      path.closeSubpath()
    }
    return path
  }

  private static func panel(_ k: Int, in rect: Rect) -> [Layer] {
    let background = Layer()
    background.frame = rect
    background.backgroundColor = Color(hex: 0xf8f9fb)
    var grid = Path()
    for i in 0..<10 {
      grid.move(to: Point(rect.minX, rect.minY + 25.5 + 50 * Double(i)))
      grid.addLine(to: Point(rect.maxX, rect.minY + 25.5 + 50 * Double(i)))
    }
    let color = Color(hex: colors[k])
    let (lines, area, line) = (ShapeLayer(), ShapeLayer(), ShapeLayer())
    (lines.path, lines.fillColor, lines.strokeColor) = (grid, nil, Color(hex: 0xdee2e6))
    area.fillColor = Color(hex: colors[k], alpha: 0.3)
    (line.fillColor, line.strokeColor) = (nil, color)
    line.strokeStyle = StrokeStyle(width: 2, cap: .round, join: .round)
    for (layer, isArea) in [(area, true), (line, false)] {
      let from = curve(in: rect, seed: UInt32(1000 + k), isArea: isArea)
      layer.path = from
      if k == 0 {
        var morph = BasicAnimation(
          .path, from: .path(from),
          to: .path(curve(in: rect, seed: 2000, isArea: isArea)), duration: 0.5)
        morph.timing.autoreverses = true
        morph.timing.repeatCount = .infinity
        layer.add(morph, forKey: "path", at: 0)
      }
    }
    return [background, lines, area, line]
  }
}
