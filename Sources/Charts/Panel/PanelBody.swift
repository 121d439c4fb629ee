import Geometry
import Layers

/// The content of a panel's chart; each kind of chart has a content of its own.
public protocol PanelBodyContent {
  /// The value axis beside the chart, whose labels align with those of other panels; nil for none.
  var valueAxis: TickScale? { get }
  /// The names and values that the chart shows as texts, in order; empty, the default, for a chart whose values belong
  /// to moments, or stand in the panel's title.
  var namedValues: [NamedValue] { get }
  /// Whether the chart shows a value whose word has the colour of a failure or a warning. Default false.
  var isUrgent: Bool { get }
  /// The least height in which the chart shows enough to stand for the panel's data; in less, the value of one series
  /// takes the chart's place. Default 0.
  /// - Parameter width: the width of the chart.
  func leastHeight(in width: Double, _ type: TypeScale) -> Double
}

/// A value as text, with the name of its series; the name is empty for a single series.
public struct NamedValue: Equatable, Sendable {
  /// The name of the series.
  public var name: String
  /// The text of the value.
  public var value: String

  /// A value of a series.
  public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

extension PanelBodyContent {
  /// No value axis.
  public var valueAxis: TickScale? { nil }
  /// No values.
  public var namedValues: [NamedValue] { [] }
  /// No words.
  public var isUrgent: Bool { false }
  /// Any height.
  public func leastHeight(in width: Double, _ type: TypeScale) -> Double { 0 }
}

/// The chart of a panel, under the panel's title and value.
///
/// A new kind of chart needs a type that conforms to this protocol, a content, and a `Panel.Kind`.
protocol PanelBody: AnyObject {
  /// The tree of the chart, in the coordinates of the panel.
  var layer: Layer { get }
  /// Puts the chart in its place, without motion.
  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment)
  /// Shows new content. A content of another kind of chart is ignored.
  /// - Parameter time: the moment at which the motion towards the content starts; nil for none.
  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?)
  /// Shows the values of another moment at once; parts other than values may stay as they are.
  func updateValues(_ content: any PanelBodyContent, look: PanelBodyLook)
  /// Draws the chart on from its start.
  func drawOn(at time: Double)
  /// Ends the drawing-on at once.
  func finishDrawOn()
  /// The parts of a list that take turns; nil, the default, for a chart that shows everything.
  var pages: ListPages? { get }
}

extension PanelBody {
  var pages: ListPages? { nil }

  func updateValues(_ content: any PanelBodyContent, look: PanelBodyLook) {
    update(content, look: look, at: nil)
  }

  func drawOn(at time: Double) { layer.fadeIn(at: time, duration: Motion.drawOnDuration / 2) }

  func finishDrawOn() { layer.removeAnimation(forKey: "fadeIn") }
}

/// The place of a panel's chart, and the parts that fit into the place.
struct PanelBodyPlace {
  /// The place in the panel's coordinates.
  var frame: Rect
  /// The width at the right of the frame for the labels at lines' ends; 0 for no labels.
  var labelWidth = 0.0
  /// The distance between the panel's padding and the plots of the panel's column.
  var gutter = 0.0
  /// The colours of the panel's first series.
  var gradient: LineGradient
  /// Whether a value axis has room for its ticks.
  var showsTicks = true
  /// Whether a time axis has room for its labels.
  var showsTimes = true
  /// The height that labels of time under a filling chart take from the frame. The rest of their room is the panel's
  /// padding, so that the labels of all panels in a row of a page stand on one line. Default that of large panels.
  var timesHeight = 20.0
}

/// The look of a panel's chart that follows from the state of its data and of the page.
struct PanelBodyLook {
  /// The colour of the panel.
  var ground: Color
  /// Whether another panel of the page needs attention, and this panel does not.
  var recedes = false
  /// Whether the value is late.
  var isLate = false
  /// The names and values that stand beside the lines' ends.
  var labels: [LegendEntry] = []

  /// The opacity of the drawing.
  var strength: Double { isLate || recedes ? Plot.lateStrength : 1 }
}

extension Panel {
  /// The kind of chart under the title.
  public struct Kind: Sendable, Equatable {
    /// The name of the kind; kinds with the same name are equal.
    public let name: String
    let arrangement: PanelGeometry.Arrangement
    let makeBody: @Sendable (ChartEnvironment) -> any PanelBody

    init(
      _ name: String, _ arrangement: PanelGeometry.Arrangement,
      makeBody: @escaping @Sendable (ChartEnvironment) -> any PanelBody
    ) {
      self.name = name
      self.arrangement = arrangement
      self.makeBody = makeBody
    }

    /// Whether two kinds have the same name.
    public static func == (a: Kind, b: Kind) -> Bool { a.name == b.name }
  }
}
