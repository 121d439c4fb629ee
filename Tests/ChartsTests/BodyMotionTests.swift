import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing

@testable import Charts

/// The motion of lists, columns, states and heatmaps: it starts from what is seen, and ends at what would be seen
/// without motion.
@Suite struct BodyMotionTests {
  private static let size = Size(420, 240)

  /// A body in a page of its own.
  private struct Stage {
    let root = Layer()
    let body: any PanelBody
    let environment: ChartEnvironment

    init(_ kind: Panel.Kind, theme: Theme = .light, reducesMotion: Bool = false) throws {
      environment = try chartEnvironment(theme: theme, reducesMotion: reducesMotion)
      body = kind.makeBody(environment)
      root.anchorPoint = .zero
      root.addSublayer(body.layer)
      body.layOut(
        PanelBodyPlace(
          frame: Rect(origin: .zero, size: BodyMotionTests.size), gutter: 30,
          gradient: environment.theme.gradient(0)),
        environment: environment)
    }

    func show(_ content: any PanelBodyContent, at time: Double?) {
      body.update(content, look: PanelBodyLook(ground: environment.theme.panel), at: time)
    }

    func picture(at time: Double) -> [UInt32] {
      root.completeAnimations(at: time)
      let (width, height) = (Int(BodyMotionTests.size.width), Int(BodyMotionTests.size.height))
      let list = Compositor.record(
        root, at: time, scale: 1, bounds: IntRect(width: width, height: height))
      return draw(
        list.drawList.operations, width: width, height: height, over: environment.theme.panel
      ).pixels
    }
  }

  /// A change of content, and the share of pixels that may change at once: numbers and words do.
  struct Change: CustomTestStringConvertible, Sendable {
    let kind: Panel.Kind
    let before: @Sendable () -> any PanelBodyContent
    let after: @Sendable () -> any PanelBodyContent
    let last: @Sendable () -> any PanelBodyContent
    var most = 0.02
    var testDescription: String { kind.name }
  }

  private static func axes(_ start: Double) -> PlotContent {
    var axes = PlotContent(series: [], time: start...start + 60, axis: TickScale(covering: 0, 10))
    axes.isLive = true
    return axes
  }

  private static func columns(_ start: Double) -> ColumnsContent {
    ColumnsContent(
      columns: stride(from: start, to: start + 60, by: 10).map {
        ColumnsContent.Column(
          start: $0, end: $0 + 10, values: [2 + ($0 / 10).truncatingRemainder(dividingBy: 5), 3])
      }, axes: axes(start))
  }

  /// A state whose start leaves the window, and that starts at a mark before the window from then on.
  private static func leaving(_ start: Double) -> StatesContent {
    let first = StatesContent.Stretch(
      start: start <= 101 ? 101 : 0, end: 140, text: "long", color: .series(0))
    let others = stride(from: 140.0, to: start + 60, by: 10).map { begin in
      StatesContent.Stretch(
        start: begin, end: min(begin + 10, start + 60), text: "state",
        color: .series(Int(begin) / 10 % 3))
    }
    return StatesContent(
      lanes: [.init(number: 1, name: "one", stretches: [first] + others)], axes: axes(start))
  }

  /// The content of another range of time.
  private static func zoomed(_ content: StatesContent, _ time: ClosedRange<Double>) -> StatesContent
  {
    var content = content
    content.axes.time = time
    for i in content.lanes.indices {
      content.lanes[i].stretches.removeAll {
        $0.end <= time.lowerBound || $0.start >= time.upperBound
      }
    }
    return content
  }

  private static func zoomed(_ content: HeatmapContent, _ time: ClosedRange<Double>)
    -> HeatmapContent
  {
    var content = content
    content.axes.time = time
    return content
  }

  private static func states(_ start: Double) -> StatesContent {
    let stretches = stride(from: 0.0, to: start + 60, by: 20).map { begin in
      StatesContent.Stretch(
        start: begin, end: min(begin + 20, start + 60), text: "state",
        color: .series(Int(begin) / 20 % 3))
    }.filter { $0.end > start }
    return StatesContent(
      lanes: [.init(number: 1, name: "one", stretches: stretches)], axes: axes(start))
  }

