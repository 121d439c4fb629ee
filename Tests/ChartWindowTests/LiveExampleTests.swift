import Charts
import Foundation
import Geometry
import Metrics
import Raster
import TestSupport
import Testing

@testable import ChartWindow

/// Charts over time in a window of their own.
@Suite(.serialized) @MainActor struct LiveExampleTests {
  private let folder = TemporaryFolder()

  @Test func theReadmeShowsTheExample() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Program.root.appendingPathComponent(path), encoding: .utf8)
    }
    let example = try text("Examples/Live/main.swift")
    #expect(try text("README.md").contains("```swift\n\(example)```\n"))
    #expect(example.split(separator: "\n").count <= 20)
  }

  /// The example shows the load of the machine, and writes the picture of its window.
  @Test func theExampleShowsTheLoadAndWritesAPicture() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let program = Process()
    program.executableURL = Program.executable.deletingLastPathComponent()
      .appendingPathComponent("live-example")
    program.currentDirectoryURL = folder.url
    program.environment = server.environment
    try startingAlone { try program.run() }
    defer { if program.isRunning { program.terminate() } }
    try #require(try server.focusWindow(named: "Load"))
    let file = folder.file("load.png").path
    // Two samples make a line in the first colour of the dark theme's series.
    let isDrawn = try eventually {
      try server.run("xdotool", "key", "p")
      guard let picture = try? PNG.read(file), picture.width == 750 else { return false }
      return Set(picture.pixels).count > 100
    }
    try #require(isDrawn && program.isRunning)
    try server.run("xdotool", "key", "q")
    try program.waitForEnd()
    #expect(program.terminationStatus == 0)
  }

  /// The third example: a key moves the line to another month.
  @Test func theExampleOfPageViewsMovesAtAKey() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let program = Process()
    program.executableURL = Program.executable.deletingLastPathComponent()
      .appendingPathComponent("page-views-example")
    program.environment = server.environment
    try startingAlone { try program.run() }
    defer { if program.isRunning { program.terminate() } }
    try #require(try server.focusWindow(named: "Page views"))
    func linePixels() throws -> [Int] {
      let pixels = try server.screen().pixels
      return pixels.indices.filter { pixels[$0] & 0xffffff == 0x00cdd1 }
    }
    // The line has the colour of its article when it has been drawn on.
    var before: [Int] = []
    try #require(
      try eventually {
        let now = try linePixels()
        defer { before = now }
        return now.count > 200 && now == before
      })
    try server.run("xdotool", "key", "n")
    try #require(
      try eventually {
        let now = try linePixels()
        return now.count > 200 && now != before
      })
    try server.run("xdotool", "key", "q")
    try program.waitForEnd()
    #expect(program.terminationStatus == 0)
  }

  /// The pointer, the keys, another theme and data that come at any time reach the chart.
  @Test func theWindowPassesPointerKeysAndData() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let chart = TimeSeriesChart("Load", window: 60)
    let window = try ChartWindow(
      chart, title: "Live", size: Size(600, 320), display: server.display)
    var keys: [Character] = []
    window.onKey = { key, _ in
      keys.append(key)
      return key == "x"
    }
    window.open()
    defer { window.close() }
    window.update { time in
      for second in 0...60 {
        chart.append(Double(second % 9), time: 1_732_276_800 + Double(second), at: time)
      }
    }
    func picture() throws -> [UInt32] {
      let file = folder.file("window.png").path
      try window.writePNG(to: file)
      return try PNG.read(file).pixels
    }
    let plain = try picture()
    try #require(try await server.windowBecomesFocused(named: "Live"))
    try server.run("xdotool", "key", "x", "mousemove", "300", "200")
    try #require(try await becomes { keys == ["x"] })
    try #require(try await becomes { try picture() != plain }, "the values under the pointer")
    window.reducesMotion = true
    window.theme = .dark
    #expect(window.theme == .dark && window.reducesMotion)
    let dark = try picture()
    #expect(dark[0] & 0xffffff == Theme.dark.panel.testPixel, "the ground is dark")
  }
}

extension Color {
  /// The pixel of an opaque colour.
  fileprivate var testPixel: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32((value * 255).rounded()) }
    return byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}
