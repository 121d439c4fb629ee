import Charts
import Feeds
import Foundation
import Metrics
import TestSupport
import Testing

@testable import Dashboard

@Suite struct DashboardFileTests {
  private func read(
    _ text: String, environment: [String: String] = [:]
  ) throws(DashboardFile.Failure) -> DashboardSpec {
    try DashboardFile(path: "rack4.yaml").parse(
      Array(text.utf8), environment: { environment[$0] })
  }

  private func problems(_ text: String, environment: [String: String] = [:]) -> [String] {
    do throws(DashboardFile.Failure) {
      _ = try read(text, environment: environment)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  private let rack = """
    title: Rack 4
    theme: dark
    pages:
      - name: Overview
        duration: 20s
        panels:
          - title: CPU
            chart: area
            source: {system: cpu.busy}
            unit: percent
            window: 10m
          - title: Traffic
            chart: stacked
            unit: bits/s
            series:
              - {label: in, source: {system: net.eth0.in}}
              - {label: out, source: {system: net.eth0.out}}
          - title: Queue
            chart: line
            source:
              http: http://127.0.0.1:8080/health
              path: .queues.mail.depth
              every: 5s
            thresholds: [{above: 500, color: red, label: too long}]
          - title: Steps
            chart: progress
            source: {command: cat steps.txt, every: 5s}
            goal: 13000
    """

  @Test(arguments: [
    ("{diagonal: 55in, distance: 3m}", 1.397, 3), ("{diagonal: 140cm}", 1.4, 3),
    ("{distance: 8 ft}", 1.397, 2.4384), ("{}", 1.397, 3),
  ])
  func screens(text: String, diagonal: Double, distance: Double) throws {
    let screen = try #require(
      try read("screen: \(text)\npanels: [{source: {system: cpu.busy}}]").screen)
    #expect(abs(screen.diagonal - diagonal) < 1e-9 && abs(screen.distance - distance) < 1e-9)
  }

  @Test(arguments: [
    ("55in", "1:9: a screen is expected (a mapping), not a value"),
    ("{diagonal: 55}", "1:20: a length such as 3m, 250cm or 55in is expected, not '55'"),
    ("{distance: 3km}", "1:20: a length such as 3m, 250cm or 55in is expected, not '3km'"),
    ("{distance: 1mm}", "1:20: a length from 0.1 m to 100 m is expected, not '1mm'"),
    ("{diagnal: 1m}", "1:10: unknown key 'diagnal' of a screen (did you mean 'diagonal'?)"),
  ])
  func mistakesInScreens(text: String, problem: String) {
    let found = problems("screen: \(text)\npanels: [{source: {system: cpu.busy}}]")
    #expect(found == ["rack4.yaml:" + problem])
  }

  @Test(arguments: [
    ("{from: \"22:00\", to: \"06:30\", dim: 0.4}", 1320, 390, ScreenLight.Level.dimmed(0.4), 60),
    ("{from: '7:05', to: '7:06', blank: true, wake: 5m}", 425, 426, .blank, 300),
    ("{from: '0:00', to: '23:59', blank: no}", 0, 1439, .dimmed(0.3), 60),
  ])
  func nights(text: String, from: Int, to: Int, level: ScreenLight.Level, wake: Double) throws {
    let night = try read("night: \(text)\npanels: [{source: {system: cpu.busy}}]").night
    #expect(night == NightSpec(from: from, to: to, level: level, wakeDuration: wake))
  }

  @Test(arguments: [
    ("night: {from: '22:00'}", "1:8: a night needs 'to', such as \"22:00\""),
    (
      "night: {from: '24:00', to: '6:00'}",
      "1:15: a time of day such as \"22:00\" is expected, not '24:00'"
    ),
    (
      "night: {from: late, to: '6:00'}",
      "1:15: a time of day such as \"22:00\" is expected, not 'late'"
    ),
    (
      "night: {from: '+5:30', to: '6:00'}",
      "1:15: a time of day such as \"22:00\" is expected, not '+5:30'"
    ),
    (
      "night: {from: '5:-0', to: '6:00'}",
      "1:15: a time of day such as \"22:00\" is expected, not '5:-0'"
    ),
    ("night: {from: '6:00', to: '06:00'}", "1:8: a night needs different times in 'from' and 'to'"),
    (
      "night: {from: '22:00', to: '6:00', dim: 1}",
      "1:41: a share of the brightness from 0.05 to below 1 is expected"
    ),
    (
      "night: {from: '22:00', to: '6:00', dim: 0.5, blank: true}",
      "1:41: 'dim' has no effect with 'blank'"
    ),
    ("pixel_shift: 33", "1:14: a whole number from 0 to 32 is expected, not '33'"),
    ("locked: maybe", "1:9: true or false is expected, not 'maybe'"),
    ("live_after: 0.5s", "1:13: a duration from 1s to 1d is expected, not '0.5s'"),
    ("live_after: 2d", "1:13: a duration from 1s to 1d is expected, not '2d'"),
  ])
  func mistakesInTheCareOfScreens(text: String, problem: String) {
    let found = problems("\(text)\npanels: [{source: {system: cpu.busy}}]")
    #expect(found == ["rack4.yaml:" + problem])
  }

  @Test func theCareOfScreens() throws {
    let spec = try read(
      "pixel_shift: 0\nlocked: yes\nlive_after: 2m\npanels: [{source: {system: cpu.busy}}]")
    #expect(spec.pixelShift == PixelShift(distance: 0) && spec.isLocked && spec.liveAfter == 120)
    let plain = try read("panels: [{source: {system: cpu.busy}}]")
    #expect(plain.pixelShift == nil && !plain.isLocked && plain.night == nil)
    #expect(plain.liveAfter == nil)
  }

  @Test func theShapeOfADashboard() throws {
    let dashboard = try read(rack)
    #expect(dashboard.title == "Rack 4" && dashboard.theme == "dark")
    #expect(dashboard.pages.map(\.name) == ["Overview"])
    #expect(dashboard.pages[0].duration == 20)
    let panels = dashboard.pages[0].panels
    #expect(panels.map(\.title) == ["CPU", "Traffic", "Queue", "Steps"])
    #expect(panels.map(\.chart) == [.area, .stacked, .line, .progress])
    #expect(panels.map(\.unit) == [.percent, .bitsPerSecond, .none, .none])
    #expect(panels[0].window == 30...600)
    #expect(panels[0].series == [SeriesSpec("cpu.busy")])
    #expect(panels[0].range == RangeSpec(softMinimum: 0, softMaximum: 100))
    #expect(panels[1].series.map(\.label) == ["in", "out"])
    #expect(
      panels[2].series == [
        SeriesSpec(
          source: .http(
            HTTPFeedSpec(url: "http://127.0.0.1:8080/health", format: .json, every: 5)),
          query: .path(".queues.mail.depth"))
      ])
    #expect(panels[2].thresholds == [ThresholdSpec(.above(500), color: .red, label: "too long")])
    #expect(panels[3].goal == 13_000)
    #expect(
      panels[3].series == [
        SeriesSpec(
          source: .text(TextFeedSpec(origin: .command("cat steps.txt", every: 5))),
          query: .column(nil))
      ])
  }

  @Test func aFileMayHaveAPeriod() throws {
    let text = "panels: [{source: {file: /proc/loadavg, every: 2s}}, {source: {file: /x.log}}]"
    let sources = try read(text).pages[0].panels.map(\.series[0].source)
    #expect(
      sources == [
        .text(TextFeedSpec(origin: .file("/proc/loadavg", every: 2))),
        .text(TextFeedSpec(origin: .file("/x.log"))),
      ])
    #expect(sources.map(\.period) == [2, nil])
    let told = problems(
      "panels: [{source: {file: /x.log, every: 0}}, {source: {fifo: /x, every: 1}}]")
    #expect(told.count == 2 && told[1].contains("'every' has no meaning for a source with 'fifo'"))
  }

  @Test func jSONIsYAML() throws {
    let json = """
      {"title": "J", "panels": [{"title": "CPU", "source": {"system": "cpu.busy"}, "window": 60}]}
      """
    let dashboard = try read(json)
    #expect(dashboard.title == "J")
    #expect(dashboard.pages.count == 1)
    #expect(dashboard.pages[0].panels[0].window == 30...60)
  }

  @Test(arguments: [
    (
      "title: x\npanles: []",
      "rack4.yaml:2:1: unknown key 'panles' of a dashboard (did you mean 'panels'?)"
    ),
    (
      "panels:\n  - title: A\n    soruce: {system: cpu.busy}",
      "rack4.yaml:3:5: unknown key 'soruce' of a panel (did you mean 'source'?)"
    ),
    (
      "panels:\n  - {title: A, chart: aera, source: cpu.busy}",
      "rack4.yaml:2:23: 'aera' is none of line, area, stacked, spectrum, progress, number, ring, "
        + "bars, tiles, columns, table, states, heatmap, text, clock, alerts "
        + "(did you mean 'area'?)"
    ),
    (
      "panels:\n  - {source: cpu.busy, window: ten}",
      "rack4.yaml:2:32: a duration such as 500ms, 20s, 10m or 1h30m is expected, not 'ten'"
    ),
    (
      "panels:\n  - {source: cpu.busy, window: 1s}",
      "rack4.yaml:2:32: a duration from 5s to 366d is expected, not '1s'"
    ),
    (
      "panels:\n  - {source: cpu.busy, unit: percnt}",
      "rack4.yaml:2:30: unknown unit 'percnt' (did you mean 'percent'? a new unit is written '{name: …}')"
    ),
    (
      "panels:\n  - {source: cpu.busy, decimals: many}",
      "rack4.yaml:2:34: a whole number from 0 to 9 is expected, not 'many'"
    ),
    (
      "panels:\n  - {source: cpu.busy, thresholds: [{over: 5}]}",
      "rack4.yaml:2:37: a threshold needs 'above', 'below', 'is' or 'absent'"
    ),
    (
      "panels:\n  - {source: cpu.busy, thresholds: [{above: 5, below: 9}]}",
      "rack4.yaml:2:37: give only one of 'above', 'below', 'is' and 'absent'"
    ),
    (
      "panels:\n  - {source: {http: 'ftp://x', path: a}}",
      "rack4.yaml:2:21: a URL begins with http:// or https://"
    ),
    (
      "panels:\n  - {source: {http: 'http://u:secret@x/', path: a}}",
      "rack4.yaml:2:21: the user and the password do not belong in the URL: use 'basic'"
    ),
    (
      "panels:\n  - {source: {http: 'http://x\\@secret/', path: a}}",
      "rack4.yaml:2:21: the user and the password do not belong in the URL: use 'basic'"
    ),
    (
      "panels:\n  - {source: {http: 'http://x:99999/', path: a}}",
      "rack4.yaml:2:21: this is not a URL: port number was not a decimal number between 0 and 65535"
    ),
    (
      "panels:\n  - {source: {http: \"http://x/\\0\", path: a}}",
      "rack4.yaml:2:21: the URL has a blank or a control character in it"
    ),
    (
      "panels:\n  - {source: {http: 'http://x', path: a, bearer: \"a\\r\\nX-Evil: 1\"}}",
      "rack4.yaml:2:50: the bearer token has a control character in it"
    ),
    (
      "panels:\n  - {source: {http: 'http://x', path: a, headers: {X: \"a\\r\\nX-Evil: 1\"}}}",
      "rack4.yaml:2:55: the value of the header has a control character in it"
    ),
    (
      "panels:\n  - {source: {http: 'http://x', path: a, headers: {'X Y': a}}}",
      "rack4.yaml:2:52: 'X Y' is not a header's name"
    ),
    (
      "panels:\n  - {source: {http: 'http://x', path: a, basic: {user: 'a:b', password: c}}}",
      "rack4.yaml:2:56: the user has a colon in it"
    ),
    (
      "panels:\n  - {source: {http: 'http://x', path: a, basic: {user: a, password: \"c\\n\"}}}",
      "rack4.yaml:2:69: the password has a control character in it"
    ),
    (
      "panels:\n  - {source: {http: 'http://x'}}",
      "rack4.yaml:2:14: a number must be selected: 'path' or 'rows' for JSON, 'metric' for an exporter"
    ),
    (
      "panels:\n  - {source: {http: 'http://x', path: a, bearer: '${TOKEN}'}}",
      "rack4.yaml:2:50: the environment variable TOKEN is not set"
    ),
    (
      "panels:\n  - {source: {system: a, command: b}}",
      "rack4.yaml:2:14: a source has one origin, not several: system and command"
    ),
    (
      "panels:\n  - {source: {system: cpu.busy, path: b}}",
      "rack4.yaml:2:39: 'path' has no meaning for a source with 'system'"
    ),
    (
      "panels:\n  - {chart: progress, source: load.1}",
      "rack4.yaml:2:5: the chart 'progress' needs a 'goal'"
    ),
    (
      "panels:\n  - {chart: number, series: [load.1, load.5]}",
      "rack4.yaml:2:29: the chart 'number' shows one series, not 2"
    ),
    (
      "panels:\n  - {source: load.1, range: {min: 5, max: 1}}",
      "rack4.yaml:2:43: 'max' is not above the minimum"
    ),
    ("panels:\n  - {title: A}", "rack4.yaml:2:5: a panel needs a 'source' or 'series'"),
    (
      "panels:\n  - {source: {from: nod, metric: a}}\nsources: {node: {http: 'http://x'}}",
      "rack4.yaml:2:21: no source is named 'nod' (did you mean 'node'?)"
    ),
    ("title: x", "rack4.yaml:1:1: a dashboard needs 'pages' or 'panels'"),
    ("", "rack4.yaml:1:1: there is nothing in this file"),
    ("- a\n- b", "rack4.yaml:1:1: a dashboard is expected (a mapping), not a list"),
    (
      "title: a\ntitle: b\npanels: [{source: load.1}]",
      "rack4.yaml:2:1: the key 'title' is given twice"
    ),
    ("panels: [{source: *x}]", "rack4.yaml:1:19: no anchor is named '&x'"),
  ])
  func aMistakeIsToldWithItsPlace(text: String, problem: String) {
    #expect(problems(text).contains(problem), "\(problems(text))")
  }

  /// A key with a typing error is one mistake: that the right key is missing follows from it.
  @Test(arguments: [
    ("title: x\npanles: [{source: load.1}]", "2:1: unknown key 'panles'"),
    ("pages:\n  - {panals: [{source: load.1}]}", "2:6: unknown key 'panals'"),
    ("panels: [{soruce: load.1}]", "1:11: unknown key 'soruce'"),
    (
      "panels: [{chart: ring, goals: 2 GB, unit: bytes, source: cpu.busy, thresholds: [{above: 1 GB}]}]",
      "1:24: unknown key 'goals'"
    ),
    (
      "panels: [{source: {http: 'http://x', rows: .d, tim: t, value: v}}]",
      "1:48: unknown key 'tim'"
    ),
    ("panels: [{command: date}]", "1:11: unknown key 'command'"),
    ("panels: [{source: {comand: date}}]", "1:20: unknown key 'comand'"),
    ("panels: [{source: load.1, chart: progress, gaol: 5}]", "1:44: unknown key 'gaol'"),
    ("panels: [{chart: text, txet: a}]", "1:24: unknown key 'txet'"),
    ("panels: [{series: [{sorce: load.1}]}]", "1:21: unknown key 'sorce'"),
    (
      "panels: [{source: load.1, thresholds: [{abuve: 5}]}]", "1:41: unknown key 'abuve'"
    ),
    (
      "panels: [{source: {prometheus: 'http://x', qurey: up}}]", "1:44: unknown key 'qurey'"
    ),
    (
      "panels: [{source: load.1}]\nnight: {from: '22:00', too: '6:00'}",
      "2:24: unknown key 'too'"
    ),
  ])
  func aKeyWithATypingErrorIsOneMistake(text: String, mistake: String) {
    let told = problems(text)
    #expect(told.count == 1 && told[0].hasPrefix("rack4.yaml:" + mistake), "\(told)")
  }

  /// Values that a file may have and that can show nothing, or not what they say.
  @Test(arguments: [
    (
      "panels: [{source: {command: echo 1 2, every: 1s, column: 0}}]",
      "1:58: a column is a name, or a number from 1"
    ),
    (
      "panels: [{source: {file: a}, series: [{column: -1}, {column: 1}]}]",
      "1:48: a column is a name, or a number from 1"
    ),
    ("panels: [{source: {file: a, column: '0'}}]", nil),
    (
      "panels: [{source: {file: a, time_format: '%Y-%Q'}}]",
      "1:42: strptime has no conversion '%Q'"
    ),
    ("panels: [{source: {file: a, match: '(?<rtt>[0-9.]+) ms', column: rtt}}]", nil),
    (
      "panels: [{source: {command: a, match: '[0-9'}}]",
      "1:39: missing terminating ] for character class at character 5"
    ),
    (
      "panels: [{source: {command: a, match: 'a'}}]",
      "1:39: the expression has no groups: write (?<name>...) around what is to be a column"
    ),
    (
      "panels: [{source: {mqtt: b, topic: t, match: '(a)'}}]",
      "1:46: 'match' has no meaning for a source with 'mqtt'"
    ),
    (
      "columns: 2\npanels: [{source: load.1, span: {columns: 2, column: 2}}]",
      "2:54: a page of 2 columns has no room for a panel of 2 from column 2 on"
    ),
    (
      "pages: [{columns: 3, panels: [{source: load.1, span: {column: 4}}]}]",
      "1:63: a page of 3 columns has no room for a panel of 1 from column 4 on"
    ),
    ("columns: 2\npanels: [{source: load.1, span: {columns: 2, column: 1}}]", nil),
    (
      "columns: 2\npanels: [{source: load.1, span: 3}]",
      "2:33: a page of 2 columns has no room for a panel of 3 columns"
    ),
    (
      "columns: 2\npanels: [{source: load.1, span: {rows: 2, columns: 3}}]",
      "2:52: a page of 2 columns has no room for a panel of 3 columns"
    ),
    ("columns: 2\npanels: [{source: load.1, span: {columns: 2}}]", nil),
    ("panels: [{source: load.1, span: 3}]", nil),
    ("panels: [{source: load.1, span: {columns: 2, column: 9}}]", nil),
    (
      "panels: [{series: [{source: load.1, name: a, hidden: true}]}]",
      "1:19: all series of this panel are hidden, and no expression shows them"
    ),
    ("panels: [{series: [{source: load.1, name: a, hidden: true}, {expr: 2 * a}]}]", nil),
    (
      "panels: [{series: [{system: load.1}]}]",
      "1:21: unknown key 'system' of a series (did you mean 'source: {system: …}'?)"
    ),
    ("panels: [{series: [load.1, {source: load.5}, {source: {system: load.15}}]}]", nil),
    (
      "panels: [{series: [{source: load.1, name: a}, {source: load.5, name: a}, {expr: 2 * a}]}]",
      "1:70: two series of this panel are named 'a'"
    ),
    (
      "panels: [{series: [{label: x}]}]",
      "1:20: a series needs a 'source', or its panel does"
    ),
    ("panels: [{chart: number, series: [load.1]}]", nil),
    (
      "panels: [{chart: number, series: [load.1, load.5]}]",
      "1:34: the chart 'number' shows one series, not 2"
    ),
    (
      "panels: [{source: load.1, series: [{label: x, <<: y}]}]",
      "1:51: '<<' merges mappings, not a value"
    ),
    ("title: a\n---\ntitle: b", "2:1: a second document"),
    (
      "panels: [{source: {system: memory.total}, series: [load.5]}]",
      "1:19: the 'source' of this panel has no effect: each entry of 'series' has its own"
    ),
    (
      "panels: [{source: load.1, series: [{source: load.5, name: a}, {expr: a * 2}]}]",
      "1:19: the 'source' of this panel has no effect: each entry of 'series' has its own"
    ),
    ("panels: [{source: {file: a}, series: [load.5, {column: 2}]}]", nil),
    (
      "panels: [{source: load.1, title: '{{room}} zones'}]",
      "1:34: without 'repeat: {label: …}', nothing replaces the '{{…}}'"
    ),
    (
      "pages: [{name: '{{room}}', panels: [{source: load.1}]}]",
      "1:16: without 'repeat: {label: …}', nothing replaces the '{{…}}'"
    ),
    ("panels: [{source: net.*.in, repeat: {label: interface}, title: '{{interface}}'}]", nil),
    (
      "pages: [{repeat: {label: a}, name: '{{a}}', panels: [{source: load.1, title: '{{a}}'}]}]",
      nil
    ),
    (
      "panels: [{source: load.1, factor: 1/8}]",
      "1:35: one number such as 0.125 is expected, not '1/8'"
    ),
    (
      "panels: [{source: load.1, factor: '1,5'}]",
      "1:35: use a decimal point, not a comma, in '1,5'"
    ),
    (
      "panels: [{source: load.1, range: {min: 1,5}}]",
      "1:42: unknown key '5' of a range (use a decimal point, not a comma)"
    ),
    ("panels: [{source: load.1, factor: 1 /s}]", "1:35: '/s' is not a unit of this panel"),
    ("panels: [{source: {command: \"\"}}]", "1:29: 'command' is empty"),
    ("panels: [{source: {file: ' '}}]", "1:26: 'file' is empty"),
    ("panels: [{source: {fifo: ''}}]", "1:26: 'fifo' is empty"),
    ("panels: [{source: {sqlite: a.db, query: ''}}]", "1:41: 'query' is empty"),
    ("panels: [{source: {sqlite: '', query: SELECT 1}}]", "1:28: 'sqlite' is empty"),
    (
      "panels: [{source: {postgres: 'postgres:///a', query: A}, series: [{query: ' '}]}]",
      "1:75: 'query' is empty"
    ),
  ])
  func whatCannotWorkIsAMistake(text: String, problem: String?) {
    #expect(problems(text) == problem.map { ["rack4.yaml:" + $0] } ?? [])
  }

  /// The first of equally near names, in alphabetical order, is proposed each time.
  @Test func theProposalOfANameIsTheSameEachTime() {
    let series = (1...9).reversed().map { "{source: load.1, name: node\($0)}, " }.joined()
    #expect(
      problems("panels:\n- series: [\(series){expr: node0}]").first?.contains(
        "no series of this panel has the name 'node0' (did you mean 'node1'?)") == true)
  }

  @Test func allMistakesAreToldInOneGoInTheirOrder() {
    let told = problems(
      """
      theme: drak
      pages:
        - nme: A
          panels:
            - {source: cpu.busy, window: x}
            - {source: cpu.busy, decimals: x}
      """)
    #expect(
      told.map { $0.prefix(15) } == [
        "rack4.yaml:1:8:", "rack4.yaml:3:5:", "rack4.yaml:5:36", "rack4.yaml:6:38",
      ])
  }

  @Test(arguments: ["a: [", "a: b: c", "\"", "a:\n\t- b", "{", "%YAML 9.9\n---", "a: &", "\u{0}"])
  func whatIsNoYAMLIsToldWithItsPlace(text: String) {
    let told = problems(text)
    #expect(!told.isEmpty && told.allSatisfy { $0.hasPrefix("rack4.yaml:") })
  }

  /// The cure for a trap is told in the words of people, at the place of the cause or with it.
  @Test(arguments: [
    ("title: A\nlocale: %\npanels: []", "2:9", "(a text that begins with '%' needs quotes)"),
    ("title: @home", "1:8", "(a text that begins with '@' needs quotes)"),
    ("panels: [{source: *}]", "1:20", "(a text that begins with '*' needs quotes)"),
    (
      "panels: [{thresholds: [{above: ${LIMIT}}]}]", "1:33",
      "(inside of brackets, '${' needs quotes around the text: \"${LIMIT}\")"
    ),
    ("title: {{host}}", "1:8", "a mapping (a text that begins with '{' needs quotes)"),
    ("title: {host}", "1:8", "a mapping (a text that begins with '{' needs quotes)"),
    ("title: {{host}} usage", "1:17", "(a text with '{{' needs quotes)"),
    ("panels:\n  - title: CPU: all", "2:15", "(a text with ': ' in it needs quotes)"),
    (
      "panels:\n  - {command: echo \"a: 1\", every: 1s}", "2:22",
      "(a bracket has no end, or a text with ',', ': ' or a bracket in it needs quotes)"
    ),
    (
      "panels:\n  - title: CPU\n   window: 5m", "3:4",
      "(the indentation of this line or of the line before it is wrong)"
    ),
    (
      "title: A\n  theme: dark", "2:8",
      "(the indentation of this line or of the line before it is wrong)"
    ),
    ("title: A\npanels:\n\t- source: a", "3:1", "(lines are indented by spaces, not by tabs)"),
    ("title: \"A\" b\npanels: []", "1:12", "(quotes go around the whole text)"),
    (
      "title: \"A\nstyle: calm\nlocale: \"de\"", "3:10",
      "(the text in quotes that begins at 1:8 ends in this line)"
    ),
    (
      "panels:\n- title: \"CPU\n  source: {system: cpu.busy}\n- title: B", "2:10",
      "not YAML: the quote that begins here has no end"
    ),
    ("panels: [{source: cpu.busy}]]", "1:29", "(there is one ']' too many)"),
    ("title: - A", "1:8", "(a text that begins with '-' needs quotes)"),
    ("title: 'A\npanels: []", "1:8", "not YAML: the quote that begins here has no end"),
    ("panels:\n  - {title: A,\n  source: x\n", "4:1", ", begun at 2:5"),
  ])
  func aTrapOfYAMLIsToldWithItsCure(text: String, place: String, cure: String) {
    let told = problems(text)
    #expect(
      told.contains { $0.hasPrefix("rack4.yaml:\(place): ") && $0.contains(cure) }, "\(told)")
  }

  /// A secret that needs quotes is in no message.
  @Test(arguments: ["@hunter2", "{hunter2}", "\"hunter2\" hunter2"])
  func aTrapKeepsASecret(text: String) {
    let told = problems("panels: [{source: {http: 'http://x', path: a, bearer: \(text)}}]")
    #expect(!told.isEmpty && !told.joined().contains("hunter2"), "\(told)")
  }

  @Test func bytesThatAreNoTextAreToldWithTheirPlace() {
    do throws(DashboardFile.Failure) {
      _ = try DashboardFile(path: "a").parse([0x61, 0x3a, 0x20, 0x62, 0x0a, 0x63, 0xff, 0x0a])
      Issue.record("read")
    } catch {
      #expect(error.problems[0].description.hasPrefix("a:2:2: not a text in UTF-8"))
    }
  }

  /// JSON writes a character beyond U+FFFF as two halves; in YAML, which JSON is, no half is a character.
  @Test(arguments: [
    (#""Disk \ud83d\udcbe""#, "Disk 💾"), (#""\uD83D\uDCBE\uD83D\uDCBE!""#, "💾💾!"),
    (#""\\ud83d\\udcbe""#, #"\ud83d\udcbe"#), (#""\\\ud83d\udcbe""#, #"\💾"#),
    (#"'\ud83d\udcbe'"#, #"\ud83d\udcbe"#), (#"a\ud83d\udcbe"#, #"a\ud83d\udcbe"#),
    (#""\u00fc\U0001f4be\xfc""#, "ü💾ü"),
  ])
  func aPairOfSurrogatesIsACharacter(written: String, title: String) throws {
    let text = #"{"title": \#(written), "panels": [{"source": "cpu.busy"}]}"#
    #expect(try read(text).title == title)
  }

  @Test func surrogatesMoveNoPlace() {
    let pair = #"{"title": "\ud83d\udcbe", "titel": 1, "panels": [{"source": "cpu.busy"}]}"#
    #expect(problems(pair).map { $0.prefix(17) } == ["rack4.yaml:1:27: "])
    for half in [#""\ud83d""#, #""\udcbe\ud83d""#, #""\ud83d\u0041""#, #""\ud83d \udcbe""#] {
      let told = problems("title: " + half)
      #expect(told.count == 1 && told[0].hasPrefix("rack4.yaml:1:11: not YAML: "), "\(told)")
    }
    do throws(DashboardFile.Failure) {
      let text = Array(#"title: "ü\ud83d\udcbe"#.utf8) + [0xff]
      _ = try DashboardFile(path: "a").parse(text)
      Issue.record("read")
    } catch {
      #expect(error.problems[0].description.hasPrefix("a:1:22: not a text in UTF-8"))
    }
  }

  @Test func anchorsAndMergesSaveWords() throws {
    let dashboard = try read(
      """
      x-calm: &calm {unit: ms, window: 2m}
      panels:
        - {<<: *calm, title: A, source: load.1}
        - {<<: [*calm], title: B, source: load.1, window: 1m}
      """)
    let panels = dashboard.pages[0].panels
    #expect(panels.map(\.window) == [30...120, 30...60])
    #expect(panels.map(\.unit) == [.seconds, .seconds])
    #expect(panels.map { $0.series[0].factor } == [0.001, 0.001])
  }

  /// A key that is merged is as well known as one of the mapping itself, and a misspelt one is reported once.
  @Test func unknownKeysOfMergedMappings() {
    let text = """
      x-calm: &calm {unti: ms, x-note: of us, window: 2m}
      panels:
        - {<<: *calm, title: A, source: load.1}
        - {<<: [*calm], title: B, source: load.1}
      """
    #expect(
      problems(text) == ["rack4.yaml:1:16: unknown key 'unti' of a panel (did you mean 'unit'?)"])
  }

  @Test func deepNestingIsAProblemAndNoCrash() {
    #expect(problems(String(repeating: "[", count: 100_000)).count == 1)
    #expect(problems(String(repeating: "{a: ", count: 1000)).count == 1)
  }

  @Test func secretsComeFromTheEnvironmentAndAreNotShown() throws {
    let text = """
      panels:
        - source:
            http: http://${HOST}/x
            path: .a
            headers: {X-Key: "${KEY}"}
            bearer: ${TOKEN}
      """
    let dashboard = try read(
      text, environment: ["HOST": "h", "KEY": "key7", "TOKEN": "token8"])
    guard case .http(let spec) = dashboard.pages[0].panels[0].series[0].source else {
      Issue.record("no HTTP")
      return
    }
    #expect(spec.url == "http://h/x")
    #expect(spec.headers == [.init(name: "X-Key", value: Secret("key7"))])
    #expect(spec.authorization == .bearer(.text(Secret("token8"))))
    #expect(!"\(dashboard)".contains("key7") && !"\(dashboard)".contains("token8"))
    let told = problems(
      "panels: [{source: load.1, unit: '${TOKEN}', window: '${TOKEN}'}]",
      environment: ["TOKEN": "percnt"])
    #expect(told.count == 2 && !told.joined().contains("'percnt'"))
  }

  @Test(arguments: [
    ("hunter2\n", nil), ("hunter2\r\n\r\n", nil), ("\nhunter2", nil),
    ("hunter2\nX-Evil: 1\n", "the file 'token' has more than one line; a secret has one line"),
    ("hunter2\rX-Evil: 1", "the file 'token' has more than one line; a secret has one line"),
    ("hunter2\0", "the file 'token': the bearer token has a control character in it"),
    ("", "the file 'token' is empty"), ("\n\n", "the file 'token' is empty"),
  ])
  func aFileWithASecretIsOneLine(content: String, problem: String?) throws {
    let folder = TemporaryFolder()
    try Data(content.utf8).write(to: folder.file("token"))
    let file = DashboardFile(path: folder.path + "/rack4.yaml")
    let text = "panels:\n  - {source: {http: 'http://x', path: a, bearer_file: token}}"
    do throws(DashboardFile.Failure) {
      let dashboard = try file.parse(Array(text.utf8))
      guard case .http(let spec) = dashboard.pages[0].panels[0].series[0].source else {
        Issue.record("no HTTP")
        return
      }
      #expect(spec.authorization == .bearer(.file(folder.path + "/token")) && problem == nil)
    } catch {
      let expected = problem.map { ["\(file.path):2:55: \($0)"] }
      #expect(error.problems.map(\.description) == expected)
      #expect(!"\(error.problems)".contains("hunter2"))
    }
  }

  @Test func aDollarThatIsMeantStays() throws {
    #expect(
      try read("title: $5 $${A} ${A}\npanels: [{source: load.1}]", environment: ["A": "b"])
        .title == "$5 ${A} b")
  }

  @Test(arguments: [
    ("shown", PanelSpec.Legend.shown), ("true", .shown), ("yes", .shown), ("On", .shown),
    ("${L}", .shown), ("hidden", .hidden), ("false", .hidden), ("no", .hidden), ("off", .hidden),
    ("automatic", .automatic),
  ])
  func legends(text: String, legend: PanelSpec.Legend) throws {
    let spec = try read(
      "panels: [{source: load.1, legend: \"\(text)\"}]", environment: ["L": "yes"])
    #expect(spec.pages[0].panels[0].legend == legend)
  }

  @Test(arguments: [
    ("20", 20), ("20s", 20), ("500ms", 0.5), ("1h 30m", 5400), ("2d", 172_800), ("1.5m", 90),
    ("1h30m10s", 5410), ("3min", 180), ("2w", 1_209_600), ("1w 1d", 691_200), ("1y", 31_557_600),
  ])
  func durations(text: String, seconds: Double) {
    #expect(DurationText(text)?.seconds == seconds)
  }

  @Test(arguments: [
    ("window: 1y", 31_557_600), ("window: 2w", 1_209_600), ("window: 366d", 31_622_400),
  ])
  func longWindows(text: String, seconds: Double) throws {
    let spec = try read("panels: [{source: load.1, \(text)}]")
    #expect(spec.pages[0].panels[0].window == 30...seconds)
  }

  @Test(arguments: ["", "s", "5 x", "5m m", "1h-3m", "nan", "inf", "--5", "5mm", "1Y"])
  func noDurations(text: String) {
    #expect(DurationText(text) == nil)
  }

  /// Symbols of the user's own are units, as they are in the options of a pipe.
  @Test(arguments: [
    "req/s", "ops/s", "msg/s", "rows/min", "hits/s", "bytes/h", "mm/s", "furlong", "nodes", "rpm",
    "boxes", "packets/s",
  ])
  func unitsOfTheUser(unit: String) throws {
    let spec = try read("panels: [{source: load.1, unit: \(unit)}]")
    #expect(spec.pages[0].panels[0].unit == .custom(unit))
  }

  /// The columns of a text know the unit of their panel, to which cells with units of their own are converted.
  @Test(
    arguments: [
      ("unit: ms", ColumnUnit("s", times: 1e-3)), ("unit: seconds", ColumnUnit("s")),
      ("unit: GB", ColumnUnit("B", times: 1e9)), ("unit: bytes", ColumnUnit("B")),
      ("unit: MB/s", ColumnUnit("B/s", times: 1e6)), ("unit: kW", ColumnUnit("kW")),
      ("unit: req/s", nil), ("unit: percent", ColumnUnit("%")), ("unit: none", nil),
      ("unit: celsius", ColumnUnit("°C")), ("title: T", nil),
    ] as [(String, ColumnUnit?)])
  func columnsInTheUnitOfTheirPanel(entry: String, unit: ColumnUnit?) throws {
    let source = "source: {command: x, column: d}"
    let plain = try read("panels: [{\(entry), \(source)}]").pages[0].panels[0]
    #expect(plain.series.map(\.query) == [.column("d", unit: unit)])
    let right = try read(
      "panels: [{series: [{source: load.1}, {axis: right, \(entry), \(source)}]}]"
        .replacing("title: T, ", with: "")
    ).pages[0].panels[0]
    #expect(right.series[1].query == .column("d", unit: unit))
    let note = try read(
      "panels: [{source: load.1, note: [{\(entry), \(source)}]}]"
        .replacing("title: T, ", with: "")
    ).pages[0].panels[0]
    guard case .value(_, let series, _)? = note.note.first else {
      Issue.record("no value in the note")
      return
    }
    #expect(series.query == .column("d", unit: unit))
  }

  /// A panel of expressions has the unit of their operands only where sums, differences and the like keep it.
  @Test(
    arguments: [
      ("100*a/b", Metrics.Unit.none), ("a + b", .bytes), ("b - a", .bytes), ("a * b", .none),
      ("a / 2", .bytes), ("a + c", .none), ("100 - c", .percent), ("a + b}, {expr: a / b", .none),
    ])
  func unitsOfExpressions(expression: String, unit: Metrics.Unit) throws {
    let series = [("a", "memory.used"), ("b", "memory.total"), ("c", "cpu.busy")].map {
      "{name: \($0), hidden: true, source: {system: \($1)}}"
    }.joined(separator: ", ")
    let text = "panels: [{title: T, series: [\(series), {expr: \(expression)}]}]"
    #expect(try read(text).pages[0].panels[0].unit == unit)
    let shown = text.replacing("hidden: true", with: "hidden: false")
    #expect(try read(shown).pages[0].panels[0].unit == .bytes)
  }

  @Test(arguments: [
    ("Mbits/s", "Mbit/s"), ("kbit", "kbit/s"), ("Gbits", "Gbit/s"), ("kb/s", "kbit/s"),
    ("mb/s", "MB/s"), ("bits/sec", "bits/s"), ("bytess", "bytes"),
    ("second", "seconds"), ("celcius", "celsius"), ("perecnt", "percent"),
    // Grafana's units.
    ("percentunit", "percent' with 'factor: 100"), ("Bps", "bytes/s"), ("bps", "bits/s"),
    ("reqps", "req/s"), ("short", "none"), ("dateTimeFromNow", "seconds"),
  ])
  func misspeltUnits(unit: String, proposal: String) {
    #expect(
      problems("panels: [{source: load.1, unit: \(unit)}]") == [
        "rack4.yaml:1:33: unknown unit '\(unit)' (did you mean '\(proposal)'? "
          + "a new unit is written '{name: …}')"
      ])
  }

  @Test(arguments: [
    ("ms", "above: 500", 0.5), ("ms", "above: 2 s", 2), ("bytes", "above: 2 GiB", 2_147_483_648),
    ("bytes", "above: 2 GB", 2e9), ("MB/s", "above: 3", 3e6), ("none", "above: 1_000", 1000),
    ("kW", "above: 950 W", 0.95), ("bar", "above: 2600 mbar", 2.6), ("kg", "above: 5 g", 5e-3),
    ("°C", "above: 212 °F", 100),
  ])
  func numbersAreInThePanelsUnit(unit: String, threshold: String, value: Double) throws {
    let dashboard = try read(
      "panels: [{source: load.1, unit: \(unit), thresholds: [{\(threshold)}]}]")
    #expect(dashboard.pages[0].panels[0].thresholds.map(\.bound) == [.above(value)])
  }

  /// A unit with a decimal prefix has decimal prefixes, and one with a binary prefix has binary ones.
  @Test(arguments: [
    ("MB", Metrics.Unit.decimalBytes), ("MB/s", .decimalBytesPerSecond),
    ("kB/s", .decimalBytesPerSecond),
    ("MiB", .bytes), ("MiB/s", .bytesPerSecond), ("B/s", .bytesPerSecond),
    ("bytes/s", .bytesPerSecond),
  ])
  func unitsKeepTheKindOfTheirPrefix(text: String, unit: Metrics.Unit) throws {
    let dashboard = try read("panels: [{source: load.1, unit: \(text)}]")
    #expect(dashboard.pages[0].panels[0].unit == unit)
  }

  @Test func seriesChooseNumbersOfTheirPanelsSource() throws {
    let dashboard = try read(
      """
      sources:
        node: {http: "http://127.0.0.1:9100/metrics", every: 2s}
      panels:
        - title: Disk
          source: {from: node}
          counter: true
          series:
            - {label: read, metric: node_disk_read_bytes_total, labels: {device: sda}}
            - {label: written, metric: node_disk_written_bytes_total, factor: -1}
        - {title: Load, source: {from: node, metric: node_load1}}
      """)
    let spec = HTTPFeedSpec(
      url: "http://127.0.0.1:9100/metrics", format: .exposition, every: 2, timeout: 2)
    #expect(
      dashboard.pages[0].panels[0].series == [
        SeriesSpec(
          label: "read", source: .http(spec),
          query: .sample(
            name: "node_disk_read_bytes_total", labels: ["device": "sda"], areCounters: true),
          isCounter: true),
        SeriesSpec(
          label: "written", source: .http(spec),
          query: .sample(name: "node_disk_written_bytes_total", labels: [:], areCounters: true),
          isCounter: true,
          factor: -1),
      ])
    #expect(dashboard.pages[0].panels[1].series[0].source == .http(spec))
  }

  /// A file cut off at any place gives a dashboard or problems, and nothing worse.
  @Test func everyBeginningOfAFileIsReadOrTold() {
    let bytes = Array(rack.utf8)
    for end in 0...bytes.count {
      do throws(DashboardFile.Failure) {
        _ = try DashboardFile(path: "a").parse(Array(bytes[..<end]))
      } catch {
        #expect(!error.problems.isEmpty)
      }
    }
  }
}
