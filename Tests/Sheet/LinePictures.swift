import Dashboard
import Feeds
import Metrics
import TestSupport

/// Panels of many lines with invented data, for pictures.
public enum LinePictures {
  /// The largest number of lines of a panel.
  private static let most = 24

  /// Panels of 3 to 24 lines; more than twelve are the largest ones and the sum of the others.
  public static func panels(of source: SourceSpec) -> [PanelSpec] {
    let kinds: [(String, PanelSpec.Chart, Int)] = [
      ("Queues", .area, 3), ("Disks", .line, 4), ("Services", .stacked, 6), ("Racks", .line, 8),
      ("Cores", .line, 12), ("Hosts", .line, 24),
    ]
    return kinds.map { title, chart, count in
      let series = (0..<count).map { i in
        SeriesSpec(label: name(i), source: source, query: .path("h\(i)"))
      }
      return PanelSpec(title: title, chart: chart, series: series, unit: .percent)
    }
  }

  private static func name(_ i: Int) -> String {
    ["db", "web-1", "web-2", "cache", "mail", "queue"][i % 6] + (i < 6 ? "" : "-\(i)")
  }

  /// Five minutes with a sample every five seconds: lines that wander.
  public static func readings() -> [Reading] {
    var random = SeededGenerator(seed: 11)
    var values = (0..<most).map { _ in Double.random(in: 4...16, using: &random) }
    return (0...60).map { i in
      for k in values.indices {
        values[k] = min(max(values[k] + .random(in: -1.5...1.5, using: &random), 1), 24)
      }
      let pairs = values.enumerated().map { (Metric("h\($0)"), $1) }
      return Reading(
        time: PanelPictures.now - 300 + 5 * Double(i),
        values: Dictionary(uniqueKeysWithValues: pairs))
    }
  }
}
