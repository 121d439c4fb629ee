import Geometry
import Raster

/// A node of the retained tree, with the meaning of `CALayer`: geometry, appearance, sublayers, a
/// mask, and the animations that move what is shown away from the model values.
///
/// Setting a property changes the model at once and never animates by itself.
open class Layer {
  // MARK: Geometry

  /// The layer's rectangle in its own coordinates.
  public var bounds = Rect.zero { didSet { if bounds != oldValue { setNeedsRecording() } } }
  /// Where the anchor point lies in the superlayer.
  public var position = Point.zero {
    // What is animated is put in its place in each frame anyway.
    didSet { if animations.isEmpty, position != oldValue { setNeedsRecording() } }
  }
  /// The point of the layer, as a fraction of its bounds, that `position` places and about which
  /// `transform` turns. Default: the middle.
  public var anchorPoint = Point(0.5, 0.5) {
    didSet { if anchorPoint != oldValue { setNeedsRecording() } }
  }
  /// About the anchor point, before the layer is put at its position. Default identity.
  public var transform = AffineTransform.identity {
    didSet { if transform != oldValue { setNeedsRecording() } }
  }
  /// Pixels of an image a point; what is drawn from outlines needs none. Default 1.
  public var contentsScale = 1.0 { didSet { if contentsScale != oldValue { setNeedsRecording() } } }

  // MARK: Time

  /// When the layer's time begins, in its superlayer's. Default 0.
  public var beginTime = 0.0 { didSet { timeChanged() } }
  /// How fast the layer's time runs against its superlayer's; 0 stands still. Default 1.
  public var speed = 1.0 { didSet { timeChanged() } }
  /// What is added to the layer's time. Default 0.
  public var timeOffset = 0.0 { didSet { timeChanged() } }

  /// Whether its time differs from its superlayer's.
  private(set) var hasOwnTime = false

  // MARK: Appearance

