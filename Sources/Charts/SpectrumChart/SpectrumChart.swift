import Geometry
import Layers

/// A line over a replicated grid whose colour follows its value through the spectrum, with the region
/// under it shaded: the chart of the fourth article.
///
/// The line is drawn on as one stroke. When content changes each point moves from where it is to where
/// its `x` is then.
public final class SpectrumChart: Chart {
  public let layer = Layer()
  private let grid = ReplicatedGrid()
  private var line = SpectrumLine()
  private var labels = SpectrumLabels()
  private var content: SpectrumContent
  /// Nil for the style that suits the page.
  private let givenStyle: SpectrumStyle?
  private var environment: ChartEnvironment
  /// Where the grid is, in the layer's coordinates.
  private(set) var plot = Rect.zero

  /// - Parameter style: nil for the one that suits the page.
  public init(
    _ content: SpectrumContent, style: SpectrumStyle? = nil, environment: ChartEnvironment
  ) {
    self.content = content
    givenStyle = style
    self.environment = environment
    for part in [line.layer, grid.layer, labels.layer] { layer.addSublayer(part) }
    // Lines of the grid are seen through the region, and the curve over them.
    layer.insertSublayer(grid.layer, at: 0)
  }

  private var style: SpectrumStyle { givenStyle ?? .suited(to: environment) }

  public func layOut(frame: Rect, environment: ChartEnvironment) {
    self.environment = environment
    layer.frame = frame
    layOutPlot()
    line.layOut(size: plot.size, style: style, environment: environment)
    line.layer.frame = plot
    line.show(content, environment: environment, at: nil)
  }

  /// Places the grid, with as much room for names as the content needs.
  private func layOutPlot() {
    let style = style
    let size = layer.bounds.size
    let room = SpectrumLabels.Room(content, style: style, size: size, environment)
    let scale = environment.scale
    let width = max(0, size.width - room.left)
    let height = max(0, size.height - room.top - room.bottom)
    plot = Rect(
      x: environment.snapped(room.left), y: environment.snapped(room.top),
      width: ReplicatedGrid.crispLength(
        width, count: style.columnCount, lineWidth: style.gridLineWidth, scale: scale),
      height: ReplicatedGrid.crispLength(
        height, count: style.rowCount, lineWidth: style.gridLineWidth, scale: scale))
    grid.layer.isHidden = style.isGridViewLayerHidden
    grid.layOut(
      frame: plot, rowCount: style.rowCount, columnCount: style.columnCount,
      lineWidth: style.gridLineWidth, color: style.gridLineColor)
    labels.show(content, style: style, plot: plot, room: room, environment: environment)
  }

  /// Shows other content.
  /// - Parameter time: when the motion towards it starts; nil for none.
  public func update(_ content: SpectrumContent, at time: Double?) {
    let isNamedAlike =
      content.rowNames == self.content.rowNames && content.columnNames == self.content.columnNames
    self.content = content
    if !isNamedAlike { fade(\.labels, to: SpectrumLabels(), at: time) }
    let oldPlot = plot
    layOutPlot()
    // Colours of segments cannot move, nor can a line with its plot.
    let isFading = environment.reducesMotion || style.coloring == .perSegment || plot != oldPlot
    if isFading {
      fade(\.line, to: SpectrumLine(), at: time)
      line.layOut(size: plot.size, style: style, environment: environment)
      line.layer.frame = plot
    }
    line.show(content, environment: environment, at: isFading ? nil : environment.travelTime(time))
  }

  public func replay(at time: Double) {
    guard environment.isAnimated else { return }
    if environment.reducesMotion {
      line.layer.fadeIn(at: time)
    } else {
      line.drawOn(at: time)
    }
  }

  /// Puts another part in the place of one, which fades away.
  private func fade<Part: LayeredPart>(
    _ part: ReferenceWritableKeyPath<SpectrumChart, Part>, to next: Part, at time: Double?
  ) {
    let old = self[keyPath: part].layer
    self[keyPath: part] = next
    layer.insertSublayer(next.layer, at: layer.sublayers.firstIndex { $0 === old } ?? 0)
    guard let time = environment.fadeTime(time) else { return old.removeFromSuperlayer() }
    next.layer.fadeIn(at: time)
    old.move(.opacity, to: .scalar(0), at: time, duration: Motion.fadeDuration) { [old] _ in
      old.removeFromSuperlayer()
    }
  }
}

/// A part of a chart that another one of its kind can stand in for.
private protocol LayeredPart: AnyObject {
  var layer: Layer { get }
}

extension SpectrumLine: LayeredPart {}
extension SpectrumLabels: LayeredPart {}
