import Charts
import Metrics

extension MappingRule {
  /// A panel, with the keys of all charts.
  static let panel = MappingRule(
    "panel", "a panel", panelKeys + panelLooks + panelBreaches + chartKeys,
    elsewhere: besidePanel)

  /// Words that belong to a source or to a series, and names of charts, each with its correct form.
  private static let besidePanel = [
    "refresh": "source: {every: …}", "colour": "series: {color: …}", "stacked": "chart: stacked",
    "fill": "chart: area",
  ]

  private static let panelKeys = [
    KeyRule(
      "title", .text, "The title; by default the name of the first series.", synonyms: ["name"]),
    KeyRule(
      "chart", .words(of: PanelSpec.Chart.self), "The chart; by default line.", synonyms: ["type"]),
    KeyRule(
      "source", .either([.text, .mapping { source }]), "The source of the numbers.",
      synonyms: ["datasource", "target"]),
    KeyRule(
      "series", .list(.either([.text, .mapping { series }])), "Several series.",
      synonyms: ["targets", "queries"]),
    KeyRule(
      "rate", .boolean, "Whether the numbers are counters, shown as their growth per second.",
      oldNames: ["counter"]),
    KeyRule(
      "factor", .number, "The factor that values are multiplied by.",
      synonyms: ["scale", "multiplier"]),
    KeyRule(
      "reduce", .words(of: Reduction.self),
      "The rule that makes one number of the window's samples.",
      synonyms: ["aggregation", "aggregate", "calc"]),
    KeyRule(
      "unit", .either([.text, .mapping { unit }]), "The unit of the numbers.",
      synonyms: ["format", "prefix", "suffix"]),
    KeyRule(
      "window", .duration, "The time that the panel shows, 5 s to 366 d.",
      synonyms: ["duration", "period", "since"]),
    KeyRule(
      "range", .either([.choice(["auto"]), .mapping { range }]), "The extent of the value axis.",
      synonyms: ["axis", "ylim"]),
    KeyRule(
      "stale_after", .duration, "The time without data after which data counts as late.",
      synonyms: ["timeout"]),
    KeyRule(
      "gap_after", .duration, "The time between two samples above which the line is interrupted."),
    KeyRule("normal", .duration, "The earlier days whose usual values are shown: 7d."),
  ]

  private static let panelLooks = [
    KeyRule(
      "legend", .either([.boolean, .words(of: PanelSpec.Legend.self)]), "Whether a legend is shown."
    ),
    KeyRule(
      "lines", .integer(1...ChartTraits.usualMost), "The most lines; the smaller ones become one.",
      synonyms: ["limit", "max_series"]),
    KeyRule(
      "decimals", .integer(0...9), "The decimals of values.", synonyms: ["precision", "digits"]),
    KeyRule(
      "note", .list(.either([.text, .mapping { note }])), "The text at the right of the title.",
      synonyms: ["description", "subtitle"]),
    KeyRule(
      "meter", .list(.either([.text, .mapping { source }])), "Series in percent, as small bars."),
    KeyRule(
      "span", .either([.integer(1...24), .mapping { span }]),
      "The columns and rows of the grid that the panel takes.",
      synonyms: ["width", "height", "size", "gridPos"]),
    KeyRule("repeat", repeatValue, "The variable or the label with a panel for each value."),
    KeyRule("include", .list(.text), "Files whose entries are added to these."),
  ]

  private static let panelBreaches = [
    KeyRule(
      "thresholds", .list(.mapping { threshold }), "Bounds beyond which a value is a problem.",
      synonyms: ["alert", "alerts", "threshold", "warning", "critical"]),
    KeyRule("takeover", .boolean, "Whether a breach makes the page take over the screen."),
    KeyRule("on_breach", .text, "A command for breaches of the panel's thresholds."),
  ]

