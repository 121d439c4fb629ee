import Geometry
import Layers
import Raster

/// Times the layer tree: recording a frame, comparing it with the frame before, searching for the next
/// change, and drawing the damage.
struct LayerBench {
  private let name: String
  private let root: Layer
  private let interval = 1.0 / 60
  private let bounds = IntRect(width: Scene.width, height: Scene.height)
  private let bitmap = Bitmap(width: Scene.width, height: Scene.height)

  static func runAll() {
    for bench in [settled(), morphing(), running()] { bench.run() }
  }

  private init(_ name: String, _ layers: [Layer]) {
    self.name = name
    root = Layer()
    root.anchorPoint = .zero
    for layer in layers { root.addSublayer(layer) }
  }

  private func list(at time: Double) -> DisplayList {
    Compositor.record(root, at: time, scale: 1, bounds: bounds)
  }

  /// Prints the milliseconds of a frame, without drawing and with drawing (median of many), and the
  /// number of drawn pixels.
  private func run() {
    let renderer = Renderer(threads: 1)
    var (now, last) = (0.0, list(at: 0))
    renderer.draw(last.drawList, into: bitmap)
    var pixels = 0
    func frame(draws: Bool) {
      now += interval
      root.completeAnimations(at: now)
      let next = list(at: now)
      let damage = next.damage(from: last)
      _ = root.nextChange(after: now, scale: 1, interval: interval)
      pixels = damage.area
      if draws, !damage.isEmpty {
        renderer.draw(next.drawList(within: damage), into: bitmap, damage: damage)
      }
      last = next
    }
    func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }
    let tree = median(time { frame(draws: false) })
    let whole = median(time { frame(draws: true) })
    let wakes = root.nextChange(after: now, scale: 1, interval: interval) != nil
    print(
      "layers \(name): tree \(fixed(tree)) ms, with drawing \(fixed(whole)) ms, "
        + "\(pixels) pixels, \(wakes ? "next frame due" : "no next frame")")
  }

  // MARK: Trees

  /// The places in a grid of cells.
  private static func cell(_ index: Int, columns: Int, size: Double) -> Rect {
    Rect(
      x: Double(index % columns) * size, y: Double(index / columns) * size, width: size,
      height: size)
  }

  private static func wave(in rect: Rect, phase: Double) -> Path {
    var path = Path()
    for i in 0...60 {
      let share = Double(i) / 60
      let fold = (share * 6 + phase).truncatingRemainder(dividingBy: 1)
      let point = Point(rect.minX + share * rect.width, rect.minY + abs(fold - 0.5) * rect.height)
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  private static func still(_ count: Int) -> [Layer] {
    (0..<count).map { i in
      let cell = cell(i, columns: 32, size: 58)
      let shape = ShapeLayer()
      shape.path = wave(in: cell.insetBy(dx: 4, dy: 4), phase: Double(i) / 7)
      shape.fillColor = nil
      shape.strokeColor = .black
      shape.strokeStyle.width = 2
      return shape
    }
  }

  private static func settled() -> LayerBench { LayerBench("settled, 500 layers", still(500)) }

  private static func morphing() -> LayerBench {
    let layers = still(500)
    let rect = Rect(x: 100, y: 100, width: 400, height: 200)
    let line = ShapeLayer()
    line.fillColor = nil
    line.strokeColor = Color(hex: 0x00a8c8)
    line.strokeStyle.width = 3
    var morph = BasicAnimation(
      .path, from: .path(wave(in: rect, phase: 0)), to: .path(wave(in: rect, phase: 0.4)),
      duration: 0.5)
    morph.timing.autoreverses = true
    morph.timing.repeatCount = .infinity
    line.add(morph, forKey: "path", at: 0)
    return LayerBench("one of 501 layers morphing", layers + [line])
  }

  private static func running() -> LayerBench {
    let layers = (0..<2000).map { i -> Layer in
      let layer = Layer()
      layer.frame = cell(i, columns: 60, size: 30).insetBy(dx: 8, dy: 8)
      layer.backgroundColor = .black
      var move = BasicAnimation(
        .position, from: .point(layer.position), to: .point(layer.position + Point(0, 120)),
        duration: 0.5 + Double(i % 7) / 10, timingFunction: .easeInEaseOut)
      move.timing.autoreverses = true
      move.timing.repeatCount = .infinity
      layer.add(move, forKey: "move", at: 0)
      return layer
    }
    return LayerBench("2000 running animations", layers)
  }
}
