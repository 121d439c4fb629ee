import Geometry

/// The recorded drawing of one frame, which Layers writes and Raster executes.
///
/// The transform of each operation leads to device pixels. Equal lists draw the same bytes.
public struct DrawList: Sendable, Equatable {
  /// The operations, in the order in which they are drawn.
  public var operations: [DrawOperation]

  /// A list of operations. Default empty.
  public init(_ operations: [DrawOperation] = []) { self.operations = operations }
}

/// One drawing operation, composited source-over, except `clear`, which stores its colour.
public struct DrawOperation: Sendable, Equatable {
  /// The drawing of an operation. The contents are indirect because they are large and operations are often copied.
  public indirect enum Content: Sendable, Equatable {
    /// Stores a colour in every pixel of the clip, regardless of the old colours.
    case clear(Color)
    /// Fills a path given in user space; open subpaths are closed for filling.
    case fill(Path, FillRule, transform: AffineTransform, Paint)
    /// Strokes a path given in user space; the width and dashes are in user space too.
    case stroke(Path, StrokeStyle, transform: AffineTransform, Paint)
    /// Fills glyphs given in user space. Small upright glyphs are drawn at quarters of a device pixel from coverage
    /// that the renderer keeps; all others are drawn as their exact outlines.
    case glyphs(GlyphRun, transform: AffineTransform, Paint)
    /// Draws other operations into a transparent group, which is then composited as one.
    case group(DrawGroup)
  }

  /// The distance in device pixels by which the content is moved after its own transform. Default zero. Different
  /// operations mostly differ in their offsets, so the offset is compared first.
  public let offset: Point
  /// The drawing, before the offset is applied.
  public let content: Content
  /// The clip of the operation, in device pixels; nil for the whole bitmap.
  public let clip: Clip?
  /// Whether the renderer keeps the coverage of the path. Keeping suits a long path, most of which is drawn again
  /// further to the left or right. The path is drawn at the nearest whole column, with the same bytes whether its
  /// coverage was kept or not; the bytes may differ by one level if lines are longer than a million pixels, or if
  /// round joins of a stroke of eight points or more overlap. Default false.
  public let keepsCoverage: Bool
  /// The distance by which the paint is moved, which may differ from the offset of the shape.
  private let paintOffset: Point
  /// A rectangle that contains all device pixels that the content may change.
  private let extent: Rect
  /// A rectangle that contains all device pixels that the operation may change, including the width, miters and square
  /// caps of strokes, within the clip. A `clear` without a clip is nearly unbounded; an operation that draws nothing
  /// has `null`.
  public let bounds: Rect

  /// An operation without an offset; by default without a clip and without kept coverage.
  public init(_ content: Content, clip: Clip? = nil, keepsCoverage: Bool = false) {
    let extent = DrawOperation.extent(of: content)
    // The nearest column is at most half a pixel away.
    let reach = keepsCoverage && !extent.isNull ? 0.5 : 0
    self.init(
      content, clip, keepsCoverage, .zero, .zero,
      reach > 0 ? extent.insetBy(dx: -reach, dy: 0) : extent)
  }

  private init(
    _ content: Content, _ clip: Clip?, _ keepsCoverage: Bool, _ offset: Point,
    _ paintOffset: Point, _ extent: Rect
  ) {
    self.content = content
    self.clip = clip
    self.keepsCoverage = keepsCoverage
    self.offset = offset
    self.paintOffset = paintOffset
    self.extent = extent
    bounds = clip.map { $0.bounds.intersection(extent) } ?? extent
  }

  /// Returns the operation with another clip.
  public func clipped(to clip: Clip?) -> DrawOperation {
    DrawOperation(content, clip, keepsCoverage, offset, paintOffset, extent)
  }

  /// Returns the operation at another position, within another clip; nil for a group. Kept coverage of the content
  /// remains usable.
  /// - Parameter withPaint: whether the paint moves with the shape; false lets the shape move over the paint.
  public func moved(
    by offset: Point, clippedTo clip: Clip?, withPaint: Bool = true
  ) -> DrawOperation? {
    if case .group = content { return nil }
    return DrawOperation(
      content, clip, keepsCoverage, self.offset + offset,
      withPaint ? paintOffset + offset : paintOffset, extent.offsetBy(dx: offset.x, dy: offset.y))
  }

