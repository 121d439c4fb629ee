import Geometry
import Raster

/// A node of the retained tree, with the meaning of `CALayer`: geometry, appearance, sublayers, a mask, and animations
/// whose visible values differ from the model values.
///
/// Setting a property changes the model at once and never animates by itself.
open class Layer {
  // MARK: Geometry

  /// The layer's rectangle in its own coordinates.
  public var bounds = Rect.zero { didSet { changed(from: oldValue, to: bounds) } }
  /// The anchor point in the superlayer's coordinates.
  public var position = Point.zero {
    // An animated layer is positioned again in each frame anyway.
    didSet {
      if position == oldValue { return }
      if animations.isEmpty { setNeedsRecording() } else { memory.forgetWay() }
    }
  }
  /// The point, as a fraction of the bounds, that lies at `position` and about which `transform` applies. Default: the
  /// middle.
  public var anchorPoint = Point(0.5, 0.5) { didSet { changed(from: oldValue, to: anchorPoint) } }
  /// A transform about the anchor point, applied before the layer is placed. Default identity.
  public var transform = AffineTransform.identity {
    didSet { changed(from: oldValue, to: transform) }
  }
  /// Whether the layer's origin is drawn on the nearest whole device column, unless a transform above rotates, so that
  /// the layer moves sideways by whole columns as shapes with kept coverage do. Default false.
  public var snapsToColumns = false { didSet { changed(from: oldValue, to: snapsToColumns) } }
  /// The number of an image's pixels per point. Outlines have no scale of their own. Default 1.
  public var contentsScale = 1.0 { didSet { changed(from: oldValue, to: contentsScale) } }

  // MARK: Time

  /// The start of the layer's time, in its superlayer's time. Default 0.
  public var beginTime = 0.0 { didSet { timeChanged() } }
  /// The speed of the layer's time relative to its superlayer's; 0 stops time. Default 1.
  public var speed = 1.0 { didSet { timeChanged() } }
  /// An offset that is added to the layer's time. Default 0.
  public var timeOffset = 0.0 { didSet { timeChanged() } }

  /// Whether the layer's time differs from its superlayer's.
  private(set) var hasOwnTime = false

  // MARK: Appearance

  /// The opacity of the layer with all layers below it, 0...1. Default 1.
  public var opacity = 1.0 { didSet { changed(from: oldValue, to: opacity) } }
  /// Whether the layer and all layers below it are left out. Default false.
  public var isHidden = false { didSet { changed(from: oldValue, to: isHidden) } }
  /// The colour that fills the bounds; nil for none. Default nil.
  public var backgroundColor: Color? { didSet { changed(from: oldValue, to: backgroundColor) } }
  /// The colour of the border; nil for none. Default nil.
  public var borderColor: Color? { didSet { changed(from: oldValue, to: borderColor) } }
  /// The width of the border, which lies inside the bounds and above the sublayers. Without a
  /// `borderColor` there is no border. Default 0.
  public var borderWidth = 0.0 { didSet { changed(from: oldValue, to: borderWidth) } }
  /// The radius of the corners of background, border and clip, in points; limited to half of the shorter
  /// side. Default 0.
  public var cornerRadius = 0.0 { didSet { changed(from: oldValue, to: cornerRadius) } }
  /// Whether contents and sublayers are clipped to the bounds with their rounded corners.
  public var masksToBounds = false { didSet { changed(from: oldValue, to: masksToBounds) } }
  /// The layer, in this layer's coordinates, whose alpha multiplies the whole picture of this layer; nil for no mask.
  public var mask: Layer? {
    didSet {
      if model === self, oldValue !== mask { maskChanged(from: oldValue) }
      setNeedsRecording()
    }
  }

  // MARK: Tree

  /// The sublayers, from the bottom one up, above the layer itself.
  public private(set) var sublayers: [Layer] = []
  /// The layer that has this one among its sublayers; nil for a root.
  public var superlayer: Layer? { isMask ? nil : parent }
  /// The layer that has this one as its mask; nil for other layers.
  var maskedLayer: Layer? { isMask ? parent : nil }
  /// The layer that shows this one, as a sublayer or as its mask. Each change follows this reference
  /// upwards. The parent's `deinit` resets it.
  @exclusivity(unchecked) private(set) unowned(unsafe) var parent: Layer?
  private var isMask = false

