import Charts
import Feeds
import Geometry
import TestSupport
import Testing

@testable import Dashboard

/// The effects of pointer and keyboard, as pictures.
@Suite struct PointerGoldenTests {
  /// Rows with six columns of similar size.
  private static func rows() -> TextParts {
    TextParts(
      parts: (0..<240).map { i in
        let values = (0..<6).map { k in (i * (7 + k) % (31 + k)) + 10 * k }
        return (
          PointerPage.firstArrival + Double(i),
          "\(values.map(String.init).joined(separator: " "))\n"
        )
      })
  }

  private func page(
    _ size: Size, _ theme: Theme, logarithmic: Bool = false,
    _ text: TextParts = PointerPage.rows(0..<100)
  ) throws -> PointerPage {
    var options = StreamOptions()
    options.isLogarithmic = logarithmic
    return try PointerPage(size: size, theme: theme, options: options, text: text)
  }

  @Test(arguments: [("dark", 1280.0, 720.0), ("light", 800, 480)])
  func crosshair(theme: String, width: Double, height: Double) throws {
    let page = try page(Size(width, height), try #require(Theme(name: theme)))
    _ = page.respond(.point(page.place(0.4, 0.3)))
    expectGolden(page.draw(), named: "pointer-crosshair-\(theme)-\(Int(width))x\(Int(height))")
  }

  /// Near the right edge the readout is at the left; six series have room on a small page.
  @Test func crosshairOfManySeries() throws {
    let page = try page(Size(800, 480), .dark, Self.rows())
    _ = page.respond(.point(page.place(0.97)))
    expectGolden(page.draw(), named: "pointer-crosshair-many")
  }

  @Test func crosshairOfTheSystem() throws {
    let pointer = try page(Size(1280, 720), .dark)
    let scene = try pointer.systemPage(size: pointer.size)
    let frame = try #require(scene.view.panel(0)?.plotFrame)
    _ = scene.respond(to: .point(frame.center), at: 10)
    expectGolden(pointer.draw(scene.root), named: "pointer-crosshair-system")
  }

  @Test(arguments: ["dark", "light"])
  func selection(theme: String) throws {
    let page = try page(Size(800, 480), try #require(Theme(name: theme)))
    _ = page.respond(.press(page.place(0.3), extends: false, clicks: 1))
    _ = page.respond(.point(page.place(0.65)))
    expectGolden(page.draw(), named: "pointer-selection-\(theme)")
  }

  @Test(arguments: [("dark", 1280.0, 720.0), ("light", 800, 480)])
  func zoomed(theme: String, width: Double, height: Double) throws {
    let page = try page(Size(width, height), try #require(Theme(name: theme)))
    _ = page.respond(.zoomAt(page.place(0.3), notches: 7))
    expectGolden(page.draw(), named: "pointer-zoomed-\(theme)-\(Int(width))x\(Int(height))")
  }

  @Test(arguments: ["dark", "light"])
  func hiddenSeries(theme: String) throws {
    let page = try page(Size(800, 480), try #require(Theme(name: theme)), Self.rows())
    for number in [1, 4, 5] { _ = page.respond(.toggleSeries(number)) }
    expectGolden(page.draw(), named: "pointer-hidden-\(theme)")
  }

  @Test func noSeriesAtAll() throws {
    let page = try page(Size(800, 480), .dark)
    for number in [0, 1] { _ = page.respond(.toggleSeries(number)) }
    expectGolden(page.draw(), named: "pointer-hidden-all")
  }

  @Test(arguments: [("dark", 1280.0, 720.0), ("light", 800, 480)])
  func unreadableLine(theme: String, width: Double, height: Double) throws {
    let bad =
      "ERROR 2026-11-21 12:00:00 worker 7: connection reset by peer while reading the response"
    var parts = (0..<60).map { i in
      (PointerPage.firstArrival + Double(i), "load=\(i % 7) jobs=\(i % 5 + 2)\n")
    }
    parts.insert((PointerPage.firstArrival + 30.5, "\(bad) \u{1b}[31m\(bad)\n"), at: 31)
    let page = try page(
      Size(width, height), try #require(Theme(name: theme)), TextParts(parts: parts))
    let frame = try #require(page.scene.view.header.detailFrame)
    _ = page.respond(.point(frame.center))
    expectGolden(page.draw(), named: "pointer-unreadable-\(theme)-\(Int(width))x\(Int(height))")
  }

  @Test(arguments: [("dark", 1280.0, 720.0), ("light", 800, 480)])
  func logarithmic(theme: String, width: Double, height: Double) throws {
    let rows = (0..<120).map { i in
      let value = i % 40 == 20 ? 0 : 3 * (1 << (i % 17))
      return (
        PointerPage.firstArrival + Double(i),
        "read=\(value)ms write=\(2 + i % 9)ms heap=\(value)KiB\n"
      )
    }
    let page = try page(
      Size(width, height), try #require(Theme(name: theme)), logarithmic: true,
      TextParts(parts: rows))
    _ = page.respond(.point(page.place(0.6)))
    expectGolden(page.draw(), named: "pointer-logarithmic-\(theme)-\(Int(width))x\(Int(height))")
  }

  @Test func aPipeThatIsQuiet() throws {
    let page = try page(Size(800, 480), .dark)
    page.ingest(PointerPage.rows(100..<101), at: 11)
    page.scene.advance(to: 23.5)
    expectGolden(page.draw(at: 23.5), named: "pointer-quiet-pipe")
  }
}