  /// Of the layer with all below it, 0...1. Default 1.
  public var opacity = 1.0 { didSet { if opacity != oldValue { setNeedsRecording() } } }
  /// Whether neither it nor anything below it is drawn. Default false.
  public var isHidden = false { didSet { if isHidden != oldValue { setNeedsRecording() } } }
  /// Fills the bounds; nil for nothing. Default nil.
  public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { setNeedsRecording() } }
  }
  /// Of the border; nil for none. Default nil.
  public var borderColor: Color? { didSet { if borderColor != oldValue { setNeedsRecording() } } }
  /// The width of a border that lies inside of the bounds and above the sublayers; nothing without a
  /// `borderColor`.
  public var borderWidth = 0.0 { didSet { if borderWidth != oldValue { setNeedsRecording() } } }
  /// Of ground, border and clip, in points; held within half of the shorter side. Default 0.
  public var cornerRadius = 0.0 { didSet { if cornerRadius != oldValue { setNeedsRecording() } } }
  /// Whether contents and sublayers are clipped to the bounds with their rounded corners.
  public var masksToBounds = false {
    didSet { if masksToBounds != oldValue { setNeedsRecording() } }
  }
  /// A layer, in this layer's coordinates, whose alpha multiplies all that this layer shows.
  public var mask: Layer? {
    didSet {
      if model === self, oldValue !== mask { maskChanged(from: oldValue) }
      setNeedsRecording()
    }
  }

  // MARK: Tree

  /// Drawn in this order, over the layer itself.
  public private(set) var sublayers: [Layer] = []
  /// The layer that has this one among its sublayers; nil for a root.
  public var superlayer: Layer? { isMask ? nil : parent }
  /// The layer that has this one as its mask.
  var maskedLayer: Layer? { isMask ? parent : nil }
  /// The layer that shows this one, in either way. It is asked for on the way up of each change, and
  /// takes itself out when it is no more.
  @exclusivity(unchecked) private(set) unowned(unsafe) var parent: Layer?
  private var isMask = false

  // MARK: Animation

  @exclusivity(unchecked) private(set) var animations: [AttachedAnimation] = []
  /// What the animations do, where they do nothing but move the position; else empty.
  @exclusivity(unchecked) private(set) var movements: [AnimationPart] = []
  @exclusivity(unchecked) var memory = LayerMemory()
  /// The layer that this one presents, which lives as long as its presentation; nil in the model tree.
  private let presented: Layer?
  /// The layer that this one shows a presentation of; itself in the model tree.
  var model: Layer { presented ?? self }
  /// What is to be told of this tree, in its root.
  private(set) lazy var callbacks = CallbackQueue()

  /// A layer without size at (0, 0), which draws nothing.
  public init() { presented = nil }

  /// A copy of all that is shown, without tree and animations: the start of a presentation.
  public required init(presenting layer: Layer) {
    bounds = layer.bounds
    position = layer.position
    anchorPoint = layer.anchorPoint
    transform = layer.transform
    contentsScale = layer.contentsScale
    beginTime = layer.beginTime
    speed = layer.speed
    timeOffset = layer.timeOffset
    hasOwnTime = layer.hasOwnTime
    opacity = layer.opacity
    isHidden = layer.isHidden
    backgroundColor = layer.backgroundColor
    borderColor = layer.borderColor
    borderWidth = layer.borderWidth
    cornerRadius = layer.cornerRadius
    masksToBounds = layer.masksToBounds
    mask = layer.mask
    sublayers = layer.sublayers
    presented = layer.model
  }

  deinit {
    // Those of a presentation belong to its model.
    for layer in sublayers where layer.parent === self { layer.parent = nil }
    if let mask, mask.parent === self { mask.parent = nil }
  }

  /// The rectangle in the superlayer, as if there were no transform.
  public var frame: Rect {
    get {
      Rect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }
    set {
      bounds.size = newValue.size
      position = Point(
        newValue.minX + anchorPoint.x * newValue.width,
        newValue.minY + anchorPoint.y * newValue.height)
    }
  }

  /// The value of a property that this kind of layer has, an absent colour as a clear one; nil for
  /// others.
  open func value(for keyPath: AnimationKeyPath) -> AnimatableValue? {
    switch keyPath {
    case .position: .point(position)
    case .anchorPoint: .point(anchorPoint)
    case .bounds: .rect(bounds)
    case .boundsSize: .size(bounds.size)
    case .transform: .transform(transform)
    case .opacity: .scalar(opacity)
    case .backgroundColor: .color(backgroundColor ?? .clear)
    case .borderColor: .color(borderColor ?? .clear)
    case .borderWidth: .scalar(borderWidth)
    case .cornerRadius: .scalar(cornerRadius)
    default: nil
    }
  }

  /// Sets a property; a value of the wrong kind changes nothing.
  open func setValue(_ value: AnimatableValue, for keyPath: AnimationKeyPath) {
    switch (keyPath, value) {
    case (.position, .point(let value)): position = value
    case (.anchorPoint, .point(let value)): anchorPoint = value
    case (.bounds, .rect(let value)): bounds = value
    case (.boundsSize, .size(let value)): bounds.size = value
    case (.transform, .transform(let value)): transform = value
    case (.opacity, .scalar(let value)): opacity = min(max(value, 0), 1)
    case (.backgroundColor, .color(let value)): backgroundColor = value
    case (.borderColor, .color(let value)): borderColor = value
    case (.borderWidth, .scalar(let value)): borderWidth = value
    case (.cornerRadius, .scalar(let value)): cornerRadius = value
    default: break
    }
  }

  /// The most points by which a change of a property by one of its units moves something that is seen:
  /// 1 for a property in points, the layer's size for one in fractions of that size, and infinite where
  /// the movement is not known. A property that moves nothing, such as the opacity, counts a quarter of
  /// a point for each of 255 steps.
  open func visibleTravel(perUnitOf keyPath: AnimationKeyPath) -> Double {
    switch keyPath {
    case .anchorPoint: max(bounds.width, bounds.height)
    case .opacity: VisibleChange.steps(1)
    default: 1
    }
  }

  private static let noDelays = [0.0]
  /// The delays of the copies in which sublayers are drawn.
  var delays: [Double] { Layer.noDelays }
  var longestDelay: Double { 0 }
  /// How much copies of sublayers are larger than these.
  var greatestInstanceScale: Double { 1 }

  /// Records what the layer itself shows, below its sublayers; its border is recorded above them.
  open func record(into recorder: inout Recorder) {
    if let color = backgroundColor, color.alpha > 0 {
      recorder.fill(Path(roundedRect: bounds, cornerRadius: cornerRadius), .color(color))
    }
  }

  var hasBorder: Bool { borderColor.map { $0.alpha > 0 } ?? false && borderWidth > 0 }

  /// Records the border, which lies above the sublayers.
  func recordBorder(into recorder: inout Recorder) {
    guard hasBorder, let color = borderColor else { return }
    let inner = bounds.insetBy(dx: borderWidth, dy: borderWidth)
    var ring = Path(roundedRect: bounds, cornerRadius: cornerRadius)
    if !inner.isEmpty {
      ring.append(Path(roundedRect: inner, cornerRadius: max(0, cornerRadius - borderWidth)))
    }
    recorder.fill(ring, rule: .evenOdd, .color(color))
  }

  // MARK: Changes

  private func maskChanged(from old: Layer?) {
    old?.setParent(nil)
    old?.endAnimations(tellingTo: root.callbacks)
    mask?.removeFromSuperlayer()
    mask?.maskedLayer?.mask = nil
    mask?.setParent(self, isMask: true)
    motionChanged()
    root.callbacks.deliver()
  }

  /// Says that what the layer draws has changed. A subclass calls it when a property of its own does.
  public func setNeedsRecording() {
    memory.forgetContents()
    forgetDrawing()
  }

  /// Has this layer, and all above it, forget the drawing of this layer.
  private func forgetDrawing() {
    var layer: Layer? = self
    while let current = layer, current.memory.hasDrawing {
      current.memory.forgetDrawing()
      // The layers above an animated layer know no more than that it is one.
      layer = current.animations.isEmpty ? current.parent : nil
    }
  }

  private func timeChanged() {
    hasOwnTime = speed != 1 || timeOffset != beginTime
    motionChanged()
  }

  /// Says that other layers move, here or below, or at other times.
  func motionChanged() {
    memory.forgetDrawing()
    parent?.forgetDrawing()
    var layer: Layer? = self
    while let current = layer {
      current.memory.forgetMotion()
      layer = current.parent
    }
  }

  func setAnimations(_ new: [AttachedAnimation]) {
    let wasEmpty = animations.isEmpty
    animations = new
    let parts = new.flatMap(\.parts)
    movements = parts.allSatisfy { $0.keyPath == .position } ? parts : []
    if new.isEmpty != wasEmpty { motionChanged() }
  }

  /// The sublayers in which, in whose masks, or below which something is animated.
  var animatedSublayers: [Layer] {
    if let known = memory.animatedSublayers { return known }
    let result = sublayers.filter { !$0.isStill }
    memory.keep(animatedSublayers: result)
    return result
  }

  /// Whether nothing in this layer, its mask and all below it is animated.
  var isStill: Bool {
    animations.isEmpty && mask?.isStill ?? true && animatedSublayers.isEmpty
  }

  private func setParent(_ layer: Layer?, isMask: Bool = false) {
    parent = layer
    self.isMask = isMask && layer != nil
  }

  func attach(_ layer: Layer, at index: Int) {
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.setParent(self)
    motionChanged()
  }

  func detachFromSuperlayer() {
    guard let parent = superlayer else { return }
    parent.sublayers.removeAll { $0 === self }
    setParent(nil)
    parent.motionChanged()
  }

  func detachAllSublayers() {
    for layer in sublayers { layer.setParent(nil) }
    sublayers = []
    motionChanged()
  }
}
