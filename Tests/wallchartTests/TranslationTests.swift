import Foundation
import TestSupport
import Testing

/// The catalogues of translated messages, and the program with one of them.
@Suite struct TranslationTests {
  /// A folder with the program and its translations, as they are installed, and the locale `zh_CN.UTF-8`.
  private static let folder: TemporaryFolder = {
    let folder = TemporaryFolder()
    let result = try? Shell.run(
      """
      set -e
      mkdir -p '\(folder.path)/bin' '\(folder.path)/share/locale/zh_CN/LC_MESSAGES'
      cp '\(Program.executable.path)' '\(folder.path)/bin/wallchart'
      msgfmt -o '\(folder.path)/share/locale/zh_CN/LC_MESSAGES/wallchart.mo' assets/translations/zh_CN.po
      localedef -i zh_CN -f UTF-8 '\(folder.path)/zh_CN.UTF-8'
      """)
    if result?.status != 0 { Issue.record("no translations: \(result?.output ?? "")") }
    return folder
  }()

  /// Runs a command line with the translated program as `$wallchart`.
  private func speak(_ command: String, language: String = "") throws -> Shell.Result {
    let folder = Self.folder.path
    return try Shell.run(
      "export LOCPATH='\(folder)' LC_ALL=zh_CN.UTF-8 LANGUAGE='\(language)' wallchart='\(folder)/bin/wallchart'\n"
        + command)
  }

  private static var translations: [String] {
    let folder = Program.root.appendingPathComponent("assets/translations").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".po") }
  }

  /// Pairs of a message and its translation, in the escapes of gettext.
  private func pairs(of name: String) throws -> [(key: String, text: String)] {
    let result = try Shell.run("msgcat --no-wrap assets/translations/\(name)")
    try #require(result.status == 0, "\(result.output)")
    return result.output.matches(of: /\nmsgid "(.+)"\nmsgstr "(.*)"/)
      .map { (String($0.1), String($0.2)) }
  }

  @Test(arguments: translations)
  func everyMessageOfTheProgramIsTranslatedAndNoOther(name: String) throws {
    let result = try Shell.run(
      """
      catalogue=$(mktemp); trap 'rm -f $catalogue' EXIT
      assets/translations/extract Sources >$catalogue
      grep -c '^msgid "..*"' $catalogue
      msgcmp assets/translations/\(name) $catalogue
      """)
    #expect(result.status == 0, "make messages: \(result.output)")
    let count = result.output.split(separator: "\n").first.flatMap { Int($0) }
    #expect(try pairs(of: name).count == count, "make messages takes out those that are no more")
  }

  @Test(arguments: translations)
  func aTranslationHasTheArgumentsOfItsMessage(name: String) throws {
    func arguments(_ text: String) -> [String] {
      text.matches(of: /%./).map { String($0.0) }.sorted()
    }
    for pair in try pairs(of: name) {
      #expect(arguments(pair.key) == arguments(pair.text), "\(pair.key)")
      // The parts of a sentence keep their distance; a full-width sign has its own.
      #expect(!pair.text.hasSuffix(" ") || pair.key.hasSuffix(" "), "\(pair.key)")
    }
  }

  @Test func mistakesOfADashboardAreChinese() throws {
    let result = try speak(
      #"""
      printf 'titel: x\npanels:\n  - chart: lin\n    source: {system: cpu.bussy}\n    thresholds: 3\n' >"$LOCPATH/a.yaml"
      "$wallchart" check "$LOCPATH/a.yaml"; echo "status $?"
      """#)
    #expect(
      result.output.replacingOccurrences(of: Self.folder.path + "/", with: "") == """
        a.yaml:1:1: 仪表板没有键“titel”（是否想写 'title'？）
        a.yaml:3:12: “lin”不是 line, area, stacked, spectrum, progress, number, ring, bars, tiles, columns, table, \
        states, heatmap, text, clock, alerts 之一（是否想写“line”？）
        a.yaml:4:22: 本机没有“cpu.bussy”（是否想写“cpu.busy”？）
        a.yaml:5:17: 此处应为阈值（映射），而不是单个值
        status 78

        """)
  }

  @Test func theCommandLineAndTheSystemSpeakChinese() throws {
    let result = try speak(
      #""$wallchart" --frob; "$wallchart" /nonexistent; "$wallchart" --size 1"#)
    #expect(
      result.output == """
        wallchart: 未知选项“--frob”（是否想写“--from”？）；见 wallchart --help
        wallchart: /nonexistent: 没有那个文件或目录
        wallchart: --size 取“宽x高”，如 1920x1080，而不是“1”；见 wallchart --help

        """)
  }

  @Test func anotherLanguageIsEnglish() throws {
    let result = try speak(#""$wallchart" --frob"#, language: "en")
    #expect(
      result.output
        == "wallchart: unknown option '--frob' (did you mean '--from'?); see wallchart --help\n")
  }

  @Test func theWordsOfAPageAreChinese() throws {
    let result = try speak(
      #"""
      "$wallchart" --replay Tests/Fixtures/orion.samples --snapshot "$LOCPATH/a.png" --dump-layers
      seq 9 | "$wallchart" --columns 7 --snapshot "$LOCPATH/a.png"
      """#)
    #expect(result.output.contains("已运行") && result.output.contains(" 核 · "), "\(result.output)")
    #expect(result.output.contains("没有列"))
  }

  @Test func theSummaryOfACheckIsChinese() throws {
    let result = try speak(
      #"""
      printf 'panels: [{source: {command: echo 1}}]\n' >"$LOCPATH/c.yaml"
      printf 'pages: [{panels: [{chart: clock}]}, {panels: [{chart: clock}]}]\n' >"$LOCPATH/d.yaml"
      "$wallchart" check "$LOCPATH/c.yaml" "$LOCPATH/d.yaml"
      """#)
    #expect(
      result.output.replacingOccurrences(of: Self.folder.path + "/", with: "")
        == "c.yaml: 1 个页面, 1 个面板\nd.yaml: 2 个页面, 2 个面板\n")
  }

  @Test func theReductionBelowANumberIsChinese() throws {
    let result = try speak(
      #"""
      cat >"$LOCPATH/e.yaml" <<'END'
      history: off
      panels: [{chart: number, reduce: max, source: {command: echo 3}}]
      END
      "$wallchart" --snapshot "$LOCPATH/e.png" --size 700x400 --after 2 --dump-layers "$LOCPATH/e.yaml"
      """#)
    #expect(result.output.contains(" 内 最大"), "\(result.output)")
  }

  @Test func theWordsOfChartsAreChinese() throws {
    let result = try speak(
      #"""
      cat >"$LOCPATH/b.yaml" <<'END'
      x-source: &source {command: "echo a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8"}
      x-series: &series [{column: a}, {column: b}, {column: c}, {column: d}, {column: e}, {column: f}]
      history: off
      columns: 2
      panels:
        - {chart: table, source: *source, series: *series, columns: [last, mean, p95]}
        - {chart: heatmap, unit: s, source: *source, series: *series}
        - {chart: progress, goal: 9 kB, unit: bytes_si, source: *source, series: [{column: a}]}
        - {title: legend, chart: columns, source: *source, series: *series}
      END
      "$wallchart" --snapshot "$LOCPATH/b.png" --size 700x400 --after 2 --dump-layers "$LOCPATH/b.yaml"
      """#)
    for text in ["最新", "平均", "p95", "每 ", "共 9", "另有 "] {
      #expect(result.output.contains(text), "\(text) in \(result.output)")
    }
  }
}
