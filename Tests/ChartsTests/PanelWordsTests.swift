import Geometry
import Layers
import Metrics
import Testing
import Typography

@testable import Charts

/// The words of panels, in the room that they have.
@Suite struct PanelWordsTests {
  /// The texts that are seen, with their places in the panel.
  private func texts(_ panel: Panel) -> [(text: String, frame: Rect)] {
    func shown(_ layer: Layer, _ origin: Point) -> [(String, Rect)] {
      guard !layer.isHidden else { return [] }
      let place = Point(origin.x + layer.frame.minX, origin.y + layer.frame.minY)
      let own = (layer as? TextLayer)?.line.flatMap {
        $0.text.isEmpty ? nil : ($0.text, Rect(origin: place, size: layer.bounds.size))
      }
      return [own].compactMap { $0 } + layer.sublayers.flatMap { shown($0, place) }
    }
    return shown(panel.layer, Point(-panel.layer.frame.minX, -panel.layer.frame.minY))
  }

  /// A title and the name of the series whose value is shown are cut each at its own end, and the shorter one is whole
  /// where it takes less than half of the room.
  @Test(
    arguments: [
      (
        "A very long title of a panel in a hall", "The name of a very long series", 260.0, false,
        false
      ),
      ("Halls", "The name of a very long series that is long", 260, true, false),
      ("A very long title of a panel in one of the halls of a house", "north", 260, false, true),
      ("Halls", "north", 260, true, true), ("A very long title", "north", 70, false, nil),
    ] as [(String, String, Double, Bool, Bool?)])
  func titlesWithNames(
    title: String, name: String, width: Double, isWhole: Bool, hasWholeName: Bool?
  ) throws {
    let panel = try shownPanel(title, Size(width, 160)) {
      $0.lead = PanelContent.Lead(
        name: name, value: FormattedValue(digits: "7.67", unit: ""), signal: nil)
    }
    let line = try #require(texts(panel).first)
    #expect(line.frame.maxX <= width - 8)
    let parts = line.text.split { $0 == "·" }.map { $0.filter { $0 != " " } }
    func isPart(_ part: String, of whole: String, isWhole: Bool) -> Bool {
      let letters = whole.filter { $0 != " " }
      return isWhole ? part == letters : part.last == "…" && letters.hasPrefix(part.dropLast())
    }
    guard let hasWholeName else {
      #expect(parts.count == 1 && parts[0].contains { $0 == "…" })
      return
    }
    try #require(parts.count == 2)
    #expect(isPart(parts[0], of: title, isWhole: isWhole), "\(line.text)")
    #expect(isPart(parts[1], of: name, isWhole: hasWholeName), "\(line.text)")
    // A part that is cut takes all the room that is left.
    #expect(isWhole && hasWholeName || line.frame.maxX > width - 50, "\(line.frame)")
  }

