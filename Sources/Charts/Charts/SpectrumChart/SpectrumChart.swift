import Geometry
import Layers

/// A line over a replicated grid whose colour follows its value through the spectrum, with the
/// region under it shaded: the chart of the fourth article.
///
/// The line is drawn on as one stroke. When content changes each point moves from where it is to
/// where its `x` is then; where there are gaps the one line fades over to the other.
public final class SpectrumChart: Chart {
  public let layer = Layer()
  private let grid = ReplicatedGrid()
  private var line = SpectrumLine()
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
    // Lines of the grid are seen through the region, and the curve over them.
    for part in [grid.layer, line.layer, labels.layer] { layer.addSublayer(part) }
  }

  public func layOut(frame: Rect, environment: ChartEnvironment) {
    self.environment = environment
    layer.frame = frame
    let style = shownStyle(environment)
    layOutPlot(style, environment)
    line.layOut(frame: plot, style: style, environment: environment)
    line.show(content, environment: environment, at: nil)
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
  /// - Parameter time: when the motion towards it starts; nil for none.
  public func setData(_ content: Content, at time: Double?) {
    let isNamedAlike =
      content.rowNames == self.content.rowNames && content.columnNames == self.content.columnNames
    self.content = content
    guard let environment else { return }
    let fade = environment.fadeTime(time)
    let style = shownStyle(environment)
    if !isNamedAlike { replace(\.labels, by: SpectrumLabels(), fade: fade) }
    let oldPlot = plot
    layOutPlot(style, environment)
    let travel = environment.travelTime(time)
    if let travel, plot == oldPlot, line.canMove(to: content, at: travel) {
      line.show(content, environment: environment, at: travel)
    } else {
      replace(\.line, by: SpectrumLine(), fade: fade)
      line.layOut(frame: plot, style: style, environment: environment)
      line.show(content, environment: environment, at: nil)
    }
  }

  public func replay(at time: Double) {
    guard let environment, environment.isAnimated else { return }
    if environment.reducesMotion, style?.drawWithAnimation ?? true {
      line.layer.fadeIn(at: time)
    } else {
      line.drawOn(at: time)
    }
  }

  /// The style, or the style that suits the page and the content.
  private func shownStyle(_ environment: ChartEnvironment) -> Style {
    style?.adapted(to: environment.theme) ?? .suited(to: environment, content: content)
  }

  /// Puts another part in the place of one.
  /// - Parameter time: when the one starts to fade over to the other; nil for at once.
  private func replace<Part: LayeredPart>(
    _ part: ReferenceWritableKeyPath<SpectrumChart, Part>, by next: Part, fade time: Double?
  ) {
    let old = self[keyPath: part].layer
    self[keyPath: part] = next
    old.fadeOver(to: next.layer, at: time)
  }
}

/// A part of a chart that another one of its kind can stand in for.
private protocol LayeredPart: AnyObject {
  var layer: Layer { get }
}

extension SpectrumLine: LayeredPart {}
extension SpectrumLabels: LayeredPart {}
