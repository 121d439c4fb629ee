import Charts
import Messages
import Metrics

/// The content of a heatmap, from the buckets of a histogram or from the distribution of the panel's series.
enum HeatmapPanel {
  /// The largest number of stretches of time.
  private static let mostColumns = 90.0
  /// The approximate number of buckets of a distribution.
  private static let buckets = 16.0
  /// The largest number of buckets of a distribution.
  private static let mostBuckets = 200.0

  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let period = period(data)
    let stretches = ColumnsPanel.stretches(of: period, in: data.time, zone: data.scene.zone)
    let bounds = data.lines.map { $0.upperBound }
    let isHistogram = bounds.contains { $0 != nil }
    let table =
      isHistogram
      ? histogram(data, bounds, stretches) : distribution(data, stretches)
    let most = table.counts.joined().filter(\.isFinite).max() ?? 0
    let columns = zip(stretches, table.counts).map { stretch, counts in
      HeatmapContent.Column(
        start: stretch.lowerBound, end: stretch.upperBound,
        shares: counts.map { $0.isFinite ? (most > 0 ? max(0, $0) / most : 0) : .nan })
    }
    var axes = PlotContent(series: [], time: data.time, axis: TickScale(covering: 0, 1))
    axes.isLive = data.isLive
    if most == 0, columns.allSatisfy({ $0.shares.allSatisfy(\.isNaN) }) {
      axes.emptyText = axes.textWithoutData(in: data.time.upperBound - data.time.lowerBound)
    }
    var body = HeatmapContent(
      columns: columns, bucketCount: table.bucketCount, edges: table.edges, largest: most,
      unit: isHistogram ? .none : .percent, axes: axes)
    body.bucketNames = table.names
    content.body = body
    content.lead = lead(columns.last { $0.start <= data.moment ?? .infinity && $0.hasValues }, body)
    let areMeans = isHistogram && data.growthSeconds().allSatisfy { $0 == nil }
    content.note =
      areMeans
      ? data.textOf(.mean, in: 0...period) : ColumnsPanel.note(data, period: period)
    content.axisUnit = table.unit
  }

  /// The fullest bucket of a column, which stands for a heatmap without room.
  private static func lead(
    _ column: HeatmapContent.Column?, _ body: HeatmapContent
  ) -> PanelContent.Lead {
    let shares = column?.shares ?? []
    let fullest = shares.indices.filter { shares[$0] > 0 }.max { shares[$0] < shares[$1] }
    let name = fullest.flatMap {
      body.bucketNames.indices.contains($0) ? body.bucketNames[$0] : nil
    }
    return PanelContent.Lead(
      name: name == nil ? "" : String(localized: "mostly"),
      value: FormattedValue(digits: name ?? "–", unit: ""), signal: nil)
  }

  /// The counts or percentages, the edges and the names of buckets, and the unit of the edges' labels; the unit is
  /// empty if each label has its own.
  private typealias Table = (
    counts: [[Double]], bucketCount: Int, edges: [HeatmapContent.Edge], names: [String],
    unit: String
  )

  /// The length of a stretch: as short as the samples and the number of columns allow.
  private static func period(_ data: PanelData) -> Double {
    let span = data.time.upperBound - data.time.lowerBound
    let distances = data.lines.compactMap { line -> Double? in
      let shown = line.samples.indices(from: data.time.lowerBound, through: data.time.upperBound)
      guard shown.count > 2 else { return nil }
      return (line.samples[shown.upperBound - 1].time - line.samples[shown.lowerBound].time)
        / Double(shown.count - 1)
    }
    let least = max(span / mostColumns, (distances.min() ?? 0) * 1.02)
    if let period = data.spec.options.period, period >= least { return period }
    var spec = data.spec
    spec.options.period = nil
    return ColumnsPanel.period(for: 0...max(1, least * 30), spec, pace: data.pace)
  }

  // MARK: Histograms

  /// The numbers between neighbouring bounds of cumulative counters.
  private static func histogram(
    _ data: PanelData, _ bounds: [Double?], _ stretches: [ClosedRange<Double>]
  ) -> Table {
    let edges = Set(bounds.compactMap { $0 }).sorted()
    let growth = data.growthSeconds()
    let lines = edges.map { edge in
      bounds.indices.filter { bounds[$0] == edge }.map {
        (samples: data.lines[$0].samples, growthSeconds: growth[$0])
      }
    }
    let counts = stretches.map { stretch -> [Double] in
      let seconds = stretch.upperBound - stretch.lowerBound
      let sums = lines.map { lines in
        let counts = lines.compactMap { line -> Double? in
          let found = line.samples.indices(
            from: stretch.lowerBound, through: stretch.upperBound.nextDown)
          return line.samples.statistics(in: found).map {
            $0.mean * (line.growthSeconds.map { seconds / $0 } ?? 1)
          }
        }
        return counts.isEmpty ? .nan : counts.reduce(0, +)
      }
      return sums.indices.map { i in
        let count = i == 0 ? sums[0] : sums[i] - sums[i - 1]
        // A stretch without samples has NaN, which `max` would make zero.
        return count < 0 ? 0 : count
      }
    }
    var labels = [HeatmapContent.Edge]()
    if let first = edges.first, first > 0 { labels.append(.init(place: 0, text: "0")) }
    for (i, edge) in edges.enumerated() where edge.isFinite {
      labels.append(.init(place: Double(i + 1), text: text(edge, data.spec)))
    }
    let names = edges.indices.map { i in
      guard i > 0 else {
        return edges[i].isFinite
          ? String(localized: "up to \(text(edges[i], data.spec))")
          : String(localized: "all values")
      }
      return edges[i].isFinite
        ? name(from: edges[i - 1], to: edges[i], data.spec)
        : String(localized: "over \(text(edges[i - 1], data.spec))")
    }
    return (counts, edges.count, labels, names, "")
  }

  /// The name of a bucket between two bounds.
  private static func name(from low: Double, to high: Double, _ spec: PanelSpec) -> String {
    let (a, b) = (text(low, spec), text(high, spec))
    // A unit that both have is written once: `36 – 40 GB`.
    guard let unit = b.split(separator: " ").dropFirst().first, a.hasSuffix(" " + unit) else {
      return a + " – " + b
    }
    return a.dropLast(unit.count + 1) + " – " + b
  }

  private static func text(_ value: Double, _ spec: PanelSpec) -> String {
    let scale = spec.unit.tickScale(forMaximum: value)
    let decimals = ((value / scale.divisor * 1e6).rounded() / 1e6).decimals(from: 0)
    let digits = spec.unit.format(value, scale: scale, decimals: decimals).digits
    return scale.symbol.isEmpty ? digits : digits + (scale.symbol == "%" ? "%" : " " + scale.symbol)
  }

  // MARK: Distributions

  /// The percentage of a stretch's samples in each of about as many buckets as an axis has room for. Counts would show
  /// how many samples fall into a stretch: three and two by turns, and few in a stretch that is not over yet.
  private static func distribution(
    _ data: PanelData, _ stretches: [ClosedRange<Double>]
  ) -> Table {
    guard let extent = extent(data) else { return (stretches.map { _ in [.nan] }, 1, [], [], "") }
    let axis = AxisRange(data.spec).scale(of: extent)
    let step = axis.step
    // The distance of two very large numbers is infinite; that of their shares is not.
    let steps = axis.domain.upperBound / step - axis.domain.lowerBound / step
    let width = step / max(1, (buckets / steps).rounded())
    let first = (axis.domain.lowerBound / width).rounded(.down)
    let count = Int(
      (axis.domain.upperBound / width - first).rounded(.up).held(in: 1...mostBuckets))
    func bucket(_ value: Double) -> Int {
      Int((value / width - first).rounded(.down).held(in: 0...Double(count - 1)))
    }
    let counts = stretches.map { stretch -> [Double] in
      var result = [Double](repeating: 0, count: count)
      for line in data.lines {
        let found = line.samples.indices(
          from: stretch.lowerBound, through: stretch.upperBound.nextDown)
        line.samples.forEachRun(in: found) { run in
          for value in run.values where value.isFinite {
            result[bucket(value)] += 1
          }
        }
      }
      // A stretch without samples has no percentages: 0 / 0 is NaN.
      let sum = result.reduce(0, +)
      return result.map { 100 * $0 / sum }
    }
    let edges = zip(axis.ticks, axis.labels).map {
      HeatmapContent.Edge(place: $0 / width - first, text: $1)
    }
    let names = (0..<count).map { i in
      name(from: (first + Double(i)) * width, to: (first + Double(i + 1)) * width, data.spec)
    }
    return (counts, count, edges, names, axis.scale.symbol)
  }

  /// The range of all shown samples; nil without one.
  private static func extent(_ data: PanelData) -> ClosedRange<Double>? {
    let extents = data.lines.compactMap { line in
      line.samples.extent(
        in: line.samples.indices(from: data.time.lowerBound, through: data.time.upperBound))
    }
    guard let low = extents.map(\.lowerBound).min(), let high = extents.map(\.upperBound).max()
    else { return nil }
    return low...high
  }
}

extension HeatmapContent.Column {
  /// Whether any bucket has values.
  fileprivate var hasValues: Bool { shares.contains { $0 > 0 } }
}

extension PanelLine {
  /// The upper bound of a histogram's bucket; nil for another series.
  fileprivate var upperBound: Double? {
    guard case .series(_, let metric?) = identity, let text = metric.labels["le"] else {
      return nil
    }
    return text == "+Inf" ? .infinity : Double(text)
  }
}
