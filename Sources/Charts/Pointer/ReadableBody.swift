import Geometry

/// A chart over time whose values a pointer reads. Places are points of the chart's frame of times.
protocol ReadableBody: PanelBody {
  /// The frame of the times in the panel's coordinates; nil before the first data.
  var readableFrame: Rect? { get }
  /// The time under a place, held within the frame; nil before the first data.
  func time(at x: Double) -> Double?
  /// The time in view, nearest to a given time, at which the crosshair rests; nil if none is in view.
  func sampleTime(nearest time: Double) -> Double?
  /// The time in view at which the crosshair rests for the values of a moment; nil if none is in view.
  func sampleTime(showing moment: Double) -> Double?
  /// The time at which the crosshair rests a number of steps after a time, or before it; held in view.
  func sampleTime(_ steps: Int, after time: Double) -> Double?
  /// Shows a line at a time; nil for none.
  func showCrosshair(at time: Double?, isFocused: Bool, at now: Double?)
  /// The number of the row of cells at a height in the frame; nil for a chart without rows to read one by one.
  func row(at y: Double) -> Int?
  /// The values at a time.
  func reading(at time: Double, now: Double?) -> CrosshairReading?
  /// The values at a time, with the value in a row first.
  func reading(at time: Double, row: Int?, now: Double?) -> CrosshairReading?
  /// Shows a band from one place to another; nil for none.
  func showSelection(_ range: ClosedRange<Double>?)
}

extension ReadableBody {
  func sampleTime(showing moment: Double) -> Double? { sampleTime(nearest: moment) }

  func row(at y: Double) -> Int? { nil }

  func reading(at time: Double, row: Int?, now: Double?) -> CrosshairReading? {
    reading(at: time, now: now)
  }
}

extension Plot: ReadableBody {
  var readableFrame: Rect? { content == nil || layer.isHidden ? nil : layer.frame }

  func sampleTime(nearest time: Double) -> Double? { content?.sampleTime(nearest: time) }

  /// The time of the sample before the moment, whose value the panel shows; nil if no line has a value then.
  func sampleTime(showing moment: Double) -> Double? {
    guard let nearest = sampleTime(nearest: moment) else { return nil }
    let before = nearest > moment ? sampleTime(-1, after: nearest) : nearest
    guard let before, before != moment else { return before }
    let shown = content?.series.filter { !$0.isHidden } ?? []
    return shown.contains { $0.samples.heldValue(at: moment).isFinite } ? before : nil
  }

  func sampleTime(_ steps: Int, after time: Double) -> Double? {
    content?.sampleTime(steps, after: time)
  }

  func showSelection(_ range: ClosedRange<Double>?) {
    selection.show(range, height: size.height, environment: environment)
  }
}
