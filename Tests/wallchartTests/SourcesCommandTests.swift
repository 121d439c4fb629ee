import Feeds
import TestSupport
import Testing

@testable import wallchart

@Suite struct SourcesCommandTests {
  @Test func valuesStandUnderEachOther() {
    let rows = [
      SystemListing.Row(metric: "cpu.busy", value: 5), .init(metric: "load.15", value: nil),
      .init(metric: "net.in", value: 48_600_000),
    ]
    #expect(
      SourcesCommand.table(rows).joined(separator: "\n") == """
        cpu.busy        5.0 %  all cores: busy
        load.15             –  load average of 15 min
        net.in    48.6 Mbit/s  all physical interfaces: received
        """)
  }

  @Test func isASubcommand() throws {
    #expect(try Arguments(parsing: ["sources"]).action == .sources)
    #expect(try Arguments(parsing: ["./sources"]).file == "./sources")
    let result = try Program.run(["sources"])
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").contains { $0.hasPrefix("memory.used ") })
  }
}
