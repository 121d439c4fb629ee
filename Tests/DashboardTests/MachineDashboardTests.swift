import Feeds
import Metrics
import Testing

@testable import Dashboard

/// The dashboard of this machine, which is a file.
@Suite struct MachineDashboardTests {
  /// Few cores are lines behind that of all, many cores are bars.
  @Test(
    arguments: [
      (1, 1, 0, "1 core"), (2, 3, 0, "2 cores"), (4, 5, 0, "4 cores"), (5, 1, 5, "5 cores"),
      (512, 1, 512, "512 cores"),
    ])
  func cores(count: Int, lines: Int, bars: Int, note: String) throws {
    let host = HostInfo(name: "orion", system: "", cores: count, uptime: 0, memoryTotal: 1)
    let spec = DashboardSpec.system(host: host, period: 2)
    let panels = spec.pages[0].panels
    #expect(
      panels.map(\.title) == [
        "CPU", "Memory", "Network in", "Disk write", "Load", "Disk space /",
      ])
    #expect(panels[0].series.count == lines && panels[0].meter.count == bars)
    #expect(panels[0].note == [.text(note)])
    #expect(panels[0].series.dropFirst().allSatisfy { $0.style == .faint })
    // The cores have the numbers of their metrics.
    #expect(
      panels[0].series.dropFirst().compactMap(\.label) == (0..<(lines - 1)).map { "core \($0)" })
    #expect(spec.sources.keys.map { $0 } == [.system(period: 2)])
    #expect(panels[1].range == RangeSpec(softMaximum: 1_073_741_824))
    #expect(panels[4].note.count == 2 && panels[4].decimals == 2)
    #expect(panels.map(\.chart) == [.line, .line, .line, .line, .line, .ring])
    #expect(
      panels.map(\.unit) == [
        .percent, .bytes, .bitsPerSecond, .bytesPerSecond, .none, .decimalBytes,
      ])
  }

  private func problems(_ panel: String) -> [String] {
    do throws(DashboardFile.Failure) {
      let text = "panels:\n  - {source: {system: load.1}, \(panel)}\n"
      _ = try DashboardFile(path: "a.yaml").parse(Array(text.utf8))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test(arguments: [
    ("note: [{label: x}]", "a.yaml:2:39: a value of a note needs a 'source'"),
    ("note: [{sorce: {system: load.5}}]", "did you mean 'source'"),
    ("meter: [{command: w}]", ""),
    ("meter: [{http: 'http://a/b'}]", "a.yaml:2:40: a number must be selected"),
    ("note: [8 cores, {label: 5 min, source: {system: load.5}}]", ""),
  ])
  func notesAndMeters(panel: String, message: String) {
    let problems = problems(panel)
    #expect(message.isEmpty ? problems.isEmpty : problems.contains { $0.contains(message) })
  }
}
