import Geometry
import TestSupport
import Testing

@testable import Raster

/// Paths that slide, drawn from kept coverage.
@Suite struct KeptCoverageTests {
  private static let (width, height) = (300, 90)
  private static let clip = Clip(rect: Rect(x: 7, y: 5, width: 281, height: 77))

  /// A line through noise that goes on at the right and is forgotten at the left, and its area.
  private struct Stream {
    var random: SeededGenerator
    var values: [Double]
    var first = 0
    let step: Double
    let isCurved: Bool

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      step = Double.random(in: 1.3...31, using: &random)
      isCurved = .random(using: &random)
      values = []
      for _ in 0..<Int(320 / step) { append() }
    }

    mutating func append() { values.append(Double.random(in: -10...100, using: &random)) }

    mutating func slide() {
      append()
      if Bool.random(using: &random) {
        values.removeFirst()
        first += 1
      }
    }

    private func point(_ i: Int) -> Point { Point(Double(first + i) * step, values[i]) }

    var line: Path {
      var path = Path()
      path.move(to: point(0))
      for i in 1..<values.count {
        // Some are gaps.
        if (first + i) % 37 == 5 {
          path.move(to: point(i))
        } else if isCurved {
          let third = Point(step / 3, 0)
          path.addCurve(to: point(i), control1: point(i - 1) + third, control2: point(i) - third)
        } else {
          path.addLine(to: point(i))
        }
      }
      return path
    }