  /// A panel with room for the value of one of several series says how many others there are, wherever its title is
  /// cut; where all series have their names, nothing is said.
  @Test(
    arguments: [
      (.table, "Disks", 300.0, 50.0, "Disks · root +3"),
      (.line, "Disks", 300, 50, "Disks · root +3"), (.line, "Disks", 700, 400, "Disks · root"),
      (.table, "All of the disks of the machine in the hall", 240, 50, nil),
      (.table, "All of the disks of the machine in the hall", 190, 50, nil),
    ] as [(Panel.Kind, String, Double, Double, String?)])
  func theNumberOfOtherSeries(
    kind: Panel.Kind, title: String, width: Double, height: Double, shown: String?
  ) throws {
    let panel = try shownPanel(title, Size(width, height), kind) { content in
      let names = ["root", "home", "data", "boot"]
      let lines = names.indices.map { i in
        var samples = TimeSeries()
        for time in 0..<10 { samples.append(time: Double(time), value: 20 * Double(i) + 5) }
        return PlotContent.Series(samples, style: .colored(i), name: names[i])
      }
      content.legend = names.indices.map { LegendEntry(name: names[$0], value: "5", series: $0) }
      content.body = PlotContent(series: lines, time: 0...9, axis: TickScale(fixed: 0, 80))
      content.lead = PanelContent.Lead(
        name: "root", value: FormattedValue(digits: "95.3", unit: "%"), signal: nil)
      content.lead?.others = 3
    }
    let line = try #require(texts(panel).first)
    if let shown { return #expect(line.text == shown) }
    #expect(line.text.hasSuffix(" +3") && line.text.contains { $0 == "…" }, "\(line.text)")
    let value = try #require(texts(panel).first { $0.text == "95.3" })
    #expect(line.frame.maxX <= value.frame.minX)
  }

  /// A value is in proportion to a small ring.
  @Test(arguments: [(600.0, 300.0, 28.0), (150, 190, 25)])
  func valuesOfRings(width: Double, height: Double, size: Double) throws {
    let panel = try shownPanel("Disk", Size(width, height), .ring) {
      let value = FormattedValue(digits: "64", unit: "%")
      $0.value = value
      $0.body = RingContent(fraction: 0.64, value: value, detail: "")
    }
    let frame = try #require(texts(panel).first { $0.text == "64" }?.frame)
    var font = TypeScale(page: Size(800, 480)).value
    font.size = size
    let fonts = try chartEnvironment().fonts
    #expect(abs(frame.width - fonts.line("64", font: font).width) < 1, "\(frame)")
    #expect(abs(frame.midX - width / 2) < 12)
  }

  /// A long reason has as many rows as an empty panel has room for, and the end of a path is seen.
  @Test(arguments: [(400.0, 200.0, 3), (400, 80, 2), (400, 60, 1)])
  func reasonsInEmptyPanels(width: Double, height: Double, rows: Int) throws {
    let reason =
      "cannot open /var/lib/very/long/path/to/some/database/file/that/does/not/exist.sqlite: "
      + "No such file or directory"
    let panel = try shownPanel("Database", Size(width, height)) {
      $0.state = .waiting
      $0.failure = PanelContent.Failure(reason: reason)
    }
    let shown = texts(panel).dropFirst()
    #expect(shown.count == rows)
    let whole = shown.map(\.text).joined(separator: " ")
    #expect(whole.hasSuffix("No such file or directory"), "\(whole)")
    let start = rows < 3 ? "cannot open …" : "cannot open /var/lib"
    #expect(whole.hasPrefix(start), "\(whole)")
    for line in shown {
      #expect(line.frame.minX >= 8 && line.frame.maxX <= width - 8 && line.frame.maxY <= height)
    }
  }

  /// A text in place of data has as many rows as it needs, and a change without room loses its time.
  @Test(arguments: [(160.0, 220.0), (800, 300)])
  func wordsInPlaceOfData(width: Double, height: Double) throws {
    let words = "the latest value is not a finite number"
    var plot = PlotContent(series: [], time: 0...60, axis: TickScale(fixed: 0, 1))
    plot.emptyText = words
    let line = try shownPanel("Load", Size(width, height)) { $0.body = plot }
    let rows = texts(line).filter { words.contains($0.text) && $0.text.count > 2 }
    #expect(rows.map(\.text).joined(separator: " ") == words)
    #expect((rows.count > 1) == (width < 400))
    plot.emptyText = nil
    let number = try shownPanel("Load", Size(width, height), .number) {
      $0.value = FormattedValue(digits: "64", unit: "")
      $0.body = NumberContent(
        plot, change: ValueChange(.none, "no change in the 5 min 30 s before", short: "no change"))
    }
    let change = width < 400 ? "no change" : "no change in the 5 min 30 s before"
    #expect(texts(number).contains { $0.text == change }, "\(texts(number))")
  }

  /// The time and the value of an alert are whole; the explanation gives way.
  @Test(arguments: [145.0, 240, 480])
  func alertsHaveTheirTimes(width: Double) throws {
    let panel = try shownPanel("Alerts", Size(width, 150), .alerts) {
      let alert = AlertsContent.Alert(
        number: 1, title: "Orders of the day", detail: "nearly full of everything",
        value: "95.25 %", since: "since before 19:56", signal: .red)
      $0.body = AlertsContent(alerts: [alert], calm: ("", ""))
    }
    let shown = texts(panel).map(\.text)
    #expect(shown.contains("95.25 %") && shown.contains("since before 19:56"), "\(shown)")
    #expect(shown.contains("nearly full of everything") == (width > 300))
  }

  /// The present state of a single lane is shown in a narrow panel, too, where the title says enough of the name.
  @Test(
    arguments: [
      (145.0, ["a"], true, false), (480, ["a"], true, true), (145, ["a", "b"], false, true),
    ]
      as [(Double, [String], Bool, Bool)])
  func statesOfNarrowPanels(
    width: Double, names: [String], hasStates: Bool, hasNames: Bool
  ) throws {
    let panel = try shownPanel("Pumps", Size(width, 150), .states) {
      let lanes = names.enumerated().map { number, name in
        var lane = StatesContent.Lane(number: number, name: name + " pump", stretches: [])
        lane.text = "running"
        return lane
      }
      let axes = PlotContent(series: [], time: 0...60, axis: TickScale(fixed: 0, 1))
      $0.body = StatesContent(lanes: lanes, axes: axes)
    }
    let shown = texts(panel).map(\.text)
    #expect(shown.contains("running") == hasStates, "\(shown)")
    #expect(shown.contains("a pump") == hasNames, "\(shown)")
  }

  /// A title keeps its end, which tells it from others, on a line of its own and beside the value.
  @Test(arguments: [
    ("Server number 17", 130.0, 40.0, "17"), ("Server number 17", 100, 90, "17"),
    ("/srv/archive/2026/november", 130, 90, "november"), ("Load", 130, 40, "Load"),
    ("Temperatures of the ovens in the hall", 180, 90, "e hall"),
  ])
  func titlesKeepTheirEnds(title: String, width: Double, height: Double, end: String) throws {
    let panel = try shownPanel(title, Size(width, height)) {
      $0.value = FormattedValue(digits: "4.88", unit: "%")
    }
    let shown = try #require(texts(panel).first)
    #expect(shown.text.hasSuffix(end) && (shown.text == title) == (title == end), "\(shown)")
    #expect(shown.text.hasPrefix(title.hasPrefix("/") ? "…" : title.prefix(2)))
    #expect(shown.frame.maxX <= width - 8)
  }

  /// A table says how many columns have no room.
  @Test(arguments: [(900.0, 0), (420, 0), (300, 1), (200, 1)])
  func columnsWithoutRoom(width: Double, marks: Int) throws {
    let panel = try shownPanel("Hosts", Size(width, 300), .table) {
      $0.body = TableContent(
        titles: ["last", "mean", "max", "p50", "p95", "p99"],
        rows: (0..<3).map { row in
          TableContent.Row(
            number: row, name: "server-\(row)",
            cells: (0..<6).map { TableContent.Cell("\(100 * row + $0)") })
        })
    }
    let shown = texts(panel)
    let titles = shown.count { ["last", "mean", "max", "p50", "p95", "p99"].contains($0.text) }
    let texts = ["\(6 - titles) columns more", "1 column more", "+\(6 - titles)"]
    let words = shown.filter { texts.contains($0.text) }
    #expect(words.count == marks && (titles == 6) == (marks == 0), "\(shown)")
    #expect(
      words.allSatisfy { word in
        shown.allSatisfy {
          $0.frame.minY != word.frame.minY || $0.frame.minX >= word.frame.maxX
            || $0.frame == word.frame
        }
      })
  }

