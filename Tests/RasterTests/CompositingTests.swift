import DrawingGenerator
import Geometry
import Raster
import TestSupport
import Testing

private let square = Path(rect: Rect(x: 0, y: 0, width: 16, height: 16))

private func pixel(_ operations: [DrawOperation], over background: Color = .white) -> UInt32 {
  draw(operations, width: 16, height: 16, over: background)[8, 8]
}

private func rgba(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> Color {
  Color(red: r / 255, green: g / 255, blue: b / 255, alpha: a)
}

private func painted(_ color: Color, _ path: Path = square) -> DrawOperation {
  filled(path, .nonZero, .identity, .color(color))
}

@Suite struct CompositingTests {
  @Test func sourceOverIsExact() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      func byte() -> Double { Double(Int.random(in: 0...255, using: &random)) }
      let (below, above) = ([byte(), byte(), byte()], [byte(), byte(), byte()])
      let alpha = byte() / 255
      // A partly covered pixel, with a translucent paint.
      let part = Double.random(in: 0...1, using: &random)
      let path = Path(rect: Rect(x: 8, y: 8, width: 1, height: part))
      let result = pixel(
        [painted(rgba(above[0], above[1], above[2], alpha), path)],
        over: rgba(below[0], below[1], below[2]))
      let expected = zip(below, above).map { $0 + ($1 - $0) * alpha * part }
      #expect(isNear(result, expected, 1))
    }
  }

  @Test func fullCoverageStoresTheColour() {
    for value in [0, 1, 127, 128, 200, 254, 255] {
      let grey = Double(value)
      let expected = UInt32(value) &* 0x01_0101 | 0xff00_0000
      #expect(pixel([painted(rgba(grey, grey, grey))], over: .black) == expected)
      #expect(pixel([], over: rgba(grey, grey, grey)) == expected)
    }
  }

  @Test func clearReplaces() {
    #expect(pixel([DrawOperation(.clear(.clear))]) == 0)
    #expect(pixel([DrawOperation(.clear(rgba(255, 0, 0, 0.5)))]) == 0x8080_0000)
    let half = Clip(rect: Rect(x: 8, y: 8, width: 0.5, height: 1))
    let result = draw([DrawOperation(.clear(.clear), clip: half)], width: 16, height: 16)
    #expect(result[8, 8] == 0x7f7f_7f7f && result[9, 8] == 0xffff_ffff)
  }

  @Test(arguments: 0..<20) func clipOnWholePixelsHidesTheRest(left: Int) {
    let triangle = polygon([Point(0, 0), Point(40, 0), Point(0, 16)])
    let clip = Clip(rect: Rect(x: Double(left), y: 0, width: 12, height: 4))
    let result = draw([filled(triangle, clip: clip)], width: 48, height: 16, over: .white)
    for x in 0..<48 {
      #expect((result[x, 1] == 0xffff_ffff) == !(left..<left + 12).contains(x), "column \(x)")
    }
  }

  /// The intersection of an operation and its clip is rounded, and may end beyond the clip.
  @Test func clipOnWholePixelsHidesAllBeyondIt() {
    var random = SeededGenerator(seed: 5)
    let clip = Clip(rect: Rect(x: -100, y: -100, width: 129, height: 123))
    for _ in 0..<200 {
      let (x, y) = (
        Double.random(in: -60 ... -3, using: &random), Double.random(in: -60 ... -3, using: &random)
      )
      let result = draw(
        [filled(Path(rect: Rect(x: x, y: y, width: 200, height: 200)), clip: clip)], width: 48,
        height: 32, over: .white)
      let beyond = (0..<32).reduce(0) { sum, y in
        sum + (0..<48).count { ($0 >= 29 || y >= 23) && result[$0, y] != 0xffff_ffff }
      }
      #expect(beyond == 0, "from \(x), \(y)")
    }
  }

  @Test("4 mask: masks multiply")
  func masksMultiply() {
    let content = painted(rgba(253, 164, 8))
    func masked(_ content: DrawOperation, by mask: DrawOperation) -> UInt32 {
      pixel([
        DrawOperation(
          .group(DrawGroup(list: DrawList([content]), mask: DrawList([mask]))))
      ])
    }
    for mask in [rgba(255, 255, 255, 0.5), rgba(255, 0, 0, 0.5)] {
      #expect(isNear(masked(content, by: painted(mask)), [254, 209.5, 131.5]))
    }
    #expect(masked(content, by: painted(.clear)) == 0xffff_ffff)
    let faint = painted(rgba(0, 0, 0, 0.4))
    let result = masked(faint, by: painted(rgba(0, 0, 0, 0.5)))
    #expect(isNear(result, [204, 204, 204]))
  }

  @Test func groupsAreCompositedAsOne() {
    let overlapping = DrawList([painted(.black), painted(.white), painted(.black)])
    let group = DrawGroup(list: overlapping, opacity: 0.5)
    #expect(isNear(pixel([DrawOperation(.group(group))]), [127.5, 127.5, 127.5]))
    let opaque = DrawGroup(list: overlapping)
    #expect(pixel([DrawOperation(.group(opaque))]) == 0xff00_0000)
    let hidden = DrawGroup(list: overlapping, opacity: 0)
    #expect(pixel([DrawOperation(.group(hidden))]) == 0xffff_ffff)
    let invalid = DrawGroup(list: overlapping, opacity: .nan)
    #expect(pixel([DrawOperation(.group(invalid))]) == 0xffff_ffff)
  }

  @Test func clipsIntersect() {
    let left = ClipPath(path: Path(rect: Rect(x: 0, y: 0, width: 8.5, height: 16)))
    let top = ClipPath(path: Path(rect: Rect(x: 0, y: 0, width: 16, height: 8.5)))
    let clip = Clip(rect: Rect(x: 2, y: 2, width: 14, height: 14), paths: [left, top])
    let bitmap = coverage([filled(square, clip: clip)], width: 16, height: 16)
    let alphas = [(1, 5), (2, 5), (8, 5), (9, 5), (8, 8), (5, 8), (5, 9)].map {
      Int(bitmap[$0.0, $0.1] >> 24)
    }
    #expect(zip(alphas, [0, 255, 128, 0, 64, 128, 0]).allSatisfy { ($0 - $1).magnitude <= 1 })
  }

  @Test("6: an even-odd clip")
  func evenOddClipIsTheOutside() {
    var path = square
    path.append(Path(rect: Rect(x: 4, y: 4, width: 8, height: 8)))
    let clip = Clip(
      rect: Rect(x: 0, y: 0, width: 16, height: 16), paths: [ClipPath(path: path, rule: .evenOdd)])
    let bitmap = coverage([filled(square, clip: clip)], width: 16, height: 16)
    #expect(coveredArea(bitmap) == 256 - 64 && bitmap[8, 8] == 0)
  }

  @Test func nothingOutsideOfTheDamageIsTouched() {
    let bitmap = Bitmap(width: 40, height: 40)
    let list = DrawList([DrawOperation(.clear(.black))])
    let damage = [
      IntRect(minX: -5, minY: 3, maxX: 7, maxY: 9), IntRect(minX: 5, minY: 5, maxX: 12, maxY: 99),
    ]
    Renderer().draw(list, into: bitmap, damage: damage)
    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (x < 7 && y >= 3 && y < 9) || (x >= 5 && x < 12 && y >= 5)
        #expect((bitmap[x, y] != 0) == isInside)
      }
    }
    Renderer().draw(list, into: bitmap, damage: [])
    #expect(bitmap[30, 30] == 0)
  }

  @Test func rowsMayBePadded() {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 20 * 10)
    memory.initialize(repeating: 7, count: 200)
    defer { memory.deallocate() }
    let buffer = PixelBuffer(base: memory, width: 13, height: 10, stride: 20)
    Renderer().draw(DrawList([DrawOperation(.clear(.black)), painted(.white)]), into: buffer)
    for y in 0..<10 {
      for x in 0..<20 { #expect(memory[y * 20 + x] == (x < 13 ? 0xffff_ffff : 7)) }
    }
  }

  /// Rows that follow each other in memory are stored as one run, and long runs are stored in
  /// another way than short runs: no pixel is left out, and no pixel beyond is touched.
  @Test(arguments: [(16, 16, 0), (511, 32, 0), (512, 32, 0), (512, 33, 3), (1300, 70, 0)])
  func wholeRowsAreFilled(width: Int, height: Int, padding: Int) {
    let (stride, beyond) = (width + padding, 64)
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: stride * height + beyond)
    defer { memory.deallocate() }
    let buffer = PixelBuffer(base: memory, width: width, height: height, stride: stride)
    let all = painted(
      rgba(0, 0, 0, 0.5), Path(rect: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    )
    for (operations, expected) in [
      ([DrawOperation(.clear(.white))], 0xffff_ffff as UInt32),
      ([DrawOperation(.clear(.white)), all], 0xff80_8080),
      ([DrawOperation(.clear(rgba(255, 0, 0, 0.5)))], 0x8080_0000),
    ] {
      memory.initialize(repeating: 7, count: stride * height + beyond)
      Renderer().draw(DrawList(operations), into: buffer)
      let wrong = (0..<stride * height + beyond).count { i in
        let isInside = i < stride * height && i % stride < width
        return memory[i] != (isInside ? expected : 7)
      }
      #expect(wrong == 0)
    }
  }

  @Test func emptyBitmaps() {
    for (width, height) in [(0, 0), (5, 0), (0, 5)] {
      let bitmap = Bitmap(width: width, height: height)
      Renderer(threads: 2).draw(DrawList([painted(.black)]), into: bitmap)
      #expect(bitmap.pixels.isEmpty)
    }
  }

  /// A short run of what `wallchart-fuzz` does for longer.
  @Test(arguments: 0..<8)
  func randomListsHaveNoFlaw(part: Int) {
    for seed in 0..<60 {
      var random = SeededGenerator(seed: UInt64(part * 1000 + seed))
      let bytes = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(flaw(in: bytes) == nil, "seed \(part * 1000 + seed)")
      #expect(slidingFlaw(in: bytes) == nil, "seed \(part * 1000 + seed)")
      if seed < 8 { #expect(shapeFlaw(in: bytes) == nil, "seed \(part * 1000 + seed)") }
    }
  }
}
