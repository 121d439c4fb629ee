import Geometry
import Layers
import Messages
import Metrics

/// The texts of a plot: a message in place of data if none is in view, and the span of the time axis if two times have
/// no room.
final class PlotWords {
  let layer = Layer()
  private let empty = TextLayer()
  private let span = TextLayer()

  /// Shows a text in the middle of the plot; an empty text removes it.
  func show(_ text: String, in plot: Rect, _ environment: ChartEnvironment) {
    guard !text.isEmpty else { return empty.removeFromSuperlayer() }
    if empty.superlayer == nil { layer.addSublayer(empty) }
    let font = environment.type.note
    let line = environment.fonts.line(text, font: font, fitting: plot.width)
    empty.line = line
    empty.foregroundColor = environment.theme.secondary
    let capHeight = environment.fonts.metrics(of: font).capHeight
    empty.placeBaseline(
      at: Point(plot.midX - line.width / 2, plot.midY + capHeight / 2))
  }

  /// Shows the span of the axis with the left end of its baseline at a place; nil for none.
  func showSpan(_ words: (text: String, baseline: Point)?, _ environment: ChartEnvironment) {
    guard let words else { return span.removeFromSuperlayer() }
    if span.superlayer == nil { layer.addSublayer(span) }
    span.line = environment.fonts.line(words.text, font: environment.type.tick)
    span.foregroundColor = environment.theme.secondary
    span.placeBaseline(at: words.baseline)
  }
}

extension PlotContent {
  /// The text of a number of a horizontal axis.
  static func text(_ number: Double) -> String { Unit.none.format(number).text }

  /// The text of the extent of the horizontal axis.
  var spanText: String {
    let extent = time.upperBound - time.lowerBound
    switch xAxis {
    case .number:
      let rows = extent.magnitude < 1e15 ? Int(extent.rounded()) + 1 : 0
      return String(localized: isLive ? "last \(rows) rows" : "\(rows) rows")
    case .quantity(let name):
      return String(
        localized: "\(name) \(Self.text(time.lowerBound)) to \(Self.text(time.upperBound))")
    case .time:
      let span = SpanText.text(extent)
      return isLive ? String(localized: "last \(span)") : span
    }
  }
}
