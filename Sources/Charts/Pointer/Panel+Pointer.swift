import Geometry
import Layers

/// The interface for a page whose pointer or keyboard is at the panel. Places are points of the panel's superlayer.
extension Panel {
  /// The plot; nil for another kind of chart.
  var plot: Plot? { body as? Plot }

  /// The chart over time; nil for another kind of chart.
  private var readable: (any ReadableBody)? { body as? any ReadableBody }

  /// The frame of the times; nil for a panel without times, or with nothing to show yet.
  public var plotFrame: Rect? {
    guard let readable, content.body != nil, content.state != .waiting, !readable.layer.isHidden,
      let frame = readable.readableFrame
    else { return nil }
    return Rect(origin: layer.frame.origin + frame.origin, size: frame.size)
  }

  /// The time under a place, held within the plot.
  public func time(at x: Double) -> Double? {
    plotFrame.flatMap { readable?.time(at: x - $0.minX) }
  }

  /// The time of the sample in view that is nearest to a time.
  public func sampleTime(nearest time: Double) -> Double? {
    readable?.sampleTime(nearest: time)
  }

  /// The time in view at which the crosshair rests for the values of a moment: that of a line's sample before the
  /// moment, or of the stretch around the moment; nil if none is in view.
  public func sampleTime(showing moment: Double) -> Double? {
    readable?.sampleTime(showing: moment)
  }

  /// The time of the sample a number of samples after another one, held in view.
  public func sampleTime(_ steps: Int, after time: Double) -> Double? {
    readable?.sampleTime(steps, after: time)
  }

  /// The number that identifies a series of the panel; nil for an index without a series that can be hidden.
  /// - Parameter index: the index of the series among the panel's series.
  public func seriesNumber(at index: Int) -> Int? {
    content.seriesNumbers.indices.contains(index) ? content.seriesNumbers[index] : nil
  }

  /// Marks a sample in the plot.
  /// - Parameters:
  ///   - time: the time of the sample; nil to mark none.
  ///   - isFocused: whether this is the panel that the user is at.
  ///   - now: the current time of the frame clock; nil for no motion.
  public func showCrosshair(at time: Double?, isFocused: Bool, at now: Double?) {
    readable?.showCrosshair(at: plotFrame == nil ? nil : time, isFocused: isFocused, at: now)
  }

  /// The number of the row of cells at a height; nil for a chart without rows to read one by one.
  public func row(at y: Double) -> Int? {
    plotFrame.flatMap { readable?.row(at: y - $0.minY) }
  }

  /// The values of the plot at the time of a sample.
  /// - Parameter row: the row of cells whose value is first; nil, the default, for none.
  public func reading(at time: Double, row: Int? = nil, now: Double?) -> CrosshairReading? {
    guard let frame = plotFrame, var reading = readable?.reading(at: time, row: row, now: now)
    else { return nil }
    reading.place = Rect(origin: reading.place.origin + frame.origin, size: reading.place.size)
    reading.panel = layer.frame
    return reading
  }

  /// The names and values that the panel shows: those of the chart or of its lines, or the value in the title with what
  /// is said about it. Empty for a panel without a value.
  public var namedValues: [NamedValue] {
    let own = content.body?.namedValues ?? []
    if !own.isEmpty { return own }
    if let lines = content.lineValues { return lines() }
    return content.value.map { [NamedValue(name: "", value: $0.text)] } ?? []
  }

  /// The age of the content, if the latest values are shown and are late; empty for an unknown age, nil otherwise.
  package var shownAge: String? {
    guard content.moment == nil, content.isValueLate, case .late(let age) = content.state else {
      return nil
    }
    return age
  }

  /// Shows a band from one place to another; nil for none.
  public func showSelection(_ range: ClosedRange<Double>?) {
    let left = plotFrame?.minX ?? 0
    readable?.showSelection(range.map { $0.lowerBound - left...$0.upperBound - left })
  }

  /// The series whose entry of the legend, or whose label at its line's end, is at a point.
  public func legendSeries(at point: Point) -> Int? {
    let place = point - layer.frame.origin
    return header.legend.series(at: place)
      ?? plot.flatMap { $0.endLabels.series(at: place - $0.layer.frame.origin) }
  }

  /// Whether the number of the legend's entries, or of the list's rows, without room, such as `7 more`, is at a point.
  public func hasMoreEntries(at point: Point) -> Bool {
    header.legend.hasMore(at: point - layer.frame.origin)
      || restOfList?.contains(point - layer.frame.origin) ?? false
  }

  /// The place of the number of the list's rows without room; nil for none.
  private var restOfList: Rect? {
    guard !body.layer.isHidden, let place = body.pages?.place else { return nil }
    return place.offsetBy(dx: body.layer.frame.minX, dy: body.layer.frame.minY)
  }

  /// The nearest part of the legend, or the nearest label at a line's end, that responds to clicks.
  /// - Parameter reach: the longest distance from the point.
  /// - Returns: the centre of the part, and the distance of the part; nil if no part is near.
  public func legendTarget(at point: Point, reach: Double) -> (center: Point, distance: Double)? {
    let labels = plot.map { plot in
      plot.endLabels.targets.map {
        Rect(origin: $0.origin + plot.layer.frame.origin, size: $0.size)
      }
    }
    let place = point - layer.frame.origin
    let list = [restOfList].compactMap { $0 }
    let targets = (header.legend.targets + (labels ?? []) + list).map { frame in
      let nearest = Point(
        min(max(place.x, frame.minX), frame.maxX), min(max(place.y, frame.minY), frame.maxY))
      return (center: frame.center + layer.frame.origin, distance: nearest.distance(to: place))
    }
    return targets.filter { $0.distance <= reach }.min { $0.distance < $1.distance }
  }

  /// Shows the next entries of the legend, and the next rows of a list, in place of the visible ones.
  /// - Returns: whether some had no room.
  public func turnLegend() -> Bool {
    let hasMore = header.legend.hasMore
    header.legend.turn()
    guard body.pages?.turn() == true, let shown = content.body else { return hasMore }
    body.update(shown, look: look, at: nil)
    return true
  }

  /// Shows the first rows of a list again.
  /// - Returns: whether other rows were shown.
  public func showFirstRows() -> Bool {
    guard body.pages?.reset() == true, let shown = content.body else { return false }
    body.update(shown, look: look, at: nil)
    return true
  }

  /// The content of the panel.
  package var shownContent: PanelContent { content }

  /// The content of the plot; nil for a panel without one.
  public var shownPlot: PlotContent? { content.plot }
}