  private static func heatmap(_ start: Double) -> HeatmapContent {
    HeatmapContent(
      columns: stride(from: start, to: start + 60, by: 5).map { begin in
        HeatmapContent.Column(
          start: begin, end: begin + 5,
          shares: (0..<6).map { (begin / 5 + Double($0)).truncatingRemainder(dividingBy: 6) / 6 })
      }, bucketCount: 6,
      edges: [.init(place: 0, text: "0"), .init(place: 6, text: "60")], largest: 6,
      axes: axes(start))
  }

  private static func bars(_ shares: [(number: Int, share: Double)]) -> BarsContent {
    BarsContent(
      bars: shares.map {
        BarsContent.Bar(
          number: $0.number, name: "disk \($0.number)", text: "\(Int($0.share * 100)) %",
          place: $0.share)
      })
  }

  private static func table(_ order: [Int]) -> TableContent {
    TableContent(
      titles: ["last"],
      rows: order.map {
        TableContent.Row(number: $0, name: "host \($0)", cells: [.init("\($0)00")])
      })
  }

  private static func tiles(_ order: [Int]) -> TilesContent {
    TilesContent(
      tiles: order.map {
        .init(number: $0, name: "host \($0)", value: FormattedValue(digits: "\($0)00", unit: ""))
      })
  }

  static let changes = [
    Change(
      kind: .columns, before: { columns(100) }, after: { columns(110) }, last: { columns(120) }),
    Change(kind: .states, before: { states(100) }, after: { states(110) }, last: { states(120) }),
    Change(
      kind: .states, before: { leaving(100) }, after: { leaving(110) }, last: { leaving(120) }),
    // The places are counted from another time from second 1024 on.
    Change(kind: .states, before: { states(960) }, after: { states(970) }, last: { states(980) }),
    Change(
      kind: .states, before: { zoomed(states(1000), 1000...1060) },
      after: { zoomed(states(1000), 1010...1050) }, last: { zoomed(states(1000), 1015...1045) }),
    Change(
      kind: .states, before: { zoomed(states(1000), 1015...1045) },
      after: { zoomed(states(1000), 1010...1050) }, last: { zoomed(states(1000), 1000...1060) }),
    // A sample arrives on the way.
    Change(
      kind: .states, before: { zoomed(states(1000), 1036...1046) }, after: { states(1000) },
      last: { states(1002) }),
    Change(
      kind: .heatmap, before: { heatmap(100) }, after: { heatmap(105) }, last: { heatmap(110) }),
    Change(
      kind: .heatmap, before: { heatmap(960) }, after: { heatmap(965) }, last: { heatmap(970) }),
    Change(
      kind: .heatmap, before: { zoomed(heatmap(1000), 1000...1060) },
      after: { zoomed(heatmap(1000), 1010...1050) }, last: { zoomed(heatmap(1000), 1015...1045) },
      // The edges of stretched cells lie between pixels.
      most: 0.06),
    Change(
      kind: .table, before: { table([3, 1, 2]) }, after: { table([2, 3, 1]) },
      last: { table([1, 2, 3]) }),
    Change(
      kind: .tiles, before: { tiles([3, 1, 2, 4]) }, after: { tiles([2, 3, 4, 1]) },
      last: { tiles([1, 2, 3, 4]) }),
    Change(
      kind: .bars, before: { bars([(1, 0.9), (2, 0.4), (3, 0.2)]) },
      after: { bars([(3, 0.95), (1, 0.6), (2, 0.1)]) },
      last: { bars([(2, 0.99), (3, 0.9), (1, 0.65)]) }),
  ]

