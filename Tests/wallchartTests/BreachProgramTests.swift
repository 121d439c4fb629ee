import Foundation
import TestSupport
import Testing

/// A window whose page takes over the screen, and the commands of breaches.
@Suite(.serialized) struct BreachProgramTests {
  private final class Place {
    private let folder = TemporaryFolder()
    var url: URL { folder.url }

    func write(_ name: String, _ text: String) throws {
      try text.write(to: folder.file(name), atomically: true, encoding: .utf8)
    }
    func read(_ name: String) -> String {
      (try? String(contentsOf: folder.file(name), encoding: .utf8)) ?? ""
    }
    func page() throws -> String? {
      let result = try Program.run(
        ["ctl", "status"], environment: ["XDG_RUNTIME_DIR": url.path])
      return result.output.firstMatch(of: /"page":\{"number":\d+,"count":\d+,"name":"([^"]*)"/)
        .map { "\($0.1)" }
    }
  }

  @Test func aBreachTakesTheScreenAndRunsItsCommandOnceEach() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = Place()
    try place.write("value", "5\n")
    let text = """
      title: Hall
      on_breach: 'echo "${WALLCHART_STATE} $WALLCHART_PANEL $WALLCHART_VALUE $WALLCHART_BOUND $WALLCHART_THRESHOLD $WALLCHART_PAGE" >> told; exit 3'
      pages:
        - name: Calm
          panels: [{title: Load, source: {system: load.1}}]
        - name: Queue
          takeover: true
          panels: [{title: Mails, chart: number, source: {command: cat value, every: 200ms}, thresholds: [{above: 10, for: 1s}]}]

      """
    try place.write("wall.yaml", text)
    let program = try Program.Running(
      ["wall.yaml"],
      environment: server.environment.merging(["XDG_RUNTIME_DIR": place.url.path]) { $1 },
      folder: place.url)
    try #require(try eventually { try place.page() == "Calm" })
    try place.write("value", "42\n")
    try #require(try eventually { try place.page() == "Queue" })
    try #require(eventually { place.read("told") == "breached Mails 42.0 above 10.0 Queue\n" })
    // A reload is not another breach.
    try place.write("wall.yaml", text.replacing("title: Hall", with: "title: Wall"))
    let reload = try Program.run(
      ["ctl", "reload"], environment: ["XDG_RUNTIME_DIR": place.url.path])
    #expect(reload.status == 0)
    #expect(try place.page() == "Queue")
    try place.write("value", "7\n")
    try #require(try eventually { try place.page() == "Calm" })
    try #require(
      eventually {
        place.read("told")
          == "breached Mails 42.0 above 10.0 Queue\nrecovered Mails 7.0 above 10.0 Queue\n"
      })
    program.signal(SIGTERM)
    let result = try program.waitForEnd()
    #expect(result.status == 0)
    // Both runs have failed, which is told once.
    let lines = result.errors.split(separator: "\n").filter { $0.contains("on_breach") }
    #expect(lines.count == 1 && lines[0].hasSuffix("the command ended with status 3"), "\(lines)")
  }

  /// With a history, a breach that lasts over a restart is not reported again, and one that ended meanwhile is.
  @Test func breachesLastOverARestart() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = Place()
    try place.write(
      "wall.yaml",
      """
      on_breach: 'echo "$WALLCHART_STATE $WALLCHART_PANEL $WALLCHART_TIME" >> told'
      panels:
        - {title: A, chart: number, source: {command: cat a, every: 200ms}, thresholds: [{above: 10}]}
        - {title: B, chart: number, source: {command: cat b, every: 200ms}, thresholds: [{above: 10}]}

      """)
    func told() -> [String] {
      place.read("told").split(separator: "\n").map { line in
        line.split(separator: " ").prefix(2).joined(separator: " ")
      }.sorted()
    }
    func run(_ values: [String: String], until isDone: () throws -> Bool) throws {
      for (name, value) in values { try place.write(name, value + "\n") }
      let program = try Program.Running(
        ["wall.yaml"],
        environment: server.environment.merging([
          "XDG_RUNTIME_DIR": place.url.path, "XDG_STATE_HOME": place.url.path + "/state",
        ]) { $1 },
        folder: place.url)
      try #require(try eventually { try isDone() })
      program.signal(SIGTERM)
      #expect(try program.waitForEnd().status == 0)
    }
    try run(["a": "42", "b": "42"]) { told() == ["breached A", "breached B"] }
    let time = try #require(place.read("told").split(separator: " ").last?.prefix(20))
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(time)")
    // The ten seconds until the end of B's breach are long enough for another report of A.
    try run(["b": "5"]) { told().count > 2 }
    #expect(told() == ["breached A", "breached B", "recovered B"])
    try run(["b": "42"]) { told().count > 3 }
    #expect(told() == ["breached A", "breached B", "breached B", "recovered B"])
  }
}
