import Charts
import Foundation
import Geometry
import Metrics
import TestSupport
import Testing

@testable import ChartWindow

/// The changes of a chart in a window of its own.
@Suite(.serialized) @MainActor struct PeriodicChangeTests {
  private func window(on server: Xvfb) throws -> ChartWindow {
    let chart = GradientLineChart.article(today: CivilTime(year: 2016, month: 1, day: 7))
    return try ChartWindow(chart, title: "Change", size: Size(680, 436), display: server.display)
  }

  @Test func theyEndWithTheWindow() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let window = try window(on: server)
    window.open()
    var count = 0
    window.every(0.01) { _ in count += 1 }
    try #require(try await becomes { count >= 3 })
    window.close()
    let last = count
    try await Task.sleep(for: .milliseconds(200))
    #expect(count == last)
  }

  /// Motion begins with the last refresh, which was some milliseconds ago for most changes.
  @Test func theyBeginWithARefresh() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let window = try window(on: server)
    window.open()
    defer { window.close() }
    try #require(
      try await becomes {
        var isEarlier = false
        window.update { start in
          #expect(start <= window.loop.time)
          isEarlier = window.loop.time - start > 0.001
        }
        return isEarlier
      })
  }
}
