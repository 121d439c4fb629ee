import Geometry
import Layers

/// The layers of a chart whose lengths are those of a telephone: at the size for which they were
/// meant they are points; in a larger frame all of them, type included, grow by the same factor,
/// and the plot takes the rest. In a smaller frame they stay, so that type can be read, and the
/// plot gives way, down to where labels would lie on each other; from there on all shrink.
final class ScaledContent {
  /// The layer that the host places.
  let layer = Layer()
  /// The layer that the chart draws in, in its own lengths.
  let content = Layer()
  /// Points a length of the chart's own takes.
  private(set) var factor = 1.0

  /// The least part of its size in which a chart has room for labels of full size.
  private static let tightest = 0.5

  init() {
    content.anchorPoint = .zero
    // Content that comes from above a plot must not show over its neighbour.
    layer.masksToBounds = true
    layer.addSublayer(content)
  }

  /// - Parameter design: the size in points at which the chart's lengths are points.
  /// - Returns: the size of `content`; zero for a frame that has none.
  func layOut(frame: Rect, design: Size) -> Size {
    let isUsable =
      frame.origin.isFinite && frame.width.isFinite && frame.height.isFinite && !frame.isEmpty
    let frame = isUsable ? frame : .zero
    factor = Self.factor(in: frame.size, design: design)
    layer.frame = frame
    let size = Size(frame.width / factor, frame.height / factor)
    content.bounds = Rect(origin: .zero, size: size)
    content.transform = factor == 1 ? .identity : .scale(factor, factor)
    return size
  }

  /// The points that a length of a chart's own takes in a frame of a size.
  static func factor(in size: Size, design: Size) -> Double {
    let ratio = min(size.width / design.width, size.height / design.height)
    return ratio > 0 ? max(min(1, ratio / tightest), ratio) : 1
  }

  /// A host's environment for what is drawn in `content`.
  func environment(_ environment: ChartEnvironment) -> ChartEnvironment {
    var result = environment
    result.scale *= factor
    return result
  }

  /// A point of the host's layer in the chart's own lengths.
  func point(_ point: Point) -> Point {
    let offset = point - layer.frame.origin
    return Point(offset.x / factor, offset.y / factor)
  }

  /// A rectangle of the chart's own lengths in the host's layer.
  func hostRect(_ rect: Rect) -> Rect {
    rect.applying(.scale(factor, factor)).offsetBy(dx: layer.frame.minX, dy: layer.frame.minY)
  }
}

extension GradientLineChart {
  /// The points that a length of the chart's style takes in a frame of a size.
  public func lengthFactor(in size: Size) -> Double {
    ScaledContent.factor(in: size, design: design)
  }
}

extension LineChart {
  /// The points that a length of the chart's style takes in a frame of a size.
  public func lengthFactor(in size: Size) -> Double {
    ScaledContent.factor(in: size, design: Self.design)
  }
}

extension PageViewChart {
  /// The points that a length of the chart's style takes in a frame of a size.
  public func lengthFactor(in size: Size) -> Double {
    ScaledContent.factor(in: size, design: Self.design)
  }
}
