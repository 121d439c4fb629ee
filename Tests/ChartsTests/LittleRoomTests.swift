import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Charts

/// Panels whose chart or words have little room.
@Suite struct LittleRoomTests {
  private func words(_ panel: Panel) -> [String] { shownLines(panel).map(\.text) }

  /// Four rows, the third of which is beyond a threshold.
  private func table(keepsOrder: Bool) -> TableContent {
    var table = TableContent(
      titles: ["last"],
      rows: ["alpha", "beta", "gamma", "delta"].enumerated().map { i, name in
        TableContent.Row(
          number: i, name: name, cells: [.init("\(i)0", signal: i == 2 ? .red : nil)])
      })
    table.keepsOrder = keepsOrder
    return table
  }

  private func lead() -> PanelContent.Lead {
    var lead = PanelContent.Lead(
      name: "gamma", value: FormattedValue(digits: "20", unit: ""), signal: .red)
    lead.others = 3
    return lead
  }

  /// A list without room for two rows gives its place to the value that matters most. A list with room for some rows
  /// shows those beyond a threshold first, in the usual order, and says how many others there are.
  @Test(
    arguments: [
      (72, false, ["Queues · gamma +3", "20"]), (72, true, ["Queues · gamma +3", "20"]),
      (90, false, ["Queues", "gamma", "20", "3 more"]),
      (110, false, ["Queues", "last", "gamma", "20", "3 more"]),
      (110, true, ["Queues", "last", "alpha", "00", "3 more"]),
      (132, false, ["Queues", "last", "alpha", "00", "gamma", "20", "2 more"]),
      (
        240, false,
        ["Queues", "last", "alpha", "00", "beta", "10", "gamma", "20", "delta", "30"]
      ),
    ] as [(Double, Bool, [String])])
  func rowsOfATable(height: Double, keepsOrder: Bool, expected: [String]) throws {
    let panel = try shownPanel("Queues", Size(220, height), .table) {
      $0.body = table(keepsOrder: keepsOrder)
      $0.lead = lead()
    }
    #expect(words(panel) == expected)
  }

  /// Lanes and alerts without room for two give their place to the value that matters most, too.
  @Test(arguments: [(72.0, true), (100, false)]) func lanesAndAlerts(height: Double, isLead: Bool)
    throws
  {
    let lanes = try shownPanel("Queues", Size(220, height), .states) {
      let axes = PlotContent(
        series: [], time: 0...60, axis: TickScale(fixed: 0, 1), xAxis: .time)
      $0.body = StatesContent(
        lanes: ["alpha", "beta"].enumerated().map { i, name in
          StatesContent.Lane(
            number: i, name: name,
            stretches: [.init(start: 0, end: 60, text: "ok", color: .signal(.green))])
        }, axes: axes)
      $0.lead = lead()
    }
    #expect(words(lanes).contains("Queues · gamma +3") == isLead, "\\(words(lanes))")
    #expect((words(lanes).contains("alpha") && words(lanes).contains("beta")) != isLead)
    let alerts = try shownPanel("Alerts", Size(220, height + 20), .alerts) {
      $0.body = AlertsContent(
        alerts: ["Oven 1", "Oven 2"].enumerated().map { i, title in
          .init(
            number: i, title: title, detail: "hot", value: "93", since: "since 15:25", signal: .red)
        }, calm: ("", ""))
      $0.lead = lead()
    }
    #expect(words(alerts).contains { $0.contains("+3") } == isLead, "\\(words(alerts))")
    #expect(words(alerts).contains("Oven 2") != isLead)
  }

  @Test(
    arguments: [(72.0, ["gamma"]), (90, ["gamma"]), (110, ["gamma", "delta"])]
      as [(Double, [String])])
  func bars(height: Double, names: [String]) throws {
    let panel = try shownPanel("Queues", Size(220, height), .bars) {
      $0.body = BarsContent(
        bars: ["alpha", "beta", "gamma", "delta"].enumerated().map { i, name in
          var bar = BarsContent.Bar(number: i, name: name, text: "\(i)", place: Double(i) / 4)
          bar.signal = i == 2 ? .red : nil
          return bar
        })
      $0.lead = lead()
    }
    let shown = words(panel).joined(separator: " ")
    for name in ["alpha", "beta", "gamma", "delta"] {
      #expect(shown.contains(name) == names.contains(name), "\(shown)")
    }
    #expect(shown.contains(height == 72 ? "+3" : "\(4 - names.count) more"), "\(shown)")
  }

