import Charts
import Dashboard
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import Typography

#if canImport(Glibc)
  import Glibc
#endif

/// Times four panels of 300 rows that slide while ten rows a second come: a whole frame, and each part of
/// it. With `IDLE` in the environment, the processor sleeps that many microseconds between frames, so
/// that the caches are cold, as in a window.
@MainActor
struct SlideBench {
  private static let history = 300
  private static let framesPerRow = 6
  private static let interval = 1.0 / 60
  private static let bounds = IntRect(width: Scene.width, height: Scene.height)

  private static let source = SourceSpec.text(TextFeedSpec(origin: .standardInput))

  private let scene: DashboardScene
  private let renderer: Renderer
  private let bitmap = Bitmap(width: Scene.width, height: Scene.height)
  private var noise: UInt32 = 1
  private var rows = 0
  private var now = 0.0
  private var last: DisplayList
  private var spent = Spent()
  private let idle = environment("IDLE").flatMap(UInt32.init)

  /// Milliseconds.
  private struct Spent {
    var ingest = 0.0
    var animations = 0.0
    var recording = 0.0
    var comparing = 0.0
    var drawing = 0.0
    var searching = 0.0

    var all: Double { ingest + animations + recording + comparing + drawing + searching }
  }

  /// Prints the mean of many frames.
  static func run(threads: Int, frames: Int) throws(FontError) {
    var bench = try SlideBench(threads: threads)
    for _ in 0..<120 { bench.frame() }
    bench.spent = Spent()
    for _ in 0..<frames { bench.frame() }
    let spent = bench.spent
    let parts = [
      ("", spent.all), ("rows ", spent.ingest), ("animations ", spent.animations),
      ("recording ", spent.recording), ("damage ", spent.comparing), ("drawing ", spent.drawing),
      ("next change ", spent.searching),
    ]
    print(
      "slide, four panels, ten rows a second, ms a frame: "
        + parts.map { $0.0 + fixed($0.1 / Double(frames)) }.joined(separator: ", "))
  }

  private init(threads: Int) throws(FontError) {
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: Size(1920, 1080)), fonts: try FontLibrary(),
      zone: .system(), scale: 1, isAnimated: true)
    scene = DashboardScene(
      rows: SlideBench.source, options: StreamOptions(), name: nil, isFile: false,
      environment: environment, at: 0)
    renderer = Renderer(threads: threads)
    last = Compositor.record(scene.root, at: 0, scale: 1, bounds: SlideBench.bounds)
    scene.layOut(size: Size(Double(Scene.width), Double(Scene.height)), scale: 1)
    ingest(SlideBench.history)
    now = 3
    last = Compositor.record(scene.root, at: now, scale: 1, bounds: SlideBench.bounds)
    renderer.draw(last.drawList, into: bitmap)
  }

  /// Rows of two waves and noise, between 0 and 100.
  private mutating func ingest(_ count: Int) {
    // Different units give each column a panel of its own.
    var news = TextNews()
    news.columns = [("cpu", "%"), ("memory", "MB"), ("network", "ms"), ("disk", "W")].map {
      TextColumn(name: $0, unit: $1)
    }
    (news.axis, news.rows) = (.ordinal, count)
    var batch = SampleBatch(
      times: (rows..<(rows + count)).map { Double($0 + 1) },
      columns: news.columns.indices.map { .init(Query.metric(ofColumn: $0), []) })
    for row in rows..<(rows + count) {
      for column in batch.columns.indices {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let (place, lag) = (Double(row), Double(column))
        batch.columns[column].values.append(
          50 + 28 * sin(place / (11 + 5 * lag) + lag) + 8 * sin(place / 3.1 + 2 * lag)
            + Double(noise >> 24) / 16 - 8)
      }
    }
    rows += count
    var update = FeedUpdate(samples: [.init(.columns, batch)])
    update.text = news
    scene.ingest(update, from: SlideBench.source, at: now)
  }

  private mutating func frame() {
    now += SlideBench.interval
    if let idle { usleep(idle) }
    let start = milliseconds()
    if Int((now / SlideBench.interval).rounded()) % SlideBench.framesPerRow == 0 { ingest(1) }
    let ingested = milliseconds()
    scene.advance(to: now)
    scene.root.completeAnimations(at: now)
    let completed = milliseconds()
    let list = Compositor.record(scene.root, at: now, scale: 1, bounds: SlideBench.bounds)
    let recorded = milliseconds()
    let change = list.change(from: last)
    let compared = milliseconds()
    if !change.pixels.isEmpty {
      renderer.draw(list.drawList(within: change.damage), into: bitmap, after: change)
    }
    let drawn = milliseconds()
    _ = scene.root.nextChange(after: now, scale: 1, interval: SlideBench.interval)
    last = list
    let end = milliseconds()
    spent.ingest += ingested - start
    spent.animations += completed - ingested
    spent.recording += recorded - completed
    spent.comparing += compared - recorded
    spent.drawing += drawn - compared
    spent.searching += end - drawn
  }
}
