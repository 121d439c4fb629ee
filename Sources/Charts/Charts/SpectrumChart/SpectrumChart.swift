import Geometry
import Layers

/// A line over a replicated grid whose colour follows its value through the spectrum, with the
/// region under it shaded: the chart of the fourth article.
///
/// The line is drawn in as one stroke. When the content changes, each point moves from its current place to the new
/// place of its `x`; lines with gaps fade into each other.
public final class SpectrumChart: Chart {
  /// The chart's own tree, for a host to add.
  public let layer = Layer()
  private let grid = ReplicatedGrid()
  /// The curves, the first one on top.
  private var lines: [SpectrumLine] = []
  private let linesLayer = Layer()
  private var labels = SpectrumLabels()
  /// The content that is shown.
  public private(set) var content = Content()
  /// The look of the chart; nil for the style that suits the page. A change shows at the next
  /// `layOut`.
  public var style: Style?
  private var environment: ChartEnvironment?
  /// The frame of the grid, in the layer's coordinates.
  private(set) var plot = Rect.zero

  /// A chart without data.
  public init(style: Style? = nil) {
    self.style = style
    // The grid is visible through the region, and lies under the curve.
    for part in [grid.layer, linesLayer, labels.layer] { layer.addSublayer(part) }
  }

  /// Puts the chart in its place, without motion.
  public func layOut(frame: Rect, environment: ChartEnvironment) {
    self.environment = environment
    layer.frame = frame
    let style = shownStyle(environment)
    layOutPlot(style, environment)
    for line in lines { line.layer.removeFromSuperlayer() }
    lines = []
    showCurves(style, environment, moving: nil, fade: nil)
  }

  /// Shows all curves.
  /// - Parameters:
  ///   - time: the start of the motion; nil for none.
  ///   - fade: the start of the fading of curves that cannot move; nil for none.
  private func showCurves(
    _ style: Style, _ environment: ChartEnvironment, moving time: Double?, fade: Double?
  ) {
    let curves = content.curves
    while lines.count > curves.count { lines.removeLast().layer.fadeOut(at: fade) }
    for index in curves.indices {
      let isNew = index == lines.count
      if !isNew, let time, lines[index].canMove(to: curves[index], at: time) {
        lines[index].show(content, curve: index, environment: environment, at: time)
        continue
      }
      let line = SpectrumLine()
      if isNew {
        linesLayer.insertSublayer(line.layer, at: 0)
        if let fade { line.layer.fadeIn(at: fade) }
        lines.append(line)
      } else {
        lines[index].layer.fadeOver(to: line.layer, at: fade)
        lines[index] = line
      }
      // Regions of several curves would hide one another.
      line.layOut(frame: plot, style: style, hasArea: index == 0, environment: environment)
      line.show(content, curve: index, environment: environment, at: nil)
    }
  }

  /// Places the grid, with as much room for names as the content needs.
  private func layOutPlot(_ style: Style, _ environment: ChartEnvironment) {
    let size = layer.bounds.size
    let room = SpectrumLabels.Room(content, style: style, size: size, environment)
    func length(_ length: Double, count: Int) -> Double {
      style.snapsGrid
        ? ReplicatedGrid.crispLength(
          length, count: count, lineWidth: style.gridLineWidth, scale: environment.scale) : length
    }
    plot = Rect(
      x: environment.snapped(room.left), y: environment.snapped(room.top),
      width: length(max(0, size.width - room.left), count: style.columnCount),
      height: length(max(0, size.height - room.top - room.bottom), count: style.rowCount))
    grid.layer.isHidden = style.isGridViewLayerHidden
    grid.layOut(
      frame: plot, rowCount: style.rowCount, columnCount: style.columnCount,
      lineWidth: style.gridLineWidth, color: style.gridLineColor)
    labels.show(content, style: style, plot: plot, room: room, environment: environment)
  }

  /// Shows other content.
  /// - Parameter time: the start of the motion towards the new content; nil for no motion.
  public func setData(_ content: Content, at time: Double?) {
    let isNamedAlike =
      content.rowNames == self.content.rowNames && content.columnNames == self.content.columnNames
    self.content = content
    guard let environment else { return }
    let fade = environment.fadeTime(time)
    let style = shownStyle(environment)
    if !isNamedAlike {
      let old = labels.layer
      labels = SpectrumLabels()
      old.fadeOver(to: labels.layer, at: fade)
    }
    let oldPlot = plot
    layOutPlot(style, environment)
    showCurves(
      style, environment, moving: plot == oldPlot ? environment.travelTime(time) : nil, fade: fade)
  }

  /// Draws the curves in again from their starts.
  public func replay(at time: Double) {
    guard let environment, environment.isAnimated else { return }
    if environment.reducesMotion, style?.drawWithAnimation ?? true {
      linesLayer.fadeIn(at: time)
    } else {
      for line in lines { line.drawOn(at: time) }
    }
  }

  /// The style, or the style that suits the page and the content.
  private func shownStyle(_ environment: ChartEnvironment) -> Style {
    style?.adapted(to: environment.theme) ?? .suited(to: environment, content: content)
  }
}
