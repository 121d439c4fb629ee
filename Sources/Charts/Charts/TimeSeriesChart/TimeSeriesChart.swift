import Geometry
import Layers
import Metrics

/// Lines over a window of time, which slide as samples come: a panel of the dashboards as a chart of its own,
/// with its title, the latest values, and the values under the pointer.
public final class TimeSeriesChart: Chart {
  /// The way of drawing each series.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// A line; a single series has an area under its line.
    case line
    /// An area down to zero.
    case area
    /// Stacked layers, in the order in which the series appeared.
    case stacked
  }

  /// The chart's own tree, for a host to add.
  public let layer = Layer()
  /// The title at the top left.
  public let title: String
  /// The unit of all values.
  public let unit: Unit
  /// The seconds from the left edge to the right one.
  public let window: Double
  /// The way of drawing each series.
  public let style: Style
  /// The values at the lower and the upper edge; nil, the default, for edges that follow the values. A change takes
  /// effect with the next samples.
  public var range: ClosedRange<Double>?

  /// The names of all series, in the order in which they appeared.
  public private(set) var names: [String] = []
  private(set) var samples: [TimeSeries] = []
  /// The width of the labels of the value axis, which only grows until the next layout.
  private var labelColumn = 0.0
  private var panel: Panel?
  private let readout = Readout()
  private var environment: ChartEnvironment?
  private var pointer: Point?

  /// - Parameters:
  ///   - unit: the unit of all values. Default plain numbers.
  ///   - window: the seconds from the left edge to the right one, above 0. Default 300. A number that is not
  ///     finite, or below a millisecond, counts as a millisecond.
  public init(_ title: String, unit: Unit = .none, window: Double = 300, style: Style = .line) {
    self.title = title
    self.unit = unit
    self.window = window.isFinite ? max(window, 0.001) : 0.001
    self.style = style
    layer.anchorPoint = .zero
    layer.addSublayer(readout.layer)
  }

  /// Adds a sample of a chart with a single series, which has no name.
  /// - Parameters:
  ///   - value: the value; a number that is not finite is a gap.
  ///   - time: the time of the sample in UTC seconds. A sample that is not later than the latest one of its series is
  ///     ignored.
  ///   - motion: the time of the frame clock at which the picture begins to move; nil for no motion.
  public func append(_ value: Double, time: Double, at motion: Double?) {
    append(["": value], time: time, at: motion)
  }

  /// Adds a sample of each of several series. A new name makes a new series.
  /// - Parameters:
  ///   - values: the values by the names of their series; a number that is not finite is a gap.
  ///   - time: the time of the samples in UTC seconds. A sample that is not later than the latest one of its series is
  ///     ignored.
  ///   - motion: the time of the frame clock at which the picture begins to move; nil for no motion.
  public func append(_ values: KeyValuePairs<String, Double>, time: Double, at motion: Double?) {
    for (name, value) in values {
      let index = names.firstIndex(of: name) ?? add(name)
      samples[index].append(time: time, value: value)
    }
    forgetOld()
    if let panel, let environment {
      let content = content
      // A layout ends all motion.
      placePanel(panel, for: content, environment, ifWiderThan: labelColumn)
      panel.update(content, at: motion)
    }
    showReading(at: motion)
  }

  /// Puts the panel in its place, with room for the labels of the value axis.
  /// - Parameter least: the width of the labels up to which the panel stays in its place.
  private func placePanel(
    _ panel: Panel, for content: PanelContent, _ environment: ChartEnvironment,
    ifWiderThan least: Double = -1
  ) {
    let size = layer.bounds.size
    let width = panel.labelWidths(of: content, size: size, environment: environment).axis
    guard width > least else { return }
    labelColumn = width
    panel.layOut(
      frame: Rect(origin: .zero, size: size), labelColumn: width, environment: environment)
  }

  private func add(_ name: String) -> Int {
    names.append(name)
    samples.append(TimeSeries())
    return names.count - 1
  }

  /// Forgets samples that left the window long ago. A line that slides out of the window needs a few samples beyond the
  /// window.
  private func forgetOld() {
    guard let latest else { return }
    for i in samples.indices {
      let old = samples[i].indices(from: -.infinity, through: latest - 2 * window).count
      // The samples are dropped in groups, which takes less time.
      if old * 4 > samples[i].count { samples[i].removeFirst(old) }
    }
  }

  /// The time of the latest sample.
  var latest: Double? { samples.compactMap(\.last?.time).max() }

  // MARK: The host

  /// Puts the chart in its place, without motion.
  public func layOut(frame: Rect, environment: ChartEnvironment) {
    self.environment = environment
    layer.frame = frame
    let content = content
    let panel = self.panel ?? makePanel(environment)
    panel.update(content, at: nil)
    placePanel(panel, for: content, environment)
    showReading(at: nil)
  }

  private func makePanel(_ environment: ChartEnvironment) -> Panel {
    let panel = Panel(title: title, kind: .line, index: 0, environment: environment)
    layer.insertSublayer(panel.layer, at: 0)
    self.panel = panel
    return panel
  }

  /// Draws the lines in again from their starts. Nothing happens before `layOut`.
  public func replay(at time: Double) { panel?.drawOn(at: time) }

  /// Shows the values at the time under the pointer.
  @discardableResult
  public func point(at point: Point?, time: Double) -> Bool {
    let wasShown = !readout.layer.isHidden
    pointer = point.map { Point($0.x - layer.frame.minX, $0.y - layer.frame.minY) }
    showReading(at: time)
    return wasShown || !readout.layer.isHidden
  }

  private func showReading(at time: Double?) {
    guard let panel, let environment else { return }
    let sample = pointer.flatMap { pointer in
      panel.plotFrame.flatMap { $0.contains(pointer) ? panel.time(at: pointer.x) : nil }
    }.flatMap { panel.sampleTime(nearest: $0) }
    panel.showCrosshair(at: sample, isFocused: true, at: time)
    guard let sample, let reading = panel.reading(at: sample, now: time) else {
      return readout.hide()
    }
    let page = Rect(origin: .zero, size: layer.bounds.size).insetBy(dx: 4, dy: 4)
    readout.show(reading, page: page, environment: environment)
  }
}
