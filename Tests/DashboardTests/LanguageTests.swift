import Feeds
import Foundation
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// Variables, repetitions, included files, old names and hints of dashboards' files.
@Suite struct LanguageTests {
  private let folder = TemporaryFolder()

  private func read(
    _ text: String, environment: [String: String] = [:]
  ) throws(DashboardFile.Failure) -> DashboardSpec {
    try DashboardFile(path: "rack4.yaml").parse(
      Array(text.utf8), environment: { environment[$0] })
  }

  private func problems(_ text: String) -> [String] {
    do throws(DashboardFile.Failure) {
      _ = try read(text)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// Reads the first of some files.
  private func contents(_ files: KeyValuePairs<String, String>) throws -> DashboardFile.Contents {
    for (name, text) in files {
      let file = folder.file(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    // No file is left for those of the next call.
    defer { try? FileManager.default.removeItem(at: folder.url) }
    return try DashboardFile(path: folder.file(files[0].key).path).read()
  }

  private func problems(_ files: KeyValuePairs<String, String>) throws -> [String] {
    do {
      _ = try contents(files)
      return []
    } catch let error as DashboardFile.Failure {
      return error.problems.map { $0.description.replacing(folder.path + "/", with: "") }
    }
  }

  // MARK: Variables

  @Test func variablesStandForTextsEverywhere() throws {
    let spec = try read(
      """
      variables:
        metric: cpu.busy
        minutes: 5
        window: ${minutes}m
        name: Rack ${rack}
      title: ${name}
      panels:
        - {title: "${metric} for $${metric}", source: "${metric}", window: "${window}"}
        - {source: {command: "echo ${minutes}"}}
      """, environment: ["rack": "4"])
    #expect(spec.title == "Rack 4")
    let panel = spec.pages[0].panels[0]
    #expect(panel.title == "cpu.busy for ${metric}")
    #expect(panel.series[0].query == .metric("cpu.busy") && panel.window.upperBound == 300)
    guard case .text(let feed) = spec.pages[0].panels[1].series[0].source,
      case .command(let command, _) = feed.origin
    else {
      Issue.record("a command is expected")
      return
    }
    #expect(command == "echo 5")
  }

  @Test func aPanelForEachValue() throws {
    let spec = try read(
      """
      variables: {host: [web1, web2], room: [{name: Hall, at: h}, {name: Attic, at: a}]}
      panels:
        - {repeat: host, title: Load, source: {http: "http://${host}/", path: .load}}
        - {repeat: room, title: "${room.name}", source: {mqtt: hub, topic: "${room.at}/t"}}
        - title: All
          series:
            - {repeat: host, label: "of ${host}", source: {http: "http://${host}/", path: .load}}
      """)
    let panels = spec.pages[0].panels
    #expect(panels.map(\.title) == ["Load · web1", "Load · web2", "Hall", "Attic", "All"])
    #expect(panels[3].series[0].query == .topic("a/t", path: nil))
    #expect(panels[4].series.map(\.label) == ["of web1", "of web2"])
    #expect(panels[4].series.map(\.source) == panels[0...1].map { $0.series[0].source })
  }

  @Test func aPageForEachValueWithPanelsForEachValue() throws {
    let spec = try read(
      """
      variables: {site: [A, B], core: [0, 1, 2]}
      pages:
        - repeat: site
          name: Site ${site}
          panels: {repeat: core, title: "${site} ${core}", source: "cpu.${core}.busy"}
      """)
    #expect(spec.pages.map(\.name) == ["Site A", "Site B"])
    #expect(spec.pages[1].panels.map(\.title) == ["B 0", "B 1", "B 2"])
  }

  @Test(arguments: [
    (
      "variables: {hosts: [a]}\npanels: [{repeat: host, source: cpu.busy}]",
      "2:19: no variable is named 'host' (did you mean 'hosts'?); "
        + "a label is written 'repeat: {label: host}'"
    ),
    (
      "variables: {host: [a, b]}\npanels: [{title: \"${host}\", source: cpu.busy}]",
      "2:18: the variable 'host' has several values: 'repeat: host' makes a copy for each value"
    ),
    (
      "variables: {room: [{name: Hall}]}\npanels: [{repeat: room, title: \"${room.nam}\", "
        + "source: cpu.busy}]",
      "2:32: the variable 'room' has no field 'nam' (did you mean 'name'?)"
    ),
    (
      "variables: {host: a}\npanels: [{title: \"${host.name}\", source: cpu.busy}]",
      "2:18: the variable 'host' has no fields"
    ),
    (
      "variables: {room: {name: Hall}}\npanels: [{title: \"${room}\", source: cpu.busy}]",
      "2:18: the variable 'room' has fields, such as '${room.name}'"
    ),
    (
      "variables: {a: \"${b}\", b: c}\npanels: [{source: cpu.busy}]",
      "1:16: the variable 'b' is defined below; move it up"
    ),
    (
      "variables: [a]\npanels: [{source: cpu.busy}]",
      "1:12: variables are expected as 'name: value', not a list"
    ),
    (
      "variables: {2x: a}\npanels: [{source: cpu.busy}]",
      "1:13: a variable's name has letters, digits and '_', and begins with a letter or '_'"
    ),
    (
      "variables: {a: [[b]]}\npanels: [{source: cpu.busy}]",
      "1:17: a text, or a mapping of texts, is expected, not a list"
    ),
    (
      "panels: [{repeat: {lable: host}, source: cpu.busy}]",
      "1:20: unknown key 'lable' of a repetition (did you mean 'label'?)"
    ),
  ])
  func mistakesWithVariables(text: String, problem: String) {
    #expect(problems(text).contains("rack4.yaml:" + problem))
  }

  /// A variable may have the name of a variable of the environment, and variables of an included file come last.
  @Test func variablesFromTheEnvironmentAndFromFiles() throws {
    let text =
      "variables: {room: \"Room ${room}\"}\npanels: [{title: \"${room}\", source: cpu.busy}]"
    #expect(try read(text, environment: ["room": "4"]).pages[0].panels[0].title == "Room 4")
    let found = try problems([
      "rack.yaml":
        "include: a.yaml\nvariables: {b: \"${a}\"}\npanels: [{title: \"${b}\", source: cpu.busy}]",
      "a.yaml": "variables: {a: c}",
    ])
    #expect(found == ["rack.yaml:3:18: the environment variable a is not set"])
  }

  /// A list that is empty because its variable is, is no missing list; beside other items it may be empty.
  @Test func aVariableWithoutValuesIsNamed() throws {
    for panels in ["[{repeat: host, source: cpu.busy}]", " {repeat: host, source: cpu.busy}"] {
      #expect(
        problems("variables: {host: []}\npanels: \(panels)") == [
          "rack4.yaml:2:19: the variable 'host' has no values, so that 'repeat' leaves nothing here"
        ])
    }
    let spec = try read(
      "variables: {host: []}\npanels: [{repeat: host, source: cpu.busy}, {source: load.1}]")
    #expect(spec.pages[0].panels.map(\.title) == ["load.1"])
  }

  /// A secret of the environment in a variable is in no message.
  @Test func aVariableKeepsASecret() {
    do throws(DashboardFile.Failure) {
      _ = try read(
        "variables: {token: \"${TOKEN}\"}\npanels: [{source: cpu.busy, window: \"${token}\"}]",
        environment: ["TOKEN": "hunter2"])
      Issue.record("a mistake is expected")
    } catch {
      #expect(error.problems.count == 1)
      #expect(error.problems.allSatisfy { !$0.message.contains("hunter2") })
      #expect(error.problems[0].message.contains("${TOKEN}"))
    }
  }

  @Test func repetitionsAreBounded() {
    let values = (0..<60).map(String.init).joined(separator: ", ")
    let many = "variables: {a: [\(values)], b: [\(values)], c: [\(values)]}\n"
    let text =
      many + "pages: [{repeat: a, panels: [{repeat: b, series: [{repeat: c, source: cpu.busy}]}]}]"
    #expect(
      problems(text).contains { $0.contains("repetitions make more than 200000 values") })
  }

  @Test(arguments: [
    ("${a}${a}", "bb"), ("$${a} ${a}", "$${a} b"), ("${a}}", "b}"), ("${a}${", "b${"),
    ("${${a}", "${b"), ("${c${a}", "${cb"), ("${c.${a}", "${c.b"), ("${n}${a", "${n}${a"),
    ("$a ${r.x.y}", "$a z"), ("${", "${"), ("${}", "${}"), ("${.a}", "${.a}"),
  ])
  func references(text: String, expected: String) throws {
    var variables = Variables()
    variables["a"] = .text("b")
    variables["r"] = .fields(["x.y": "z"])
    #expect(try variables.replaced(in: text, atMost: .max) == expected)
    #expect(try variables.replaced(in: text, atMost: expected.utf8.count) == expected)
    #expect(try variables.replaced(in: text, atMost: expected.utf8.count - 1) == nil)
  }

  /// Each of many beginnings of a reference would read the rest of the text, if it looked for an end of its own.
  @Test(arguments: ["", "}", ".}", "a}"])
  func manyReferencesWithOneEnd(end: String) throws {
    var variables = Variables()
    variables["a"] = .text("b")
    let open = String(repeating: "${", count: 100_000)
    let expected = end == "a}" ? String(open.dropLast(2)) + "b" : open + end
    var replaced: String?
    let seconds = try processorSeconds {
      replaced = try variables.replaced(in: open + end, atMost: .max)
    }
    #expect(seconds < 60)
    #expect(replaced == expected)
  }

  /// Texts that double eighteen times, many references to a long text, and many names with a long text.
  @Test func textsAreBounded() {
    let message = "too long: all texts with variables have more than 4 MiB"
    let doubling = (1...29).map { "  a\($0): '${a\($0 - 1)}${a\($0 - 1)}'\n" }.joined()
    #expect(
      problems(
        "variables:\n  a0: xxxxxxxxxx\n" + doubling
          + "panels: [{title: '${a29}', source: cpu.busy}]") == ["rack4.yaml:20:8: " + message])
    let long = String(repeating: "x", count: 100_000)
    let panels = String(repeating: "  - {title: '${a}', source: cpu.busy}\n", count: 50)
    #expect(
      problems("variables:\n  a: \(long)\npanels:\n" + panels)
        == ["rack4.yaml:45:13: " + message])
    let aliases = Array(repeating: "*t", count: 50).joined(separator: ", ")
    #expect(
      problems(
        "variables:\n  t: &t \(long)\n  a: [\(aliases)]\n"
          + "panels: [{repeat: a, title: T, source: cpu.busy}]") == ["rack4.yaml:4:29: " + message])
  }

  // MARK: Labels

  @Test(arguments: [
    ["host1", "host2", "host10"], ["-1", "0.25", "0.5", "2", "10", "+Inf", "NaN", "a"],
    ["sda", "sda2", "sda10", "sdb1"], ["1", "1.0", "01x", "1x", "9x", "10x"], ["a01", "a1", "b"],
  ])
  func theOrderOfValues(names: [String]) {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<6 {
      #expect(names.shuffled(using: &random).sorted(by: SampleStore.order) == names)
    }
  }

  @Test func aPanelForEachValueOfALabel() throws {
    let spec = try read(
      "panels: [{repeat: {label: interface}, title: \"In of {{interface}}\", source: net.*.in}]")
    #expect(spec.pages[0].panels[0].repeatedLabel == "interface")
    var store = SampleStore()
    store.keep(spec)
    #expect(store.completing(spec).pages[0].panels.map(\.title) == ["In of {{interface}}"])
    let series = spec.pages[0].panels[0].series[0]
    for (time, names) in [(1.0, ["wlan0", "eth0"]), (2, ["eth0"])] {
      let columns = names.map {
        SampleBatch.Column(Metric("net.in", labels: ["interface": $0]), [time])
      }
      let batch = SampleBatch(times: [time], columns: columns)
      let samples = [FeedUpdate.Samples(series.query, batch)]
      _ = store.append(FeedUpdate(samples: samples), from: series.source, at: time)
    }
    let repeated = store.completing(spec)
    // An interface that is down does not vanish.
    #expect(repeated.pages[0].panels.map(\.title) == ["In of eth0", "In of wlan0"])
    let lines = repeated.pages[0].panels.map { store.lines(of: $0).map(\.samples.count) }
    #expect(lines == [[2], [1]])
  }

  /// On a page for each value, the titles of panels may also have the value.
  @Test func titlesOnAPageForEachValueOfALabel() throws {
    let spec = try read(
      """
      pages:
        - repeat: {label: interface}
          name: "{{interface}}"
          panels: [{title: "In of {{interface}}", source: net.*.in}, {title: B, source: net.*.in}]
      """)
    var store = SampleStore()
    store.keep(spec)
    let series = spec.pages[0].panels[0].series[0]
    let columns = ["wlan0", "eth0"].map {
      SampleBatch.Column(Metric("net.in", labels: ["interface": $0]), [1])
    }
    let samples = [FeedUpdate.Samples(series.query, SampleBatch(times: [1], columns: columns))]
    _ = store.append(FeedUpdate(samples: samples), from: series.source, at: 1)
    let pages = store.completing(spec).pages
    #expect(pages.map(\.name) == ["eth0", "wlan0"])
    #expect(pages.map { $0.panels.map(\.title) } == [["In of eth0", "B"], ["In of wlan0", "B"]])
  }

  /// Ninety pods end, one after another, before others come: the names of all that live have room, and those that ended
  /// last.
  @Test(arguments: [(10, 1, nil), (20, 11, "i"), (120, 1001, "i")] as [(Int, Int, String?)])
  func livingValuesHavePagesFirst(living: Int, first: Int, crowdedLabel: String?) throws {
    let spec = try read(
      "pages: [{repeat: {label: i}, name: \"{{i}}\", panels: [{source: net.*.in}]}]")
    let series = spec.pages[0].panels[0].series[0]
    var store = SampleStore()
    store.keep(spec)
    func append(_ pods: some Sequence<Int>, _ value: Double, at time: Double) {
      let columns = pods.map {
        SampleBatch.Column(Metric("net.in", labels: ["i": "\($0)"]), [value])
      }
      let batch = SampleBatch(times: [time], columns: columns)
      let samples = [FeedUpdate.Samples(series.query, batch)]
      _ = store.append(FeedUpdate(samples: samples), from: series.source, at: time)
    }
    for pod in 1...90 {
      append([pod], 1, at: Double(pod))
      append([pod], SampleBatch.ended, at: Double(pod) + 0.5)
    }
    append(1001..<1001 + living, 1, at: 100)
    let repeated = store.completing(spec)
    let names = Array(([Int](1...90) + (1001..<1001 + living)).drop { $0 < first }.prefix(100))
    #expect(repeated.pages.map(\.name) == names.map { "\($0)" })
    #expect(repeated.crowdedLabel == crowdedLabel)
  }

  // MARK: Included files

  @Test func entriesOfIncludedFilesAreAdded() throws {
    let contents = try contents([
      "rack.yaml": """
      include: parts/common.yaml
      title: Own
      sources: {own: {system: cpu.busy}}
      panels:
        - include: parts/cpu.yaml
        - include: parts/two.yaml
        - {title: Named, source: {use: shared}}
      """,
      "parts/common.yaml": """
      title: Common
      style: sunset
      sources: {shared: {system: memory.used}, own: {system: load.1}}
      variables: {window: 10m}
      """,
      "parts/cpu.yaml": "{title: CPU, source: {use: own}, window: \"${window}\"}",
      "parts/two.yaml": "[{title: One, source: cpu.user}, {include: more.yaml}]",
      "parts/more.yaml": "{title: Two, source: cpu.system}",
    ])
    let spec = contents.dashboard
    #expect(spec.title == "Own" && spec.style == .sunset)
    let panels = spec.pages[0].panels
    #expect(panels.map(\.title) == ["CPU", "One", "Two", "Named"])
    #expect(panels[0].series[0].query == .metric("cpu.busy"))
    #expect(panels[0].window.upperBound == 600)
    #expect(panels[3].series[0].query == .metric("memory.used"))
    #expect(
      contents.includedFiles.keys.map { $0.replacing(folder.path + "/", with: "") }.sorted() == [
        "parts/common.yaml", "parts/cpu.yaml", "parts/more.yaml", "parts/two.yaml",
      ])
  }

  /// The first of two files with the same name counts, also among many names.
  @Test func namesOfSeveralFilesAreAddedInOrder() throws {
    func names(_ range: Range<Int>, _ value: String) -> String {
      "variables: {" + range.map { "v\($0): \(value)" }.joined(separator: ", ") + "}"
    }
    let files = [
      "a.yaml": names(2000..<8000, "a") + "\ntitle: A",
      "b.yaml": names(7990..<8010, "b") + "\ntitle: B\nstyle: sunset", "c.yaml": "[1]",
    ]
    let text = names(0..<4000, "own") + "\ninclude: [a.yaml, c.yaml, b.yaml]"
    let problems = ProblemList()
    var inclusion = FileInclusion(problems: problems) { .success(Array((files[$0] ?? "").utf8)) }
    let node = try #require(try YAMLParser.parse(Array(text.utf8), file: nil))
    guard case .mapping(let entries) = inclusion.expanded(node, folder: "").content,
      case .mapping(let variables) = entries[0].value.content
    else {
      Issue.record("no mappings")
      return
    }
    #expect(entries.map(\.key.word) == ["variables", "title", "style"])
    #expect(entries[1].value.word == "A")
    #expect(variables.map(\.key.word) == (0..<8010).map { "v\($0)" })
    let counts = ["own", "a", "b"].map { name in variables.count { $0.value.word == name } }
    #expect(counts == [4000, 4000, 10])
    #expect(
      problems.problems(file: "rack.yaml").map(\.description)
        == ["c.yaml:1:1: entries are expected (a mapping), not a list"])
  }

  @Test func mistakesInIncludedFilesHaveTheirPlace() throws {
    #expect(
      try problems([
        "rack.yaml": "panels: [{include: cpu.yaml}, {include: none.yaml}]",
        "cpu.yaml": "title: CPU\nsource: cpu.busy\nwindw: 5m",
      ]) == [
        "rack.yaml:1:41: 'none.yaml': No such file or directory",
        "cpu.yaml:3:1: unknown key 'windw' of a panel (did you mean 'window'?)",
      ])
  }

  /// Nothing is missed that a missing or unreadable file may have.
  @Test(arguments: [
    ("include: none.yaml", "rack.yaml:1:10: 'none.yaml': No such file or directory"),
    ("include: bad.yaml", "bad.yaml:1:1: there is nothing in this file"),
    ("panels: [{include: none.yaml}]", "rack.yaml:1:20: 'none.yaml': No such file or directory"),
    ("pages: [{include: none.yaml}]", "rack.yaml:1:19: 'none.yaml': No such file or directory"),
    (
      "panels: [{chart: line, include: none.yaml}]",
      "rack.yaml:1:33: 'none.yaml': No such file or directory"
    ),
    (
      "panels: [{series: [{include: none.yaml}]}]",
      "rack.yaml:1:30: 'none.yaml': No such file or directory"
    ),
    (
      "panels: [{source: {http: 'http://a', include: none.yaml}}]",
      "rack.yaml:1:47: 'none.yaml': No such file or directory"
    ),
    (
      "include: none.yaml\npanels: [{source: {use: rack}}, {title: '${ROOM}', source: cpu.busy}]",
      "rack.yaml:1:10: 'none.yaml': No such file or directory"
    ),
    (
      "include: none.yaml\npanels: [{source: cpu.busy, title: '${HOST}', repeat: HOST}]",
      "rack.yaml:1:10: 'none.yaml': No such file or directory"
    ),
  ])
  func aMissingFileIsTheOnlyMistake(text: String, problem: String) throws {
    #expect(try problems(["rack.yaml": text, "bad.yaml": "# nothing\n"]) == [problem])
  }

  @Test func aFileThatIncludesItself() throws {
    let found = try problems([
      "rack.yaml": "panels: [{include: a.yaml}]", "a.yaml": "include: b.yaml\nsource: cpu.busy",
      "b.yaml": "include: a.yaml",
    ])
    #expect(found == ["b.yaml:1:10: 'a.yaml' includes itself"])
  }

  /// The message names the limit that is reached.
  @Test(arguments: [
    (["f1"], "f16.yaml:1:10: includes are nested more than 16 deep"),
    ((100..<301).map { "g\($0)" }, "rack.yaml:1:2211: more than 200 files are included"),
  ])
  func filesAreBounded(names: [String], problem: String) throws {
    let problems = ProblemList()
    var inclusion = FileInclusion(problems: problems) { path in
      // Each of the files f1, f2, … includes the next one.
      let number = path.hasPrefix("f") ? Int(path.dropFirst().prefix { $0 != "." }) : nil
      return .success(Array((number.map { "include: f\($0 + 1).yaml" } ?? "x-a: 1").utf8))
    }
    let text = "include: [" + names.map { "\($0).yaml" }.joined(separator: ", ") + "]"
    _ = inclusion.expanded(
      try #require(try YAMLParser.parse(Array(text.utf8), file: nil)), folder: "")
    #expect(problems.problems(file: "rack.yaml").map(\.description) == [problem])
  }

  /// A small file that is included many times, and a large one with a single value.
  @Test(arguments: [(0, 1000), (1_000_000, 17)])
  func inclusionsAreBounded(comment: Int, most: Int) throws {
    func found(_ count: Int) throws -> [String] {
      try problems([
        "rack.yaml":
          "include: [" + Array(repeating: "b.yaml", count: count).joined(separator: ", ")
          + "]\npanels: [{source: cpu.busy}]",
        "b.yaml": "# " + String(repeating: "x", count: comment) + "\nx-a: 1\n",
      ])
    }
    #expect(try found(most) == [])
    #expect(
      try found(most + 5) == [
        "rack.yaml:1:\(11 + 8 * most): files are included more than 1000 times, or have more than 16 MiB in all"
      ])
  }

  // MARK: Old names and hints

  /// The unit of counters is that of their numbers, which grow per second.
  @Test(
    arguments: [
      ("rate: true, unit: bytes", .bytesPerSecond),
      ("rate: true, unit: MB", .decimalBytesPerSecond), ("unit: bytes", .bytes),
      ("rate: true, unit: bytes/s", .bytesPerSecond), ("rate: true, unit: seconds", .seconds),
      ("chart: bars, goal: 2 PB, unit: bytes_si", .decimalBytes),
    ] as [(String, Metrics.Unit)])
  func unitOfGrowth(keys: String, unit: Metrics.Unit) throws {
    let text = "panels: [{source: {file: /proc/loadavg}, \(keys)}]"
    let panel = try contents(["rack.yaml": text]).dashboard.pages[0].panels[0]
    #expect(panel.unit == unit)
    if keys.hasPrefix("chart") { #expect(panel.goal == 2e15) }
  }

  @Test func oldNamesAreReadAndTheNewOnesTold() throws {
    let text = """
      sources: {s: {file: /proc/loadavg, timefmt: "%s"}}
      panels:
        - {source: {from: s}, counter: true, unit: decimal bytes}
      """
    let contents = try contents(["rack.yaml": text])
    let panel = contents.dashboard.pages[0].panels[0]
    #expect(panel.series[0].isCounter && panel.unit == .decimalBytesPerSecond)
    #expect(
      contents.notes.map { "\($0.line):\($0.column): \($0.message)" } == [
        "1:36: note: 'timefmt' is now 'time_format'; the old name is still read",
        "3:15: note: 'from' is now 'use'; the old name is still read",
        "3:25: note: 'counter' is now 'rate'; the old name is still read",
        "3:46: note: 'decimal bytes' is now 'bytes_si'; the old name is still read",
      ])
    #expect(
      problems("panels: [{source: cpu.busy, rate: true, counter: true}]")
        == ["rack4.yaml:1:41: the key 'counter' is given twice"])
  }

  /// A panel of one value tells of the series that it leaves out; a panel for each value of a label leaves out none.
  @Test(arguments: [
    ("chart: number, source: cpu.*.busy", true), ("chart: number, source: cpu.busy", false),
    ("chart: ring, source: disk.space.*.used, goal: 9", true),
    ("chart: progress, source: {mqtt: h, topic: a/+}, goal: 9", true),
    ("chart: bars, source: cpu.*.busy", false),
    ("chart: number, source: cpu.*.busy, repeat: {label: core}", false),
  ])
  func seriesThatAreNotShown(panel: String, isTold: Bool) throws {
    let notes = try contents(["rack.yaml": "panels:\n  - {\(panel)}"]).notes
    #expect(notes.map { "\($0.line):\($0.column)" } == (isTold ? ["2:5"] : []))
    #expect(notes.allSatisfy { $0.message.contains("only the first of the series") })
    let page = "pages: [{repeat: {label: core}, name: A, panels: [{\(panel)}]}]"
    #expect(try contents(["rack.yaml": page]).notes.isEmpty)
  }

  @Test(arguments: [
    (
      "panels: [{chart: ring, source: cpu.busy, max: 5}]",
      "unknown key 'max' of a panel (did you mean 'goal', or 'range: {max: …}'?)"
    ),
    (
      "panels: [{source: cpu.busy, duration: 5m}]",
      "unknown key 'duration' of a panel (did you mean 'window'?)"
    ),
    (
      "panels: [{source: cpu.busy, above: 5}]",
      "unknown key 'above' of a panel (did you mean 'thresholds: {above: …}'?)"
    ),
    (
      "panels: [{source: cpu.busy, diagonal: 5}]",
      "unknown key 'diagonal' of a panel ('diagonal' is a key of a screen)"
    ),
    (
      "panels: [{source: {url: \"http://x\"}}]",
      "unknown key 'url' of a source (did you mean 'http'?)"
    ),
    (
      "panels: [{source: {system: cpu.busy, label: A}}]",
      "unknown key 'label' of a source (did you mean 'legend', or 'series: {label: …}'?)"
    ),
    ("panels: [{source: cpu.busy, zzzzz: 5}]", "unknown key 'zzzzz' of a panel"),
  ])
  func unknownKeysHaveHints(text: String, problem: String) {
    #expect(problems(text).contains { $0.hasSuffix(": " + problem) }, "\(problems(text))")
  }

  /// The nearest word of this language is often another thing than the word of another program.
  @Test(arguments: [
    ("chart: gauge", "'ring', or 'progress'"), ("chart: pie", "'ring', or 'bars'"),
    ("chart: histogram", "'heatmap', or 'columns'"), ("chart: timeseries", "'line'"),
    ("chart: Time-Series", "'line'"), ("chart: graph", "'line'"), ("chart: singlestat", "'number'"),
    ("chart: stat", "'number', or 'tiles'"), ("chart: stack", "'stacked'"),
    ("chart: stat_timeline", nil),
    ("chart: state-timeline", "'states'"), ("chart: lines", "'line'"), ("reduce: median", "'p50'"),
    ("reduce: avg", "'mean'"), ("reduce: current", "'last'"),
    ("chart: table, columns: [avg]", "'mean'"), ("chart: table, columns: [graph]", "'sparkline'"),
    ("chart: bars, sort: {by: total, order: desc}", "'descending'"),
    ("curve: linear", "'straight'"),
    ("range: {scale: logarithmic}", "'log'"), ("legend: none", "'hidden'"),
    ("legend: top", "'shown'"),
    ("thresholds: [{above: 1, color: critical}]", "'red'"),
    ("series: [{source: load.1, color: purple}]", "'violet'"),
  ])
  func wordsOfOtherProgramsHaveHints(panel: String, proposals: String?) {
    let found = problems("panels: [{source: cpu.busy, \(panel)}]")
    let hint = proposals.map { " (did you mean \($0)?)" } ?? "clock, alerts"
    #expect(found.contains { $0.hasSuffix(hint) }, "\(found)")
  }

  /// A wrong word for the chart hides no other mistake of the panel.
  @Test func aWrongChartHidesNothing() {
    let text = """
      panels:
        - chart: lines
          source: cpu.busy
          thresholds: [{abov: 5}]
          windo: 5m
      """
    #expect(
      problems(text).map { String($0.split(separator: " (")[0]) } == [
        "rack4.yaml:2:12: 'lines' is none of line, area, stacked, spectrum, progress, number, "
          + "ring, bars, tiles, columns, table, states, heatmap, text, clock, alerts",
        "rack4.yaml:4:19: unknown key 'abov' of a threshold",
        "rack4.yaml:5:5: unknown key 'windo' of a panel",
      ])
  }

  @Test func metricsOfTheMachineAreChecked() throws {
    let file = folder.file("rack.yaml")
    try "panels: [{source: cpu.bussy}, {source: {system: net.eth77.in}}]"
      .write(to: file, atomically: true, encoding: .utf8)
    let dashboard = DashboardFile(path: file.path)
    #expect(try dashboard.read().notes.isEmpty, "a window runs on another machine")
    do throws(DashboardFile.Failure) {
      _ = try dashboard.read(knowing: MetricCatalog())
      Issue.record("a mistake is expected")
    } catch {
      #expect(
        error.problems.map(\.message) == [
          "this machine has no 'cpu.bussy' (did you mean 'cpu.busy'?)"
        ])
    }
  }

  // MARK: Formats, zones and places

  @Test(arguments: [
    (
      "{http: \"http://x/\", path: .a, format: prometheus}",
      "'path' and 'rows' are for 'format: json', not for 'format: prometheus'"
    ),
    (
      "{http: \"http://x/\", metric: a, format: json}",
      "'metric' is for 'format: prometheus', not for 'format: json'"
    ),
  ])
  func aFormatThatIsSaidMustFit(source: String, problem: String) {
    #expect(problems("panels: [{source: \(source)}]").contains { $0.hasSuffix(problem) })
    let fitting = source.contains("prometheus") ? "json" : "prometheus"
    let other = source.replacing(/format: [a-z]+/, with: "format: \(fitting)")
    #expect(problems("panels: [{source: \(other)}]").isEmpty)
  }

  @Test func theZoneOfADashboard() throws {
    let spec = try read("timezone: Asia/Tokyo\npanels: [{source: cpu.busy}]")
    #expect(spec.zone?.name == "Asia/Tokyo")
    #expect(spec.zone?.rules.civil(0).hour == 9)
    #expect(
      problems("timezone: Asia/Tokio\npanels: [{source: cpu.busy}]")
        == ["rack4.yaml:1:11: there is no time zone 'Asia/Tokio' in /usr/share/zoneinfo"])
  }

  @Test func rowsAndPlaces() throws {
    let spec = try read(
      """
      columns: 3
      rows: [2, 1]
      panels:
        - {source: cpu.busy, span: {column: 3, row: 1, rows: 2}}
        - {source: cpu.user}
      """)
    let page = spec.pages[0]
    #expect(page.rows == [2, 1])
    #expect(page.panels[0].span == PanelSpan(columns: 1, rows: 2, column: 2, row: 0))
    #expect(
      problems("rows: [20]\npanels: [{source: cpu.busy}]")
        == ["rack4.yaml:1:8: the share of a row is 0.1 to 10"])
  }

  @Test func aLineColouredByItsValue() throws {
    let spec = try read("panels: [{series: [{source: cpu.busy, color: by_value}]}]")
    #expect(spec.pages[0].panels[0].series[0].isColoredByValue)
    #expect(
      problems("panels: [{series: [{source: cpu.busy, color: by_value, style: faint}]}]")
        == ["rack4.yaml:1:63: a line with 'color: by_value' has no 'style'"])
    #expect(
      problems("panels: [{chart: bars, series: [{source: cpu.busy, color: by_value}]}]")
        == [
          "rack4.yaml:1:32: 'color: by_value' is for lines, not for the chart 'bars'"
        ])
  }
}