  /// A column with a breach has room before the others, apart from the one by which rows are sorted.
  @Test(arguments: [(nil, ["p50"]), (0, ["last", "p50"])] as [(Int?, [String])])
  func breachedColumns(sorted: Int?, shown: [String]) throws {
    let titles = ["last", "mean", "max", "p50"]
    let panel = try shownPanel("Hosts", Size(sorted == nil ? 130 : 170, 300), .table) {
      var table = TableContent(
        titles: titles,
        rows: (0..<3).map { row in
          TableContent.Row(
            number: row, name: "server-\(row)",
            cells: (0..<4).map {
              TableContent.Cell("\(100 * row + $0)", signal: $0 == 3 && row == 1 ? .red : nil)
            })
        })
      table.sortedColumn = sorted
      $0.body = table
    }
    #expect(texts(panel).map(\.text).filter(titles.contains) == shown)
  }

  /// A legend stays in its room, also with the number of the entries that have none.
  @Test(arguments: [2, 3, 6], [1, 2])
  func legendsStayInTheirRooms(count: Int, rows: Int) throws {
    let environment = try chartEnvironment()
    let entries = (0..<count).map {
      LegendEntry(name: "web-frontend-\($0)", value: "\(1234 + $0)", series: $0)
    }
    for width in stride(from: 88.0, through: 500, by: 4) {
      let legend = Legend()
      let room = LegendRoom(
        left: 0, width: width, baselines: rows == 1 ? [40] : [20, 40], isTrailing: true)
      legend.update(entries, in: room, accent: .black, environment: environment)
      let texts = legend.layer.sublayers.compactMap { $0 as? TextLayer }
      let ends = texts.map { $0.frame.minX + ($0.line?.width ?? 0) }
      #expect(!ends.isEmpty && ends.allSatisfy { $0 <= width + 0.5 }, "\(ends) in \(width)")
      #expect(legend.layer.sublayers.allSatisfy { $0.frame.minX >= -0.5 })
    }
  }

