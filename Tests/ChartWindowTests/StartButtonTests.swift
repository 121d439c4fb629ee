import Charts
import Foundation
import Geometry
import Metrics
import TestSupport
import Testing

@testable import ChartWindow

/// The start button of a chart in a window of its own.
@Suite(.serialized) @MainActor struct StartButtonTests {
  /// The chart waits in its window until the pointer presses the button, or a key is pressed.
  @Test(arguments: [
    ["mousemove", "340", "394", "click", "1"], ["key", "r"], ["key", "space"], ["key", "Return"],
  ])
  func startsTheDrawing(act: [String]) async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let chart = GradientLineChart.article(today: CivilTime(year: 2016, month: 1, day: 7))
    let window = try ChartWindow(
      chart, title: "Start", size: Size(680, 436), display: server.display)
    var keys: [Character] = []
    window.onKey = { key, _ in
      keys.append(key)
      return key == "x"
    }
    window.open()
    defer { window.close() }
    try #require(try await server.windowBecomesFocused(named: "Start"))
    #expect(chart.waitsForStart)
    // A press beside the button starts nothing, and comes before the key.
    try server.run("xdotool", "mousemove", "100", "100", "click", "1", "key", "x")
    try #require(try await becomes { keys == ["x"] })
    #expect(chart.waitsForStart)
    try server.run("xdotool", act)
    try #require(try await becomes { !chart.waitsForStart })
  }
}
