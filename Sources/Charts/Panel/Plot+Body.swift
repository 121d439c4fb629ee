extension Panel.Kind {
  /// A plot under its value.
  public static let line = Panel.Kind("line", .plot) { Plot(environment: $0) }
  /// A large value over a small plot.
  public static let number = Panel.Kind("number", .number) { Plot(environment: $0) }
}

extension PlotContent: PanelBodyContent {
  /// The left axis of the plot.
  public var valueAxis: TickScale? { axis }
}

/// A small plot under the value, and the change of the value.
public struct NumberContent: PanelBodyContent {
  /// The small picture.
  public var plot: PlotContent
  /// The change of the value; nil for none.
  public var change: ValueChange?

  /// A small picture and a change.
  public init(_ plot: PlotContent, change: ValueChange? = nil) {
    self.plot = plot
    self.change = change
  }
}

extension Plot: PanelBody {
  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    layOut(
      frame: place.frame, labelWidth: place.labelWidth, gradient: place.gradient,
      showsTicks: place.showsTicks, showsTimes: place.showsTimes, environment: environment)
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    recedes = look.recedes
    ground = look.ground
    guard let plot = content as? PlotContent ?? (content as? NumberContent)?.plot else { return }
    update(plot, labels: look.labels, at: time)
  }

  func updateValues(_ content: any PanelBodyContent, look: PanelBodyLook) {
    setLabels(look.labels)
  }
}