  /// The longest bars have room first, on either side of zero.
  @Test func negativeBars() throws {
    let panel = try shownPanel("Balance", Size(220, 110), .bars) {
      var content = BarsContent(
        bars: [("solar", 0.8), ("battery", 0.4), ("car", 0), ("grid", 0.6)].enumerated().map {
          BarsContent.Bar(number: $0, name: $1.0, text: "\($0)", place: $1.1)
        })
      content.origin = 0.5
      $0.body = content
    }
    let shown = words(panel)
    #expect(["car", "solar", "2 more"].allSatisfy(shown.contains), "\(shown)")
  }

  /// The lane of a failure is among the lanes that have room.
  @Test func lanesOfStates() throws {
    let panel = try shownPanel("Targets", Size(300, 120), .states) {
      let lanes = (0..<12).map { i in
        let color = SeriesColor.signal(i == 10 ? .red : .green)
        var lane = StatesContent.Lane(
          number: i, name: "target \(i)",
          stretches: [.init(start: 0, end: 60, text: "state", color: color)])
        (lane.text, lane.color) = (i == 10 ? "down" : "up", color)
        return lane
      }
      $0.body = StatesContent(
        lanes: lanes,
        axes: PlotContent(series: [], time: 0...60, axis: TickScale(covering: 0, 1)))
    }
    #expect(words(panel).contains("target 10") && words(panel).contains("target 0"))
  }

  /// The lane that has room among several is named, in a narrow panel, too.
  @Test func aSingleOfSeveralLanes() throws {
    let panel = try shownPanel("Machines", Size(140, 88), .states) {
      $0.body = StatesContent(
        lanes: ["alpha", "beta", "gamma"].enumerated().map { i, name in
          let color = SeriesColor.signal(i == 1 ? .red : .green)
          return StatesContent.Lane(
            number: i, name: name,
            stretches: [.init(start: 0, end: 60, text: "state", color: color)])
        }, axes: PlotContent(series: [], time: 0...60, axis: TickScale(covering: 0, 1)))
      $0.lead = lead()
    }
    let shown = words(panel)
    #expect(shown.contains("beta") && shown.contains("2 more"), "\(shown)")
    #expect(!shown.contains("alpha") && !shown.contains("gamma"))
  }

  /// Tiles without room are counted in any panel: beside the name of the one that is shown, or in a place of their own.
  /// A tile beyond a threshold comes first.
  @Test(
    arguments: [
      (160, 110, ["Queues · gamma +3", "20"]), (160, 150, ["Queues", "gamma", "20", "3 more"]),
      (220, 90, ["Queues", "gamma", "20", "3 more"]), (220, 70, ["Queues · gamma +3", "20"]),
    ] as [(Double, Double, [String])])
  func tiles(width: Double, height: Double, expected: [String]) throws {
    let panel = try shownPanel("Queues", Size(width, height), .tiles) {
      $0.body = TilesContent(
        tiles: ["alpha", "beta", "gamma", "delta"].enumerated().map { i, name in
          var tile = TilesContent.Tile(
            number: i, name: name, value: FormattedValue(digits: "\(i)0", unit: ""))
          tile.signal = i == 2 ? .red : nil
          return tile
        })
      $0.lead = lead()
    }
    #expect(words(panel) == expected)
  }

