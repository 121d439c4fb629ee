import Dashboard
import Feeds
import Metrics
import TestSupport

/// Panels of many more samples than pixels, with invented data, for pictures.
public enum DensePictures {
  /// Noise, noise with rare peaks, a smooth curve, two noisy lines, a gap, and layers.
  public static func panels(of source: SourceSpec) -> [PanelSpec] {
    let kinds: [(String, PanelSpec.Chart, [String])] = [
      ("Noise", .line, ["noise"]), ("Peaks", .line, ["peaks"]), ("Smooth", .line, ["smooth"]),
      ("Two lines", .line, ["noise", "other"]), ("A gap", .spectrum, ["gap"]),
      ("Layers", .stacked, ["peaks", "smooth"]),
    ]
    return kinds.map { title, chart, names in
      let series = names.map { SeriesSpec(label: $0, source: source, query: .path($0)) }
      return PanelSpec(title: title, chart: chart, series: series, unit: .percent)
    }
  }

  /// Five minutes with ten samples a second.
  public static func update() -> FeedUpdate {
    var random = SeededGenerator(seed: 23)
    let times = (0...3000).map { PanelPictures.now - 300 + 0.1 * Double($0) }
    var drift = 0.0
    var columns: [String: [Double]] = [:]
    for i in times.indices {
      drift = 0.998 * drift + .random(in: -0.6...0.6, using: &random)
      let wave = 40 + drift
      let noise = (0..<4).reduce(0.0) { sum, _ in sum + .random(in: -9...9, using: &random) }
      columns["noise", default: []].append(wave + noise)
      columns["other", default: []].append(72 - drift / 2 + noise / 2)
      columns["peaks", default: []].append(i % 731 == 450 ? 80 : 20 + drift / 4 + noise / 8)
      columns["smooth", default: []].append(wave)
      columns["gap", default: []].append((1200..<1550).contains(i) ? .nan : wave + noise)
    }
    return FeedUpdate(
      samples: columns.keys.sorted().map { name in
        FeedUpdate.Samples(
          .path(name), SampleBatch(times: times, columns: [.init(Metric(name), columns[name]!)]))
      })
  }
}
