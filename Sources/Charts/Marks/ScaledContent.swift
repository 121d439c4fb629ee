import Geometry
import Layers

/// The layers of a chart whose lengths were designed for a telephone. At the design size, the lengths are points. In a
/// larger frame, all lengths, including type, grow by the same factor, and the plot takes the rest. In a smaller frame,
/// the lengths stay, so that type remains legible, and the plot shrinks; below the size at which labels would overlap,
/// everything shrinks.
final class ScaledContent {
  /// The layer that the host places.
  let layer = Layer()
  /// The layer that the chart draws in, in its own lengths.
  let content = Layer()
  /// The points that a length of 1 in the chart takes.
  private(set) var factor = 1.0

  /// The smallest share of the design size in which a chart has room for labels of full size.
  private static let tightest = 0.5

  init() {
    content.anchorPoint = .zero
    // Content that moves in from above a plot must not cover the chart's neighbour.
    layer.masksToBounds = true
    layer.addSublayer(content)
  }

  /// - Parameter design: the size in points at which the chart's lengths are points.
  /// - Returns: the size of `content`; zero for an empty frame.
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

  /// The points that a length of 1 in a chart takes in a frame of a size.
  static func factor(in size: Size, design: Size) -> Double {
    let ratio = min(size.width / design.width, size.height / design.height)
    return ratio > 0 ? max(min(1, ratio / tightest), ratio) : 1
  }

  /// The environment for drawing in `content`, from that of a host.
  func environment(_ environment: ChartEnvironment) -> ChartEnvironment {
    var result = environment
    result.scale *= factor
    return result
  }

  /// Converts a point of the host's layer into the chart's own lengths.
  func point(_ point: Point) -> Point {
    let offset = point - layer.frame.origin
    return Point(offset.x / factor, offset.y / factor)
  }

  /// Converts a rectangle in the chart's own lengths into the host's layer.
  func hostRect(_ rect: Rect) -> Rect {
    rect.applying(.scale(factor, factor)).offsetBy(dx: layer.frame.minX, dy: layer.frame.minY)
  }
}

extension GradientLineChart {
  /// The points that a length of 1 in the chart's style takes in a frame of a size.
  public func lengthFactor(in size: Size) -> Double {
    ScaledContent.factor(in: size, design: design)
  }
}

extension LineChart {
  /// The points that a length of 1 in the chart's style takes in a frame of a size.
  public func lengthFactor(in size: Size) -> Double {
    ScaledContent.factor(in: size, design: Self.design)
  }
}

extension PageViewChart {
  /// The points that a length of 1 in the chart's style takes in a frame of a size.
  public func lengthFactor(in size: Size) -> Double {
    ScaledContent.factor(in: size, design: Self.design)
  }
}
