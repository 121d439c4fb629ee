import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Charts

/// Names and values at the ends of lines, and the legend that stands in their place without room.
@Suite struct EndLabelsTests {
  private func content(_ count: Int, samples: Int = 40, step: Double = 6) -> PanelContent {
    var random = SeededGenerator(seed: 3)
    var content = PanelContent()
    content.state = .fresh
    let series = (0..<count).map { number in
      var data = TimeSeries()
      var value = 20 + step * Double(number)
      for i in 0..<samples {
        value += .random(in: -4...4, using: &random)
        data.append(time: Double(i), value: value)
      }
      return PlotContent.Series(data, style: .colored(number), name: "host \(number + 1)")
    }
    content.legend = series.enumerated().map { number, series in
      LegendEntry(
        name: series.name, value: "\(Int(series.samples.last!.value))", series: number)
    }
    content.lead = PanelContent.Lead(
      name: "host 1", value: FormattedValue(digits: content.legend[0].value, unit: ""), signal: nil)
    content.body = PlotContent(
      series: series, time: 0...39, axis: TickScale(fixed: 0, 90), xAxis: .number)
    return content
  }

  private func panel(
    _ content: PanelContent, _ size: Size, theme: Theme = .dark, isAnimated: Bool = false
  ) throws -> Panel {
    let environment = try chartEnvironment(theme: theme, isAnimated: isAnimated)
    let panel = Panel(title: "Hosts", kind: .line, index: 0, environment: environment)
    panel.layOut(
      frame: Rect(origin: .zero, size: size), labelColumn: 32, environment: environment)
    panel.update(content, at: nil)
    return panel
  }

  /// The height at which the label of a series is found; nil without a label.
  private func label(_ series: Int, _ panel: Panel) -> Double? {
    guard let frame = panel.plotFrame else { return nil }
    let found = stride(from: frame.minY - 8, to: frame.maxY + 8, by: 0.5).filter {
      panel.legendSeries(at: Point(frame.maxX + 20, $0)) == series
    }
    return found.isEmpty ? nil : (found[0] + found[found.count - 1]) / 2
  }

  /// Labels stand at the lines' ends where there is room, and a legend elsewhere.
  @Test(arguments: [
    (4, Size(700, 400), true), (4, Size(700, 160), true), (4, Size(160, 400), false),
    (1, Size(700, 400), false), (11, Size(700, 400), true), (11, Size(700, 200), false),
  ])
  func whereThereIsRoom(count: Int, size: Size, hasLabels: Bool) throws {
    let panel = try panel(content(count), size)
    let frame = try #require(panel.plotFrame)
    #expect((frame.maxX < size.width - 60) == hasLabels)
    let places = (0..<count).map { label($0, panel) }
    #expect(places.allSatisfy { ($0 != nil) == hasLabels })
  }