  /// The keys that only some charts have: see `ChartTraits`.
  private static let chartKeys = [
    KeyRule(
      "goal", .number, "The value that counts as the whole.", synonyms: ["max", "target", "total"]),
    KeyRule(
      "sort", .either([.words(of: ChartOptionsReader.SortKey.self), .mapping { sort }]),
      "The order of the series.",
      synonyms: ["order"]),
    KeyRule("top", .integer(1...ChartTraits.usualMost), "The number of series that are shown."),
    KeyRule(
      "columns", .list(.words(of: ChartOptionsReader.Column.self)), "The columns of a table."),
    KeyRule("per", .duration, "The time of a column.", synonyms: ["step", "interval", "bucket"]),
    KeyRule(
      "mappings", mappings,
      "Words and colours for values, and for the words of states."),
    KeyRule("text", .list(.text), "The lines of a text.", synonyms: ["content", "markdown"]),
    KeyRule(
      "zones", .list(.either([.text, .mapping { zone }])), "The zones of a clock.",
      synonyms: ["zone"]),
    KeyRule("seconds", .boolean, "Whether a clock shows seconds."),
    KeyRule(
      "curve", .words(of: PlotContent.Series.Curve.self), "The shape of lines between samples.",
      synonyms: ["interpolation", "smooth", "step"]),
    KeyRule("points", .boolean, "Whether samples have dots.", synonyms: ["dots", "markers"]),
    KeyRule(
      "shift", .duration, "The earlier time that is compared: 1d.", synonyms: ["compare", "offset"]),
    KeyRule(
      "band", .list(.text), "The names of the two series between which a band lies: [low, high]."),
    KeyRule(
      "annotations", .list(.mapping { annotation }), "Events that are marked by lines.",
      synonyms: ["events", "markers"]),
  ]

  static let range = MappingRule(
    "range", "a range",
    [
      KeyRule("min", .number, "The fixed lower end."),
      KeyRule("max", .number, "The fixed upper end."),
      KeyRule("soft_min", .number, "A value that the axis reaches at least."),
      KeyRule("soft_max", .number, "A value that the axis reaches at least."),
      KeyRule("zero", .boolean, "Whether the axis includes zero."),
      KeyRule("scale", .words(of: PanelReader.Scale.self), "The scale of the axis."),
    ])

  static let threshold = MappingRule(
    "threshold", "a threshold",
    [
      KeyRule(
        "above", .number, "The threshold, with values above it as the problem.",
        synonyms: ["value", "max"]),
      KeyRule(
        "below", .number, "The threshold, with values below it as the problem.", synonyms: ["min"]),
      KeyRule(
        "is", .list(.text), "The state, the value or the range of values that is a problem.",
        synonyms: ["equals"]),
      KeyRule("absent", .duration, "The age of the latest value above which it is a problem."),
      KeyRule("color", .words(of: ThresholdSpec.Color.self), "The colour."),
      KeyRule("pattern", .words(of: ThresholdSpec.Pattern.self), "The pattern of the line."),
      KeyRule("label", .text, "The text at the line.", synonyms: ["text", "name"]),
      KeyRule("for", .duration, "The time that a breach must last.", synonyms: ["after"]),
      KeyRule(
        "series", .text, "The series, the column or the row whose values are compared.",
        synonyms: ["column", "row", "of"]),
    ])

  static let span = MappingRule(
    "span", "a span",
    [
      KeyRule("columns", .integer(1...24), "The number of columns.", synonyms: ["width"]),
      KeyRule("rows", .integer(1...24), "The number of rows.", synonyms: ["height"]),
      KeyRule(
        "column", .integer(1...24), "The column at which the panel begins, from 1.", synonyms: ["x"]
      ),
      KeyRule(
        "row", .integer(1...24), "The row at which the panel begins, from 1.", synonyms: ["y"]),
    ])

  static let sort = MappingRule(
    "sort", "a sort",
    [
      KeyRule(
        "by", .words(of: ChartOptionsReader.SortKey.self), "The value that the order follows."),
      KeyRule("order", .words(of: ChartOptionsReader.Order.self), "The direction."),
    ])

  /// The words and colours of values.
  static let mappings = ValueRule.map(.either([.text, .mapping { mapping }, .nothing]))

  static let mapping = MappingRule(
    "mapping", "a mapping",
    [
      KeyRule("text", .text, "The word for the values."), KeyRule("color", .text, "The colour."),
    ])

  static let zone = MappingRule(
    "zone", "a zone",
    [
      KeyRule("zone", .text, "The name in the zone database: Europe/Berlin."),
      KeyRule("label", .text, "The name that is shown.", synonyms: ["name"]),
    ])

  static let annotation = MappingRule(
    "annotation", "an annotation",
    [
      KeyRule("source", .either([.text, .mapping { source }]), "The source of the events."),
      KeyRule("label", .text, "The words at the line.", synonyms: ["text", "title"]),
      KeyRule("color", .text, "The colour."),
    ])

  static let note = MappingRule(
    "note", "a note",
    [
      KeyRule("label", .text, "The words before the value."),
      KeyRule("source", .either([.text, .mapping { source }]), "The source of the value."),
      KeyRule("unit", .either([.text, .mapping { unit }]), "The unit of the value."),
    ])

  static let unit = MappingRule(
    "unit", "a unit", [KeyRule("name", .text, "The word that follows the number.")])
}
