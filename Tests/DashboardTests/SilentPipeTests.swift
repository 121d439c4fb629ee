import Charts
import Testing

@testable import Dashboard

/// The plots of a pipe that gives no more rows for a while.
@Suite struct SilentPipeTests {
  /// A page whose last row arrives alone at the moment 11 of the frame clock.
  private func page(
    _ rows: Int, _ options: StreamOptions = StreamOptions()
  ) throws -> PointerPage {
    let page = try PointerPage(options: options, text: PointerPage.rows(0..<rows - 1))
    page.ingest(PointerPage.rows(rows - 1..<rows), at: 11)
    return page
  }

  private func range(_ rows: Int, after seconds: Double) throws -> ClosedRange<Double> {
    let page = try page(rows)
    page.scene.advance(to: 11 + seconds)
    let time = try #require(page.content()?.time)
    return time.lowerBound - PointerPage.firstArrival...time.upperBound - PointerPage.firstArrival
  }

  /// The rows stay in view. The present is at the right edge until the range is four times as long as that of the rows.
  @Test(arguments: [8, 40, 300], [0, 5, 20, 100, 1000, 100_000] as [Double])
  func rowsStayInView(rows: Int, seconds: Double) throws {
    let last = Double(rows - 1)
    let (usual, shown) = (try range(rows, after: 0), try range(rows, after: seconds))
    let span = usual.upperBound - usual.lowerBound
    let length = shown.upperBound - shown.lowerBound
    // A twentieth of the range slides away, as it does between two rows.
    #expect(shown.lowerBound <= usual.lowerBound + 0.05 * span + 1e-6)
    #expect(shown.upperBound >= last && shown.upperBound <= last + seconds + 1e-6)
    #expect(length <= 4 * span + 1e-6)
    if seconds <= 2 * span { #expect(abs(shown.upperBound - last - seconds) < 1e-6) }
    if seconds >= 1000 { #expect(abs(length - 4 * span) < 1e-6 || rows == 300) }
  }

  /// The next row ends the silence: the range is again that of the rows.
  @Test func theNextRowEndsTheSilence() throws {
    let page = try page(40)
    page.scene.advance(to: 300)
    page.ingest(PointerPage.rows(40..<41), at: 300)
    let time = try #require(page.content()?.time)
    #expect(time.upperBound == PointerPage.firstArrival + 40)
    #expect(time.lowerBound <= PointerPage.firstArrival)
    #expect(time.upperBound - time.lowerBound < 45)
  }

  /// A window of a length slides on, as its user has asked for it.
  @Test func aWindowSlidesOn() throws {
    var options = StreamOptions()
    options.window = .seconds(20)
    let page = try page(40, options)
    page.scene.advance(to: 71)
    let time = try #require(page.content()?.time)
    #expect(time.lowerBound > PointerPage.firstArrival + 39)
  }
}
