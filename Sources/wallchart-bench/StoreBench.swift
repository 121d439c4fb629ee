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

/// Times the store of one series, and a live panel that shows few and many of its samples.
@MainActor
enum StoreBench {
  private static let many = 10_000_000
  private static let few = 10_000
  private static let size = Size(1920, 1080)

  static func run(threads: Int) throws(FontError) {
    memory()
    appends()
    queries()
    merges()
    try frames(threads: threads)
  }

  private static func line(_ name: String, _ value: Double, _ unit: String) {
    print("store \(name): \(fixed(value)) \(unit)")
    fflush(nil)
  }

  /// The milliseconds of the fastest of some runs.
  private static func fastest(_ runs: Int = 5, _ body: () -> Void) -> Double {
    (0..<runs).map { _ in
      let start = milliseconds()
      body()
      return milliseconds() - start
    }.min() ?? 0
  }

  /// Times that are no progression, or row numbers; values of noise.
  private static func columns(
    _ count: Int, isRegular: Bool
  ) -> (times: [Double], values: [Double]) {
    var noise: UInt32 = 1
    var (times, values): ([Double], [Double]) = ([], [])
    times.reserveCapacity(count)
    values.reserveCapacity(count)
    for i in 0..<count {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      times.append(Double(i + 1) + (isRegular ? 0 : Double(noise >> 16 & 0xff) / 512))
      values.append(50 + 28 * sin(Double(i) / 1e5) + Double(noise >> 24) / 16)
    }
    return (times, values)
  }

  private static func series(_ count: Int, isRegular: Bool) -> TimeSeries {
    let (times, values) = columns(count, isRegular: isRegular)
    var series = TimeSeries()
    series.append(times: times[...], values: values[...])
    return series
  }

  // MARK: Parts

  private static func memory() {
    for (name, isRegular) in [("explicit times", false), ("row numbers", true)] {
      let series = series(many, isRegular: isRegular)
      line("memory, \(name)", Double(series.byteCount) / Double(many), "bytes a sample")
    }
  }

  private static func appends() {
    for count in [300, few, 1_000_000] {
      let (times, values) = columns(count, isRegular: false)
      let repeats = max(1, 1_000_000 / count)
      let samples = Double(count * repeats)
      let bulk = fastest {
        for _ in 0..<repeats {
          var series = TimeSeries(capacity: count)
          series.append(times: times[...], values: values[...])
        }
      }
      let single = fastest {
        for _ in 0..<repeats {
          var series = TimeSeries(capacity: count)
          for i in 0..<count { series.append(time: times[i], value: values[i]) }
        }
      }
      line("append at once, \(count)", 1e6 * bulk / samples, "ns a sample")
      line("append one by one, \(count)", 1e6 * single / samples, "ns a sample")
    }
    sliding()
  }

  /// A live series: a chart keeps a copy of it, the oldest sample goes for each new one.
  private static func sliding() {
    for count in [300, few] {
      let (times, values) = columns(1_000_000, isRegular: false)
      var series = TimeSeries(capacity: count)
      var copy = series
      let spent = fastest(1) {
        for i in times.indices {
          series.append(time: times[i], value: values[i])
          if i % 4 == 0 { copy = series }
        }
      }
      line("slide with a copy, \(count)", 1e6 * spent / 1e6, "ns a sample")
      precondition(copy.count == series.count)
    }
  }

  private static func queries() {
    for count in [300, few, many] {
      let series = series(count, isRegular: false)
      var place: UInt32 = 1
      var sum = 0.0
      func random() -> Int {
        place = place &* 1_664_525 &+ 1_013_904_223
        return Int(place >> 4) % count
      }
      let spent = fastest {
        for _ in 0..<10_000 {
          let (a, b) = (random(), random())
          sum += series.extent(in: min(a, b)..<max(a, b) + 1)?.upperBound ?? 0
        }
      }
      line("extent of a random range of \(count)", spent / 10, "µs")
      let range = series.indices(from: 0, through: .infinity)
      let width = Double(max(1, count / 1920)).binade * 2
      let buckets = fastest { sum += Double(series.extremes(in: range, bucket: width).count) }
      line("extremes of buckets of \(count)", buckets, "ms")
      precondition(sum.isFinite)
    }
  }

