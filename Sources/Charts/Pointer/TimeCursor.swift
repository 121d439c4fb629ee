import Geometry
import Layers
import Metrics

/// The pointer's marks over a chart of stretches of time: the crosshair, and the band of a selection.
final class TimeCursor {
  let layer = Layer()
  /// The frame of the times in the chart's coordinates.
  private(set) var frame = Rect.zero
  private let crosshair = Crosshair()
  private let selection = SelectionBand()
  private var environment: ChartEnvironment?
  private var motion: PlotTransition?
  /// The times at which the crosshair rests, in ascending order.
  private var rests: [Double] = []
  /// Whether the crosshair rests at every whole second, too.
  private let isContinuous: Bool
  /// The times in view.
  private var span = 0.0...0.0

  init(isContinuous: Bool = false) {
    self.isContinuous = isContinuous
    layer.anchorPoint = .zero
    layer.addSublayer(selection.layer)
    layer.addSublayer(crosshair.layer)
  }

  /// Puts the marks in their place, and hides them.
  func layOut(frame: Rect, environment: ChartEnvironment) {
    self.frame = frame
    self.environment = environment
    motion = nil
    layer.position = frame.origin
    crosshair.layOut(size: frame.size, environment: environment)
    crosshair.hide()
    selection.show(nil, height: 0, environment: environment)
  }

  /// Follows the chart to other times.
  /// - Parameter rests: the times at which the crosshair rests, in ascending order.
  func follow(_ motion: PlotTransition, span: ClosedRange<Double>, rests: [Double]) {
    (self.motion, self.span) = (motion, span)
    self.rests = rests.filter(span.contains)
  }

  /// Whether there are values to read.
  var isReadable: Bool { motion != nil && frame.width > 0 && (isContinuous || !rests.isEmpty) }

  func time(at x: Double) -> Double? {
    guard let map = motion?.to, frame.width > 0, x.isFinite else { return nil }
    return map.time(min(max(x, 0), frame.width))
  }

  func rest(nearest time: Double) -> Double? {
    guard isReadable, !time.isNaN else { return nil }
    if isContinuous {
      let held = min(max(time, span.lowerBound), span.upperBound)
      let second = held.rounded()
      return span.contains(second) ? second : held
    }
    let after = rests.count { $0 < time }
    guard after > 0, after < rests.count else { return after == 0 ? rests.first : rests.last }
    return time - rests[after - 1] < rests[after] - time ? rests[after - 1] : rests[after]
  }

  func rest(_ steps: Int, after time: Double) -> Double? {
    guard isReadable else { return nil }
    let before = rests.count { $0 < time }
    let isAtRest = rests.indices.contains(before) && rests[before] == time
    // Between two rests, a step leads to the neighbouring one.
    let start = steps > 0 && !isAtRest ? before - 1 : before
    let (moved, overflow) = start.addingReportingOverflow(steps)
    guard !overflow, rests.indices.contains(moved) else {
      let end = steps < 0 ? span.lowerBound : span.upperBound
      return isContinuous ? end : (steps < 0 ? rests.first : rests.last)
    }
    return rests[moved]
  }

  func show(at time: Double?, isFocused: Bool, at now: Double?) {
    guard let time, let motion else { return crosshair.hide() }
    crosshair.show(time: time, dots: [], isFocused: isFocused, transition: motion, at: now)
  }

  func showSelection(_ range: ClosedRange<Double>?) {
    guard let environment else { return }
    selection.show(range, height: frame.height, environment: environment)
  }

  /// A reading at a time.
  /// - Parameter y: the height beside which the readout stands, in points of the frame.
  func reading(
    at time: Double, moment: String, entries: [CrosshairReading.Entry], y: Double
  ) -> CrosshairReading? {
    guard let motion else { return nil }
    let x = motion.to.x(time)
    return CrosshairReading(
      moment: moment, entries: entries, place: Rect(x: x, y: y, width: 0, height: 0), panel: .zero)
  }
}

/// A chart of stretches of time that a cursor reads.
protocol CursorBody: ReadableBody {
  var cursor: TimeCursor { get }
}

extension CursorBody {
  var readableFrame: Rect? {
    cursor.isReadable ? cursor.frame.offsetBy(dx: layer.frame.minX, dy: layer.frame.minY) : nil
  }

  func time(at x: Double) -> Double? { cursor.time(at: x) }

  func sampleTime(nearest time: Double) -> Double? { cursor.rest(nearest: time) }

  func sampleTime(_ steps: Int, after time: Double) -> Double? { cursor.rest(steps, after: time) }

  func showCrosshair(at time: Double?, isFocused: Bool, at now: Double?) {
    cursor.show(at: time, isFocused: isFocused, at: now)
  }

  func showSelection(_ range: ClosedRange<Double>?) { cursor.showSelection(range) }
}
