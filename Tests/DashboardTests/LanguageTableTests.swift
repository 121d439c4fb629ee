import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// The table of the language, and what is made of it.
struct LanguageTableTests {
  private let folder = TemporaryFolder()

  /// All names of a mapping are different: keys, their old names, and words of other programs, which are no keys.
  @Test func namesAreUnambiguous() {
    for rule in MappingRule.all {
      let names = rule.keys.flatMap { [$0.name] + $0.oldNames }
      #expect(Set(names).count == names.count, "\(rule.name)")
      for key in rule.keys {
        #expect(!key.synonyms.contains(key.name), "\(rule.name).\(key.name)")
        #expect(key.meaning.hasSuffix("."), "\(rule.name).\(key.name)")
      }
    }
    let rules = MappingRule.all.map(\.name)
    #expect(Set(rules).count == rules.count)
  }

  /// A word of another program stands for words that a choice or a colour has, and is written as it is looked for.
  @Test func otherWordsStandForWordsOfChoices() {
    func choices(_ rule: ValueRule) -> [String] {
      switch rule {
      case .choice(let words): words
      case .list(let item), .map(let item): choices(item)
      case .either(let rules): rules.flatMap(choices)
      case .text, .boolean, .number, .duration, .nothing, .integer, .mapping: []
      }
    }
    let words = Set(
      MappingRule.all.flatMap(\.keys).flatMap { choices($0.value) }
        + ["teal", "violet", "pink", "gray"])
    for (word, meanings) in OtherWords.table {
      #expect(word.allSatisfy { $0.isLowercase || $0.isNumber }, "\(word)")
      #expect(!meanings.isEmpty && words.isSuperset(of: meanings), "\(word)")
    }
  }

  /// The table has the keys that charts and kinds of sources name, and no others of sources.
  @Test func theTableHasTheKeysOfChartsAndSources() {
    let panel = Set(MappingRule.panel.keys.map(\.name))
    for chart in PanelSpec.Chart.allCases {
      #expect(panel.isSuperset(of: chart.traits.keys), "\(chart)")
    }
    let source = Set(MappingRule.source.keys.map(\.name))
    let kinds = SourceKind.all
    #expect(
      source
        == Set(kinds.map(\.key) + kinds.flatMap(\.settings) + kinds.flatMap(\.queryKeys) + ["use"]))
    let series = Set(MappingRule.series.keys.map(\.name))
    #expect(series.isSuperset(of: kinds.flatMap(\.queryKeys)))
  }

  @Test func theSchemaInTheAssetsIsThatOfTheProgram() throws {
    let file = Program.root.appendingPathComponent("assets/wallchart.schema.json")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil {
      try LanguageSchema.text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == LanguageSchema.text,
      "'make golden' writes it anew")
  }

  /// A validator finds no mistake in dashboards that are read, and finds those that the schema can tell.
  @Test func aValidatorAgrees() throws {
    let schema = folder.file("schema.json")
    try LanguageSchema.text.write(to: schema, atomically: true, encoding: .utf8)
    let examples = Program.root.appendingPathComponent("assets/dashboards")
    var files = try FileManager.default.contentsOfDirectory(atPath: examples.path)
      .filter { $0.hasSuffix(".yaml") }.sorted().map { examples.appendingPathComponent($0).path }
    #expect(files.count >= 6)
    let own: [(String, isGood: Bool)] = [
      (ExampleDashboard.text, true),
      ("variables: {h: [a, {b: c}]}\npanels: [{repeat: h, source: cpu.busy, window: 5m}]", true),
      ("panels: [{source: cpu.busy, span: \"${SPAN}\", takeover: yes}]", true),
      ("panels: {series: [cpu.busy, {expr: a}, {name: a, source: {system: cpu.busy}}]}", true),
      ("panels: [{source: cpu.busy, windw: 5m}]", false),
      ("panels: [{source: cpu.busy, window: soon}]", false),
      ("panels: [{chart: lines, source: cpu.busy}]", false),
      ("pixel_shift: 99\npanels: [{source: cpu.busy}]", false),
      ("panels: [{source: {systm: cpu.busy}}]", false),
    ]
    for (index, item) in own.enumerated() {
      let file = folder.file("\(index).yaml")
      try item.0.write(to: file, atomically: true, encoding: .utf8)
      files.append(file.path)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", Self.validator, schema.path] + files
    let output = try startingAlone {
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      return output
    }
    let text = String(decoding: try process.output(of: output), as: UTF8.self)
    #expect(process.terminationStatus == 0)
    let results = text.split(separator: "\n").map { $0 == "good" }
    let expected = files.map { _ in true }.dropLast(own.count) + own.map(\.isGood)
    #expect(results == Array(expected), "\(zip(files, results).filter { !$0.1 })")
  }

  private static let validator = """
    import json, sys, yaml, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for file in sys.argv[2:]:
        document = yaml.safe_load(open(file))
        print("good" if validator.is_valid(document) else "bad")
    """
}