  /// An alert without a value has its time beside the title, and a long reason as many lines as have room. Few alerts
  /// start at the top, and their marks are little higher than their texts.
  @Test func aLongReason() throws {
    let reason = "connection refused by db1.internal at port 5432 after three attempts in a minute"
    let panel = try shownPanel("Alerts", Size(300, 300), .alerts) {
      $0.body = AlertsContent(
        alerts: [
          .init(
            number: 0, title: "Oven", detail: reason, value: "", since: "since 15:25",
            signal: .orange)
        ], calm: ("", ""))
    }
    let shown = words(panel)
    #expect(shown.prefix(3) == ["Alerts", "Oven", "since 15:25"])
    #expect(shown.count > 4 && shown.dropFirst(3).joined(separator: " ") == reason, "\(shown)")
    let row = try #require(rows(panel.layer).last)
    let texts = row.sublayers.compactMap { $0 as? TextLayer }.filter {
      $0.line?.text.isEmpty == false
    }
    let baseline = { (text: TextLayer) in text.frame.minY + (text.line?.ascent ?? 0) }
    #expect(abs(baseline(texts[0]) - baseline(texts[1])) < 1)
    let font = try #require(texts.first?.line).ascent / 0.96875
    #expect(row.bounds.height <= 4.5 * font + 1, "\(row.bounds) \(font)")
    let mark = try #require(row.sublayers.first).frame
    let top = try #require(texts.map(\.frame.minY).min())
    let bottom = try #require(texts.map(\.frame.maxY).max())
    #expect(mark.height <= bottom - top + font && mark.height < row.bounds.height)
  }

  /// The layers with a mark and texts.
  private func rows(_ layer: Layer) -> [Layer] {
    let texts = layer.sublayers.filter { $0 is TextLayer }
    let isRow = texts.count > 4 && !(layer.sublayers.first is TextLayer)
    return (isRow ? [layer] : []) + layer.sublayers.flatMap(rows)
  }

  /// The mark of a breach leaves two thirds of the padding free, but is never narrower than two points.
  @Test(
    arguments: [
      (600, 400, Panel.Emphasis.standsOut, 3), (600, 400, .usual, 2), (70, 66, .standsOut, 2),
    ] as [(Double, Double, Panel.Emphasis, Double)])
  func theEdgeOfABreach(
    width: Double, height: Double, emphasis: Panel.Emphasis, edge: Double
  ) throws {
    let panel = try shownPanel("Queues", Size(width, height)) { $0.signal = .red }
    panel.update(panel.content, emphasis: emphasis, at: nil)
    let signal = try #require(panel.layer.sublayers.first)
    #expect(!signal.isHidden && signal.sublayers.first?.frame.width == 1 + edge)
  }

  /// A red word is urgent, a green one is not.
  @Test(arguments: [SignalColor.red, .orange, .green]) func urgentWords(color: SignalColor) {
    let isUrgent = color != .green
    var lane = StatesContent.Lane(number: 0, name: "a", stretches: [])
    lane.color = .signal(color)
    var content = PanelContent()
    #expect(!content.isUrgent)
    content.body = StatesContent(
      lanes: [lane], axes: PlotContent(series: [], time: 0...60, axis: TickScale(covering: 0, 1)))
    #expect(content.isUrgent == isUrgent)
    var bar = BarsContent.Bar(number: 0, name: "a", text: "word", place: 0)
    bar.wordColor = .signal(color)
    content.body = BarsContent(bars: [bar])
    #expect(content.isUrgent == isUrgent)
    let cell = TableContent.Cell("word", color: .signal(color))
    content.body = TableContent(
      titles: ["last"], rows: [.init(number: 0, name: "a", cells: [cell])])
    #expect(content.isUrgent == isUrgent)
  }

  /// A breach lasts while its source fails.
  @Test func theEdgeOfABreachOutweighsThatOfAFailure() {
    var content = PanelContent()
    content.failure = PanelContent.Failure(reason: "refused")
    #expect(content.edge == .orange)
    content.signal = .red
    #expect(content.edge == .red)
  }

  /// Bars that have room beside each other need no second row.
  @Test func barsBesideEachOther() throws {
    let panel = try shownPanel("Queues", Size(1200, 72), .bars) {
      $0.body = BarsContent(
        bars: ["alpha", "beta"].enumerated().map { i, name in
          BarsContent.Bar(number: i, name: name, text: "\(i)", place: Double(i) / 4)
        })
      $0.lead = lead()
    }
    #expect(words(panel) == ["Queues", "alpha", "0", "beta", "1"])
  }

