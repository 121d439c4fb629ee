import Geometry
import Layers
import Metrics
import Typography

/// A framed chart with its title, its latest value in large type, and a note.
public final class Panel {
  /// The kind of chart under the title.
  public enum Kind: Sendable, Equatable {
    /// A plot under its value.
    case line
    /// A racetrack-shaped ring around its value.
    case ring
    /// A large value over a small plot.
    case number
  }

  /// The panel's own tree; a host adds it to its own one and does not change it.
  public let layer = Layer()
  let kind: Kind
  let header: PanelHeader
  private let waiting = TextLayer()
  let plot: Plot
  private let ring: RingGauge
  private let meter: CoreMeter
  private let signal = PanelSignal()
  private var gradientIndex: Int
  private var environment: ChartEnvironment
  private(set) var content = PanelContent()
  private var hasDrawnOn = false
  private var drawOnDelay: Double
  private var geometry: PanelGeometry?

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
    for part in [
      signal.layer, header.layer, kind == .ring ? ring.layer : plot.layer, meter.layer, waiting,
    ] {
      layer.addSublayer(part)
    }
  }

  /// Whether a panel for lines of this size has room for them, and not only for what they mean.
  public static func hasPlot(_ size: Size, environment: ChartEnvironment) -> Bool {
    let geometry = PanelGeometry(
      size: size, kind: .line, labelColumn: 0, environment: environment)
    return geometry.plot.height >= PanelGeometry.lowestPlot
  }

  /// Gives the panel another title, or another place on its page; seen from the next layout on.
  public func setTitle(_ title: String, index: Int) {
    header.text = title
    gradientIndex = index
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
      size: frame.size, kind: kind, labelColumn: labelColumn, environment: environment)
    header.layOut(geometry: geometry, environment: environment, showsValue: kind != .ring)
    signal.layOut(size: frame.size, environment: environment)
    let gradient = theme.gradient(gradientIndex)
    header.accent = gradient.end
    plot.layOut(
      frame: geometry.plot, gradient: gradient, showsTicks: geometry.showsTicks,
      showsTimes: geometry.showsTimes,
      environment: environment)
    ring.layOut(frame: geometry.ring, environment: environment)
    meter.layOut(box: geometry.meter, color: gradient.end, environment: environment)
    self.geometry = geometry
    update(content, at: nil)
  }

  /// Shows new content.
  /// - Parameter time: when the motion towards it starts; nil for none.
  public func update(_ content: PanelContent, at time: Double?) {
    self.content = content
    updateWaiting()
    // A panel that waits for data shows no other data.
    (kind == .ring ? ring.layer : plot.layer).isHidden =
      content.state == .waiting
      || kind != .ring && (geometry?.plot.height ?? 0) < PanelGeometry.lowestPlot
    header.update(content)
    meter.update(content.meter, at: time)
    signal.show(content.signal)
    var strength = 1.0
    if case .late = content.state { strength = Plot.lateStrength }
    switch content.body {
    case .plot(let content), .number(let content, change: _): plot.update(content, at: time)
    case .ring(let content): ring.update(content, at: time)
    case .none: break
    }
    ring.setStrength(strength, at: time)
    if let time, !hasDrawnOn, content.state != .waiting { drawOn(at: time) }
  }

  /// Shows the present content without drawing it on.
  public func settle() { hasDrawnOn = hasDrawnOn || content.state != .waiting }

  /// Skips the drawing-on of the chart when it first has something to show.
  public func skipDrawOn() { hasDrawnOn = true }

  /// Ends the drawing-on of the chart, now and when it first has something to show.
  public func finishDrawOn() {
    hasDrawnOn = true
    plot.finishDrawOn()
    ring.finishDrawOn()
  }

  /// Draws the chart on from its start, as when the panel first has something to show.
  public func drawOn(at time: Double) {
    hasDrawnOn = true
    plot.drawOn(at: time + drawOnDelay)
    ring.drawOn(at: time + drawOnDelay)
  }

  private func updateWaiting() {
    waiting.isHidden = content.state != .waiting
    guard let geometry, !waiting.isHidden else { return }
    let type = environment.type
    waiting.line = environment.fonts.line(
      content.waitingText, font: type.note, fitting: geometry.ring.width)
    waiting.foregroundColor = environment.theme.secondary
    let capHeight = environment.fonts.metrics(of: type.note).capHeight
    waiting.placeBaseline(
      at: Point(
        geometry.ring.midX - waiting.bounds.width / 2, geometry.ring.midY + capHeight / 2))
  }
}
