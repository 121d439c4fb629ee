import Geometry

/// A layer that draws its sublayers several times, with the meaning of `CAReplicatorLayer`: each copy is
/// moved, tinted and delayed relative to the copy before it.
public final class ReplicatorLayer: Layer {
  /// The number of copies, including the sublayers themselves; 0 or less draws nothing. Default 1.
  public var instanceCount = 1 { didSet { motionChanged() } }
  /// The transform from one copy to the next, about the centre of the bounds. Default identity.
  public var instanceTransform = AffineTransform.identity {
    didSet { changed(from: oldValue, to: instanceTransform) }
  }
  /// The delay in seconds of each copy relative to the copy before it. Default 0.
  public var instanceDelay = 0.0 { didSet { motionChanged() } }
  /// The colour that multiplies the first copy. Default opaque white.
  public var instanceColor = Color.white { didSet { changed(from: oldValue, to: instanceColor) } }
  /// The red that is added to the colour of each copy for the next copy. Default 0.
  public var instanceRedOffset = 0.0 { didSet { changed(from: oldValue, to: instanceRedOffset) } }
  /// The green that is added to the colour of each copy for the next copy. Default 0.
  public var instanceGreenOffset = 0.0 {
    didSet { changed(from: oldValue, to: instanceGreenOffset) }
  }
  /// The blue that is added to the colour of each copy for the next copy. Default 0.
  public var instanceBlueOffset = 0.0 { didSet { changed(from: oldValue, to: instanceBlueOffset) } }
  /// The alpha that is added to the colour of each copy for the next copy. Default 0.
  public var instanceAlphaOffset = 0.0 {
    didSet { changed(from: oldValue, to: instanceAlphaOffset) }
  }

  /// The largest number of copies; further copies are not drawn.
  public static let greatestCount = 4096

  public override init() { super.init() }

  /// A copy of all visible values, for a presentation.
  /// - Precondition: the layer is a `ReplicatorLayer`.
  public required init(presenting layer: Layer) {
    super.init(presenting: layer)
    let replicator = layer as! ReplicatorLayer
    instanceCount = replicator.instanceCount
    instanceTransform = replicator.instanceTransform
    instanceDelay = replicator.instanceDelay
    instanceColor = replicator.instanceColor
    instanceRedOffset = replicator.instanceRedOffset
    instanceGreenOffset = replicator.instanceGreenOffset
    instanceBlueOffset = replicator.instanceBlueOffset
    instanceAlphaOffset = replicator.instanceAlphaOffset
  }

  public override func value(for keyPath: AnimationKeyPath) -> AnimatableValue? {
    switch keyPath {
    case .instanceColor: .color(instanceColor)
    case .instanceDelay: .scalar(instanceDelay)
    case .instanceTransform: .transform(instanceTransform)
    default: super.value(for: keyPath)
    }
  }

  public override func setValue(_ value: AnimatableValue, for keyPath: AnimationKeyPath) {
    switch (keyPath, value) {
    case (.instanceColor, .color(let value)): instanceColor = value
    case (.instanceDelay, .scalar(let value)): instanceDelay = value
    case (.instanceTransform, .transform(let value)): instanceTransform = value
    default: super.setValue(value, for: keyPath)
    }
  }

  public override func visibleTravel(perUnitOf keyPath: AnimationKeyPath) -> Double {
    // Sublayers move during a delay, by an unknown distance.
    keyPath == .instanceDelay ? .infinity : super.visibleTravel(perUnitOf: keyPath)
  }

  private var drawnCount: Int { min(max(instanceCount, 0), ReplicatorLayer.greatestCount) }

  struct Instance {
    var transform: AffineTransform
    var color: Color
    var delay: Double
  }

  /// All copies, from the bottom one up.
  var instances: [Instance] {
    let center = bounds.center
    let toCenter = AffineTransform.translation(-center.x, -center.y)
    let back = AffineTransform.translation(center.x, center.y)
    var power = AffineTransform.identity
    return (0..<drawnCount).map { k in
      defer { power = power.concatenating(instanceTransform) }
      return Instance(
        transform: k == 0 ? .identity : toCenter.concatenating(power).concatenating(back),
        color: color(Double(k)), delay: finiteDelay * Double(k))
    }
  }

  private func color(_ k: Double) -> Color {
    func part(_ start: Double, _ offset: Double) -> Double {
      let value = start + k * offset
      return value > 0 ? min(value, 1) : 0
    }
    return Color(
      red: part(instanceColor.red, instanceRedOffset),
      green: part(instanceColor.green, instanceGreenOffset),
      blue: part(instanceColor.blue, instanceBlueOffset),
      alpha: part(instanceColor.alpha, instanceAlphaOffset))
  }

  private var finiteDelay: Double { instanceDelay.isFinite ? instanceDelay : 0 }

  override var longestDelay: Double { max(0, finiteDelay) * Double(max(drawnCount - 1, 0)) }

  override var delays: [Double] {
    finiteDelay == 0
      ? super.delays : (0..<max(drawnCount, 1)).map { finiteDelay * Double($0) }
  }

  override var greatestInstanceScale: Double {
    let scale = instanceTransform.greatestScale
    guard scale > 1 else { return 1 }
    return (1..<max(drawnCount, 1)).reduce(1) { result, _ in result * scale }
  }
}
