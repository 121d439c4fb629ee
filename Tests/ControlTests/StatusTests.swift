import Foundation
import Metrics
import Stage
import TestSupport
import Testing

@testable import Control

/// The two texts of a window's state.
@Suite struct StatusTests {
  private static func status() -> WindowStatus {
    var frames = FrameStatistics()
    frames.frames = 4
    frames.updates = 9
    for seconds in [0.0004, 0.003, 0.005, 2] { frames.durations.add(seconds) }
    return WindowStatus(
      version: "1.2", process: 42, name: "rack4", title: "Rack \"4\"\u{1b}[31m", time: 1000.25,
      startTime: 590.5, uptime: 400.5,
      page: WindowStatus.Page(number: 2, count: 3, name: "Two", isPaused: true),
      display: WindowStatus.Display(width: 1920, height: 1080, awaySince: 990, light: .dimmed),
      feeds: [
        WindowStatus.Feed(
          source: "command 'a \"b\" \\ \n'", state: .live, since: 600, lastUpdate: 999.5,
          updates: 7),
        WindowStatus.Feed(
          source: "http://x/metrics", state: .failing, since: 900, reason: "HTTP 503", failures: 2),
        WindowStatus.Feed(source: "this machine", state: .starting, since: 600),
      ], frames: frames, samples: 12_345)
  }

  /// A mistake in the dashboard's file is in all texts; a window without a file has none.
  @Test func aMistakeInTheFileIsTold() throws {
    func clock(_ time: Double) -> String { "\(Int(time))" }
    var status = Self.status()
    let summary = "showing page 2 of 3, paused; 1 of 3 feeds live; X server away since 990"
    #expect(status.summary(clock: clock) == summary)
    #expect(status.json(Self.use()).contains("\"file\":null,"))
    #expect(!status.exposition(Self.use()).contains("wallchart_dashboard_valid"))
    for (reason, json, number) in [
      (nil, "{\"state\":\"valid\",\"reason\":null,\"since\":700}", 1),
      ("a:1:2: x", "{\"state\":\"mistaken\",\"reason\":\"a:1:2: x\",\"since\":700}", 0),
    ] as [(String?, String, Int)] {
      status.file = WindowStatus.File(reason: reason, since: 700)
      #expect(status.json(Self.use()).contains("\"file\":\(json),"))
      let metrics = status.exposition(Self.use())
      #expect(metrics.contains("\nwallchart_dashboard_valid \(number)\n"))
      let end = reason == nil ? "" : "; mistake in the file since 700"
      #expect(status.summary(clock: clock) == summary + end)
    }
  }

  private static func use() -> ProcessUse {
    var use = ProcessUse()
    use.residentBytes = 50 << 20
    use.proportionalBytes = 40 << 20
    use.threads = 8
    use.processorSeconds = 1.25
    return use
  }

  @Test func theJSONIsReadByOthers() throws {
    let text = Self.status().json(Self.use())
    #expect(!text.contains("\n") && !text.contains("\u{1b}"))
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let object = try #require(value as? NSDictionary)
    #expect(object["title"] as? String == "Rack \"4\"\u{1b}[31m")
    #expect(object["time"] as? Double == 1000.25 && object["uptime_seconds"] as? Double == 400.5)
    #expect(object["history"] is NSNull)
    #expect(
      object["page"] as? NSDictionary == ["number": 2, "count": 3, "name": "Two", "paused": true])
    #expect(
      object["display"] as? NSDictionary
        == [
          "state": "away", "away_since": 990, "light": "dimmed", "width": 1920, "height": 1080,
        ])
    #expect(
      object["memory"] as? NSDictionary
        == ["resident_bytes": 50 << 20, "proportional_bytes": 40 << 20, "samples": 12_345])
    let frames = try #require(object["frames"] as? NSDictionary)
    #expect(frames["count"] as? Int == 4 && frames["worst_seconds"] as? Double == 2)
    #expect(abs((frames["median_seconds"] as? Double ?? 0) - 0.003) < 0.0004)
    let feeds = try #require(object["feeds"] as? [NSDictionary])
    #expect(feeds.map { $0["state"] as? String } == ["live", "failing", "starting"])
    #expect(feeds[1]["reason"] as? String == "HTTP 503" && feeds[1]["last_update"] is NSNull)
    #expect(feeds[0]["source"] as? String == "command 'a \"b\" \\ \n'")
  }

  @Test func prometheusTakesTheMetrics() throws {
    let text = Self.status().exposition(Self.use())
    for line in [
      "wallchart_build_info{version=\"1.2\"} 1", "wallchart_display_up 0", "wallchart_page 2",
      "wallchart_frames_total 4", "wallchart_frame_seconds_bucket{le=\"0.0005\"} 1",
      "wallchart_frame_seconds_bucket{le=\"0.004\"} 2",
      "wallchart_frame_seconds_bucket{le=\"0.008\"} 3",
      "wallchart_frame_seconds_bucket{le=\"+Inf\"} 4", "wallchart_frame_seconds_count 4",
      "wallchart_feed_up{source=\"http://x/metrics\"} 0",
      "wallchart_feed_up{source=\"command 'a \\\"b\\\" \\\\ \\n'\"} 1",
      "wallchart_feed_failures_total{source=\"http://x/metrics\"} 2",
      "process_resident_memory_bytes 52428800", "process_cpu_seconds_total 1.25",
      "process_start_time_seconds 590.5",
    ] {
      #expect(text.contains("\n" + line + "\n"), "no \(line)")
    }
    #expect(!text.contains("last_update_timestamp_seconds{source=\"http://x/metrics\"}"))
    let result = try Self.run("promtool", ["check", "metrics"], input: text)
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  private static func run(
    _ program: String, _ arguments: [String], input: String
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipes = try startingAlone {
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
      return (input, output)
    }
    try pipes.0.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipes.0.fileHandleForWriting.close()
    let data = try process.output(of: pipes.1)
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test func thisProcessHasMemoryThreadsAndDescriptors() {
    let use = ProcessUse.now()
    #expect(use.residentBytes ?? 0 > 1 << 20 && use.proportionalBytes ?? 0 > 1 << 20)
    #expect(use.proportionalBytes! <= use.residentBytes! && use.virtualBytes! > use.residentBytes!)
    #expect(use.threads ?? 0 >= 1 && use.openDescriptors ?? 0 >= 3)
    #expect(use.mostDescriptors! > use.openDescriptors! && use.processorSeconds! > 0)
  }

  @Test(arguments: [
    (0, 3, "0"), (1.5, 3, "1.5"), (-1.25, 2, "-1.25"), (0.0005, 6, "0.0005"), (2.0004, 3, "2"),
    (-0.0001, 2, "0"), (1e300, 3, "1e+300"), (.nan, 3, "null"), (999.9999, 3, "1000"),
    (0.0104, 3, "0.01"),
  ])
  func numbersAreShort(number: Double, decimals: Int, text: String) {
    #expect(JSONText.decimal(number, decimals) == text)
  }
}
