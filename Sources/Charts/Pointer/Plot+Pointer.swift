import Geometry
import Layers
import Messages
import Metrics

extension Plot {
  /// The longest motion of a sample, in points, whose whole way a readout leaves free.
  private static let nearbyWay = 24.0

  /// The time under a place, held within the plot's edges; nil before the first data.
  func time(at x: Double) -> Double? {
    guard let map = transition?.to, size.width > 0, x.isFinite else { return nil }
    return map.time(min(max(x, 0), size.width))
  }

  /// Shows a line at the time of a sample, with a dot on each series; nil for none.
  func showCrosshair(at time: Double?, isFocused: Bool, at now: Double?) {
    guard let time, let content, let transition else { return crosshair.hide() }
    var dots: [Crosshair.Dot] = []
    // The first series lies over the others, as its line does.
    for (series, drawn) in zip(content.series, content.drawnSeries).reversed()
    where !series.isHidden {
      guard let value = drawn.value(at: time), content.axis.shows(value) else { continue }
      dots.append(
        Crosshair.Dot(
          value: value.held(in: content.limits), color: color(of: series, value: value)))
    }
    crosshair.show(
      time: time, dots: dots, isFocused: isFocused, transition: transition, at: now)
  }

  /// The values at the time of a sample, with places in the plot's coordinates.
  func reading(at time: Double, now: Double?) -> CrosshairReading? {
    guard let content, let transition else { return nil }
    let format = content.valueFormat ?? ValueFormat(unit: .none)
    var (low, high) = (size.height / 2, size.height / 2)
    var isFirst = true
    var entries: [CrosshairReading.Entry] = []
    var negative: [CrosshairReading.Entry] = []
    for (i, (series, drawn)) in zip(content.series, content.drawnSeries).enumerated()
    where !series.isHidden {
      let value = drawn.samples.sample(at: time)?.value ?? .nan
      if content.axis.shows(value) {
        let y = min(max(transition.to.y(value), 0), size.height)
        (low, high) = isFirst ? (y, y) : (min(low, y), max(high, y))
        isFirst = false
      }
      let own = series.samples.heldValue(at: time)
      let ownFormat = series.valueFormat ?? format
      let entry = CrosshairReading.Entry(
        name: series.name, value: ownFormat.alone(own),
        range: rangeText(of: i, series.samples, at: time, ownFormat),
        swatch: series.style.swatch(color(of: series, value: value)))
      if drawn.pile == .down || drawn.floor != nil && own < 0 {
        negative.append(entry)
      } else {
        entries.append(entry)
      }
    }
    if entries.count + negative.count > 1, let sum = content.stackedSum?.heldValue(at: time) {
      // The layers are listed from the top down, as they are stacked.
      entries = entries.reversed() + negative
      entries.append(
        CrosshairReading.Entry(
          name: String(localized: "sum"), value: format.alone(sum),
          swatch: LineSwatch(color: environment.theme.panel.opacity(0))))
    }
    let x = transition.to.x(time)
    var from = x
    if let now, transition.begin.isFinite, transition.progress(at: now) < 1 {
      from = transition.map(at: now).x(time)
    }
    // While a zoom brings the sample from far away, the readout stays beside the sample's final place.
    if abs(from - x) > Plot.nearbyWay { from = x }
    return CrosshairReading(
      moment: content.momentText(time, zone: environment.zone), entries: entries,
      place: Rect(minX: min(x, from), minY: low, maxX: max(x, from), maxY: high), panel: .zero)
  }

  /// The lowest and the highest value of the pixel column that contains a time, as the band of a dense line shows them;
  /// nil for a line without a band, and for a column with equal values.
  private func rangeText(
    of line: Int, _ samples: TimeSeries, at time: Double, _ format: ValueFormat
  ) -> String? {
    guard lines.marks.indices.contains(line) else { return nil }
    let width = lines.marks[line].columnWidth
    guard width > 0 else { return nil }
    let start = (time / width).rounded(.down) * width
    let column = samples.indices(from: start, through: (start + width).nextDown)
    let (lowest, highest, _) = samples.extremes(in: column)
    guard let lowest, let highest else { return nil }
    let (low, high) = (format.alone(samples[lowest].value), format.alone(samples[highest].value))
    guard low != high else { return nil }
    return String(localized: "\(low.unit == high.unit ? low.digits : low.text) to \(high.text)")
  }

  /// The colour of a series as a single colour.
  private func color(of series: PlotContent.Series, value: Double) -> Color {
    if let color = series.color { return environment.theme.mark(color) }
    return switch series.style {
    case .primary: gradient.end
    case .dotted: environment.theme.secondary
    case .faint: environment.theme.faint(gradient.end)
    case .colored(let number), .area(let number), .stacked(let number):
      environment.theme.seriesColor(number)
    case .spectrum: spectrumColor(of: value)
    }
  }
}

extension TickScale {
  /// Whether a value has a place on the axis.
  func shows(_ value: Double) -> Bool { value.isFinite && (!isLogarithmic || value > 0) }
}