  /// Returns the operation with another paint; nil for operations without a single paint.
  public func painted(_ paint: Paint) -> DrawOperation? {
    let content: Content
    switch self.content {
    case .fill(let path, let rule, let transform, _):
      content = .fill(path, rule, transform: transform, paint)
    case .stroke(let path, let style, let transform, _):
      content = .stroke(path, style, transform: transform, paint)
    case .glyphs(let glyphs, let transform, _):
      content = .glyphs(glyphs, transform: transform, paint)
    case .clear, .group: return nil
    }
    return DrawOperation(content, clip, keepsCoverage, offset, paintOffset, extent)
  }

  /// The paint, and the transform from the paint's space to device pixels; nil for an operation without a single paint.
  public var paint: (paint: Paint, transform: AffineTransform)? {
    switch content {
    case .fill(_, _, let transform, let paint), .stroke(_, _, let transform, let paint),
      .glyphs(_, let transform, let paint):
      (paint, placed(paint, transform))
    case .clear, .group: nil
    }
  }

  /// Returns a transform of the content, moved by the operation's offset.
  package func placed(_ transform: AffineTransform) -> AffineTransform {
    moved(transform, by: offset)
  }

  /// Returns a transform of the content's paint, moved by the paint's offset. A gradient over which a shape with kept
  /// coverage slides is drawn at the nearest position of a grid that is fixed to the shape, where every colour is at
  /// most half of a level away from its exact value. Between two positions, the whole picture slides unchanged.
  package func placed(_ paint: Paint, _ transform: AffineTransform) -> AffineTransform {
    var result = moved(transform, by: paintOffset)
    guard keepsCoverage, case .gradient(let gradient) = paint,
      transform.isScaleAndTranslation,
      let step = gradient.transform.concatenating(result).columnsPerLevel(of: gradient)
    else { return result }
    let distance = gradient.transform.tx * result.a + result.tx - placed(transform).tx
    result.tx += (distance / step).rounded() * step - distance
    return result
  }

  private func moved(_ transform: AffineTransform, by offset: Point) -> AffineTransform {
    var result = transform
    result.tx += offset.x
    result.ty += offset.y
    if keepsCoverage, result.tx.magnitude < 1e9 { result.tx = result.tx.rounded() }
    return result
  }
}

extension AffineTransform {
  /// The number of columns in which the colours of a gradient change by one of 255 levels; nil for fewer than two, and
  /// for colours that are the same in all columns.
  /// - Precondition: the transform leads from the gradient's space to device pixels, and does not rotate.
  fileprivate func columnsPerLevel(of gradient: LinearGradient) -> Double? {
    let (dx, dy) = (gradient.end.x - gradient.start.x, gradient.end.y - gradient.start.y)
    let slope = abs(dx / (a * (dx * dx + dy * dy)))
    let levels = zip(gradient.stops, gradient.stops.dropFirst()).reduce(0) { most, stops in
      let (a, b) = (stops.0.color, stops.1.color)
      let change = max(
        max(abs(a.red - b.red), abs(a.green - b.green)),
        max(abs(a.blue - b.blue), abs(a.alpha - b.alpha)))
      return change == 0 ? most : max(most, 255 * change / (stops.1.location - stops.0.location))
    }
    let columns = 1 / (slope * levels)
    return columns >= 2 && columns.isFinite ? columns : nil
  }
}

/// Operations that are drawn together and composited as one picture.
public struct DrawGroup: Sendable, Equatable {
  /// The operations of the group.
  public var list: DrawList
  /// Multiplies the opacity of the group's result; 0...1.
  public var opacity: Double
  /// Operations whose resulting alpha multiplies the group's result; nil for no mask.
  public var mask: DrawList?

  /// A group of operations. Default opaque and without a mask.
  public init(list: DrawList, opacity: Double = 1, mask: DrawList? = nil) {
    self.list = list
    self.opacity = opacity
    self.mask = mask
  }
}

/// A restriction of drawing: a rectangle and any number of paths, all intersected.
public struct Clip: Sendable, Equatable {
  /// The rectangle in device pixels. Edges on whole pixels are fast; others are anti-aliased.
  public var rect: Rect
  /// The paths. Only the points inside all of them are drawn.
  public var paths: [ClipPath]

  /// A restriction to a rectangle in device pixels. Default without paths.
  public init(rect: Rect, paths: [ClipPath] = []) {
    self.rect = rect
    self.paths = paths
  }
}

/// A path that restricts drawing to its inside, anti-aliased.
public struct ClipPath: Sendable, Equatable {
  /// The path, in user space.
  public var path: Path
  /// The rule for the inside of the path.
  public var rule: FillRule
  /// The transform from user space to device pixels.
  public var transform: AffineTransform

