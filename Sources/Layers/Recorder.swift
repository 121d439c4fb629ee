import Geometry
import Raster

/// Takes down what layers draw, with the transform and clip that hold where they draw it.
public struct Recorder {
  /// From the coordinates of the layer that is drawing to device pixels.
  var transform: AffineTransform
  var clip: Clip?
  private(set) var items: [DisplayItem] = []
  /// The model layer that is drawing, and how many items it has drawn in this frame.
  private var owner: ObjectIdentifier?
  private var slot = 0

  init(transform: AffineTransform, clip: Clip?) {
    self.transform = transform
    self.clip = clip
  }

  /// - Parameters:
  ///   - transform: from the path's coordinates to the layer's.
  ///   - snapsVertically: whether the origin is moved to the nearest whole device row.
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, _ paint: Paint,
    transform local: AffineTransform = .identity, snapsVertically: Bool = false
  ) {
    var transform = local.concatenating(self.transform)
    if snapsVertically, transform.isScaleAndTranslation {
      transform.ty = transform.ty.rounded()
    }
    append(.fill(path, rule, transform: transform, paint))
  }

  public mutating func stroke(_ path: Path, _ style: StrokeStyle, _ paint: Paint) {
    guard style.width > 0, style.width.isFinite, style.start < style.end else { return }
    append(.stroke(path, style, transform: transform, paint))
  }

  mutating func begin(_ layer: Layer) {
    owner = ObjectIdentifier(layer.model)
    slot = 0
  }

  mutating func append(_ content: DrawOperation.Content) {
    append(DrawOperation(content, clip: clip))
  }

  private mutating func append(_ operation: DrawOperation) {
    let bounds = IntRect(covering: operation.bounds)
    guard !bounds.isEmpty, let owner else { return }
    items.append(
      DisplayItem(key: DisplayItem.Key(owner: owner, slot: slot), operation: operation, bounds: bounds))
    slot += 1
  }

  mutating func append(contentsOf other: [DisplayItem]) { items.append(contentsOf: other) }
}

/// One drawing operation of a frame, and which layer it comes from.
public struct DisplayItem: Sendable {
  struct Key: Hashable, Sendable {
    let owner: ObjectIdentifier
    let slot: Int
  }

  let key: Key
  public let operation: DrawOperation
  /// The device pixels that it may touch.
  public let bounds: IntRect
}
