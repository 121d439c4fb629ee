import Charts
import Foundation
import Geometry
import Metrics
import Raster
import TestSupport
import Testing

/// The example of the README, which is a program of the package.
@Suite(.serialized) struct ChartExampleTests {
  private static let source = "Examples/Chart/main.swift"
  private let folder = TemporaryFolder()

  @Test func theReadmeShowsTheExample() throws {
    let readme = try String(
      contentsOf: Program.root.appendingPathComponent("README.md"), encoding: .utf8)
    let example = try String(
      contentsOf: Program.root.appendingPathComponent(Self.source), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)```\n"))
    #expect(example.split(separator: "\n").count <= 20)
  }

  /// The example draws the picture, and then a window with the same picture until its data changes.
  @Test func theExampleDrawsAPictureAndAWindow() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let program = Process()
    program.executableURL = Program.executable.deletingLastPathComponent()
      .appendingPathComponent("chart-example")
    program.currentDirectoryURL = folder.url
    program.environment = server.environment
    try startingAlone { try program.run() }
    defer { if program.isRunning { program.terminate() } }
    try #require(try server.focusWindow(named: "Six days"))
    let picture = try PNG.read(folder.file("chart.png").path)
    #expect(picture.width == 1500 && picture.height == 800)
    // The article's blue is in both: in the picture from the start, in the window when the line has been
    // drawn on.
    #expect(Self.count(0x428eda, in: picture.pixels) > 500)
    let isDrawn = try eventually {
      try !program.isRunning || Self.count(0x428eda, in: server.screen().pixels) >= 100
    }
    try #require(isDrawn && program.isRunning)
    try server.run("xdotool", "key", "q")
    try program.waitForEnd()
    #expect(program.terminationStatus == 0)
  }

  private static func count(_ color: UInt32, in pixels: [UInt32]) -> Int {
    pixels.count { $0 & 0xffffff == color }
  }

  /// Sizes of pictures, possible and impossible.
  @Test(arguments: [
    (Size(300, 200), 1, 300, 200), (Size(300, 200), 1.5, 450, 300), (Size(0, -5), 1, 1, 1),
    (Size(.nan, 10), 1, 1, 10), (Size(40, 30), .nan, 1, 1),
  ])
  func sizesOfPictures(size: Size, scale: Double, width: Int, height: Int) throws {
    let file = folder.file("a.png").path
    try LineChart.article().writePNG(to: file, size: size, scale: scale)
    let picture = try PNG.read(file)
    #expect(picture.width == width && picture.height == height)
  }

  /// A chart that waits for its start button in a window has its whole line in a picture.
  @Test func aPictureOfAChartThatWaitsHasItsLine() throws {
    let file = folder.file("a.png").path
    let chart = GradientLineChart.article(today: CivilTime(year: 2016, month: 1, day: 7))
    try chart.writePNG(to: file, size: Size(340, 218), scale: 2)
    let picture = try PNG.read(file)
    // The line's gradient goes from orange to red: much red, little blue. Nothing else does so.
    func isOfTheLine(_ column: Int) -> Bool {
      (0..<picture.height).contains { row in
        let pixel = picture.pixels[row * picture.width + column]
        return (pixel >> 16) & 0xff > 200 && pixel & 0xff < 90
      }
    }
    let columns = (0..<picture.width).filter(isOfTheLine)
    #expect(columns.count > picture.width / 2, "the line goes through most of the picture")
  }

  @Test(arguments: [Size(1e9, 10), Size(30_000, 30_000), Size(.infinity, .infinity)])
  func picturesThatAreTooLarge(size: Size) {
    #expect(throws: PNGError.self) {
      try LineChart.article().writePNG(to: "/nowhere/chart.png", size: size)
    }
  }

  @Test func aFileThatCannotBeWritten() {
    #expect(throws: PNGError.self) {
      try LineChart.article().writePNG(to: "/nowhere/chart.png", size: Size(30, 20))
    }
  }
}
