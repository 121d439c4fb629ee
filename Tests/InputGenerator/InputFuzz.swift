import Charts
import Dashboard
import Expressions
import Feeds
import Foundation
import Geometry
import Layers
import Metrics
import TestSupport
import Typography

/// Takes random input the whole way to a picture. A defect on the way traps, or is returned as a text.
public final class InputFuzz {
  private let fonts: FontLibrary

  public init() throws {
    fonts = try FontLibrary(directory: Program.root.path + "/Tests/Fonts")
  }

  private func environment(_ random: inout InputRandom, scale: Double) -> ChartEnvironment {
    ChartEnvironment(
      theme: random.pick([.dark, .light]), type: TypeScale(page: Size(1280, 720)), fonts: fonts,
      zone: .fixed(offset: 3600, abbreviation: "CET"), scale: scale,
      isAnimated: random.chance(0.5))
  }

  private func draw(_ root: Layer, _ size: (width: Int, height: Int, scale: Double)) {
    for time in [0, 0.4, 100] {
      _ = Compositor.picture(
        of: root, at: time, scale: size.scale, width: max(1, Int(Double(size.width) * size.scale)),
        height: max(1, Int(Double(size.height) * size.scale)))
    }
  }

  // MARK: Text

  /// Text in pieces through a reader and a page to a picture.
  /// - Returns: the defect; nil where there is none.
  public func text(seed: UInt64) -> String? {
    var random = InputRandom(seed: seed)
    let bytes = RandomText(&random).bytes
    let isFile = random.chance(0.5)
    let textOptions = Self.textOptions(&random)
    let size = random.size()
    let source = SourceSpec.text(TextFeedSpec(origin: .standardInput, options: textOptions))
    let scene = DashboardScene(
      rows: source, options: Self.streamOptions(&random),
      name: random.chance(0.5) ? random.scalar() : nil, isFile: isFile,
      environment: environment(&random, scale: size.scale), at: 0)
    scene.layOut(size: Size(Double(size.width), Double(size.height)), scale: size.scale)
    let reader = TextReader(options: textOptions)
    var samples = RowSamples(queries: [.columns], numbersRows: true, isFile: isFile)
    var (rows, time) = (0, 0.0)
    func ingest(_ batch: TextBatch, isEnd: Bool = false) {
      var update = samples.update(
        of: batch, arrivals: [(batch.rowCount, 1e9 + time)], hasTimes: reader.hasTimeColumn)
      if isEnd { update.health = .ended }
      scene.ingest(update, from: source, at: time)
      rows += batch.rowCount
    }
    for piece in random.pieces(of: bytes) {
      var batch = TextBatch()
      piece.withUnsafeBytes { reader.feed($0, arrival: 1e9 + time, into: &batch) }
      ingest(batch)
      time += random.pick([0, 0.001, 1])
    }
    var last = TextBatch()
    reader.finish(into: &last)
    ingest(last, isEnd: true)
    draw(scene.root, size)
    let whole = Self.rowCount(bytes, textOptions)
    return whole == rows ? nil : "\(rows) rows in pieces, \(whole) at once"
  }

  private static func rowCount(_ bytes: [UInt8], _ options: TextOptions) -> Int {
    let reader = TextReader(options: options)
    var batch = TextBatch()
    bytes.withUnsafeBytes { reader.feed($0, arrival: 1e9, into: &batch) }
    reader.finish(into: &batch)
    return batch.rowCount
  }

  private static func textOptions(_ random: inout InputRandom) -> TextOptions {
    TextOptions(
      timeFormat: random.chance(0.1)
        ? random.pick(["%s", "%H:%M", "", "%", random.scalar()]) : nil,
      columns: random.chance(0.1) ? [random.scalar(), "1"] : nil,
      ttyplotTwo: random.chance(0.1))
  }

  private static func streamOptions(_ random: inout InputRandom) -> StreamOptions {
    var options = StreamOptions()
    if random.chance(0.3) { options.labels = (0..<random.below(5)).map { _ in random.scalar() } }
    if random.chance(0.3) { options.unit = random.pick(["%", "MB/s", "ms", random.scalar()]) }
    if random.chance(0.1) { options.title = random.scalar() }
    options.isRate = random.chance(0.2)
    options.isLogarithmic = random.chance(0.2)
    let bounds: [Double?] = [nil, nil, nil, 1e-300, 1, 50, 1e300]
    options.minimum = random.pick(bounds)
    options.maximum = random.pick(bounds)
    options.softMinimum = random.pick(bounds)
    options.softMaximum = random.pick(bounds)
    options.window = random.pick([
      nil, nil, .rows(2), .rows(10_000_000), .seconds(1e-9), .seconds(1e9),
    ])
    return options
  }