  private static func merges() {
    let count = 1_000_000
    let (times, values) = columns(count, isRegular: false)
    var order = Array(0..<count)
    var noise: UInt64 = 1
    for i in order.indices.dropFirst().reversed() {
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.swapAt(i, Int(noise >> 33) % (i + 1))
    }
    for (name, order) in [("shuffled", order), ("newest first", Array((0..<count).reversed()))] {
      let (times, values) = (order.map { times[$0] }, order.map { values[$0] })
      let spent = fastest(3) {
        var series = TimeSeries()
        for start in stride(from: 0, to: count, by: 100_000) {
          let part = start..<start + 100_000
          series.merge(times: times[part], values: values[part])
        }
        precondition(series.count == count)
      }
      line("merge of a million, \(name)", spent, "ms")
    }
    var series = series(many, isRegular: false)
    let late = fastest(1) {
      for i in 0..<1000 { series.merge(times: [Double(many - 60 - i) + 0.77], values: [1]) }
    }
    line("a late row among \(many)", late, "µs")
  }
}

// MARK: A live panel
extension StoreBench {
  /// Times frames of a panel that shows all of its samples while one more comes with each frame: what
  /// changes of the picture, and the whole picture. (Many samples slide too slowly to change much.)
  private static func frames(threads: Int) throws(FontError) {
    for isWhole in [false, true] { try frames(threads: threads, isWhole: isWhole) }
  }

  private static func frames(threads: Int, isWhole: Bool) throws(FontError) {
    var spent: [Double] = []
    let part = isWhole ? "whole frame" : "frame"
    for count in [300, few, many] {
      var panel = try LivePanel(rows: count, size: size, threads: threads)
      let frames = (0..<90).map { _ in panel.frame(isWhole: isWhole) }.sorted()
      spent.append(frames[frames.count / 2])
      line("\(part) of a live panel, \(count) visible", spent[spent.count - 1], "ms")
    }
    line("\(part), many to few", spent[spent.count - 1] / spent[spent.count - 2], "times")
  }
}

/// A pipe whose window is a number of rows.
@MainActor
private struct LivePanel {
  private static let source = SourceSpec.text(
    TextFeedSpec(origin: .standardInput, numbersRows: true))

  private let scene: DashboardScene
  private let renderer: Renderer
  private let bitmap: Bitmap
  private let bounds: IntRect
  private var rows = 0
  private var noise: UInt32 = 1
  private var now = 0.0
  private var last: DisplayList

  init(rows: Int, size: Size, threads: Int) throws(FontError) {
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size), fonts: try FontLibrary(), zone: .system(),
      scale: 1, isAnimated: true)
    var options = StreamOptions()
    options.window = .rows(rows)
    scene = DashboardScene(
      rows: LivePanel.source, options: options, name: nil, isFile: false, environment: environment,
      at: 0)
    renderer = Renderer(threads: threads)
    bounds = IntRect(width: Int(size.width), height: Int(size.height))
    bitmap = Bitmap(width: bounds.width, height: bounds.height)
    scene.layOut(size: size, scale: 1)
    last = Compositor.record(scene.root, at: 0, scale: 1, bounds: bounds)
    while self.rows < rows { ingest(min(100_000, rows - self.rows)) }
    now = 10
    _ = frame(isWhole: true)
  }

  private mutating func ingest(_ count: Int) {
    var news = TextNews()
    news.columns = [TextColumn(name: "load", unit: "%")]
    (news.axis, news.rows) = (.ordinal, count)
    let values = (0..<count).map { _ in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return 20 + Double(noise >> 24) / 8
    }
    let batch = SampleBatch(
      times: (rows..<rows + count).map { Double($0 + 1) },
      columns: [.init(Query.metric(ofColumn: 0), values)])
    rows += count
    var update = FeedUpdate(samples: [.init(.columns, batch)])
    update.text = news
    scene.ingest(update, from: LivePanel.source, at: now)
  }

  /// The milliseconds of a frame with a new row.
  mutating func frame(isWhole: Bool) -> Double {
    now += 1.0 / 10
    let start = milliseconds()
    ingest(1)
    scene.advance(to: now)
    scene.root.completeAnimations(at: now)
    let list = Compositor.record(scene.root, at: now, scale: 1, bounds: bounds)
    let change = list.change(from: last)
    if isWhole {
      renderer.draw(list.drawList, into: bitmap)
    } else if !change.pixels.isEmpty {
      renderer.draw(list.drawList(within: change.damage), into: bitmap, after: change)
    }
    last = list
    return milliseconds() - start
  }
}
