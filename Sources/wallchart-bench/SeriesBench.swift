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

/// Times dashboards of ten, a hundred and a thousand series of one source: panels of ten lines, ten panels
/// on a page, five minutes at one sample a second.
@MainActor
enum SeriesBench {
  private static let size = Size(Double(Scene.width), Double(Scene.height))
  private static let bounds = IntRect(width: Scene.width, height: Scene.height)
  private static let history = 300
  private static let updates = 60
  private static let source = SourceSpec.http(
    HTTPFeedSpec(url: "http://localhost/", format: .json, every: 1))

  /// Prints a row for each number of series.
  static func run(threads: Int) throws(FontError) {
    print("series  panels  pages  ms an update  ms a frame  ms a page  MB of memory")
    let start = privateMegabytes()
    for count in [10, 100, 1000] {
      let environment = ChartEnvironment(
        theme: .dark, type: TypeScale(page: size), fonts: try FontLibrary(), zone: .system(),
        scale: 1, isAnimated: true)
      let spec = dashboard(count)
      let scene = DashboardScene(
        spec: spec, host: HostInfo(name: "bench", system: "", cores: 1, uptime: 0, memoryTotal: 0),
        environment: environment)
      scene.layOut(size: size, scale: 1)
      let times = time(scene, count, threads: threads)
      print(
        [
          "\(count)", "\(spec.pages.flatMap(\.panels).count)", "\(spec.pages.count)",
          fixed(times.update), fixed(times.frame), fixed(times.page),
          fixed(privateMegabytes() - start),
        ].joined(separator: "\t"))
    }
  }

  private static func dashboard(_ count: Int) -> DashboardSpec {
    let panels = stride(from: 0, to: count, by: 10).map { first in
      PanelSpec(
        title: "Panel \(first / 10)", chart: .line,
        series: (first..<first + 10).map {
          SeriesSpec(label: "s\($0)", source: source, query: .path(".s\($0)"))
        }, unit: .none)
    }
    let pages = stride(from: 0, to: panels.count, by: 10).map { first in
      PageSpec(name: "Page \(first / 10)", panels: Array(panels[first...].prefix(10)))
    }
    return DashboardSpec(title: "Bench", pages: pages)
  }

  /// The mean milliseconds of an update, of the frame after it, and of a turn to another page.
  private static func time(
    _ scene: DashboardScene, _ count: Int, threads: Int
  ) -> (update: Double, frame: Double, page: Double) {
    let renderer = Renderer(threads: threads)
    let bitmap = Bitmap(width: Scene.width, height: Scene.height)
    var last = Compositor.record(scene.root, at: 0, scale: 1, bounds: bounds)
    var spent = (update: 0.0, frame: 0.0, page: 0.0)
    for second in 0..<history + updates {
      let now = Double(second)
      let begin = milliseconds()
      scene.ingest(update(second, count), from: source, at: now)
      let shown = milliseconds()
      guard second >= history else { continue }
      scene.root.completeAnimations(at: now + 0.5)
      let list = Compositor.record(scene.root, at: now + 0.5, scale: 1, bounds: bounds)
      let change = list.change(from: last)
      if !change.pixels.isEmpty {
        renderer.draw(list.drawList(within: change.damage), into: bitmap, after: change)
      }
      last = list
      spent.update += shown - begin
      spent.frame += milliseconds() - shown
    }
    let begin = milliseconds()
    for _ in 0..<10 { scene.turnPage(by: 1, at: Double(history + updates)) }
    spent.page = milliseconds() - begin
    return (spent.update / Double(updates), spent.frame / Double(updates), spent.page / 10)
  }

  private static func update(_ second: Int, _ count: Int) -> FeedUpdate {
    FeedUpdate(
      samples: (0..<count).map { number in
        let query = Query.path(".s\(number)")
        let value = 50 + 30 * sin(Double(second) / 20 + Double(number))
        return FeedUpdate.Samples(
          query,
          SampleBatch(
            times: [1_800_000_000 + Double(second)], columns: [.init(query.metric, [value])]))
      })
  }

  /// The private memory of the process.
  private static func privateMegabytes() -> Double {
    guard let file = fopen("/proc/self/statm", "r") else { return .nan }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 256)
    guard fgets(&bytes, 256, file) != nil else { return .nan }
    let digits = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: digits, as: UTF8.self)
    let fields = text.split(separator: " ").compactMap { Double($0) }
    return fields.count > 2 ? (fields[1] - fields[2]) * 4096 / 1e6 : .nan
  }
}
