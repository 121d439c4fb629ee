/// The content of bar gauges: one bar for each of several series.
public struct BarsContent: PanelBodyContent {
  /// One bar with its name and its value.
  public struct Bar: Equatable, Sendable {
    /// The number that identifies the bar while others come and go.
    public var number: Int
    /// The name of the series.
    public var name: String
    /// The text of the value.
    public var text: String
    /// The place of the value on the scale, 0 at its lower end and 1 at its upper one; NaN for a missing
    /// value, which has no bar.
    public var place: Double
    /// The colour of a breach; nil, the default, for none.
    public var signal: SignalColor?
    /// The colour of a word in place of the value; nil, the default, for that of values.
    public var wordColor: SeriesColor?
    /// The colour of the bar; nil, the default, for that of the panel.
    public var color: SeriesColor?
    /// Whether the value is late. Default false.
    public var isLate = false

    /// A bar for a series.
    public init(number: Int, name: String, text: String, place: Double) {
      self.number = number
      self.name = name
      self.text = text
      self.place = place
    }
  }

  /// A value that is marked on all bars.
  public struct Mark: Equatable, Sendable {
    /// The place of the value on the scale, 0...1.
    public var place: Double
    /// The colour of the mark.
    public var color: SignalColor

    /// A mark at a place.
    public init(place: Double, color: SignalColor) {
      self.place = place
      self.color = color
    }
  }

  /// The bars from top to bottom, if all of them have room.
  public var bars: [Bar]
  /// Whether bars keep this order if some of them have no room. Default false: the longest bars are then shown, in
  /// descending order.
  public var keepsOrder = false
  /// Whether the scale ends at a limit, such as 100 %, and not at the largest value. Bars then lie on tracks, whose
  /// rest shows the distance to the limit. Default true.
  public var hasLimit = true
  /// The place on the scale where bars begin: that of zero, or the nearest end. Default 0.
  public var origin = 0.0
  /// The marks on the scale. Default none.
  public var marks: [Mark] = []

  /// The height of a list, or any height where bars have room beside each other.
  public func leastHeight(in width: Double, _ type: TypeScale) -> Double {
    ListLayout.mostColumns(in: width, type) > 1 ? 0 : ListLayout.leastHeight(of: bars.count, type)
  }

  /// Whether the value of a bar has the colour of a failure or a warning.
  public var isUrgent: Bool { bars.contains(where: \.isUrgent) }

  /// The name and the value of each bar.
  public var namedValues: [NamedValue] { bars.map { NamedValue(name: $0.name, value: $0.text) } }

  /// Bars without marks, which begin at the lower end of their scale.
  public init(bars: [Bar]) { self.bars = bars }
}

extension BarsContent.Bar {
  /// Whether the bar has the colour of a failure or a warning, so that the bar has room before others.
  var isUrgent: Bool { signal != nil || wordColor?.isUrgent == true }
}
