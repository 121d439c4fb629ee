import Feeds
import Foundation
import Geometry
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// Files that would bring the program down, or reveal secrets.
@Suite struct HostileFileTests {
  private func problems(_ bytes: [UInt8], environment: [String: String] = [:]) -> [String] {
    do throws(DashboardFile.Failure) {
      _ = try DashboardFile(path: "f").parse(bytes, environment: { environment[$0] })
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  private func problems(_ text: String, environment: [String: String] = [:]) -> [String] {
    problems(Array(text.utf8), environment: environment)
  }

  // MARK: Nothing in a list, and too much

  @Test(arguments: [
    ("pages: []", "f:1:8: 'pages' is an empty list"),
    ("panels: []", "f:1:9: 'panels' is an empty list"),
    ("pages: [{panels: []}]", "f:1:18: 'panels' is an empty list"),
    ("panels: [{series: []}]", "f:1:19: 'series' is an empty list"),
    ("panels: [{series: [], source: cpu.busy}]", "f:1:19: 'series' is an empty list"),
    ("panels: [{source: cpu.busy, thresholds: []}]", "f:1:41: 'thresholds' is an empty list"),
    ("panels: [{source: cpu.busy, note: []}]", "f:1:35: 'note' is an empty list"),
    ("panels: [{source: cpu.busy, band: []}]", "f:1:35: 'band' is an empty list"),
    ("panels: [{chart: text, text: []}]", "f:1:30: 'text' is an empty list"),
    ("panels: [{chart: clock, zones: []}]", "f:1:32: 'zones' is an empty list"),
    ("panels: [{source: cpu.busy}]\nrows: []", "f:2:7: 'rows' is an empty list"),
    ("panels: [{source: cpu.busy}]\ninclude: []", "f:2:10: 'include' is an empty list"),
    (
      "x-a: &a {thresholds: []}\npanels: [{source: cpu.busy, <<: *a}]",
      "f:1:22: 'thresholds' is an empty list"
    ),
    ("pages: [{name: x}]", "f:1:9: a page needs 'panels'"),
    ("pages: [~]", "f:1:9: a page is expected (a mapping), not nothing"),
  ])
  func emptyLists(text: String, problem: String) {
    #expect(problems(text) == [problem])
  }

  /// A list of `count` items, each on a line of its own from line 2.
  private func list(_ count: Int, _ item: String) -> String {
    "\n" + String(repeating: "  - \(item)\n", count: count)
  }

  @Test func longLists() {
    let panel = "{source: cpu.busy}"
    let pages = problems("pages:" + list(101, "{panels: [\(panel)]}"))
    #expect(pages == ["f:102:5: a dashboard has at most 100 entries in 'pages'"])
    #expect(
      problems("panels:" + list(101, panel)) == [
        "f:102:5: a page has at most 100 entries in 'panels'"
      ])
    let series = list(101, "cpu.busy").replacing("\n", with: "\n    ")
    #expect(problems("panels:\n  - series:" + series).first?.contains("f:103:9") == true)
    let thresholds = list(101, "{above: 1}").replacing("\n", with: "\n    ")
    #expect(
      problems("panels:\n  - source: cpu.busy\n    thresholds:" + thresholds)
        == ["f:104:9: a panel has at most 100 entries in 'thresholds'"])
    let named = (0..<501).map { "  s\($0): {system: cpu.busy}\n" }.joined()
    #expect(
      problems("sources:\n" + named + "panels: [{source: {from: s0}}]")
        == ["f:502:3: there are at most 500 sources"])
    let headers = (0..<101).map { "a\($0): b" }.joined(separator: ", ")
    let found = problems("panels: [{source: {http: \"http://a\", path: a, headers: {\(headers)}}}]")
    #expect(found.count == 1 && found[0].hasSuffix("there are at most 100 headers"))
  }

  @Test func manySeriesAndSourcesInAll() {
    let series = list(100, "cpu.busy").split(separator: "\n").joined().replacing("  - ", with: ", ")
    let panel = "{series: [\(series.dropFirst(2))]}"
    #expect(problems("panels:" + list(50, panel)) == [])
    #expect(
      problems("panels:" + list(51, panel)) == [
        "f:52:5: a dashboard has at most 5000 series in all"
      ])
    let commands = (0..<501).map { "c\($0)" }
    let pages = stride(from: 0, to: 501, by: 100).map { start in
      let panels = commands[start..<min(start + 100, 501)].map { "{source: {command: \($0)}}" }
      return "  - panels: [\(panels.joined(separator: ", "))]\n"
    }
    let found = problems("pages:\n" + pages.joined())
    #expect(found == ["f:7:14: a dashboard has at most 500 sources in all"])
    // The sources of a panel's notes, meter and annotations count, too.
    let meter = commands.map { "{command: \($0)}" }.joined(separator: ", ")
    #expect(
      problems("panels: [{source: cpu.busy, meter: [\(meter)]}]")
        == ["f:1:10: a dashboard has at most 500 sources in all"])
  }

  @Test func problemsHaveABound() {
    let found = problems(
      "panels: [{source: a, "
        + (0..<5000).map { "k\($0): 1" }
        .joined(separator: ", ") + "}]")
    #expect(found.count == 201 && found.last == "f: and 4800 more")
  }

  // MARK: Aliases

  /// A file in which each line stands for twenty times the line before. 20⁵ values could be read if there
  /// were no bound; 20¹² could not.
  private func bomb(merging: Bool, lines: Int) -> String {
    var text = "x-0: &a0 {source: cpu.busy}\n"
    for i in 1...lines {
      let aliases = Array(repeating: "*a\(i - 1)", count: 20).joined(separator: ",")
      text += merging ? "x-\(i): &a\(i) {<<: [\(aliases)]}\n" : "x-\(i): &a\(i) [\(aliases)]\n"
    }
    return text + "panels: [{<<: *a\(lines)}]\n"
  }

  @Test(arguments: [true, false], [5, 12])
  func anAliasThatStandsForTooMuchIsTold(merging: Bool, lines: Int) {
    let found = problems(bomb(merging: merging, lines: lines))
    #expect(found.count == 1)
    #expect(
      found.first?.hasSuffix(": more than 200000 values, counting those behind aliases") == true
    )
    // The fifth line stands for 20⁴ values.
    #expect(found.first?.hasPrefix("f:5:") == true, "\(found)")
  }

  /// A few aliases of a long text are read; of very many, each look at all texts would take minutes.
  @Test func anAliasOfALongTextIsBounded() {
    func found(_ count: Int) -> [String] {
      problems(
        "x-t: &t \(String(repeating: "x", count: 500_000))\nx-a:" + list(count, "*t")
          + "panels: [{source: cpu.busy}]")
    }
    #expect(found(30) == [])
    #expect(
      found(100_000)
        == ["f:35:5: too long: more than 16 MiB, counting the texts behind aliases"])
  }

  @Test func aliasesThatStandForLittleAreRead() throws {
    let text = "x-s: &s {source: cpu.busy}\npanels: [{<<: *s, title: a}, {<<: [*s, *s]}]"
    #expect(problems(text) == [])
  }

  // MARK: Numbers

  @Test(arguments: [
    ("chart: ring, goal: 1e308 TB, unit: bytes", "a number is expected, not '1e308 TB'"),
    ("factor: 1e400", "a number is expected, not '1e400'"),
    ("factor: nan", "a number is expected, not 'nan'"),
    ("decimals: -9223372036854775808", "a whole number from 0 to 9 is expected, "),
    ("window: 1e400", "a duration such as 500ms, 20s, 10m or 1h30m is expected, not '1e400'"),
    ("window: 999999999d 1h", "a duration from 5s to 366d is expected"),
    ("span: 9223372036854775808", "a whole number from 1 to 24 is expected"),
    (
      "factor: 1e300, series: [{source: cpu.busy, factor: 1e300}]",
      "the factors of this panel make a number that is too large"
    ),
  ])
  func numbersBeyondAllMeasure(entry: String, problem: String) {
    let source = entry.contains("series") ? "" : ", source: cpu.busy"
    let found = problems("panels: [{\(entry)\(source)}]")
    #expect(found.count == 1 && found[0].contains(problem), "\(found)")
  }

  @Test(arguments: ["a[-9223372036854775808]", ".a[", "[x]", "a..b"])
  func pathsThatAreNone(path: String) {
    #expect(
      problems("panels: [{source: {http: 'http://a', path: '\(path)'}}]")
        == ["f:1:44: '\(path)' is not a path in JSON, such as .queues[0].depth"])
  }

  @Test func pagesByNumber() throws {
    let page = PageSpec(name: "one", panels: [])
    let scene = DashboardScene(
      spec: DashboardSpec(pages: [page, page]),
      host: HostInfo(name: "h", system: "", cores: 1, uptime: 0, memoryTotal: 0),
      environment: try PanelPictures.environment(Size(100, 100), .dark, scale: 1))
    for (name, index) in [
      ("1", 0), ("2", 1), ("0", nil), ("3", nil), ("one", 0), ("-9223372036854775808", nil),
      ("9223372036854775807", nil),
    ] as [(String, Int?)] {
      #expect(scene.pageIndex(named: name) == index)
    }
  }

  // MARK: Secrets

  /// The secret resembles a word and a unit, so that several messages would quote it in a hint.
  @Test(arguments: [
    "panels: [{source: cpu.busy, goal: \"5 ${S}\"}]",
    "panels: [{source: cpu.busy, goal: \"${S}\"}]",
    "panels: [{source: cpu.busy, chart: \"${S}\"}]",
    "panels: [{source: cpu.busy, window: \"${S}\"}]",
    "panels: [{source: cpu.busy, counter: \"${S}\"}]", "theme: \"${S}\"\npanels: [{source: a}]",
    "panels: [{source: cpu.busy, decimals: \"${S}\"}]", "panels: [{source: {http: \"${S}\"}}]",
    "panels: [{source: {from: \"${S}\"}}]",
    "sources: {\"${S}\": {system: load.1}}\npanels: [{source: {from: percnts}}]",
    "panels: [{source: cpu.busy, range: {min: \"1 ${S}\"}}]",
    "panels: [{source: {http: \"http://${S}@a\"}}]",
    "panels: [{source: {http: \"http://a\", path: a, headers: {\"a:\": \"${S}\"}}}]",
    "panels: [{source: {http: \"http://a\", path: \"[${S}\"}}]",
    "panels: [{source: {http: \"http://a\", path: a, bearer_file: \"${S}\"}}]",
    "panels: [{source: cpu.busy, unit: \"${S}\"}]",
    "panels: [{source: cpu.busy, legend: \"${S}\"}]",
    "panels: [{source: cpu.busy, span: \"${S}\"}]",
    "panels: [{source: cpu.busy, thresholds: [{above: 1, color: \"${S}\"}]}]",
  ])
  func noMessageTellsASecret(text: String) {
    let found = problems(text, environment: ["S": "percnt"])
    #expect(!found.isEmpty)
    for message in found {
      #expect(!message.contains("percnt'") && !message.contains("did you mean"), "\(message)")
    }
  }

  // MARK: Encodings

  private static let plain = "title: Überlast 𝄞\npanels: [{source: cpu.busy}]\n"

  @Test(
    arguments: [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf8, [0xEF, 0xBB, 0xBF]), (.utf8, []),
    ] as [(String.Encoding, [UInt8])])
  func everyUnicodeEncodingWithAMarkIsRead(encoding: String.Encoding, mark: [UInt8]) throws {
    let bytes = try mark + #require(Self.plain.data(using: encoding))
    let dashboard = try DashboardFile(path: "f").parse(bytes)
    #expect(dashboard.title == "Überlast 𝄞" && dashboard.pages[0].panels.count == 1)
  }

  @Test func withoutAMarkTheFileIsNoUTF8() throws {
    let bytes = try Array(#require(Self.plain.data(using: .utf16LittleEndian)))
    let found = problems(bytes)
    #expect(found.count == 1 && found[0].hasPrefix("f:1:"), "\(found)")
  }
}
