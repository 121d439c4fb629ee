import Geometry
import Raster

/// Takes down what one layer draws, with the transform and clip that hold where it draws.
public struct Recorder {
  /// From the layer's coordinates to device pixels.
  private let transform: AffineTransform
  private let clip: Clip?
  private let owner: ObjectIdentifier
  private(set) var items: [DisplayItem] = []

  init(_ layer: Layer, transform: AffineTransform, clip: Clip?) {
    owner = ObjectIdentifier(layer.model)
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

  mutating func append(_ content: DrawOperation.Content) {
    let operation = DrawOperation(content, clip: clip)
    let bounds = IntRect(covering: operation.bounds)
    guard !bounds.isEmpty else { return }
    items.append(
      DisplayItem(
        key: DisplayItem.Key(owner: owner, slot: items.count), operation: operation, bounds: bounds))
  }
}
