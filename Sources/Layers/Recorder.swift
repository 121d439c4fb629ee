import Geometry
import Raster

/// Takes down what one layer draws, with the transform and clip that hold where it draws.
public struct Recorder {
  /// From the layer's coordinates to device pixels.
  private let transform: AffineTransform
  private var clip: Clip?
  /// The clip for what is cut off at the layer's bounds, if anything is.
  private let clipToBounds: Clip?
  private let owner: ObjectIdentifier
  private let instance: Int
  private let firstSlot: Int
  /// What all colours are multiplied by, component by component.
  let modulation: Color
  /// Whether what follows is drawn from coverage that is kept.
  var keepsCoverage = false
  /// Where the outline of the path that follows lies, if it slides.
  var columns: PathColumns?
  private(set) var items: [DisplayItem] = []

  /// The number of a layer's border among what the layer draws.
  static let borderSlot = -1

  /// - Parameters:
  ///   - instance: which copy of the layer it is, for one that is drawn several times.
  ///   - firstSlot: the number of what is recorded first among all that the layer draws.
  init(
    _ layer: Layer, transform: AffineTransform, clip: Clip?, clipToBounds: Clip?, instance: Int,
    firstSlot: Int = 0, modulation: Color
  ) {
    owner = ObjectIdentifier(layer.model)
    self.transform = transform
    self.clip = clip
    self.clipToBounds = clipToBounds
    self.instance = instance
    self.firstSlot = firstSlot
    self.modulation = modulation
  }

  /// Has what follows cut off at the bounds, where the layer masks to them.
  public mutating func enterBounds() { clip = clipToBounds }

  /// Fills a path in the layer's coordinates.
  public mutating func fill(_ path: Path, rule: FillRule = .nonZero, _ paint: Paint) {
    append(.fill(path, rule, transform: transform, paint.modulated(by: modulation)))
  }

  /// Fills glyphs whose baseline, where it is horizontal, is moved to the nearest whole device row.
  /// - Parameter origin: where the run's origin lies.
  public mutating func fill(_ glyphs: GlyphRun, at origin: Point, _ paint: Paint) {
    guard !glyphs.glyphs.isEmpty else { return }
    var transform = AffineTransform.translation(origin.x, origin.y).concatenating(self.transform)
    if transform.isScaleAndTranslation { transform.ty = transform.ty.rounded() }
    append(.glyphs(glyphs, transform: transform, paint.modulated(by: modulation)))
  }

  /// Strokes a path in the layer's coordinates; a style without width or length draws nothing.
  public mutating func stroke(_ path: Path, _ style: StrokeStyle, _ paint: Paint) {
    guard style.width > 0, style.width.isFinite, style.start < style.end else { return }
    append(.stroke(path, style, transform: transform, paint.modulated(by: modulation)))
  }

  mutating func append(_ content: DrawOperation.Content) {
    let operation = DrawOperation(content, clip: clip, keepsCoverage: keepsCoverage)
    let key = DisplayItem.Key(owner: owner, instance: instance, slot: firstSlot + items.count)
    guard let item = DisplayItem(operation, key: key, columns: columns) else { return }
    items.append(item)
  }
}

extension Paint {
  /// The same paint with every colour multiplied; of an image only the opacity is, its colours are
  /// the image's own matter.
  fileprivate func modulated(by color: Color) -> Paint {
    if color == .white { return self }
    switch self {
    case .color(let own): return .color(own.multiplied(by: color))
    case .gradient(var gradient):
      for i in gradient.stops.indices {
        gradient.stops[i].color = gradient.stops[i].color.multiplied(by: color)
      }
      return .gradient(gradient)
    case .image(var image):
      image.opacity *= color.alpha
      return .image(image)
    }
  }
}

extension Color {
  func multiplied(by other: Color) -> Color {
    Color(
      red: red * other.red, green: green * other.green, blue: blue * other.blue,
      alpha: alpha * other.alpha)
  }
}
