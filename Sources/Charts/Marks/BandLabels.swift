import Geometry
import Layers
import Typography

/// The values of the lowest and the highest place of a band, beside these places.
final class BandLabels {
  let layer = Layer()
  private let marks = [TextLayer(), TextLayer()]
  /// The column of each label; nil for a label without room.
  private var columns: [Int?] = [nil, nil]

  /// The number of columns among which a label is placed.
  private static let columnCount = 16
  /// The distance from the edge's extreme, in font sizes, within which the edge counts as being at the extreme.
  private static let nearby = 0.35

  init() {
    for mark in marks { mark.opacity = 0 }
  }

  /// Forgets the places of the labels.
  func layOut(environment: ChartEnvironment) {
    columns = [nil, nil]
    for mark in marks {
      mark.foregroundColor = environment.theme.secondary
      mark.line = nil
    }
  }

  /// Puts each label at its extreme, where the label covers no data. A label stays in its place as long as the place is
  /// good; without a good place, the label disappears.
  /// - Parameters:
  ///   - texts: the lowest and the highest value; empty for no labels.
  ///   - edges: the lower and the upper edge of the band.
  ///   - offset: the distance to the right by which the edges are moved.
  ///   - fade: the start of the fading of labels that come and go; nil for an immediate change.
  ///   - clearance: the distance from a rectangle of the plot to the nearest data above or below.
  func update(
    _ texts: [String], edges: [SampledCurve], offset: Double, size: Size,
    environment: ChartEnvironment, at fade: Double?, clearance: (Rect) -> Double
  ) {
    // Most plots have no band.
    guard !texts.isEmpty || !layer.sublayers.isEmpty else { return }
    if layer.sublayers.isEmpty { for mark in marks { layer.addSublayer(mark) } }
    for (i, mark) in marks.enumerated() {
      guard i < texts.count else {
        columns[i] = nil
        mark.move(.opacity, to: .scalar(0), at: fade, duration: Motion.leaveDuration)
        continue
      }
      if mark.line?.text != texts[i] {
        mark.line = environment.fonts.line(texts[i], font: environment.type.tick)
      }
      place(
        i, edge: edges[i], offset: offset, size: size, environment: environment, at: fade, clearance
      )
    }
  }

  private func place(
    _ i: Int, edge: SampledCurve, offset: Double, size: Size, environment: ChartEnvironment,
    at fade: Double?, _ clearance: (Rect) -> Double
  ) {
    let (mark, font) = (marks[i], environment.type.tick)
    let capHeight = environment.fonts.metrics(of: font).capHeight
    let inset = environment.snapped(font.size * 0.3)
    let width = mark.bounds.width + 2 * inset
    let step = max(0, size.width - width) / Double(Self.columnCount - 1)
    let isUpper = i == 1
    /// The height of the edge in each column where the edge is nearest to the label; nil if there is no edge. The edge
    /// beside the label counts, too.
    let heights = (0..<Self.columnCount).map { column -> Double? in
      let left = Double(column) * step - offset
      guard edge.y(at: left + width / 2) != nil else { return nil }
      let ys = stride(from: -0.25, through: 1.25, by: 0.25).compactMap {
        edge.y(at: left + $0 * width)
      }
      return isUpper ? ys.min() : ys.max()
    }
    let known = heights.compactMap { $0 }
    guard let extreme = isUpper ? known.min() : known.max() else { return hide(i, at: fade) }
    func frame(_ column: Int) -> Rect? {
      guard let y = heights[column], abs(y - extreme) <= Self.nearby * font.size else { return nil }
      let gap = font.size * 0.4
      let outside = isUpper ? y - gap - capHeight : y + gap
      let inside = isUpper ? y + gap : y - gap - capHeight
      let isOut =
        isUpper ? outside < -ThresholdMarks.roomAbove : outside + capHeight > size.height
      let top = environment.snapped(isOut ? inside : outside)
      let rect = Rect(
        x: environment.snapped(Double(column) * step), y: top, width: width, height: capHeight)
      guard rect.minY >= -ThresholdMarks.roomAbove, rect.maxY <= size.height else { return nil }
      let margin = font.size * 0.22
      let room = Rect(
        minX: rect.minX, minY: rect.minY - margin, maxX: rect.maxX, maxY: rect.maxY + margin)
      return clearance(room) >= 0 ? rect : nil
    }
    let before = columns[i]
    var found: (column: Int, rect: Rect)?
    for column in [before].compactMap({ $0 }) + Array(0..<Self.columnCount) where found == nil {
      found = frame(column).map { (column, $0) }
    }
    guard let (column, rect) = found else { return hide(i, at: fade) }
    columns[i] = column
    let isJump = before != nil && before != column
    mark.move(
      .opacity, from: isJump ? .scalar(0) : nil, to: .scalar(1), at: fade,
      duration: Motion.leaveDuration)
    mark.placeBaseline(at: Point(rect.minX + inset, rect.maxY))
  }

  private func hide(_ i: Int, at fade: Double?) {
    columns[i] = nil
    marks[i].move(.opacity, to: .scalar(0), at: fade, duration: Motion.leaveDuration)
  }
}
