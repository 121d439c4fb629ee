import Geometry
import Raster

/// A layer that draws an image upright, as a `CALayer` does with its `contents`.
public final class ImageLayer: Layer {
  /// The placement of the image in the bounds, with the names of `CALayerContentsGravity`.
  public enum Gravity: String, Sendable, CaseIterable {
    /// Stretched over the bounds; as large as fits into the bounds; as small as covers the bounds.
    case resize, resizeAspect, resizeAspectFill
    /// Unscaled, at a place of the bounds.
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// The image; nil draws nothing.
  public var contents: Image? {
    didSet {
      tints = [:]
      setNeedsRecording()
    }
  }
  /// The placement of the image. Default `resize`. Parts outside the bounds are cut off only with
  /// `masksToBounds`. Placements without resizing show `contentsScale` pixels of the image per point.
  public var contentsGravity = Gravity.resize {
    didSet { changed(from: oldValue, to: contentsGravity) }
  }

  /// The image in the colours of a replicator's copies. The same colour always has the same object, so that an
  /// unchanged image is recognized.
  private var tints: [Color: Image] = [:]
  private static let mostTints = 64

  public override init() { super.init() }

  /// A copy of all visible values, for a presentation.
  /// - Precondition: the layer is an `ImageLayer`.
  public required init(presenting layer: Layer) {
    super.init(presenting: layer)
    let image = layer as! ImageLayer
    contents = image.contents
    contentsGravity = image.contentsGravity
  }

  /// The rectangle of the image in the layer; null without an image or room for one.
  var contentsRect: Rect {
    guard let contents, contents.width > 0, contents.height > 0, !bounds.isEmpty else {
      return .null
    }
    let pixels = Size(Double(contents.width), Double(contents.height))
    let (fitX, fitY) = (bounds.width / pixels.width, bounds.height / pixels.height)
    let natural = contentsScale > 0 ? 1 / contentsScale : 1
    let (scaleX, scaleY) =
      switch contentsGravity {
      case .resize: (fitX, fitY)
      case .resizeAspect: (min(fitX, fitY), min(fitX, fitY))
      case .resizeAspectFill: (max(fitX, fitY), max(fitX, fitY))
      default: (natural, natural)
      }
    let size = Size(pixels.width * scaleX, pixels.height * scaleY)
    let place = contentsGravity.place
    return Rect(
      x: bounds.minX + (bounds.width - size.width) * place.x,
      y: bounds.minY + (bounds.height - size.height) * place.y, width: size.width,
      height: size.height)
  }

  public override func record(into recorder: inout Recorder) {
    super.record(into: &recorder)
    let rect = contentsRect
    guard let contents, !rect.isEmpty else { return }
    let toRect = AffineTransform.scale(
      rect.width / Double(contents.width), rect.height / Double(contents.height)
    ).concatenating(.translation(rect.minX, rect.minY))
    // The model of a presentation has the class of the presentation.
    let image = (model as! ImageLayer).tinted(contents, recorder.modulation)
    recorder.enterBounds()
    recorder.fill(Path(rect: rect), .image(ImagePaint(image: image, transform: toRect)))
  }

  private func tinted(_ image: Image, _ color: Color) -> Image {
    let tint = Color(red: color.red, green: color.green, blue: color.blue)
    if tint == .white { return image }
    if let result = tints[tint] { return result }
    if tints.count >= ImageLayer.mostTints { tints = [:] }
    let result = image.multiplied(by: tint)
    tints[tint] = result
    return result
  }
}

extension Image {
  /// - Parameter color: components within 0...1; the opacity has no effect.
  fileprivate func multiplied(by color: Color) -> Image {
    func factor(_ component: Double) -> UInt32 { UInt32((component * 255).rounded()) }
    let factors = [factor(color.red), factor(color.green), factor(color.blue)]
    let tinted = pixels.map { pixel in
      func part(_ shift: UInt32, _ factor: UInt32) -> UInt32 {
        (((pixel >> shift & 255) * factor + 127) / 255) << shift
      }
      return pixel & 0xff00_0000 | part(16, factors[0]) | part(8, factors[1])
        | part(0, factors[2])
    }
    return Image(width: width, height: height, pixels: tinted)
  }
}

extension ImageLayer.Gravity {
  /// The shares of the free room to the left of the image and above it.
  fileprivate var place: Point {
    switch self {
    case .resize, .resizeAspect, .resizeAspectFill, .center: Point(0.5, 0.5)
    case .top: Point(0.5, 0)
    case .bottom: Point(0.5, 1)
    case .left: Point(0, 0.5)
    case .right: Point(1, 0.5)
    case .topLeft: Point(0, 0)
    case .topRight: Point(1, 0)
    case .bottomLeft: Point(0, 1)
    case .bottomRight: Point(1, 1)
    }
  }
}