  /// An address is broken before it makes the words beside it small. A usual word is never broken.
  @Test func longWordsOfAText() throws {
    func size(_ text: String, _ width: Double) throws -> (size: Double, rows: [String]) {
      let panel = try shownPanel("", Size(width, 400), .text) {
        $0.body = TextContent(paragraphs: [text])
      }
      return (try #require(shownLines(panel).first).ascent, words(panel))
    }
    let address = "https://status.example.org/incidents/2026-11-28/database-primary-failover"
    let (plain, broken) = (try size("Call the desk at once", 420), try size("See " + address, 420))
    #expect(broken.rows.count > 2 && broken.rows.joined().filter { $0 != " " } == "See" + address)
    #expect(broken.size >= plain.size * 0.5, "\(plain.size) \(broken.size)")
    let usual = try size("Unconstitutionality", 120)
    #expect(usual.rows == ["Unconstitutionality"])
  }

  /// All dates have the same form, and dates without room are left out rather than cut.
  @Test(
    arguments: [
      (420, ["Wednesday 26 Nov", "Sunday 30 Nov"]), (120, ["Wed 26 Nov", "Sun 30 Nov"]), (70, []),
    ] as [(Double, [String])])
  func datesOfTimes(width: Double, dates: [String]) throws {
    let panel = try shownPanel("Clock", Size(width, 180), .clock) {
      $0.body = ClockContent(zones: [
        .init(name: "A", time: "14:05", date: "Wednesday 26 Nov", shortDate: "Wed 26 Nov"),
        .init(name: "B", time: "14:05", date: "Sunday 30 Nov", shortDate: "Sun 30 Nov"),
      ])
    }
    #expect(words(panel).filter { $0.contains("Nov") } == dates)
    #expect(!words(panel).contains { $0.contains("…") })
  }

  /// The name of a legend's only entry in a row takes the room that is left.
  @Test func aNameAloneInItsRow() throws {
    let name = "Requests per second of the cluster in hall 7"
    let environment = try chartEnvironment()
    let width = environment.fonts.line(name, font: environment.type.note).width
    let panel = try shownPanel("Hosts", Size(width + 140, 200)) {
      $0.legend = [LegendEntry(name: name, value: "812", series: 0)]
      var series = PlotContent.Series(TimeSeries(capacity: 2), style: .colored(0))
      series.name = name
      $0.body = PlotContent(
        series: [series], time: 0...1, axis: TickScale(fixed: 0, 1), xAxis: .number)
    }
    #expect(words(panel).contains(name) && words(panel).contains("812"))
  }

  /// Titles of alerts that differ at their ends can be told apart.
  @Test func titlesOfAlerts() throws {
    let panel = try shownPanel("Alerts", Size(260, 300), .alerts) {
      $0.body = AlertsContent(
        alerts: [10, 11, 12].map { i in
          .init(
            number: i, title: "Queue depth of worker \(i) in the hall of Frankfurt", detail: "deep",
            value: "93", since: "since 15:25", signal: .red)
        }, calm: ("", ""))
    }
    let titles = words(panel).filter { $0.contains("1") && !$0.contains("since") }
    #expect(titles.count == 3)
    for i in [10, 11, 12] {
      #expect(titles.contains { $0.hasPrefix("Queue") && $0.contains("\(i)") }, "\(titles)")
    }
  }

  /// The text about a breach is shown in panels without room for a note, after the unit that a number needs.
  @Test(
    arguments: [
      (600, "°C", ["too hot · hall 4"]), (170, "", ["too hot"]), (170, "°C", ["too hot"]),
      (70, "", []),
    ] as [(Double, String, [String])])
  func textOfABreach(width: Double, unit: String, shown: [String]) throws {
    let panel = try shownPanel("Oven", Size(width, 200), .number) {
      $0.value = FormattedValue(digits: "93", unit: unit)
      $0.note = "hall 4"
      $0.breachText = "too hot"
      $0.signal = .red
    }
    #expect(words(panel).filter { $0.contains("hot") || $0.contains("hall") } == shown)
  }

  /// A name of a colour is the same hue, whatever the colours of series are.
  @Test(arguments: SeriesColor.Hue.allCases) func huesByName(hue: SeriesColor.Hue) {
    for theme in [Theme.dark, .light] {
      let color = theme.mark(SeriesColor.hue(hue))
      #expect(theme.styled(.sunset).mark(SeriesColor.hue(hue)) == color)
      #expect(Contrast.ratio(color, theme.panel) >= 3)
    }
    #expect(Theme.dark.mark(SeriesColor.hue(hue)) != Theme.light.mark(SeriesColor.hue(hue)))
  }
}
