import DrawingGenerator
import Geometry
import TestSupport
import Testing

@testable import Raster

/// Paths that change, mostly at an end, drawn from the kept coverage of earlier paths.
@Suite struct GrowingPathTests {
  private static let (width, height) = (300, 90)
  private static let clip = Clip(rect: Rect(x: 7, y: 5, width: 281, height: 77))

  /// A curve whose values change here and there, its area, and a band below it.
  private struct Curve {
    var random: SeededGenerator
    var values: [Double?] = []
    var first = 0
    let step: Double
    let isSmooth: Bool
    /// Few values make level lines, and edges of areas on their ground.
    let levels: Double
    var ground = 70.0
    /// The drawing, until `change`.
    private(set) var line = Path()
    private(set) var area = Path()
    private(set) var band = Path()

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      step = [1.3, 2.9, 7, 7.13, 16.1, 31].randomElement(using: &random)!
      isSmooth = .random(using: &random)
      levels = [3, 60].randomElement(using: &random)!
      while Double(values.count) * step < 240 { values.append(value()) }
      draw()
    }

    mutating func append(_ value: Double?) {
      values.append(value)
      draw()
    }

    private mutating func value() -> Double? {
      if Int.random(in: 0..<40, using: &random) == 0 { return nil }
      return 10 + (Double.random(in: 0...1, using: &random) * levels).rounded() * 60 / levels
    }

    mutating func change() {
      let (count, kind) = (values.count, Int.random(in: 0..<16, using: &random))
      switch kind {
      case 0..<6: values.append(value())
      case 6, 7:
        values.append(value())
        values.removeFirst()
        first += 1
      case 8:
        let gone = Int.random(in: 1...min(5, count / 4), using: &random)
        values.removeFirst(gone)
        first += gone
      case 9: values[count - 1] = value()
      case 10: values[0] = value()
      case 11: values.removeLast()
      case 12:
        values.insert(value(), at: 0)
        first -= 1
      case 13: values[Int.random(in: 0..<count, using: &random)] = value()
      case 14: for _ in 0..<3 { values.append(value()) }
      default: ground = [70, 60, 75.5].randomElement(using: &random)!
      }
      draw()
    }

    private mutating func draw() {
      (line, area, band) = (Path(), Path(), Path())
      for points in points() {
        band.addBand(below: points, step: step, isSmooth: isSmooth)
        line.addRun(through: points, step: step, isSmooth: isSmooth)
        area.addRun(through: points, step: step, isSmooth: isSmooth)
        area.addLine(to: Point(points.last!.x, ground))
        area.addLine(to: Point(points[0].x, ground))
        area.closeSubpath()
      }
    }

