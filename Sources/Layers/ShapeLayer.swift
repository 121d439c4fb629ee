import Geometry
import Raster

/// A layer that draws a path, with the properties and defaults of `CAShapeLayer`. The path is in the
/// layer's own coordinates and is not clipped to its bounds.
public final class ShapeLayer: Layer {
  /// The path; nil draws nothing. Default nil.
  public var path: Path? {
    didSet {
      knownLength = nil
      outlineChanged()
    }
  }
  /// The colour of the inside; nil fills nothing. Default opaque black.
  public var fillColor: Color? = .black { didSet { changed(from: oldValue, to: fillColor) } }
  /// The rule for the inside. Default non-zero.
  public var fillRule = FillRule.nonZero { didSet { changed(from: oldValue, to: fillRule) } }
  /// The colour of the stroke; nil strokes nothing. Default nil.
  public var strokeColor: Color? { didSet { changed(from: oldValue, to: strokeColor) } }
  /// Width, caps, joins, dashes, and the part between `start` and `end` that is stroked.
  public var strokeStyle = StrokeStyle() { didSet { outlineChanged() } }
  /// Whether the path is drawn at the nearest whole column, from coverage that the renderer keeps. Keeping suits a long
  /// path that slides as a whole while little of it changes. Default false.
  public var keepsCoverage = false {
    didSet { if keepsCoverage != oldValue { outlineChanged() } }
  }

  private var knownLength: Double?
  /// The outlines of a sliding path, shared by all presentations of the layer.
  private var outlines: (fill: PathColumns, stroke: PathColumns)?

  public override init() { super.init() }

  /// A copy of all visible values, for a presentation.
  /// - Precondition: the layer is a `ShapeLayer`.
  public required init(presenting layer: Layer) {
    super.init(presenting: layer)
    let shape = layer as! ShapeLayer
    path = shape.path
    fillColor = shape.fillColor
    fillRule = shape.fillRule
    strokeColor = shape.strokeColor
    strokeStyle = shape.strokeStyle
    keepsCoverage = shape.keepsCoverage
    outlines = shape.outlines
  }

  public override func value(for keyPath: AnimationKeyPath) -> AnimatableValue? {
    switch keyPath {
    case .path: .path(path ?? Path())
    case .fillColor: .color(fillColor ?? .clear)
    case .strokeColor: .color(strokeColor ?? .clear)
    case .lineWidth: .scalar(strokeStyle.width)
    case .lineDashPhase: .scalar(strokeStyle.dashPhase)
    case .strokeStart: .scalar(strokeStyle.start)
    case .strokeEnd: .scalar(strokeStyle.end)
    default: super.value(for: keyPath)
    }
  }

  public override func setValue(_ value: AnimatableValue, for keyPath: AnimationKeyPath) {
    switch (keyPath, value) {
    case (.path, .path(let value)): path = value
    case (.fillColor, .color(let value)): fillColor = value
    case (.strokeColor, .color(let value)): strokeColor = value
    case (.lineWidth, .scalar(let value)): strokeStyle.width = value
    case (.lineDashPhase, .scalar(let value)): strokeStyle.dashPhase = value
    case (.strokeStart, .scalar(let value)): strokeStyle.start = value
    case (.strokeEnd, .scalar(let value)): strokeStyle.end = value
    default: super.setValue(value, for: keyPath)
    }
  }

  public override func visibleTravel(perUnitOf keyPath: AnimationKeyPath) -> Double {
    switch keyPath {
    case .strokeStart, .strokeEnd: length
    // The tip of a narrow miter moves farther than the edges of its lines.
    case .lineWidth: strokeStyle.reachPerWidth
    // The shape visibly moves only at each whole column.
    case .position: keepsCoverage ? VisibleChange.step : 1
    default: super.visibleTravel(perUnitOf: keyPath)
    }
  }

  /// The length of the path, measured on first use.
  private var length: Double {
    if let knownLength { return knownLength }
    let length = path?.length ?? 0
    knownLength = length
    return length
  }

  public override func record(into recorder: inout Recorder) {
    super.record(into: &recorder)
    guard let path, !path.isEmpty else { return }
    recorder.enterBounds()
    recorder.keepsCoverage = keepsCoverage
    if let color = fillColor {
      recorder.columns = outlines?.fill
      recorder.fill(path, rule: fillRule, .color(color))
    }
    if let color = strokeColor {
      recorder.columns = outlines?.stroke
      recorder.stroke(path, strokeStyle, .color(color))
    }
  }

  private func outlineChanged() {
    outlines = path.flatMap { path in
      keepsCoverage
        ? (PathColumns(path, reach: nil), PathColumns(path, reach: strokeStyle.reach)) : nil
    }
    setNeedsRecording()
  }
}
