import Geometry
import Layers

/// The mark at a panel's left edge for a breach or a failure.
final class PanelSignal {
  /// A mask with the panel's rounded corners.
  let layer = Layer()
  private let edge = Layer()
  private var theme = Theme.dark
  /// The width in points of a page of 1080 lines.
  private static let width = 3.0
  /// The factor by which the mark is at most wider if it must be visible from afar.
  private static let widening = 3.0
  /// The largest share of a panel's padding that the mark takes, so that the mark stays clear of the texts.
  private static let mostOfPadding = 1.0 / 3
  private var environment: ChartEnvironment?

  init() {
    layer.masksToBounds = true
    layer.addSublayer(edge)
    layer.isHidden = true
  }

  func layOut(size: Size, environment: ChartEnvironment) {
    theme = environment.theme
    self.environment = environment
    layer.frame = Rect(origin: .zero, size: size)
    layer.cornerRadius = environment.type.cornerRadius
  }

  /// - Parameter padding: the distance of the panel's texts from its edge.
  func show(_ signal: SignalColor?, isWide: Bool, padding: Double) {
    layer.isHidden = signal == nil
    guard let signal, let environment else { return }
    let usual = max(2, PanelSignal.width * environment.type.lineWidth / 3)
    let most = max(2, (padding * PanelSignal.mostOfPadding).rounded(.down))
    let width = environment.snapped(
      min(usual * (isWide ? PanelSignal.widening : 1), most))
    // The panel's border covers a hairline of the edge.
    edge.frame = Rect(
      x: 0, y: 0, width: environment.hairline + width, height: layer.bounds.height)
    edge.backgroundColor = theme.mark(signal)
  }
}