  // MARK: Expressions

  /// An expression through its reader and, if it is one, over operands of all kinds.
  public func expression(seed: UInt64) -> String? {
    var random = InputRandom(seed: seed)
    let text = RandomExpression(&random).text
    do throws(ExpressionError) {
      let expression = try Expressions.Expression(text)
      return Self.flaw(of: expression, &random)
    } catch {
      if error.description.isEmpty { return "a mistake without a reason" }
      return (0...text.utf8.count).contains(error.offset) ? nil : "a mistake outside of the text"
    }
  }

  private static func flaw(
    of expression: Expressions.Expression, _ random: inout InputRandom
  ) -> String? {
    for name in expression.names {
      let place = expression.text.utf8.dropFirst(name.offset)
      if !place.starts(with: name.text.utf8) {
        return "'\(name.text)' is not where it is said to be"
      }
    }
    let values = [0, -0.0, 1, -1, 1e308, -1e308, .leastNonzeroMagnitude, .nan, .infinity, 1e15]
    let columns = expression.names.map { _ in (0..<8).map { _ in random.pick(values) } }
    let results = expression.values(columns)
    for (row, result) in results.enumerated() {
      let operands = columns.map { $0[row] }
      let alone = expression.value(operands)
      if result.isInfinite { return "an infinite value" }
      if !operands.allSatisfy(\.isFinite), !result.isNaN { return "a value without an operand" }
      guard alone == result || alone.isNaN && result.isNaN else { return "\(alone) and \(result)" }
    }
    return nil
  }

  // MARK: Dashboards

  /// A dashboard's text through its reader and, with readings of all that it asks for, to pictures.
  public func dashboard(seed: UInt64) -> String? {
    var random = InputRandom(seed: seed)
    let text = RandomDashboard(&random).text
    let spec: DashboardSpec
    do throws(DashboardFile.Failure) {
      spec = try DashboardFile(path: "f.yaml").parse(Array(text.utf8))
    } catch {
      guard let first = error.problems.first else { return "refused without a reason" }
      return first.line >= 0 && !first.message.isEmpty ? nil : "a problem without a message"
    }
    let size = random.size()
    let scene = DashboardScene(
      spec: spec,
      host: HostInfo(name: "h", system: "s", cores: 2, uptime: 1, memoryTotal: 1e9),
      environment: environment(&random, scale: size.scale))
    scene.layOut(size: Size(Double(size.width), Double(size.height)), scale: size.scale)
    for page in 0..<min(3, spec.pages.count) {
      scene.showPage(page, at: nil)
      ingest(into: scene, spec.pages[page], &random)
      draw(scene.root, size)
    }
    return nil
  }

  private func ingest(
    into scene: DashboardScene, _ page: PageSpec, _ random: inout InputRandom
  ) {
    for series in page.panels.flatMap(\.series).prefix(20) {
      let batch = batch(of: series.query, &random)
      let health: FeedHealth = random.chance(0.8) ? .fresh : .ended
      let samples = batch.isEmpty ? [] : [FeedUpdate.Samples(series.query, batch)]
      scene.ingest(FeedUpdate(samples: samples, health: health), from: series.source, at: 0)
    }
  }

  /// Random samples of one series, or of several if the query may give several.
  private func batch(of query: Query, _ random: inout InputRandom) -> SampleBatch {
    let values = [
      0, 1, -1, 50, 1e308, -1e308, .leastNonzeroMagnitude, .nan, .infinity, 1e15,
      SampleBatch.absent,
    ]
    let metrics =
      query.givesMany
      ? (0..<random.below(20)).map {
        Metric(query.metric.name, labels: ["x": random.scalar(), "number": "\($0)"])
      } : [query.metric]
    let times = (0..<random.below(5)).map { 1e9 + Double($0) }
    let origins: [SampleBatch.Origin] = [
      .clock, .own(), .past(1e9 - 100...1e9), .replacement,
    ]
    return SampleBatch(
      random.pick(origins), times: times,
      columns: metrics.map { .init($0, times.map { _ in random.pick(values) }) })
  }
}
