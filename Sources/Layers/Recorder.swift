import Geometry
import Raster

/// Records the drawing of one layer, with the transform and clip of the layer.
public struct Recorder {
  /// The state for the layer's own coordinates.
  private let state: GraphicsState
  private var clip: Clip?
  /// The clip to the layer's bounds, if the layer has one.
  private let clipToBounds: Clip?
  private let owner: ObjectIdentifier
  private let firstSlot: Int
  /// The colour that multiplies all colours, component by component.
  var modulation: Color { state.modulation }
  /// Whether the renderer keeps the coverage of the next operations.
  var keepsCoverage = false
  /// The outline of the next path, if that path slides.
  var columns: PathColumns?
  private(set) var items: [DisplayItem] = []

  /// The number of a layer's border among the layer's operations.
  static let borderSlot = -1

  /// - Parameter firstSlot: the number of the first recorded operation among the layer's operations.
  init(_ layer: Layer, in state: GraphicsState, clipToBounds: Clip?, firstSlot: Int = 0) {
    owner = ObjectIdentifier(layer.model)
    self.state = state
    clip = state.clip
    self.clipToBounds = clipToBounds
    self.firstSlot = firstSlot
  }

  /// Clips the next operations to the bounds, if the layer masks to its bounds.
  public mutating func enterBounds() { clip = clipToBounds }

  /// Fills a path in the layer's coordinates.
  public mutating func fill(_ path: Path, rule: FillRule = .nonZero, _ paint: Paint) {
    append(.fill(path, rule, transform: state.transform, paint.multiplied(by: modulation)))
  }

  /// Fills glyphs. A horizontal baseline is moved to the nearest whole device row.
  /// - Parameter origin: the origin of the run.
  public mutating func fill(_ glyphs: GlyphRun, at origin: Point, _ paint: Paint) {
    guard !glyphs.glyphs.isEmpty else { return }
    var transform = AffineTransform.translation(origin.x, origin.y).concatenating(state.transform)
    if transform.isScaleAndTranslation { transform.ty = transform.ty.rounded() }
    append(.glyphs(glyphs, transform: transform, paint.multiplied(by: modulation)))
  }

  /// Strokes a path in the layer's coordinates. A style without width or length draws nothing.
  public mutating func stroke(_ path: Path, _ style: StrokeStyle, _ paint: Paint) {
    // NaN stands for the whole path.
    guard style.width > 0, style.width.isFinite, !(style.start >= style.end) else { return }
    append(.stroke(path, style, transform: state.transform, paint.multiplied(by: modulation)))
  }

  /// - Parameter parts: the items of a group.
  mutating func append(_ content: DrawOperation.Content, parts: DisplayItem.Parts? = nil) {
    let operation = DrawOperation(content, clip: clip, keepsCoverage: keepsCoverage)
    let key = DisplayItem.Key(owner: owner, instance: state.instance, slot: firstSlot + items.count)
    guard let item = DisplayItem(operation, key: key, columns: columns, parts: parts)
    else { return }
    items.append(item)
  }
}

extension Paint {
  /// The paint with every colour multiplied. Of an image, only the opacity is multiplied.
  func multiplied(by color: Color) -> Paint {
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
