import Geometry
import Layers
import Metrics
import Typography

/// What a panel shows.
public struct PanelContent {
  public enum State: Equatable, Sendable {
    /// Nothing has come yet.
    case waiting
    case fresh
    /// Nothing has come for a while; the text says since when.
    case late(String)
  }

  public enum Body {
    case plot(PlotContent)
    case ring(RingContent)
    /// Nothing to draw yet.
    case none
  }

  public var value: FormattedValue?
  public var note = ""
  /// The series that share the plot, in place of the value; empty where there is one.
  public var legend: [LegendEntry] = []
  /// Shares, 0...1, shown as small bars.
  public var meter: [Double] = []
  public var state = State.waiting
  public var body = Body.none

  public init() {}
}

/// One of several series that share a plot, as the legend names it.
public struct LegendEntry: Equatable, Sendable {
  public var name: String
  /// Its latest value.
  public var value: String
  /// Its number in the plot, from which its colour follows.
  public var series: Int
  /// It is left out of the plot.
  public var isHidden: Bool

  public init(name: String, value: String, series: Int, isHidden: Bool = false) {
    self.name = name
    self.value = value
    self.series = series
    self.isHidden = isHidden
  }
}

/// A framed chart with its title, its latest value in large type, and a note.
public final class Panel {
  public enum Kind: Sendable, Equatable { case line, ring }

  public let layer = Layer()
  let kind: Kind
  let header: PanelHeader
  private let waiting = TextLayer()
  let plot: Plot
  private let ring: RingGauge
  private let meter: CoreMeter
  private let gradientIndex: Int
  private var environment: ChartEnvironment
  private(set) var content = PanelContent()
  private var hasDrawnOn = false
  private var drawOnDelay: Double

  /// - Parameters:
  ///   - index: the panel's place on its page, from which its colours and the moment of its first
  ///     appearance follow.
  ///   - gradientIndex: which of the theme's gradients it has; nil for that of its place.
  public init(
    title: String, kind: Kind, index: Int, gradientIndex: Int? = nil, environment: ChartEnvironment
  ) {
    self.kind = kind
    self.environment = environment
    self.gradientIndex = gradientIndex ?? index
    header = PanelHeader(title: title)
    plot = Plot(environment: environment)
    ring = RingGauge(environment: environment)
    meter = CoreMeter(environment: environment)
    drawOnDelay = Double(index) * Motion.drawOnStagger
    layer.addSublayer(header.layer)
    layer.addSublayer(kind == .line ? plot.layer : ring.layer)
    layer.addSublayer(meter.layer)
    layer.addSublayer(waiting)
  }

  /// Puts the panel in its place, without motion.
  public func layOut(frame: Rect, labelColumn: Double, environment: ChartEnvironment) {
    self.environment = environment
    let theme = environment.theme
    layer.frame = frame
    layer.backgroundColor = theme.panel
    layer.borderColor = theme.edge
    layer.borderWidth = environment.hairline
    layer.cornerRadius = environment.type.cornerRadius
    let geometry = PanelGeometry(
      size: frame.size, labelColumn: labelColumn, environment: environment)
    header.layOut(geometry: geometry, environment: environment, showsValue: kind == .line)
    let gradient = theme.gradients[gradientIndex % theme.gradients.count]
    plot.layOut(
      frame: geometry.plot, gradient: gradient, showsTicks: geometry.showsTicks,
      showsTimes: geometry.showsTimes,
      environment: environment)
    ring.layOut(frame: geometry.ring, environment: environment)
    meter.layOut(box: geometry.meter, color: gradient.end, environment: environment)
    layOutWaiting(geometry)
    update(content, at: nil)
  }

  /// Shows new content.
  /// - Parameter time: when the motion towards it starts; nil for none.
  public func update(_ content: PanelContent, at time: Double?) {
    self.content = content
    waiting.isHidden = content.state != .waiting
    header.update(content)
    meter.update(content.meter, at: time)
    switch content.body {
    case .plot(let content): plot.update(content, at: time)
    case .ring(let content): ring.update(content, at: time)
    case .none: break
    }
    let strength = if case .late = content.state { 0.45 } else { 1.0 }
    plot.setStrength(strength, at: time)
    ring.setStrength(strength, at: time)
    if let time, !hasDrawnOn, content.state != .waiting { drawOn(at: time) }
  }

  /// Draws the chart on from its start, as when the panel first has something to show.
  public func drawOn(at time: Double) {
    hasDrawnOn = true
    plot.drawOn(at: time + drawOnDelay)
    ring.drawOn(at: time + drawOnDelay)
  }

  private func layOutWaiting(_ geometry: PanelGeometry) {
    let type = environment.type
    waiting.line = environment.fonts.line(
      "waiting for data", font: type.note, fitting: geometry.ring.width)
    waiting.foregroundColor = environment.theme.secondary
    let capHeight = environment.fonts.metrics(of: type.note).capHeight
    waiting.placeBaseline(
      at: Point(
        geometry.ring.midX - waiting.bounds.width / 2, geometry.ring.midY + capHeight / 2))
  }
}
