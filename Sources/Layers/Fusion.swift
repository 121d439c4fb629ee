import Geometry
import Raster

/// Groups that a single drawing operation says as well, without an intermediate picture.
enum Fusion {
  /// A group of one operation is that operation with a more transparent paint.
  static func withOpacity(_ opacity: Double, _ items: [DisplayItem]) -> DisplayItem? {
    guard items.count == 1, let item = items.first else { return nil }
    if opacity >= 1 { return item }
    switch item.operation.content {
    case .fill(let path, let rule, let transform, let paint):
      return item.with(
        .fill(path, rule, transform: transform, paint.multiplied(by: opacity)))
    case .stroke(let path, let style, let transform, let paint):
      return item.with(
        .stroke(path, style, transform: transform, paint.multiplied(by: opacity)))
    case .glyphs(let glyphs, let transform, let paint):
      return item.with(.glyphs(glyphs, transform: transform, paint.multiplied(by: opacity)))
    case .clear, .group: return nil
    }
  }

  /// A rectangle filled with any paint and masked by one opaque shape is that shape in that paint,
  /// clipped to the rectangle: how a gradient is seen through a stroked path.
  static func masked(_ contents: [DisplayItem], by mask: [DisplayItem]) -> DisplayItem? {
    guard contents.count == 1, mask.count == 1, let content = contents.first,
      let shape = mask.first, shape.operation.clip == content.operation.clip,
      case .fill(let path, _, let contentTransform, let paint) = content.operation.content,
      contentTransform.isScaleAndTranslation, path == Path(rect: path.controlPointBounds)
    else { return nil }
    let rect = path.controlPointBounds.applying(contentTransform)
    guard let operation = shape.operation.painted(paint, from: contentTransform) else { return nil }
    var clip = operation.clip ?? Clip(rect: rect)
    clip.rect = clip.rect.intersection(rect)
    var result = operation
    result.clip = clip
    return content.with(result)
  }
}

extension DrawOperation {
  fileprivate func with(_ content: Content) -> DrawOperation {
    DrawOperation(content, clip: clip, keepsCoverage: keepsCoverage)
  }

  /// The same shape, if it is opaque, in another paint, whose coordinates are in a space with the
  /// given transform to the device.
  fileprivate func painted(_ paint: Paint, from space: AffineTransform) -> DrawOperation? {
    switch content {
    case .fill(let path, let rule, let transform, .color(let color)) where color.alpha >= 1:
      guard let moved = paint.moved(from: space, to: transform) else { return nil }
      return with(.fill(path, rule, transform: transform, moved))
    case .stroke(let path, let style, let transform, .color(let color)) where color.alpha >= 1:
      guard let moved = paint.moved(from: space, to: transform) else { return nil }
      return with(.stroke(path, style, transform: transform, moved))
    case .glyphs(let glyphs, let transform, .color(let color)) where color.alpha >= 1:
      guard let moved = paint.moved(from: space, to: transform) else { return nil }
      return with(.glyphs(glyphs, transform: transform, moved))
    default: return nil
    }
  }
}

extension Paint {
  fileprivate func multiplied(by opacity: Double) -> Paint {
    switch self {
    case .color(let color): return .color(color.opacity(opacity))
    case .gradient(var gradient):
      for i in gradient.stops.indices {
        gradient.stops[i].color = gradient.stops[i].color.opacity(opacity)
      }
      return .gradient(gradient)
    case .image(var image):
      image.opacity *= opacity
      return .image(image)
    }
  }

  /// The same paint on screen for a shape that has another transform to the device.
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

extension DisplayItem {
  fileprivate func with(_ content: DrawOperation.Content) -> DisplayItem {
    with(operation.with(content))
  }

  fileprivate func with(_ operation: DrawOperation) -> DisplayItem {
    DisplayItem(key: key, operation: operation, bounds: IntRect(covering: operation.bounds))
  }
}
