import Geometry
import Layers
import Messages
import Metrics

/// The texts of a plot: a message in place of data if none is in view, and the span of the time axis if two times have
/// no room.
final class PlotWords {
  let layer = Layer()
  private let empty = [TextLayer(), TextLayer(), TextLayer()]
  private let span = TextLayer()

  /// Shows a text in the middle of the plot, in as many rows as the text needs and the plot has room for; an empty text
  /// removes the rows.
  func show(_ text: String, in plot: Rect, _ environment: ChartEnvironment) {
    let font = environment.type.note
    let pitch = Panel.reasonPitch * font.size
    let room = max(1, min(empty.count, Int(plot.height / pitch)))
    let lines =
      text.isEmpty
      ? [] : environment.fonts.rows(of: [text], font: font, in: plot.width, atMost: room)
    let capHeight = environment.fonts.metrics(of: font).capHeight
    var baseline = plot.midY + (capHeight - pitch * Double(lines.count - 1)) / 2
    for (i, row) in empty.enumerated() {
      guard lines.indices.contains(i) else {
        row.removeFromSuperlayer()
        continue
      }
      if row.superlayer == nil { layer.addSublayer(row) }
      row.line = lines[i]
      row.foregroundColor = environment.theme.secondary
      row.placeBaseline(at: Point(plot.midX - lines[i].width / 2, baseline))
      baseline += pitch
    }
  }

  /// Shows the span of the axis with the left end of its baseline at a place; nil for none.
  /// - Parameters:
  ///   - words: the texts of the span. The first text that fits is shown; if none fits, the last text is cut.
  ///   - room: the largest width.
  func showSpan(
    _ words: (texts: [String], baseline: Point)?, fitting room: Double,
    _ environment: ChartEnvironment
  ) {
    guard let words else { return span.removeFromSuperlayer() }
    if span.superlayer == nil { layer.addSublayer(span) }
    let (fonts, font) = (environment.fonts, environment.type.tick)
    let text = words.texts.first { fonts.line($0, font: font).width <= room }
    span.line = fonts.line(text ?? words.texts.last ?? "", font: font, fitting: room)
    span.foregroundColor = environment.theme.secondary
    span.placeBaseline(at: words.baseline)
  }
}

extension PlotContent {
  /// The text of a number of a horizontal axis.
  static func text(_ number: Double) -> String { Unit.none.format(number).text }

  /// The texts of the extent of the horizontal axis, the longest one first.
  var spanTexts: [String] {
    let extent = time.upperBound - time.lowerBound
    switch xAxis {
    case .number:
      let rows = extent.magnitude < 1e15 ? Int(extent.rounded()) + 1 : 0
      return [String(localized: isLive ? "last \(rows) rows" : "\(rows) rows")]
    case .quantity(let name):
      let (low, high) = (Self.text(time.lowerBound), Self.text(time.upperBound))
      return [String(localized: "\(name) \(low) to \(high)"), "\(low) – \(high)"]
    case .time:
      let span = SpanText.text(extent)
      return [isLive ? String(localized: "last \(span)") : span]
    }
  }
}