  /// A restriction to the inside of a path. Default by the non-zero rule, in device pixels.
  public init(path: Path, rule: FillRule = .nonZero, transform: AffineTransform = .identity) {
    self.path = path
    self.rule = rule
    self.transform = transform
  }
}

/// The rule that determines the inside of a path.
public enum FillRule: Sendable {
  /// A point is inside if the winding number of the path around the point is not zero.
  case nonZero
  /// A point is inside if the winding number of the path around the point is odd.
  case evenOdd
}

/// The form of a line's end: a cut at the last point, a half circle around the last point, or half a square beyond the
/// last point.
public enum LineCap: Sendable { case butt, round, square }
/// The form of a corner between two parts of a line: a tip, up to the miter limit, an arc, or a straight cut.
public enum LineJoin: Sendable { case miter, round, bevel }

/// The style in which a path is stroked. Lengths are in the path's user space.
public struct StrokeStyle: Sendable, Hashable {
  /// The width of the stroke. Nothing is drawn unless the width is above zero and finite. Default 1.
  public var width: Double
  /// The form of the ends of open subpaths and of dashes. Default butt.
  public var cap: LineCap
  /// The form of the corners. Default miter.
  public var join: LineJoin
  /// A miter longer than this many widths becomes a bevel. Default 10.
  public var miterLimit: Double
  /// Lengths drawn and skipped in turn; empty for a solid line.
  public var dashPattern: [Double]
  /// The length into the pattern at which each subpath starts.
  public var dashPhase: Double
  /// The fraction of the path's whole length at which the stroke starts, 0...1. Default 0.
  public var start: Double
  /// The fraction of the path's whole length at which the stroke ends, 0...1. Default 1.
  public var end: Double

  /// A style. Default a solid stroke of the whole path, one unit wide.
  public init(
    width: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10,
    dashPattern: [Double] = [], dashPhase: Double = 0, start: Double = 0, end: Double = 1
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashPattern = dashPattern
    self.dashPhase = dashPhase
    self.start = start
    self.end = end
  }
}

/// The source of the colours of covered pixels.
public enum Paint: Sendable, Equatable {
  /// One colour.
  case color(Color)
  /// The colours of a gradient.
  case gradient(LinearGradient)
  /// The pixels of an image.
  case image(ImagePaint)
}

/// An axial gradient, clamped beyond both ends; stops are interpolated unpremultiplied.
public struct LinearGradient: Sendable, Equatable {
  /// A colour at a location of the gradient.
  public struct Stop: Sendable, Hashable {
    /// The location, 0...1, not below that of the stop before.
    public var location: Double
    /// The colour at the location.
    public var color: Color

    /// A colour at a location in 0...1.
    public init(_ location: Double, _ color: Color) {
      self.location = location
      self.color = color
    }
  }

  /// The stops in the order of their locations.
  public var stops: [Stop]
  /// The point of the location 0, in gradient space.
  public var start: Point
  /// The point of the location 1, in gradient space.
  public var end: Point
  /// The transform from gradient space to the user space of the operation. For example, a `CAGradientLayer` has its
  /// points in the unit square, and a transform that stretches the square over the layer's bounds.
  public var transform: AffineTransform

  /// A gradient between two points, by default in the user space of the operation.
  public init(
    stops: [Stop], start: Point, end: Point, transform: AffineTransform = .identity
  ) {
    self.stops = stops
    self.start = start
    self.end = end
    self.transform = transform
  }
}

/// An image as paint, sampled bilinearly; pixels whose centres are outside the image are transparent.
public struct ImagePaint: Sendable, Equatable {
  /// The image to sample.
  public var image: Image
  /// The transform from image pixels (origin at the top left) to the user space of the operation.
  public var transform: AffineTransform
  /// Multiplies the image's opacity; 0...1.
  public var opacity: Double

  /// An image as paint. Default opaque, with one pixel of the image for each unit of user space.
  public init(image: Image, transform: AffineTransform = .identity, opacity: Double = 1) {
    self.image = image
    self.transform = transform
    self.opacity = opacity
  }
}

/// An immutable bitmap: premultiplied 0xAARRGGBB, rows top to bottom without padding.
/// Equality is identity.
public final class Image: Sendable, Equatable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The pixels, row after row.
  public let pixels: [UInt32]

  /// - Precondition: `pixels.count == width * height`.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  public static func == (a: Image, b: Image) -> Bool { a === b }
}