  /// Names in lists keep their ends as well.
  @Test func namesKeepTheirEnds() throws {
    let environment = try chartEnvironment()
    let names = (1...12).map { "server-00\($0 + 10).example" }
    let shown = names.map {
      environment.fonts.nameLine($0, font: environment.type.note, fitting: 70)
    }
    #expect(shown.allSatisfy { $0.text.contains("…") && $0.text.hasSuffix("le") })
    #expect(shown.allSatisfy { $0.width <= 70 && $0.text.hasPrefix("s") })
    // Words that all long names share give way first.
    let font = environment.type.note
    func distinct(_ names: [String], _ room: Double) -> [String] {
      environment.fonts.distinctNames(names, font: font, fitting: room)
    }
    let servers = ["server-07.example", "server-12.example", "sum"]
    #expect(distinct(servers, 60) == ["server…07", "server…12", "sum"])
    #expect(distinct(servers, 80) == ["server-07…", "server-12…", "sum"])
    #expect(distinct(servers, 30) == ["s…07", "s…12", "sum"])
    #expect(distinct(["server-07.example", "server-12.example"], 600).first == "server-07.example")
    #expect(
      distinct(["seventh.example.org", "eighth.example.org"], 60) == ["seventh…", "eighth…"])
    #expect(distinct(["disk used by logs", "disk used by logs"], 30).last == "disk used by logs")
    #expect(
      distinct(["alphabetical", "alphanumerical"], 30) == ["alphabetical", "alphanumerical"])
    let pods = ["api-7d9f8b6c5d-x2k4p", "api-7d9f8b6c5d-9fz7q"].map {
      environment.fonts.nameLine($0, font: environment.type.note, fitting: 90).text
    }
    #expect(pods[0].hasSuffix("x2k4p") && pods[1].hasSuffix("9fz7q"))
    // Words that have given way are no beginning of a path.
    let cut = ["…monitoring-prometheus-server-two-A", "…monitoring-prometheus-server-two-B"]
    let ends = cut.map { environment.fonts.nameLine($0, font: font, fitting: 90).text }
    #expect(ends[0].hasSuffix("A") && ends[1].hasSuffix("B"))
  }

  /// A long unit is cut, and its value stays large.
  @Test(arguments: [
    ("%", "%", 1.0), ("very long unit of events each day", "very", 0.55),
  ])
  func longUnits(unit: String, start: String, share: Double) throws {
    func panel(_ unit: String) throws -> [(text: String, frame: Rect)] {
      texts(
        try shownPanel("Events", Size(200, 190)) {
          $0.value = FormattedValue(digits: "1.23", unit: unit)
        })
    }
    let plain = try #require(try panel("").first { $0.text == "1.23" }?.frame)
    let shown = try panel(unit)
    let value = try #require(shown.first { $0.text == "1.23" }?.frame)
    let words = try #require(shown.first { $0.text.hasPrefix(start) }?.frame)
    #expect(value.width >= share * plain.width, "\(value) \(plain)")
    #expect(words.minX > value.maxX && words.maxX <= 196, "\(words)")
  }

  /// Several times keep their names, which tell the times apart; small times lose their dates first.
  @Test(arguments: [
    (400.0, 300.0, 3, true), (290, 200, 3, true), (180, 130, 3, false), (180, 130, 1, true),
    (120, 70, 1, false),
  ])
  func namesOfTimes(width: Double, height: Double, count: Int, hasDates: Bool) throws {
    let names = ["Berlin", "New York", "Tokyo"].prefix(count)
    let panel = try shownPanel("Clock", Size(width, height), .clock) {
      $0.body = ClockContent(
        zones: names.map { .init(name: $0, time: "14:05", date: "Thu 26 Nov") })
    }
    let shown = texts(panel)
    #expect(shown.count { $0.text == "14:05" } == count)
    #expect(shown.contains { $0.text == "Thu 26 Nov" } == hasDates, "\(shown)")
    if count > 1 { #expect(names.allSatisfy { name in shown.contains { $0.text == name } }) }
    for (i, a) in shown.enumerated() {
      #expect(a.frame.maxX <= width && a.frame.maxY <= height)
      for b in shown[..<i] {
        let common = a.frame.intersection(b.frame)
        #expect(common.isEmpty || common.height < 6, "\(a) \(b)")
      }
    }
  }

  /// A long name is cut before the names of several times vanish.
  @Test(arguments: [(190.0, 100.0), (160, 90)])
  func longNamesOfTimes(width: Double, height: Double) throws {
    let panel = try shownPanel("Zones", Size(width, height), .clock) {
      $0.body = ClockContent(
        zones: ["Berlin", "Head office in New York and Boston", "Kolkata"].map {
          .init(name: $0, time: "14:05:07", date: "Thu 26 Nov")
        })
    }
    let shown = texts(panel)
    let times = shown.filter { $0.text == "14:05:07" }
    let cut = try #require(shown.first { $0.text.hasPrefix("Head") }, "\(shown)")
    #expect(times.count == 3 && shown.contains { $0.text == "Berlin" })
    #expect(cut.text.last == "…" && cut.frame.maxX <= width - 8, "\(cut)")
    #expect(times.allSatisfy { $0.frame.maxX < cut.frame.minX })
  }

  /// A date without room is written in few letters, not cut.
  @Test(arguments: [(420.0, "Wednesday 26 Nov"), (215, "Wed 26 Nov")])
  func datesOfNarrowTimes(width: Double, date: String) throws {
    let panel = try shownPanel("Clock", Size(width, 180), .clock) {
      $0.body = ClockContent(
        zones: (0..<3).map {
          .init(
            name: "P\($0)", time: "14:05", date: "Wednesday 26 Nov", shortDate: "Wed 26 Nov")
        })
    }
    #expect(texts(panel).count { $0.text == date } == 3, "\(texts(panel))")
  }

  /// Times have at least the beginnings of their names, and the number of the times without room is shown.
  @Test(arguments: [
    (540.0, 330.0, 24), (420, 300, 12), (260, 200, 12), (260, 200, 6), (245, 180, 12),
    (300, 180, 24),
  ])
  func manyTimes(width: Double, height: Double, count: Int) throws {
    let panel = try shownPanel("Clock", Size(width, height), .clock) {
      $0.body = ClockContent(
        zones: (0..<count).map { .init(name: "Place \($0)", time: "14:05", date: "Thu 26 Nov") })
    }
    let times = texts(panel).filter { $0.text == "14:05" }
    let names = texts(panel).filter { $0.text.hasPrefix("P") }
    #expect(names.count == times.count)
    let rest = count - times.count
    #expect(times.count > 1 && texts(panel).contains { $0.text == "\(rest) more" } == (rest > 0))
    for (i, a) in times.enumerated() {
      for b in times[..<i] {
        let common = a.frame.intersection(b.frame)
        #expect(common.isEmpty || common.height < 6 || common.width < 6, "\(a) \(b)")
      }
    }
  }

  /// A title with a blank of another kind is not cut where it has room.
  @Test(arguments: [("two\nlines", "two lines"), ("tab\ttitle here", "tab title here")])
  func titlesWithOtherBlanks(title: String, shown: String) throws {
    let panel = try shownPanel(title, Size(260, 200)) { _ in }
    #expect(texts(panel).contains { $0.text == shown }, "\(texts(panel))")
  }

  /// The unit of an axis without a value stays where the note has no room.
  @Test(arguments: [
    (700.0, "a note about the latencies of all servers · ms"), (260, "ms"), (180, "ms"),
  ])
  func theUnitOutlivesTheNote(width: Double, note: String) throws {
    let panel = try shownPanel("Latency", Size(width, 300)) {
      $0.note = "a note about the latencies of all servers"
      $0.axisUnit = "ms"
    }
    #expect(texts(panel).map(\.text).contains(note), "\(texts(panel))")
  }

  /// The value of one of several series is no sign of the axis' prefix unless both have the same one.
  @Test(arguments: [("M", nil), ("", "axis in M"), ("k", "axis in M")] as [(String, String?)])
  func theAxisOfSeveralSeriesNamesItsPrefix(unit: String, note: String?) throws {
    let panel = try shownPanel("Mixed", Size(500, 300)) {
      $0.axisUnit = "M"
      $0.lead = PanelContent.Lead(
        name: "a", value: FormattedValue(digits: "1.05", unit: unit), signal: nil)
    }
    #expect(texts(panel).map(\.text).first { $0.contains("axis") } == note, "\(texts(panel))")
  }

  /// Each of two axes has its unit at its highest tick, within the panel; a single axis has it beside the title.
  @Test(arguments: [true, false])
  func unitsOfTwoAxes(hasRight: Bool) throws {
    let panel = try shownPanel("Weather", Size(420, 260)) {
      var plot = PlotContent(
        series: [], time: 0...60, axis: TickScale(fixed: 0, 20, unit: .celsius))
      plot.rightAxis = hasRight ? TickScale(fixed: 0, 40, unit: .percent) : nil
      $0.body = plot
    }
    let shown = texts(panel)
    #expect(shown.contains { $0.text == (hasRight ? "20 °C" : "20") }, "\(shown)")
    #expect(shown.contains { $0.text == "40 %" } == hasRight)
    #expect(shown.allSatisfy { $0.frame.minX >= 0 && $0.frame.maxX <= 420 })
  }

  /// The word for a logarithmic axis is shown with a value and a note, and with a value that stands for several series.
  @Test(arguments: [(500.0, true), (500, false), (200, true), (200, false)])
  func theWordForALogarithmicAxis(width: Double, hasValue: Bool) throws {
    let panel = try shownPanel("Latency", Size(width, 130)) {
      let value = FormattedValue(digits: "5", unit: "ms")
      if hasValue { $0.value = value } else { $0.lead = .init(name: "", value: value, signal: nil) }
      $0.axisUnit = "log"
      $0.body = PlotContent(
        series: [], time: 0...60, axis: TickScale(logarithmicCovering: 1, 100))
    }
    #expect(texts(panel).contains { $0.text == "log" }, "\(texts(panel))")
  }

  /// Late data, and a failure without a line of its own, leave the word for a logarithmic axis where there is room.
  @Test(
    arguments: [
      (Size(500, 130), false, "log · 35 s ago"), (Size(110, 130), false, "35 s ago"),
      (Size(500, 90), true, "log · refused"),
    ] as [(Size, Bool, String)])
  func theWordForALogarithmicAxisBesideAProblem(
    size: Size, isFailing: Bool, expected: String
  ) throws {
    let panel = try shownPanel("Late", size) {
      $0.axisUnit = "log"
      if isFailing {
        $0.state = .fresh
        $0.failure = .init(reason: "refused")
      } else {
        $0.state = .late(age: "35 s ago")
      }
      $0.body = PlotContent(
        series: [], time: 0...60, axis: TickScale(logarithmicCovering: 1, 100))
    }
    #expect(texts(panel).contains { $0.text == expected }, "\(texts(panel))")
  }

  /// A note that has no room loses its last parts, and then the end of its words; a number is never cut.
  @Test(
    arguments: [
      (900, long, long), (400, long, "free 118 MiB"), (900, words, words),
      (400, words, "a text of many words that goes on and on, up to…"),
      (400, "out 123,456,789,012,345,678 Mbit/s and then some", nil),
      (400, "about 118 kW·h of the energy of the whole of the building", nil),
    ] as [(Double, String, String?)])
  func notesGiveWayByParts(width: Double, note: String, shown: String?) throws {
    let panel = try shownPanel("A title of some length", Size(width, 200)) {
      $0.value = FormattedValue(digits: "5", unit: "")
      $0.note = note
    }
    let found = texts(panel).map(\.text).filter { $0 != "A title of some length" && $0 != "5" }
    #expect(found.first == shown)
  }

  private static let long = "free 118 MiB · a rather long text that goes on and on"
  private static let words =
    "a text of many words that goes on and on, up to the end of the panel and beyond"
}