  /// The share of pixels that are clearly different: an edge that is a quarter of a pixel away is not.
  private func difference(_ a: [UInt32], _ b: [UInt32]) -> Double {
    func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int((pixel >> shift) & 0xff) }
    func isClear(_ a: UInt32, _ b: UInt32) -> Bool {
      let shifts: [UInt32] = [0, 8, 16]
      return shifts.contains { abs(channel(a, $0) - channel(b, $0)) > 48 }
    }
    let count = zip(a, b).count { isClear($0, $1) }
    return Double(count) / Double(a.count)
  }

  /// The bars in a picture, from top to bottom: the widest row, the height and the left edge of each in pixels.
  private func drawnBars(in pixels: [UInt32]) -> [(width: Int, height: Int, left: Int)] {
    // Most pixels are the panel; the next most are those of bars.
    let counts = Dictionary(grouping: pixels) { $0 }.mapValues(\.count)
    guard let color = counts.sorted(by: { $0.value > $1.value }).dropFirst().first?.key
    else { return [] }
    let width = Int(Self.size.width)
    var (bars, isInside) = ([(width: Int, height: Int, left: Int)](), false)
    for row in stride(from: 0, to: pixels.count, by: width) {
      let places = (0..<width).filter { pixels[row + $0] == color }
      defer { isInside = !places.isEmpty }
      guard let left = places.first else { continue }
      if !isInside { bars.append((0, 0, left)) }
      bars[bars.count - 1].width = max(bars[bars.count - 1].width, places.count)
      bars[bars.count - 1].height += 1
      bars[bars.count - 1].left = min(bars[bars.count - 1].left, left)
    }
    return bars
  }

  /// A bar is as long as its value, down to one pixel, and a short bar is as high as a long one.
  @Test func lengthsOfBars() throws {
    let stage = try Stage(.bars)
    var content = Self.bars([(1, 1), (2, 0.03), (3, 0.01), (4, 1e-6), (5, 0)])
    content.hasLimit = false
    stage.show(content, at: nil)
    let bars = drawnBars(in: stage.picture(at: 0))
    try #require(bars.count == 4)
    let whole = Double(bars[0].width)
    #expect(abs(Double(bars[1].width) - 0.03 * whole) <= 2)
    #expect(abs(Double(bars[2].width) - 0.01 * whole) <= 2)
    #expect(bars[3].width == 1)
    #expect(bars.allSatisfy { $0.height >= bars[0].height - 3 }, "\(bars)")
  }

  /// Names that are all whole in half of the width have that room, if need be in smaller letters, as long as bars keep a
  /// quarter.
  @Test(
    arguments: [
      ("", "1", true), ("", "123.456 MiB/s", true), ("-am-main", "1", false),
      ("", "1,234,567,890,123 requests", false),
    ])
  func wholeNamesOfBars(end: String, value: String, areWhole: Bool) throws {
    let stage = try Stage(.bars)
    var content = Self.bars([(1, 1), (2, 0.5)])
    for (i, name) in ["payments", "shipments"].enumerated() {
      content.bars[i].name = "\(name)-service-of-frankfurt\(end)"
      content.bars[i].text = value
    }
    stage.show(content, at: nil)
    func texts(_ layer: Layer) -> [String] {
      layer.sublayers.flatMap { [($0 as? TextLayer)?.line?.text].compactMap(\.self) + texts($0) }
    }
    let shown = texts(stage.body.layer)
    #expect(content.bars.allSatisfy { shown.contains($0.name) } == areWhole, "\(shown)")
    #expect(shown.count { $0.contains("…") } == (areWhole ? 0 : 2))
  }

  /// Names take no more than about a third of the width, and those without room for their bars take none.
  @Test func namesOfBars() throws {
    let name = "a name that is much longer than the room that it has in a panel of this width"
    func picture(_ count: Int, named place: Int?) throws -> [UInt32] {
      let stage = try Stage(.bars)
      var content = Self.bars((1...count).map { ($0, 1 / Double($0)) })
      if let place { content.bars[place].name = name }
      content.hasLimit = false
      stage.show(content, at: nil)
      return stage.picture(at: 0)
    }
    let left = try #require(drawnBars(in: picture(3, named: 0)).first?.left)
    #expect((130...170).contains(left), "\(left)")
    #expect(try picture(40, named: 39) == picture(40, named: nil))
  }

  @Test(arguments: changes, ["dark", "light"])
  func motionStartsAtWhatIsSeenAndEndsAtRest(change: Change, theme name: String) throws {
    let theme = try #require(Theme(name: name))
    let stage = try Stage(change.kind, theme: theme)
    stage.show(change.before(), at: nil)
    let before = stage.picture(at: 0)
    stage.show(change.after(), at: 1)
    let start = stage.picture(at: 1)
    let middle = stage.picture(at: 1 + Motion.sampleDuration / 2)
    let end = stage.picture(at: 10)
    let rest = try Stage(change.kind, theme: theme)
    rest.show(change.after(), at: nil)
    // Numbers and words change at once.
    #expect(difference(before, start) < change.most)
    #expect(difference(before, middle) > 0.01 && difference(middle, end) > 0.01)
    #expect(difference(end, rest.picture(at: 0)) < 0.001)
  }

  /// With reduced motion nothing travels: a moment later everything is at its place, or fades in there.
  @Test(arguments: changes)
  func reducedMotionMovesNothing(change: Change) throws {
    let stage = try Stage(change.kind, reducesMotion: true)
    stage.show(change.before(), at: nil)
    _ = stage.picture(at: 0)
    stage.show(change.after(), at: 1)
    let rest = try Stage(change.kind)
    rest.show(change.after(), at: nil)
    #expect(difference(stage.picture(at: 10), rest.picture(at: 0)) < 0.001)
  }

  /// Two changes one after the other: the second motion starts where the first one is.
  @Test(arguments: changes)
  func aChangeDuringAMotionDoesNotJump(change: Change) throws {
    let stage = try Stage(change.kind)
    stage.show(change.before(), at: nil)
    _ = stage.picture(at: 0)
    stage.show(change.after(), at: 1)
    let half = 1 + Motion.sampleDuration / 2
    let middle = stage.picture(at: half)
    stage.show(change.last(), at: half)
    #expect(difference(middle, stage.picture(at: half)) < 0.03)
  }

  /// Zooms in quick succession: blocks that leave go the way of those that stay.
  @Test func blocksOfStatesFollowZoomsOnTheWay() throws {
    func content(_ time: ClosedRange<Double>) -> StatesContent {
      var content = Self.zoomed(Self.states(1000), time)
      for i in content.lanes[0].stretches.indices { content.lanes[0].stretches[i].text = "" }
      content.lanes[0].text = ""
      return content
    }
    /// The range of time in view on the way from one range to another.
    func between(
      _ a: ClosedRange<Double>, _ b: ClosedRange<Double>, _ progress: Double
    ) -> ClosedRange<Double> {
      func scale(_ range: ClosedRange<Double>) -> Double {
        1 / (range.upperBound - range.lowerBound)
      }
      let middle = lerp(scale(a), scale(b), progress)
      let start = lerp(a.lowerBound * scale(a), b.lowerBound * scale(b), progress) / middle
      return start...start + 1 / middle
    }
    let (all, some, few) = (1000.0...1060.0, 1020.0...1039.0, 1034.0...1039.0)
    let stage = try Stage(.states)
    stage.show(content(all), at: nil)
    _ = stage.picture(at: 0)
    stage.show(content(some), at: 1)
    _ = stage.picture(at: 1.1)
    stage.show(content(few), at: 1.1)
    let shown = between(
      all, some, Pace(begin: 1, duration: Motion.sampleDuration).progress(at: 1.1))
    for time in [1.1, 1.15, 1.2, 1.4] {
      let progress = Pace(begin: 1.1, duration: Motion.sampleDuration).progress(at: time)
      let rest = try Stage(.states)
      rest.show(content(all), at: nil)
      var moment = content(all)
      moment.axes.time = between(shown, few, progress)
      rest.show(moment, at: nil)
      let difference = difference(stage.picture(at: time), rest.picture(at: 0))
      #expect(difference < 0.03, "\(time)")
    }
  }

  /// The labels of time have the places of the present size of type, not of the one before.
  @Test func timesOfStatesFollowTheTypeSize() throws {
    var large = try chartEnvironment()
    large.type = TypeScale(page: Size(2400, 1440))
    let bodies = [try chartEnvironment(), large].map { Panel.Kind.states.makeBody($0) }
    for body in bodies {
      body.layOut(
        PanelBodyPlace(
          frame: Rect(origin: .zero, size: Self.size), gutter: 30,
          gradient: large.theme.gradient(0)), environment: large)
      body.update(
        Self.states(100), look: PanelBodyLook(ground: large.theme.panel), at: nil)
    }
    #expect(
      bodies[0].layer.sublayers.map(\.position) == bodies[1].layer.sublayers.map(\.position))
  }

  /// The part of a new series grows from its base in each column.
  @Test func aNewSeriesGrowsInItsColumns() throws {
    let stage = try Stage(.columns)
    var content = Self.columns(100)
    for i in content.columns.indices { content.columns[i].values = [3] }
    stage.show(content, at: nil)
    for i in content.columns.indices { content.columns[i].values = [3, 2] }
    stage.show(content, at: 1)
    let bars = stage.body.layer.sublayers[1].sublayers
    #expect(bars.count == 12)
    let bases = bars.suffix(6).map { ($0.presentation(at: 1), $0) }
    #expect(bases.allSatisfy { $0.position.x == $1.position.x && $0.bounds.height == 0 })
    #expect(bases.allSatisfy { $0.position.y == $1.position.y + $1.bounds.height })
  }

  /// Values whose sum has no meaning lie side by side on the base, and the pointer reads no sum of them.
  @Test(arguments: [true, false])
  func columnsSideBySide(isStacked: Bool) throws {
    let stage = try Stage(.columns)
    var content = Self.columns(100)
    (content.isStacked, content.names) = (isStacked, ["a", "b"])
    stage.show(content, at: nil)
    let bars = stage.body.layer.sublayers[1].sublayers
    let frames = bars.prefix(2).map(\.frame)
    #expect((frames[0].minX == frames[1].minX) == isStacked)
    #expect((frames[0].maxX <= frames[1].minX) == !isStacked)
    #expect((frames[0].maxY == frames[1].maxY) == !isStacked)
    let reading = try #require(stage.body as? ColumnsBody).reading(at: 105, now: nil)
    #expect(
      reading?.entries.map(\.name) == (isStacked ? ["b", "a", "sum"] : ["a", "b"]))
  }

  /// A hidden series takes no room beside the others, and the pointer does not read it.
  @Test func aHiddenSeriesLeavesItsRoomToTheOthers() throws {
    let stage = try Stage(.columns)
    var content = Self.columns(100)
    (content.isStacked, content.names) = (false, ["a", "b", "c"])
    for i in content.columns.indices { content.columns[i].values = [3, 2, 1] }
    stage.show(content, at: nil)
    func frames() -> [Rect] { stage.body.layer.sublayers[1].sublayers.prefix(3).map(\.frame) }
    let before = frames()
    content.hidden = [1]
    for i in content.columns.indices { content.columns[i].values[1] = .nan }
    stage.show(content, at: nil)
    let after = frames()
    #expect(before[0].width * 3 < after[0].width * 2 + 3 && after[1].height == 0)
    #expect(abs(after[0].maxX - after[2].minX) <= 1)
    #expect(after[0].minX == before[0].minX && abs(after[2].maxX - before[2].maxX) <= 1)
    let reading = try #require(stage.body as? ColumnsBody).reading(at: 105, now: nil)
    #expect(reading?.entries.map(\.name) == ["a", "c"])
  }

  /// The blocks of states keep their places while the words beside them change, as they do with the pointer's place.
  @Test func statesKeepTheRoomOfTheirWords() throws {
    let frames = try ["up", "under maintenance"].map { word in
      let stage = try Stage(.states)
      var content = Self.states(100)
      content.lanes[0].text = word
      content.words = ["up", "under maintenance"]
      stage.show(content, at: nil)
      return try #require(stage.body as? StatesBody).cursor.frame
    }
    #expect(frames[0] == frames[1] && frames[0].width > 100)
  }

  /// The column of a stretch that is not over yet is paler until the stretch is over.
  @Test func aGrowingColumnIsPaler() throws {
    let stage = try Stage(.columns)
    var content = Self.columns(100)
    func strength() -> Double? {
      stage.body.layer.sublayers[1].sublayers.last?.backgroundColor?.alpha
    }
    content.columns[5].isGrowing = true
    stage.show(content, at: nil)
    #expect(strength() == 0.5)
    #expect(stage.body.layer.sublayers[1].sublayers.first?.backgroundColor?.alpha == 1)
    content.columns[5].isGrowing = false
    stage.show(content, at: 1)
    #expect(strength() == 1)
  }

  /// A breach has the colour of all values of a column, or of one.
  @Test(arguments: [([SignalColor.red], [true, true]), ([nil, .red], [false, true])])
  func columnsBeyondAThreshold(signals: [SignalColor?], isRed: [Bool]) throws {
    let stage = try Stage(.columns)
    var content = Self.columns(100)
    content.columns[0].signals = signals
    stage.show(content, at: nil)
    let colors = stage.body.layer.sublayers[1].sublayers.prefix(2).map(\.backgroundColor)
    #expect(colors.map { $0 == stage.environment.theme.mark(.red) } == isRed)
  }

  // MARK: Identity

  /// A column keeps its layer by its time, whatever its place.
  @Test func aBarKeepsItsRow() throws {
    let stage = try Stage(.bars)
    stage.show(Self.bars([(1, 0.9), (2, 0.4)]), at: nil)
    func rows() -> [ObjectIdentifier] {
      stage.body.layer.sublayers[0].sublayers.map { ObjectIdentifier($0) }
    }
    let before = rows()
    stage.show(Self.bars([(2, 0.95), (1, 0.6)]), at: 1)
    #expect(Set(rows()) == Set(before))
  }

  /// The longest bars are shown if not all have room, in descending order, unless the user has chosen the order.
  /// Bars that all have room keep their order.
  @Test(arguments: [(60, false, [59, 58, 57]), (60, true, [0, 1, 2]), (5, false, [0, 1, 2])])
  func theLongestBarsHaveRoom(count: Int, keepsOrder: Bool, first: [Int]) throws {
    let stage = try Stage(.bars)
    var content = Self.bars((0..<count).map { ($0, Double($0) / 60) })
    content.keepsOrder = keepsOrder
    stage.show(content, at: nil)
    let rows = stage.body.layer.sublayers[0].sublayers.sorted { $0.position.y < $1.position.y }
    let names = rows.prefix(3).compactMap { ($0.sublayers.first as? TextLayer)?.line?.text }
    #expect(names == first.map { "disk \($0)" })
    #expect((rows.count < count) == (count == 60))
  }

  /// A scale without a limit has no track: the row beside the longest bar and beside a short one is the ground.
  @Test(arguments: [false, true]) func onlyAScaleWithALimitHasATrack(hasLimit: Bool) throws {
    let stage = try Stage(.bars)
    var content = Self.bars([(1, 1), (2, 0.001), (3, 0)])
    content.hasLimit = hasLimit
    stage.show(content, at: nil)
    let picture = stage.picture(at: 0)
    let width = Int(Self.size.width)
    func colors(_ place: Int) throws -> Set<UInt32> {
      let row = stage.body.layer.sublayers[0].sublayers[place]
      let y = Int(row.frame.midY)
      // The part beside names and values.
      return Set(picture[(y * width + width / 3)..<(y * width + width * 2 / 3)])
    }
    #expect(try colors(0).count == 1)
    #expect(try colors(1) == colors(2) && colors(1) != colors(0))
    let ground = stage.picture(at: 0)[0]
    #expect(try colors(1).contains(ground) != hasLimit)
  }
}