    private func points() -> [[Point]] {
      var runs: [[Point]] = [[]]
      for (i, value) in values.enumerated() {
        if let value {
          runs[runs.count - 1].append(Point(Double(first + i) * step, value))
        } else {
          runs.append([])
        }
      }
      return runs.filter { $0.count > 1 }
    }
  }

  private func list(_ curve: Curve, _ style: StrokeStyle, at x: Double) -> DrawList {
    let transform = AffineTransform(a: 1, b: 0, c: 0, d: 0.9, tx: x, ty: 4.375)
    return DrawList([
      DrawOperation(.clear(.white)),
      DrawOperation(
        .fill(
          curve.area, .nonZero, transform: transform, .color(Color(red: 0.1, green: 0.6, blue: 0.9))
        ), clip: Self.clip, keepsCoverage: true),
      DrawOperation(
        .fill(
          curve.band, .nonZero, transform: transform, .color(Color(red: 0.9, green: 0.3, blue: 0.2))
        ), clip: Self.clip, keepsCoverage: true),
      DrawOperation(
        .stroke(curve.line, style, transform: transform, .color(.black)), clip: Self.clip,
        keepsCoverage: true),
    ])
  }

  private func differing(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).count { $0 != $1 }
  }

  /// Draws a curve that changes and slides, and compares each frame with a frame that is drawn
  /// without kept coverage.
  private func wrongPixels(seed: UInt64, _ renderer: Renderer) -> Int {
    var curve = Curve(seed: seed)
    var random = curve.random
    let style = StrokeStyle(
      width: [0.7, 2, 5].randomElement(using: &random)!,
      cap: [.butt, .round, .square].randomElement(using: &random)!,
      join: [.miter, .round, .bevel].randomElement(using: &random)!, miterLimit: 3)
    let kept = Bitmap(width: Self.width, height: Self.height)
    let exact = Bitmap(width: Self.width, height: Self.height)
    var (x, wrong) = (0.0, 0)
    for frame in 0..<45 {
      x -= Double(Int.random(in: 0...3, using: &random)) / 2
      if frame % 3 == 2 { curve.change() }
      renderer.draw(list(curve, style, at: x), into: kept)
      // A path that is drawn only once is not kept.
      Renderer(threads: 1).draw(list(curve, style, at: x), into: exact)
      if kept.pixels != exact.pixels { wrong += differing(kept, exact) }
    }
    return wrong
  }

  @Test(arguments: 0..<40) func whatChangesIsWhatWouldBeDrawnAnew(seed: UInt64) {
    let renderer = Renderer(threads: 1)
    #expect(wrongPixels(seed: seed, renderer) == 0)
    #expect(renderer.coverage.cost == renderer.coverage.countedCost)
  }

  @Test(arguments: Kernels.allCases.filter(\.isAvailable))
  func allKernelsDrawItAlike(_ kernels: Kernels) {
    for seed in 100..<106 as Range<UInt64> {
      #expect(wrongPixels(seed: seed, Renderer(threads: 1, kernels: kernels)) == 0, "seed \(seed)")
    }
  }

  @Test func withLittleRoomItIsDrawnAllTheSame() {
    for limit in [9_000, 40_000, 120_000] {
      let renderer = Renderer(threads: 1)
      renderer.coverage.bound = { _ in limit }
      for seed in 200..<206 as Range<UInt64> {
        #expect(wrongPixels(seed: seed, renderer) == 0, "limit \(limit), seed \(seed)")
        #expect(renderer.coverage.cost <= limit)
        #expect(renderer.coverage.cost == renderer.coverage.countedCost)
      }
    }
  }

  /// Two equal curves in one plot share their kept coverage, and either may grow first.
  @Test func curvesThatAreAlikeDoNotTakeFromEachOther() {
    let renderer = Renderer(threads: 1)
    let kept = Bitmap(width: Self.width, height: Self.height)
    let exact = Bitmap(width: Self.width, height: Self.height)
    var (a, b) = (Curve(seed: 7), Curve(seed: 7))
    for frame in 0..<40 {
      if frame % 3 == 1 { a.change() }
      if frame % 3 == 2 { b.change() }
      let x = Double(-frame)
      func draw(_ renderer: Renderer, into bitmap: Bitmap) {
        let lists = [a, b].map { list($0, StrokeStyle(width: 2), at: x) }
        renderer.draw(
          DrawList(lists[0].operations + lists[1].operations.dropFirst()), into: bitmap)
      }
      draw(renderer, into: kept)
      draw(Renderer(threads: 1), into: exact)
      #expect(differing(kept, exact) == 0, "frame \(frame)")
    }
  }

  /// Only the latest state of the last block is kept for line, area and band.
  @Test func whatALineHasGrownFromIsForgotten() {
    let renderer = Renderer(threads: 1)
    let bitmap = Bitmap(width: Self.width, height: Self.height)
    var curve = Curve(seed: 3)
    var length = 0.0
    for frame in 0..<200 {
      if frame % 5 == 0 { curve.append(Double(frame % 7) * 9) }
      length = Double(curve.values.count - 1) * curve.step
      renderer.draw(
        list(curve, StrokeStyle(width: 2), at: 280 - length - Double(frame % 5)),
        into: bitmap)
    }
    let blocks = Int(length) / BlockCoverage.width + 3
    #expect(renderer.coverage.count > 3 * 4)
    #expect(renderer.coverage.count <= 3 * blocks)
  }

  // MARK: Differences
  private func line(_ values: [Double], from x: Int = 0, ground: Double? = nil) -> Path {
    var path = Path()
    path.move(to: Point(Double(10 * x), values[0]))
    for i in 1..<values.count { path.addLine(to: Point(Double(10 * (x + i)), values[i])) }
    if let ground {
      path.addLine(to: Point(Double(10 * (x + values.count - 1)), ground))
      path.addLine(to: Point(Double(10 * x), ground))
      path.closeSubpath()
    }
    return path
  }

  private func band(_ values: [Double], from x: Int = 0) -> Path {
    var path = line(values, from: x)
    for i in values.indices.reversed() {
      path.addLine(to: Point(Double(10 * (x + i)), values[i] + 20))
    }
    path.closeSubpath()
    return path
  }

  private static let many = (0..<20).map { Double($0 * 7 % 11) }

  @Test(
    arguments: [
      // One more point: the segment before has another join; an area only ends elsewhere.
      (many + [4], 0, 180.0, 190.0),
      (Array(many.dropLast()) + [90], 0, 170, 180),
      // Points lost at the beginning: nothing differs to the right of the first remaining segment.
      (Array(many.dropFirst(3)), 3, nil, nil),
      (many, 0, nil, nil),
    ] as [([Double], Int, Double?, Double?)])
  func changesBeginWhereTheyMatter(
    values: [Double], from x: Int, line first: Double?, area other: Double?
  ) {
    let columns = 60.0...1000
    let strokes = PathChanges(
      from: line(Self.many), to: line(values, from: x), .stroke(StrokeStyle()))
    #expect(strokes != nil)
    #expect(strokes?.first(in: columns) == first)
    let areas = PathChanges(
      from: line(Self.many, ground: 30), to: line(values, from: x, ground: 30), .fill(.nonZero))
    #expect(areas != nil)
    #expect(areas?.first(in: columns) == other)
  }

  /// A band has its end in the middle of its path, and its beginning at both ends.
  @Test(
    arguments: [
      (many + [4], 0, 190.0, 200.0, nil),
      (Array(many.dropLast()) + [90], 0, 180, 190, nil),
      (Array(many.dropFirst(3)), 3, 0, 30, nil),
      (Array(many.dropFirst(3)) + [4], 3, 0, 200, 190),
    ] as [([Double], Int, Double, Double, Double?)])
  func changesOfABandAreThoseOfItsEnds(
    values: [Double], from x: Int, first: Double, last: Double, second: Double?
  ) {
    let changes = PathChanges(from: band(Self.many), to: band(values, from: x), .fill(.nonZero))
    #expect(changes != nil)
    #expect(changes?.first(in: -100...1000) == first)
    #expect(changes?.first(in: 40...179) == nil)
    #expect(changes?.first(in: 40...1000) == (first > 40 ? first : second))
    #expect(changes?.first(in: last + 1...1000) == nil)
  }

  @Test func anotherGroundChangesAllOfAnArea() {
    let changes = PathChanges(
      from: line(Self.many, ground: 30), to: line(Self.many + [3], ground: 31), .fill(.nonZero))
    #expect(changes?.first(in: 60...70) == 0)
  }

  @Test func pathsWithLittleInCommonHaveNotGrownFromEachOther() {
    let style = Outline.stroke(StrokeStyle())
    let others = Self.many.map { $0 + 1 }
    #expect(PathChanges(from: line(Self.many), to: line(others), style) == nil)
    #expect(
      PathChanges(from: line(Self.many), to: line([Self.many[0]] + others), style) == nil)
    #expect(
      PathChanges(from: line(Self.many), to: line(Array(Self.many.prefix(8)) + others), style)
        == nil)
    // The closing segment of a stroke depends on both ends.
    #expect(
      PathChanges(
        from: line(Self.many, ground: 3), to: line(Self.many + [3], ground: 3), style) == nil)
  }

  // MARK: Blocks
  private func rows(of block: BlockCoverage) -> [Int: [UInt8]] {
    var result: [Int: [UInt8]] = [:]
    for row in block.rows {
      var values: [UInt8] = []
      let kinds = Int(block.block.kinds[row - block.rows.lowerBound])
      var next = Int(block.block.starts[row - block.rows.lowerBound]) * BlockCoverage.groupWidth
      for group in 0..<(BlockCoverage.width / BlockCoverage.groupWidth) {
        for _ in 0..<BlockCoverage.groupWidth {
          if kinds & 1 << group != 0 {
            values.append(block.block.values[next])
            next += 1
          } else {
            values.append(kinds & 16 << group != 0 ? .max : 0)
          }
        }
      }
      if values.contains(where: { $0 > 0 }) { result[row] = values }
    }
    return result
  }

  @Test(arguments: [1, 15, 16, 17, 33, 48, 63, 64])
  func columnsFromOneOnAreDrawnOverWhatWasThere(column: Int) {
    let rasterizer = CoverageRasterizer(kernels: Kernels.best.table)
    func coverage(_ path: Path, from column: Int = 0, over before: BlockCoverage? = nil)
      -> BlockCoverage
    {
      rasterizer.coverage(
        of: path, .fill(.nonZero), .identity, height: 100, from: column, over: before)
    }
    let high = coverage(Path(ellipseIn: Rect(x: -9.3, y: 3.4, width: 70, height: 60)))
    let low = Path(ellipseIn: Rect(x: 3.1, y: 41.7, width: 90, height: 50))
    let (left, right) = (rows(of: high), rows(of: coverage(low)))
    let both = rows(of: coverage(low, from: column, over: high))
    let nothing = [UInt8](repeating: 0, count: BlockCoverage.width)
    for row in 0..<100 {
      let expected =
        (left[row] ?? nothing).prefix(column) + (right[row] ?? nothing).dropFirst(column)
      #expect(Array(expected) == both[row] ?? nothing, "row \(row)")
    }
  }

  @Test func rowsWithNothingAreNotKept() {
    let rasterizer = CoverageRasterizer(kernels: Kernels.best.table)
    let tall = rasterizer.coverage(
      of: Path(rect: Rect(x: 40.5, y: 2, width: 9, height: 90)), .fill(.nonZero), .identity,
      height: 100)
    #expect(tall.rows == 2..<92)
    let short = rasterizer.coverage(
      of: Path(rect: Rect(x: 40.5, y: 20, width: 9, height: 7)), .fill(.nonZero), .identity,
      height: 100, from: 32, over: tall)
    #expect(short.rows == 20..<27)
    #expect(short.cost < tall.cost)
  }
}

extension Path {
  /// Adds a band that is as high as a wave of its points' places.
  fileprivate mutating func addBand(below points: [Point], step: Double, isSmooth: Bool) {
    addRun(through: points, step: step, isSmooth: isSmooth)
    for point in points.reversed() {
      addLine(to: Point(point.x, point.y + 9 + (point.x / step).remainder(dividingBy: 5)))
    }
    closeSubpath()
  }
}
