import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Typography

@testable import Dashboard

/// A page of rows for tests with the pointer.
struct PointerPage {
  let size: Size
  let scene: DashboardScene
  /// The source of the rows.
  static let source = SourceSpec.text(TextFeedSpec(origin: .standardInput, numbersRows: true))
  private let updates: TextUpdates
  /// The arrival of the rows, on the frame clock.
  static let start = 10.0
  /// The arrival of the first row, in UTC.
  static let firstArrival = 1_795_219_200.0

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - text: the text that arrives at the start; nil for none.
  init(
    size: Size = Size(800, 480), theme: Theme = .dark, options: StreamOptions = StreamOptions(),
    isAnimated: Bool = false, reducesMotion: Bool = false, isFile: Bool = false,
    name: String? = nil, text: TextParts? = Self.rows(0..<100)
  ) throws {
    self.size = size
    let environment = ChartEnvironment(
      theme: theme, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"),
      zone: .fixed(offset: 3600, abbreviation: "CET"), scale: 1, isAnimated: isAnimated,
      reducesMotion: reducesMotion)
    scene = DashboardScene(
      rows: Self.source, options: options, name: isFile ? name ?? "data.csv" : nil, isFile: isFile,
      environment: environment, at: 0)
    updates = TextUpdates(isFile: isFile)
    scene.layOut(size: size, scale: 1)
    if let text { ingest(text, at: Self.start) }
  }

  /// Lets more of the text arrive.
  func ingest(_ text: TextParts, at time: Double) {
    scene.ingest(updates.update(text), from: Self.source, at: time)
  }

  /// Lets several parts of the text arrive in one update.
  func ingest(_ texts: [TextParts], at time: Double) {
    scene.ingest(updates.update(texts), from: Self.source, at: time)
  }

  /// The dashboard of a recorded machine, with the environment of this page.
  func systemPage(size: Size = Size(800, 480)) throws -> DashboardScene {
    let recording = try Recording(path: Self.recording)
    let page = DashboardScene(
      spec: .system(host: recording.host), host: recording.host,
      environment: scene.view.environment, lateAfter: .infinity)
    page.layOut(size: size, scale: 1)
    page.ingest(recording, at: 0)
    return page
  }

  /// The samples of a column, by its position from 0.
  func samples(_ column: Int = 0) -> TimeSeries {
    let query = scene.samples.newest.sources[Self.source]?.queries[.columns]
    return query?.anySeries(Query.metric(ofColumn: column))?.samples ?? TimeSeries()
  }

  /// One row per second: two columns in one panel, and one column in a panel of its own, which does not
  /// count the rows.
  static func rows(_ range: Range<Int>, isEnded: Bool = false) -> TextParts {
    var text = TextParts(
      parts: range.map { i in
        (
          firstArrival + Double(i),
          "in=\(20 + i * 7 % 31) out=\(35 + i * 5 % 23) total=\(i == 1 ? 1000 : 1000 + i)\n"
        )
      })
    text.isEnded = isEnded
    return text
  }

  func respond(_ input: PageInput, at time: Double = 20) -> Bool {
    scene.respond(to: input, at: time)
  }

  /// A place in the plot of a panel, as shares of its width and height.
  func place(_ x: Double, _ y: Double = 0.5, panel: Int = 0) -> Point {
    let frame = scene.view.panel(panel)!.plotFrame!
    return Point(frame.minX + x * frame.width, frame.minY + y * frame.height)
  }

  /// The visible texts.
  var texts: [String] { scene.root.visibleTexts }

  /// The texts of the readout; nil without a readout.
  var readout: [String]? {
    let layer = scene.view.readout.layer
    return layer.isHidden ? nil : layer.sublayers.compactMap { ($0 as? TextLayer)?.line?.text }
  }

  /// The contents of a panel's plot.
  func content(_ panel: Int = 0) -> PlotContent? { scene.view.panel(panel)?.shownPlot }

  func draw(at time: Double = 20) -> Bitmap { draw(scene.root, at: time) }

  func draw(_ root: Layer, at time: Double = 20) -> Bitmap {
    root.completeAnimations(at: time)
    return Compositor.picture(
      of: root, at: time, scale: 1, width: Int(size.width), height: Int(size.height))
  }

  /// The time of the next motion; nil for never.
  func nextChange(after time: Double) -> Double? {
    scene.root.completeAnimations(at: time)
    return scene.root.nextChange(after: time, scale: 1, interval: 1.0 / 60)
  }
}

extension PointerPage {
  static var recording: String { Program.fixture("orion.samples") }
}