  // MARK: Animation

  @exclusivity(unchecked) private(set) var animations: [AttachedAnimation] = []
  @exclusivity(unchecked) var memory = LayerMemory()
  /// The layer presented by this one, alive as long as its presentation; nil in the model tree.
  private let presented: Layer?
  /// The model of this presentation; the layer itself in the model tree.
  var model: Layer { presented ?? self }
  /// The callbacks of this tree, in its root.
  private(set) lazy var callbacks = CallbackQueue()

  /// A layer without size at (0, 0), with nothing to draw.
  public init() { presented = nil }

  /// A copy of all visible values, without tree and animations, from which a presentation is made.
  public required init(presenting layer: Layer) {
    bounds = layer.bounds
    position = layer.position
    anchorPoint = layer.anchorPoint
    transform = layer.transform
    snapsToColumns = layer.snapsToColumns
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
    // The sublayers of a presentation belong to its model.
    for layer in sublayers where layer.parent === self { layer.parent = nil }
    if let mask, mask.parent === self { mask.parent = nil }
  }

  /// The rectangle in the superlayer, ignoring the transform.
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

  /// The value of a property of this kind of layer, with an absent colour as a clear one; nil for
  /// properties of other kinds.
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

  /// The largest distance, in points, that anything visible moves when a property changes by one of its units: 1 for a
  /// property in points, the layer's size for a property in fractions of that size, and infinite if the distance is not
  /// known. A property that moves nothing, such as the opacity, counts half a point for each of 255 steps.
  open func visibleTravel(perUnitOf keyPath: AnimationKeyPath) -> Double {
    switch keyPath {
    case .anchorPoint: max(bounds.width, bounds.height)
    case .opacity: VisibleChange.steps(1)
    // The layer visibly moves only at each whole column.
    case .position where snapsToColumns: VisibleChange.step
    default: 1
    }
  }

  private static let noDelays = [0.0]
  /// The delays of the copies of sublayers.
  var delays: [Double] { Layer.noDelays }
  var longestDelay: Double { 0 }
  /// The largest factor between a copy of the sublayers and the sublayers.
  var greatestInstanceScale: Double { 1 }

  /// Records the layer's own drawing, below its sublayers. The border is recorded above them.
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
    old?.endAnimations(reportingTo: root.callbacks)
    mask?.removeFromSuperlayer()
    mask?.maskedLayer?.mask = nil
    mask?.setParent(self, isMask: true)
    motionChanged()
    root.callbacks.deliver()
  }

  /// Marks the layer's drawing as changed. A subclass calls this function when one of its own properties
  /// changes.
  public func setNeedsRecording() {
    memory.contents = nil
    forgetDrawing()
  }

  /// Marks the layer's drawing as changed if a property has another value than before.
  func changed<Value: Equatable>(from old: Value, to new: Value) {
    if old != new { setNeedsRecording() }
  }

  /// Removes the drawing of this layer from its own memory and from those above.
  private func forgetDrawing() {
    var layer: Layer? = self
    while let current = layer, current.memory.hasDrawing {
      current.memory.forgetDrawing()
      // The layers above an animated layer know only that it is animated.
      layer = current.animations.isEmpty ? current.parent : nil
    }
  }

  private func timeChanged() {
    hasOwnTime = speed != 1 || timeOffset != beginTime
    motionChanged()
  }

  /// Marks the motion as changed, because other layers move, or because layers move at other times.
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
    memory.forgetWay()
    if new.isEmpty != wasEmpty { motionChanged() }
  }

  /// The sublayers with animations, including those with animated masks or sublayers.
  var animatedSublayers: [Layer] {
    if let known = memory.animatedSublayers { return known }
    let result = sublayers.filter { !$0.isStill }
    memory.animatedSublayers = result
    return result
  }

  /// Whether nothing is animated in this layer, its mask and all layers below.
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
