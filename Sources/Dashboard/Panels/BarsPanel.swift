import Charts
import Metrics

/// The content of bar gauges.
enum BarsPanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let order = SeriesList(data).order
    let values = data.values
    let format = data.spec.ownFormat(among: order.map { values[$0] })
    let (domain, hasLimit) = domain(data, values)
    let extent = domain.upperBound - domain.lowerBound
    func place(_ value: Double) -> Double {
      extent > 0 ? (value - domain.lowerBound) / extent : 0
    }
    var bars = BarsContent(
      bars: order.map { i in
        let line = data.lines[i]
        let word = data.mapping(of: values[i], line: i)
        var bar = BarsContent.Bar(
          number: line.number, name: data.rowName(of: i),
          text: word?.text ?? format(values[i]).alone(values[i]).text,
          place: place(values[i]))
        bar.signal = data.breach(values[i], of: i)?.color.signal
        bar.wordColor = word?.color
        bar.color = bar.wordColor ?? line.color
        bar.isLate = data.health.lateLines.contains(i)
        return bar
      })
    bars.hasLimit = hasLimit
    bars.keepsOrder = data.spec.options.sort != nil || data.spec.options.top != nil
    bars.origin = min(max(place(0), 0), 1)
    bars.marks = data.spec.thresholds.filter { $0.series == nil }.compactMap { threshold in
      guard let place = threshold.bound.limit.map(place) else { return nil }
      return (0.001...0.999).contains(place)
        ? BarsContent.Mark(place: place, color: threshold.color.signal) : nil
    }
    let shown = order.map { values[$0] }
    data.judge(order, shown, &content) {
      data.words(for: shown[$0], line: order[$0], format(shown[$0]))
    }
    content.body = bars
  }

  /// The scale of all bars: up to the goal, or like that of an axis. The scale has a limit if its end is known, and
  /// does not follow the largest value.
  private static func domain(
    _ data: PanelData, _ values: [Double]
  ) -> (range: ClosedRange<Double>, hasLimit: Bool) {
    let spec = data.spec
    let known = values.filter(\.isFinite)
    let (low, high) = (min(0, known.min() ?? 0), max(0, known.max() ?? 0))
    if let goal = spec.goal { return (min(spec.range.minimum ?? low, goal)...max(goal, low), true) }
    var range = spec.range
    if spec.unit == .percent, range == RangeSpec() {
      range = RangeSpec(softMinimum: 0, softMaximum: 100)
    }
    // The largest bar takes all of the width, unless a range says otherwise.
    let free = range.softMaximum == nil ? high : max(high, range.softMaximum ?? high)
    let start = range.minimum ?? min(low, range.softMinimum ?? low)
    let end = range.maximum ?? (free > start ? free : start + 1)
    let isWithin = range.softMaximum.map { high <= $0 } ?? false
    return (start...max(start, end), range.maximum != nil || isWithin)
  }
}
