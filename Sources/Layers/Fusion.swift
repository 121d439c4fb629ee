import Geometry
import Raster

/// Replaces groups, if possible, by a single drawing operation without an intermediate picture.
enum Fusion {
  /// A group of one operation, as that operation with a more transparent paint.
  static func withOpacity(_ opacity: Double, _ items: [DisplayItem]) -> DisplayItem? {
    guard items.count == 1, let item = items.first else { return nil }
    if opacity >= 1 { return item }
    guard let paint = item.operation.paint?.paint else { return nil }
    return item.operation.painted(paint.multiplied(by: Color.white.opacity(opacity))).flatMap {
      DisplayItem($0, key: item.key, columns: item.columns)
    }
  }

  /// A rectangle filled with any paint and masked by one opaque shape, as that shape in the paint, clipped to the
  /// rectangle. For example, a gradient can be drawn through a stroked path.
  static func masked(_ contents: [DisplayItem], by mask: [DisplayItem]) -> DisplayItem? {
    guard contents.count == 1, mask.count == 1, let content = contents.first,
      let shape = mask.first, shape.operation.clip == content.operation.clip,
      content.operation.offset == .zero,
      case .fill(let path, _, let contentTransform, let paint) = content.operation.content,
      contentTransform.isScaleAndTranslation, path == Path(rect: path.controlPointBounds)
    else { return nil }
    let rect = path.controlPointBounds.applying(contentTransform)
    guard let operation = shape.operation.painted(paint, from: contentTransform) else { return nil }
    var clip = operation.clip ?? Clip(rect: rect)
    clip.rect = clip.rect.intersection(rect)
    return DisplayItem(operation.clipped(to: clip), key: content.key, columns: shape.columns)
  }
}

extension DrawOperation {
  /// The shape, if it is opaque, in another paint.
  /// - Parameter space: the transform from the paint's coordinates to the device.
  fileprivate func painted(_ other: Paint, from space: AffineTransform) -> DrawOperation? {
    guard let (paint, transform) = paint, case .color(let color) = paint, color.alpha >= 1 else {
      return nil
    }
    return other.moved(from: space, to: transform).flatMap { painted($0) }
  }
}

extension Paint {
  /// The paint for a shape with another transform to the device, with the same pixels.
  fileprivate func moved(from: AffineTransform, to: AffineTransform) -> Paint? {
    if from == to { return self }
    guard let inverse = to.inverted else { return nil }
    let change = from.concatenating(inverse)
    switch self {
    case .color: return self
    case .gradient(var gradient):
      gradient.transform = gradient.transform.concatenating(change)
      return .gradient(gradient)
    case .image(var image):
      image.transform = image.transform.concatenating(change)
      return .image(image)
    }
  }
}
