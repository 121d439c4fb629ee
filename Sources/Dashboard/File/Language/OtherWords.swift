import Messages
import Metrics

/// The words that other programs (Grafana, Datadog, Prometheus, spreadsheets) use for the words of choices, or that
/// users try.
///
/// Keys have words of their own: see `KeyRule.synonyms`. A word of a choice means the same in all choices, so that one
/// table serves them all.
enum OtherWords {
  /// A hint for an unknown word: the known words with the same meaning, or otherwise the nearest known word.
  static func hint(for word: String, among words: [String]) -> Message {
    let meanings = meanings(of: word).filter(words.contains)
    return meanings.isEmpty
      ? Spelling.hint(for: word, among: words) : Message(proposing: meanings.map { "'\($0)'" })
  }

  /// Hyphens, underscores, blanks and capitals make no difference.
  private static func meanings(of word: String) -> [String] {
    table[word.lowercased().filter { !"-_ ".contains($0) }] ?? []
  }

  /// The meanings of words in lower case, the likeliest meaning first.
  static let table = charts.merging(reductions) { $0 + $1 }.merging(looks) { $0 + $1 }

  private static let charts = [
    "alarms": ["alerts"], "alertlist": ["alerts"], "areachart": ["area"],
    "bar": ["bars", "columns"],
    "barchart": ["bars", "columns"], "bargauge": ["bars", "progress"], "bignumber": ["number"],
    "bigvalue": ["number"], "chart": ["line"], "counter": ["number"], "discrete": ["states"],
    "distribution": ["heatmap"], "donut": ["ring", "bars"], "doughnut": ["ring", "bars"],
    "fill": ["area"], "filled": ["area"], "gauge": ["ring", "progress"], "graph": ["line"],
    "histogram": ["heatmap", "columns"], "html": ["text"], "incidents": ["alerts"],
    "linechart": ["line"], "list": ["table"], "markdown": ["text"], "monitor": ["alerts"],
    "pie": ["ring", "bars"], "piechart": ["ring", "bars"], "plot": ["line"], "points": ["line"],
    "progressbar": ["progress"], "queryvalue": ["number"], "rainbow": ["spectrum"],
    "scatter": ["line"], "single": ["number"], "singlestat": ["number"], "sparkline": ["number"],
    "stack": ["stacked"], "stackedarea": ["stacked"], "stat": ["number", "tiles"],
    "state": ["states"],
    "statetimeline": ["states"], "status": ["states"], "statushistory": ["states"],
    "tile": ["tiles"], "time": ["clock"], "timeline": ["states"], "timeseries": ["line"],
    "toplist": ["bars"],
    "value": ["number"], "worldclock": ["clock"],
  ]

  /// Reductions of samples, orders and columns.
  private static let reductions = [
    "alphabetical": ["name"], "asc": ["ascending"], "average": ["mean"], "avg": ["mean"],
    "current": ["last"], "decreasing": ["descending"], "desc": ["descending"],
    "graph": ["sparkline"],
    "highest": ["max"], "increasing": ["ascending"], "label": ["name"], "lastnotnull": ["last"],
    "latest": ["last"], "lowest": ["min"], "maximum": ["max"], "median": ["p50"],
    "minimum": ["min"], "newest": ["last"], "now": ["last"], "p90": ["p95"], "peak": ["max"],
    "reverse": ["descending"], "spark": ["sparkline"], "title": ["name"], "total": ["sum"],
    "trend": ["sparkline", "line"], "value": ["last"],
  ]

  /// Lines, axes, legends and colours.
  private static let looks = [
    "amber": ["orange"], "auto": ["automatic"], "black": ["dark"], "bottom": ["shown"],
    "catmullrom": ["smooth"], "continuous": ["solid"], "critical": ["red"], "cubic": ["smooth"],
    "cyan": ["teal"], "danger": ["red"], "dashed": ["dotted"], "default": ["automatic", "calm"],
    "error": ["red"], "exposition": ["prometheus"], "good": ["green"], "info": ["blue"],
    "linear": ["straight"], "list": ["shown"], "log10": ["log"], "log2": ["log"],
    "logarithmic": ["log"], "magenta": ["pink"], "monotone": ["smooth"], "muted": ["faint"],
    "none": ["hidden"], "ok": ["green"], "openmetrics": ["prometheus"], "pale": ["faint"],
    "primary": ["left"], "purple": ["violet"],
    "right": ["shown"], "secondary": ["right"], "spline": ["smooth"], "stepafter": ["step"],
    "steps": ["step"], "success": ["green"], "table": ["shown"], "thin": ["faint"],
    "top": ["shown"],
    "turquoise": ["teal"], "visible": ["shown"], "warn": ["orange"], "warning": ["orange"],
    "white": ["light"], "y1": ["left"], "y2": ["right"],
  ]
}