    var area: Path {
      var path = Path()
      var start = 0
      func close(_ end: Int) {
        path.addLine(to: Point(point(end).x, 80.3))
        path.addLine(to: Point(point(start).x, 80.3))
        path.closeSubpath()
      }
      path.move(to: point(0))
      for i in 1..<values.count {
        if (first + i) % 37 == 5 {
          close(i - 1)
          start = i
          path.move(to: point(i))
        } else {
          path.addLine(to: point(i))
        }
      }
      close(values.count - 1)
      return path
    }
  }

  private struct Scene {
    var line: Path
    var area: Path
    var transform: AffineTransform
    var style: StrokeStyle
    var paints: [Paint]

    func list(isKept: Bool, clip: Clip) -> DrawList {
      DrawList([
        DrawOperation(.clear(.white)),
        DrawOperation(
          .fill(area, .nonZero, transform: transform, paints[0]), clip: clip,
          keepsCoverage: isKept),
        DrawOperation(
          .stroke(line, style, transform: transform, paints[1]), clip: clip,
          keepsCoverage: isKept),
      ])
    }
  }

  private func gradient(to end: Point) -> Paint {
    .gradient(
      LinearGradient(
        stops: [
          .init(0, Color(red: 1, green: 0.5, blue: 0)),
          .init(1, Color(red: 0.9, green: 0, blue: 0.4, alpha: 0.3)),
        ], start: .zero, end: end))
  }

  private func paints(_ random: inout SeededGenerator) -> [Paint] {
    let all: [Paint] = [
      .color(.black), .color(Color(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.4)),
      gradient(to: Point(0, 90)), gradient(to: Point(300, 0)), gradient(to: Point(300, 90)),
    ]
    return [all.randomElement(using: &random)!, all.randomElement(using: &random)!]
  }

  private func style(_ random: inout SeededGenerator) -> StrokeStyle {
    StrokeStyle(
      width: [0.7, 2, 3, 9].randomElement(using: &random)!,
      cap: [.butt, .round, .square].randomElement(using: &random)!,
      join: [.miter, .round, .bevel].randomElement(using: &random)!, miterLimit: 3)
  }

  private func differing(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).count { $0 != $1 }
  }

  /// Slides a stream by some pixels a frame, and compares each frame, of which
  /// sometimes only a part is drawn, with a frame that is drawn whole and anew.
  private func wrongPixels(
    seed: UInt64, _ renderer: Renderer, clip: Clip = KeptCoverageTests.clip
  ) -> Int {
    var stream = Stream(seed: seed)
    var random = stream.random
    var scene = Scene(
      line: stream.line, area: stream.area, transform: .identity, style: style(&random),
      paints: paints(&random))
    let kept = Bitmap(width: Self.width, height: Self.height)
    var offset = 0.0
    var wrong = 0
    for frame in 0..<30 {
      offset -= Double(Int.random(in: 0...5, using: &random))
      if frame % 4 == 1 {
        stream.slide()
        (scene.line, scene.area) = (stream.line, stream.area)
      }
      scene.transform = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: offset, ty: 0.375)
      let exact = Bitmap(width: Self.width, height: Self.height)
      let list = scene.list(isKept: true, clip: clip)
      Renderer(threads: 1).draw(list, into: exact)
      if frame % 3 == 0 {
        let x = Int.random(in: 0...200, using: &random)
        let part = IntRect(minX: x, minY: 11, maxX: x + 70, maxY: 60)
        renderer.draw(list, into: kept, damage: [part])
        for y in part.minY..<part.maxY {
          for x in part.minX..<part.maxX where kept[x, y] != exact[x, y] { wrong += 1 }
        }
      } else {
        renderer.draw(list, into: kept)
        wrong += differing(kept, exact)
      }
    }
    return wrong
  }

  @Test(arguments: 0..<20) func whatSlidesIsWhatWouldBeDrawnAnew(seed: UInt64) {
    #expect(wrongPixels(seed: seed, Renderer(threads: 1)) == 0)
  }

  @Test(arguments: Kernels.allCases.filter(\.isAvailable))
  func allKernelsDrawItAlike(_ kernels: Kernels) {
    for seed in 100..<110 as Range<UInt64> {
      #expect(wrongPixels(seed: seed, Renderer(threads: 2, kernels: kernels)) == 0, "seed \(seed)")
    }
  }

  @Test func clipsThatAreNoWholePixelsHoldToo() {
    let rect = Rect(x: 7.4, y: 5.2, width: 270.3, height: 70.9)
    for seed in 200..<210 as Range<UInt64> {
      let clip = Clip(
        rect: rect, paths: [ClipPath(path: Path(roundedRect: rect, cornerRadius: 20))])
      #expect(wrongPixels(seed: seed, Renderer(threads: 1), clip: clip) == 0, "seed \(seed)")
    }
  }

  @Test func whereThereIsNoRoomItIsDrawnAllTheSame() {
    for limit in [0, 20_000, 200_000] {
      let renderer = Renderer(threads: 1)
      renderer.coverage.bound = { _ in limit }
      for seed in 300..<305 as Range<UInt64> {
        #expect(wrongPixels(seed: seed, renderer) == 0, "limit \(limit), seed \(seed)")
        #expect(renderer.coverage.cost <= limit)
      }
    }
  }

  private func list(_ lines: [Path], width: Double = 1) -> DrawList {
    DrawList(
      [DrawOperation(.clear(.white))]
        + lines.map {
          DrawOperation(
            .stroke($0, StrokeStyle(width: width), transform: .identity, .color(.black)),
            clip: Self.clip, keepsCoverage: true)
        })
  }

  /// The paths that the memory has no room for must not displace those that the memory keeps.
  @Test func ofLinesBeyondTheBoundTheFirstStayKept() {
    let renderer = Renderer(threads: 1)
    renderer.coverage.bound = { _ in 200_000 }
    var streams = (0..<40).map { Stream(seed: UInt64($0)) }
    let kept = Bitmap(width: Self.width, height: Self.height)
    let exact = Bitmap(width: Self.width, height: Self.height)
    var lines = streams.map(\.line)
    var counts: [Int] = []
    for frame in 0..<40 {
      if frame == 20 {
        for i in streams.indices { streams[i].append() }
        lines = streams.map(\.line)
      }
      renderer.draw(list(lines), into: kept)
      Renderer(threads: 1).draw(list(lines), into: exact)
      #expect(differing(kept, exact) == 0, "frame \(frame)")
      counts.append(renderer.coverage.count)
    }
    #expect(counts[1] > 10 && Set(counts[1..<20]).count == 1)
    #expect(abs(counts[39] - counts[1]) <= 10)
    #expect(renderer.coverage.pathCount < 40)
    #expect(renderer.coverage.searchCount == 0)
  }

  /// A search walks through all blocks, so that one for each new block would take longer than all drawing.
  @Test func aFrameSearchesTheMemoryFewTimes() {
    let renderer = Renderer(threads: 1)
    let lines = (0..<60).map { Stream(seed: UInt64($0)).line }
    renderer.coverage.bound = { _ in 400_000 }
    let bitmap = Bitmap(width: Self.width, height: Self.height)
    for i in 0..<40 {
      // Lines that are seen once are not kept.
      let first = i / 2
      let before = renderer.coverage.searchCount
      renderer.draw(list(Array(lines[first..<first + 40]), width: 12), into: bitmap)
      #expect(renderer.coverage.searchCount - before <= 3)
    }
    #expect(renderer.coverage.searchCount > 0)
  }

  /// Estimates bound the memory of the cache, so that they must be near the truth.
  @Test(arguments: 0..<20) func theEstimatedCostIsNearTheCost(seed: UInt64) throws {
    let line = Stream(seed: seed).line
    let renderer = Renderer(threads: 1)
    for _ in 0..<2 {
      renderer.draw(
        list([line]), into: Bitmap(width: Self.width, height: Self.height))
    }
    let outline = Outline.stroke(StrokeStyle(width: 1))
    let space = try #require(KeptSpace(outline, .identity, Self.clip))
    let cost = space.estimatedCost(of: line)
    #expect((0.9...1.4).contains(Double(cost) / Double(renderer.coverage.cost)))
    // The walk over the points ends where the cost is known to be too high.
    for most in [0, cost / 3, cost - 1, cost, 2 * cost] {
      #expect((space.estimatedCost(of: line, most: most) <= most) == (cost <= most))
    }
  }

  @Test(arguments: [1e308, -1e308]) func hugePathsCostMuch(y: Double) throws {
    var path = Path()
    path.move(to: Point(0, -y))
    for i in 0..<9 { path.addLine(to: Point(Double(i) * 1e307, y)) }
    for scale in [0, 1.0] {
      let transform = AffineTransform(a: 1, b: 0, c: 0, d: scale, tx: 0, ty: 0)
      let space = try #require(
        KeptSpace(.stroke(StrokeStyle(width: 1)), transform, Self.clip))
      #expect(space.estimatedCost(of: path) >= 1 << 39)
    }
  }

  private func draw(_ scene: Scene, with renderer: Renderer) {
    let bitmap = Bitmap(width: Self.width, height: Self.height)
    renderer.draw(scene.list(isKept: true, clip: Self.clip), into: bitmap)
  }

  private func scene(_ stream: Stream, offset: Double = 0) -> Scene {
    Scene(
      line: stream.line, area: stream.area, transform: .translation(offset, 0),
      style: StrokeStyle(width: 2), paints: [.color(.black), .color(.white)])
  }

  @Test func aPathThatIsSeenOnceIsNotKept() {
    let renderer = Renderer(threads: 1)
    for seed in 0..<5 as Range<UInt64> { draw(scene(Stream(seed: seed)), with: renderer) }
    #expect(renderer.coverage.count == 0)
    let again = scene(Stream(seed: 9))
    draw(again, with: renderer)
    draw(again, with: renderer)
    // Five blocks each of the line and the area.
    #expect(renderer.coverage.count == 10)
  }

  /// One coverage serves all columns.
  @Test func theCoverageIsKeptOnce() {
    let renderer = Renderer(threads: 1)
    let stream = Stream(seed: 3)
    var moved = scene(stream)
    var counts: [Int] = []
    for offset in [0.0, 0, -1, -7.5, 0.2, 1.7] {
      moved.transform.tx = offset
      draw(moved, with: renderer)
      counts.append(renderer.coverage.count)
    }
    #expect(counts == [0, 10, 10, 10, 10, 10])
  }

  @Test func whatComesAtTheEndLeavesTheOtherBlocksAsTheyWere() {
    let renderer = Renderer(threads: 1)
    var stream = Stream(seed: 3)
    draw(scene(stream), with: renderer)
    draw(scene(stream), with: renderer)
    let before = renderer.coverage.count
    stream.append()
    draw(scene(stream), with: renderer)
    #expect(renderer.coverage.count - before <= 4)
  }

  @Test(arguments: [(-3.6, -4.0), (-3.25, -3), (0.4, 0), (7.5, 8), (1e12, 1e12)])
  func otherPlacesAreDrawnInTheNearestColumn(offset: Double, nearest: Double) {
    let renderer = Renderer(threads: 1)
    let exact = Bitmap(width: Self.width, height: Self.height)
    let kept = Bitmap(width: Self.width, height: Self.height)
    let stream = Stream(seed: 4)
    let list = scene(stream, offset: offset).list(isKept: true, clip: Self.clip)
    for _ in 0..<3 { renderer.draw(list, into: kept) }
    renderer.draw(
      scene(stream, offset: nearest).list(isKept: false, clip: Self.clip), into: exact)
    #expect(differing(kept, exact) == 0)
    #expect((offset < 1e9 ? 10...12 : 0...0).contains(renderer.coverage.count))
  }

  /// A frame draws only the end of a line for as long as the line does not slide, and then draws all of the line.
  @Test func whatIsInViewOfAPathThatIsDrawnInPartIsKept() {
    let renderer = Renderer(threads: 1)
    let bitmap = Bitmap(width: Self.width, height: Self.height)
    var stream = Stream(seed: 6)
    var list = scene(stream).list(isKept: true, clip: Self.clip)
    for _ in 0..<2 { renderer.draw(list, into: bitmap) }
    let before = renderer.coverage.count
    for frame in 0..<410 {
      if frame % 100 == 99 {
        stream.values[stream.values.count - 1] += 1
        list = scene(stream).list(isKept: true, clip: Self.clip)
      }
      renderer.draw(list, into: bitmap, damage: [IntRect(minX: 270, minY: 0, maxX: 290, maxY: 90)])
    }
    #expect(renderer.coverage.count == before)
    // A page that is not shown keeps nothing.
    let empty = DrawList([DrawOperation(.clear(.white))])
    for _ in 0..<400 { renderer.draw(empty, into: bitmap) }
    #expect(renderer.coverage.count == 0 && renderer.coverage.cost == 0)
  }

  /// Plots in one row slide in frames of their own.
  @Test func plotsBesideEachOtherKeepTheirPaths() {
    let renderer = Renderer(threads: 1)
    let bitmap = Bitmap(width: Self.width, height: Self.height)
    let sides = [7.0, 150].map { Rect(x: $0, y: 5, width: 130, height: 77) }
    let operations = zip(sides, 6...).flatMap { side, seed in
      scene(Stream(seed: UInt64(seed))).list(isKept: true, clip: Clip(rect: side)).operations
    }
    let list = DrawList(operations)
    for _ in 0..<2 { renderer.draw(list, into: bitmap) }
    for frame in 0..<6 {
      #expect(renderer.coverage.pathCount == 4)
      renderer.draw(list, into: bitmap, damage: [IntRect(covering: sides[frame % 2])])
    }
  }

  /// A morph draws another path in each frame, and must not fill the memory with these paths.
  @Test func pathsOnTheirWayAreForgotten() {
    let renderer = Renderer(threads: 1)
    for seed in UInt64(1)...20 {
      draw(scene(Stream(seed: seed)), with: renderer)
      #expect(renderer.coverage.pathCount <= 4)
    }
    let settled = scene(Stream(seed: 21))
    for _ in 0..<6 { draw(settled, with: renderer) }
    #expect((1...2).contains(renderer.coverage.pathCount) && renderer.coverage.count > 0)
  }

  @Test func scalesOnTheirWayAreForgotten() {
    let renderer = Renderer(threads: 1)
    var zoomed = scene(Stream(seed: 22))
    for i in 0..<20 {
      zoomed.transform = AffineTransform(a: 1, b: 0, c: 0, d: 1 + Double(i) / 20, tx: 0, ty: 0)
      draw(zoomed, with: renderer)
      #expect(renderer.coverage.pathCount <= 4)
    }
    for _ in 0..<3 { draw(zoomed, with: renderer) }
    #expect(renderer.coverage.pathCount == 2 && renderer.coverage.count > 0)
  }

  @Test func whatIsMovedIsDrawnElsewhere() {
    let stream = Stream(seed: 5)
    let renderer = Renderer(threads: 1)
    let exact = Bitmap(width: Self.width, height: Self.height)
    let moved = Bitmap(width: Self.width, height: Self.height)
    renderer.draw(
      scene(stream, offset: -7).list(isKept: false, clip: Self.clip), into: exact)
    for isKept in [false, true] {
      let operations = scene(stream, offset: -3).list(isKept: isKept, clip: Self.clip).operations
      let list = DrawList(
        operations.map { $0.moved(by: Point(-4, 0), clippedTo: $0.clip) ?? $0 })
      renderer.draw(list, into: moved)
      #expect(differing(moved, exact) == 0)
    }
  }

  // MARK: Differences from plain drawing
  /// The number of pixels in which a path that moves to the left differs from a drawing without
  /// kept coverage.
  private func differing(
    _ content: (AffineTransform) -> DrawOperation.Content, scale: Double
  ) -> Int {
    let renderer = Renderer(threads: 1)
    let kept = Bitmap(width: Self.width, height: Self.height)
    let plain = Bitmap(width: Self.width, height: Self.height)
    var count = 0
    for x in [0, 0, -0.25, -64, -3.5, -17, 40.75] {
      let transform = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: 4.375)
      let list = DrawList([
        DrawOperation(.clear(.white)),
        DrawOperation(content(transform), clip: Self.clip, keepsCoverage: true),
      ])
      renderer.draw(list, into: kept)
      Renderer(threads: 1).draw(list, into: plain)
      count += differing(kept, plain)
    }
    return count
  }

  /// 0.9 times these are half-way between points of the grid, but for rounding.
  @Test func pointsBetweenThoseOfTheGridAreSnappedAlikeEverywhere() {
    var path = Path()
    for i in 0..<300 {
      let (x, y) = (1024 * i + 511, 40_000 + 37 * (i * i % 311))
      let point = Point(Double(2 * x + 1) * 5 / 9216, Double(2 * y + 1) * 5 / 9216)
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.addLine(to: Point(300, 90))
    path.addLine(to: Point(0, 90))
    #expect(
      differing({ .fill(path, .nonZero, transform: $0, .color(.black)) }, scale: 0.9) == 0)
  }

  @Test func aPointThatComesTwiceMakesNoOtherJoin() {
    for step in stride(from: 70.3, to: 110, by: 5) {
      var path = Path()
      path.move(to: Point(0, 10))
      for i in 1..<5 {
        for _ in 0..<3 { path.addLine(to: Point(Double(i) * step, Double(i % 2) * 47.7 + 5)) }
      }
      for width in [0.55, 2, 11] {
        let style = StrokeStyle(width: width, join: .bevel)
        #expect(
          differing({ .stroke(path, style, transform: $0, .color(.black)) }, scale: 1) == 0)
      }
    }
  }

  /// The coverage of a path that is moved to the right, in a region of 64 columns and 32 rows.
  private func coverage(
    _ path: Path, at x: Int, within region: IntRect, _ kernels: Kernels
  ) -> [UInt8] {
    let rasterizer = CoverageRasterizer(kernels: kernels.table)
    let shape = rasterizer.shape(
      ShapeSource(
        path: path, rule: .nonZero, style: nil, transform: .translation(Double(x), 0),
        region: region, isCut: true))
    var values = [UInt8](repeating: 0, count: 64 * 32)
    values.withUnsafeMutableBufferPointer {
      rasterizer.draw(
        shape, region: region, rows: 0..<32, into: $0.baseAddress!, stride: 64)
    }
    return values
  }

  /// One loop adds edges within the columns, another loop adds edges that leave them.
  @Test(arguments: Kernels.allCases.filter(\.isAvailable))
  func edgesThatEndOnTheBorderOfColumnsAreAddedAlike(_ kernels: Kernels) {
    let path = polygon([Point(-1, 1.25), Point(6, 28.75), Point(13, 7.25)])
    func rows(at x: Int) -> [[UInt8]] {
      let values = coverage(path, at: x, within: IntRect(width: 64, height: 32), kernels)
      return (0..<32).map { Array(values[64 * $0 + x..<64 * $0 + x + 40]) }
    }
    #expect(rows(at: 0) == rows(at: 8))
  }

  @Test(arguments: Kernels.allCases.filter(\.isAvailable))
  func edgesLeanAlikeWhereverTheyAreDrawn(_ kernels: Kernels) {
    func shown(_ path: Path, at x: Int) -> [UInt8] {
      coverage(path, at: x, within: IntRect(minX: x, minY: 0, maxX: x + 64, maxY: 32), kernels)
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      // Odd steps of the grid across and 24 pixels down: in every third row an edge is half-way
      // between two places, but for rounding.
      func odd(_ range: ClosedRange<Int>) -> Double {
        Double(2 * Int.random(in: range, using: &random) + 1)
      }
      let (top, left, right) = (
        odd(0...15) * 3 / 16, odd(0...9000) / 1024, odd(14000...30000) / 1024
      )
      let path = polygon([
        Point(left, top), Point(right, top), Point(right + odd(-10000...30000) / 1024, top + 24),
        Point(left + odd(-30000...10000) / 1024, top + 24),
      ])
      let (near, far) = (shown(path, at: 0), shown(path, at: 8192))
      #expect(zip(near, far).count { $0 != $1 } == 0)
    }
  }
}
