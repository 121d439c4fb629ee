import Geometry

/// The content of a timeline of states: one lane for each of several series.
public struct StatesContent: PanelBodyContent {
  /// A stretch of time in one state.
  public struct Stretch: Equatable, Sendable {
    /// The start in UTC seconds.
    public var start: Double
    /// The end in UTC seconds.
    public var end: Double
    /// The text of the state.
    public var text: String
    /// The colour of the state.
    public var color: SeriesColor

    /// A stretch in a state.
    public init(start: Double, end: Double, text: String, color: SeriesColor) {
      self.start = start
      self.end = end
      self.text = text
      self.color = color
    }
  }

  /// The states of one series.
  public struct Lane: Equatable, Sendable {
    /// The number that identifies the lane while others come and go.
    public var number: Int
    /// The name of the series.
    public var name: String
    /// The stretches in the order of time; neighbours differ.
    public var stretches: [Stretch]
    /// The text of the present state; empty for none.
    public var text: String
    /// The colour of the present state; nil for none.
    public var color: SeriesColor?
    /// Whether the state is late. Default false.
    public var isLate = false

    /// A lane with the state at its end.
    public init(number: Int, name: String, stretches: [Stretch]) {
      self.number = number
      self.name = name
      self.stretches = stretches
      text = stretches.last?.text ?? ""
      color = stretches.last?.color
    }
  }

  /// Whether the state of a lane has the colour of a failure or a warning.
  public var isUrgent: Bool { lanes.contains(where: \.isUrgent) }

  /// The name and the state of each lane.
  public var namedValues: [NamedValue] { lanes.map { NamedValue(name: $0.name, value: $0.text) } }

  /// The height of a list.
  public func leastHeight(in width: Double, _ type: TypeScale) -> Double {
    ListLayout.leastHeight(of: lanes.count, type)
  }

  /// The lanes from top to bottom.
  public var lanes: [Lane]
  /// The words for which the lanes keep room at the right, although they may show others now, in any order.
  /// Default none.
  public var words: [String] = []
  /// The time axis, with no series.
  public var axes: PlotContent

  /// The times at which a state starts, in ascending order.
  var changes: [Double] { Set(lanes.flatMap { $0.stretches.map(\.start) }).sorted() }

  /// Lanes over a time axis.
  public init(lanes: [Lane], axes: PlotContent) {
    self.lanes = lanes
    self.axes = axes
  }
}

extension Theme {
  /// The colour of a state's block: states that need attention stand out, the others are calm.
  func block(_ color: SeriesColor) -> Color {
    let isLoud: Bool =
      switch color {
      case .signal(.red), .signal(.orange), .signal(.yellow): true
      default: false
      }
    return lerp(panel, mark(color), isLoud ? 0.92 : 0.42)
  }
}

extension StatesContent.Lane {
  /// Whether the lane has the colour of a failure or a warning, so that the lane has room before others.
  var isUrgent: Bool { color?.isUrgent == true }
}