  /// Names that are shortened to their start and to what distinguishes them leave their room to the plot.
  @Test func shortenedNamesLeaveRoom() throws {
    var (long, short) = (content(3), content(3))
    for i in 0..<3 {
      long.legend[i].name = "server-0\(i).rack4.frankfurt.example.org"
      short.legend[i].name = "server-0\(i)…"
    }
    let size = Size(600, 300)
    let frames = try [long, short].map { try #require(try panel($0, size).plotFrame) }
    #expect(abs(frames[0].width - frames[1].width) <= 8, "\(frames)")
  }

  /// Stacks of three parts.
  private static var columns: ColumnsContent {
    ColumnsContent(
      columns: (0..<8).map {
        ColumnsContent.Column(start: 5 * Double($0), end: 5 * Double($0 + 1), values: [20, 30, 10])
      },
      axes: PlotContent(series: [], time: 0...39, axis: TickScale(fixed: 0, 90), xAxis: .number))
  }

  /// Columns have no ends of lines: the legend names their parts, and no room is kept at their right.
  @Test func columnsHaveTheirNamesInTheLegend() throws {
    var content = content(3)
    content.body = Self.columns
    (content.lead, content.value) = (nil, FormattedValue(digits: "60", unit: ""))
    let (size, environment) = (Size(700, 400), try chartEnvironment(theme: .dark))
    let panel = Panel(title: "Hosts", kind: .columns, index: 0, environment: environment)
    panel.layOut(
      frame: Rect(origin: .zero, size: size), labelColumn: 32, environment: environment)
    panel.update(content, at: nil)
    #expect(panel.labelWidths(of: content, size: size, environment: environment).ends == 0)
    let places = stride(from: 2.0, to: size.width, by: 4).flatMap { x in
      stride(from: 2.0, to: 120, by: 4).map { Point(x, $0) }
    }
    #expect(Set(places.compactMap { panel.legendSeries(at: $0) }) == [0, 1, 2])
  }

  /// A narrow panel shows the whole legend in rows under the value, as long as the plot stays high enough, and keeps the
  /// rows when a value becomes shorter.
  @Test(arguments: [(400.0, [0, 1, 2], 2), (150, [0], 0)] as [(Double, [Int], Int)])
  func narrowPanelsHaveTheirLegendUnderTheValue(
    height: Double, shown: [Int], rows: Int
  ) throws {
    var content = content(3)
    content.body = Self.columns
    (content.lead, content.value) = (nil, FormattedValue(digits: "60", unit: "kW"))
    content.valueNote = "so far"
    for i in content.legend.indices { content.legend[i].value = "12.5 kW" }
    let (size, environment) = (Size(260, height), try chartEnvironment(theme: .dark))
    let panel = Panel(title: "Hosts", kind: .columns, index: 0, environment: environment)
    panel.layOut(
      frame: Rect(origin: .zero, size: size), labelColumn: 32, environment: environment)
    let places = stride(from: 2.0, to: size.width, by: 4).flatMap { x in
      stride(from: 2.0, to: 160, by: 4).map { Point(x, $0) }
    }
    panel.update(content, at: nil)
    #expect(Set(places.compactMap { panel.legendSeries(at: $0) }).isSuperset(of: shown))
    #expect(panel.geometry?.legendRows == rows)
    let plot = try #require(panel.geometry?.body)
    content.value = FormattedValue(digits: "6", unit: "")
    for i in content.legend.indices { content.legend[i].value = "1" }
    panel.update(content, at: nil)
    #expect(panel.geometry?.body == plot)
  }

  /// Labels are at least their pitch apart, in the order of the lines' ends.
  @Test func orderAndPitch() throws {
    let content = content(9, step: 1)
    let panel = try panel(content, Size(640, 360))
    let plot = try #require(content.plot)
    let values = plot.series.map { $0.samples.last!.value }
    let labels = try (0..<9).map { try #require(label($0, panel)) }
    let order = values.indices.sorted { values[$0] > values[$1] }
    let pitch = EndLabelColumn.pitch(TypeScale(page: Size(800, 480)))
    for (a, b) in zip(order, order.dropFirst()) { #expect(labels[b] - labels[a] >= pitch - 1) }
  }

  /// The width of the labels is a multiple of 8 and does not depend on the momentary values.
  @Test func widthsStay() throws {
    let environment = try chartEnvironment(isAnimated: false)
    var entries = content(3).legend
    for i in entries.indices { entries[i].widestValues = ["0.2", "128.5"] }
    let plot = Size(400, 300)
    let width = EndLabelColumn.width(of: entries, in: plot, environment: environment)
    #expect(width > 0 && width.truncatingRemainder(dividingBy: 8) == 0)
    for value in ["1", "–", "128.5", "12.25"] {
      entries[1].value = value
      #expect(EndLabelColumn.width(of: entries, in: plot, environment: environment) == width)
    }
    // A third of the plot at most: names are cut.
    entries[0].name = String(repeating: "very long name ", count: 9)
    #expect(EndLabelColumn.width(of: entries, in: plot, environment: environment) == 128)
  }

  /// A name takes the room that is kept for a wider value than the present one.
  @Test func namesTakeTheRoomOfWiderValues() throws {
    var content = content(3)
    for i in content.legend.indices {
      content.legend[i].name = "alpha.example.org"
      content.legend[i].widestValues = ["999 microseconds"]
    }
    content.legend[2].value = "999 microseconds"
    let panel = try panel(content, Size(640, 360))
    func labels(_ layer: Layer) -> [[TextLayer]] {
      let texts = layer.sublayers.compactMap { $0 as? TextLayer }
      let isLabel = texts.first?.line?.text.hasPrefix("al") ?? false
      return isLabel ? [texts] : layer.sublayers.flatMap(labels)
    }
    let shown = labels(panel.layer)
    #expect(shown.count == 3)
    #expect(shown.count { $0[0].line?.text == "alpha.example.org" } == 2)
    for label in shown { #expect(label[1].frame.minX > label[0].frame.maxX) }
  }

  /// No text of a value in a range is wider than the widest texts of that range.
  @Test func widestValues() throws {
    let fonts = try chartEnvironment(isAnimated: false).fonts
    let font = TypeScale(page: Size(800, 480)).note
    var random = SeededGenerator(seed: 9)
    let units: [Metrics.Unit] = [
      .none, .percent, .bytes, .decimalBytes, .bytesPerSecond, .bitsPerSecond, .seconds, .celsius,
    ]
    for _ in 0..<400 {
      let unit = units.randomElement(using: &random)!
      let top = power(10, .random(in: -3...12, using: &random))
      let low = Bool.random(using: &random) ? 0 : top * .random(in: -1...1, using: &random)
      let range = min(low, top)...max(low, top)
      let format = ValueFormat(unit: unit, scale: unit.tickScale(forMaximum: top), largest: top)
      // Beside an axis, its prefix and unit are not repeated.
      let symbol = Bool.random(using: &random) ? format.scale?.symbol ?? "" : "none"
      func width(_ value: Double) -> Double {
        fonts.line(format.text(value, beside: symbol), font: font).width
      }
      let room = format.widestValues(in: range).map(width).max() ?? 0
      for _ in 0..<20 {
        let share = power(10, .random(in: -4...0, using: &random))
        let value = range.lowerBound + (range.upperBound - range.lowerBound) * share
        // Smaller prefixes differ by the width of a letter.
        #expect(
          width(value) <= room + font.size * 0.75,
          "\(format.text(value, beside: symbol)) of \(range) \(unit)"
        )
      }
    }
  }

  /// On their ways to other places, also if they are sent elsewhere on the way, labels never lie on each other.
  @Test func labelsOnTheirWay() throws {
    let environment = try chartEnvironment()
    let pitch = EndLabelColumn.pitch(environment.type)
    let size = Size(300, 200)
    var random = SeededGenerator(seed: 12)
    let labels = EndLabels()
    func show(_ ends: [Double], at time: Double?) {
      let items = ends.enumerated().map { number, end in
        EndLabels.Item(
          entry: LegendEntry(name: "host", value: "1", series: number), number: number, end: end,
          color: .black, ground: .white)
      }
      labels.update(
        items, size: size, width: 80, environment: environment, at: time, duration: 0.5)
    }
    func ends() -> [Double] { (0..<7).map { _ in .random(in: 0...200, using: &random) } }
    func shown(at time: Double) -> [(y: Double, opacity: Double)] {
      let layers = labels.layer.sublayers.filter { !($0 is ShapeLayer) }
      return layers.map { $0.presentation(at: time) }.map { ($0.position.y, $0.opacity) }
    }
    show(ends(), at: nil)
    var time = 0.0
    for _ in 0..<60 {
      let next = ends()
      show(next, at: time)
      let end = time + (Bool.random(using: &random) ? 0.6 : .random(in: 0..<0.5, using: &random))
      while time < end {
        labels.layer.completeAnimations(at: time)
        let seen = shown(at: time).filter { $0.opacity > 0 }.map(\.y).sorted()
        for (a, b) in zip(seen, seen.dropFirst()) { #expect(b - a >= pitch - 1e-6, "\(time)") }
        time += 0.01
      }
    }
    let last = ends()
    show(last, at: time)
    labels.layer.completeAnimations(at: time + 1)
    let places = LabelPlaces.places(last, pitch: pitch, height: size.height)
    for (label, place) in zip(shown(at: time + 1), places) {
      #expect(label.opacity == 1 && abs(label.y - place) <= 0.5)
    }
  }

  /// A hidden line keeps its label, so that it can be shown again.
  @Test func hiddenLinesAreReached() throws {
    var content = content(4)
    var plot = try #require(content.body as? PlotContent)
    plot.series[1].isHidden = true
    content.legend[1].isHidden = true
    content.body = plot
    let panel = try panel(content, Size(700, 400))
    #expect((0..<4).allSatisfy { label($0, panel) != nil })
  }

  @Test(arguments: [("dark", 5, 6.0), ("light", 5, 2), ("dark", 9, 3)])
  func pictures(theme name: String, count: Int, step: Double) throws {
    let theme = try #require(Theme(name: name))
    var content = content(count, step: step)
    if count == 5, var plot = content.body as? PlotContent {
      plot.series[3].isHidden = true
      content.legend[3].isHidden = true
      content.body = plot
    }
    let panel = try panel(content, Size(640, 360), theme: theme)
    let list = Compositor.record(
      panel.layer, at: 0, scale: 1, bounds: IntRect(width: 640, height: 360))
    expectGolden(
      draw(list.drawList.operations, width: 640, height: 360, over: theme.background),
      named: "panel-end-labels-\(count)-\(name)")
  }

  // MARK: Legends

  /// A legend of two rows has room for more values; entries that have no room take their turn, and all of
  /// them come.
  @Test func allEntriesAreReached() throws {
    let environment = try chartEnvironment(isAnimated: false)
    let legend = Legend()
    let entries = content(20).legend
    let one = LegendRoom(left: 0, width: 400, baselines: [40])
    let two = LegendRoom(left: 0, width: 400, baselines: [20, 40])
    #expect(
      !legend.hasRoomForValues(of: Array(entries[..<6]), in: one, environment: environment))
    #expect(legend.hasRoomForValues(of: Array(entries[..<6]), in: two, environment: environment))
    legend.update(entries, in: two, accent: .black, environment: environment)
    func seen() -> Set<Int> {
      Set(
        stride(from: 0.0, to: 400, by: 3).flatMap { x in
          [16.0, 36].compactMap { legend.series(at: Point(x, $0)) }
        })
    }
    #expect(legend.hasMore)
    #expect(stride(from: 0.0, to: 400, by: 3).contains { legend.hasMore(at: Point($0, 36)) })
    func expectTurnsReachAll() {
      var reached: Set<Int> = []
      for _ in 0..<20 {
        #expect(!seen().isEmpty)
        reached.formUnion(seen())
        legend.turn()
      }
      #expect(reached == Set(0..<20))
    }
    expectTurnsReachAll()
    #expect(!legend.hasMore(at: Point(5, 200)))
    // The sum of all others has room among the first entries.
    var rest = entries
    (rest[19].name, rest[19].isRest) = ("80 others", true)
    legend.update(rest, in: two, accent: .black, environment: environment)
    #expect(seen().contains(19) && seen().contains(0))
    expectTurnsReachAll()
    legend.update(Array(rest[14...]), in: two, accent: .black, environment: environment)
    #expect(legend.series(at: Point(3, 16)) == 14)
    // Breaches come before all others, the worst one first, and where all have room, the order stays.
    (rest[17].breachRank, rest[12].breachRank, rest[18].breachRank) = (1, 2, 1)
    legend.update(rest, in: two, accent: .black, environment: environment)
    #expect(legend.series(at: Point(3, 16)) == 12)
    #expect(seen().isSuperset(of: [12, 17]))
    expectTurnsReachAll()
    legend.update(Array(rest[15...17]), in: two, accent: .black, environment: environment)
    #expect(legend.series(at: Point(3, 36)) == 15)
  }
}
