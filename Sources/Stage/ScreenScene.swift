import Geometry
import Layers

/// A scene that fills a screen for months: the picture moves by a few pixels, and can be dimmed.
///
/// The scene inside is laid out so much smaller that a movement never cuts it. The edges show the inner
/// scene's background.
@MainActor
public final class ScreenScene: Scene {
  /// The layer of the whole screen: the picture, and a black veil over a picture that is dimmed.
  public let root = Layer()
  /// The picture at full brightness, with its edges, as the inner scene is now: also between two frames.
  public var picture: Layer {
    showBackground()
    return framed
  }
  private let framed = Layer()
  private let scene: any Scene
  private let holder = Layer()
  private let veil = Layer()
  private var (size, scale) = (Size.zero, 1.0)

  /// The greatest distance of the inner scene from the middle in device pixels, in each direction.
  public var reach = 0 { didSet { if reach != oldValue { layOut(size: size, scale: scale) } } }

  /// The distance of the inner scene from the middle in device pixels, at most `reach`.
  public var offset = (x: 0, y: 0) { didSet { if offset != oldValue { place() } } }

  /// The remaining share of the brightness, 0 to 1.
  public private(set) var brightness = 1.0

  /// A scene that shows another scene, in the middle and at full brightness.
  public init(_ scene: any Scene) {
    self.scene = scene
    for layer in [root, framed, holder, veil] { layer.anchorPoint = .zero }
    holder.addSublayer(scene.root)
    framed.addSublayer(holder)
    root.addSublayer(framed)
    veil.backgroundColor = Color(red: 0, green: 0, blue: 0)
  }

  /// Lays out the inner scene with room for its movements: smaller than the screen by `reach` on each side, unless the
  /// screen is too small for edges.
  public func layOut(size: Size, scale: Double) {
    (self.size, self.scale) = (size, scale)
    root.bounds = Rect(origin: .zero, size: size)
    (framed.bounds, veil.bounds) = (root.bounds, root.bounds)
    let margin = 2 * Double(usedReach) / scale
    scene.layOut(size: Size(size.width - margin, size.height - margin), scale: scale)
    place()
  }

  /// The reach, unless the screen is so small that no picture would be left.
  private var usedReach: Int {
    Double(reach) < min(size.width, size.height) * scale / 8 ? reach : 0
  }

  private func place() {
    holder.position = origin
    showBackground()
  }

  /// The place of the inner scene's first point, in points.
  public var origin: Point {
    guard usedReach > 0 else { return .zero }
    func held(_ distance: Int) -> Double {
      Double(usedReach + min(max(distance, -usedReach), usedReach)) / scale
    }
    return Point(held(offset.x), held(offset.y))
  }

  /// Only a picture with edges needs a background of its own.
  private func showBackground() {
    let color = usedReach > 0 ? scene.root.backgroundColor : nil
    if framed.backgroundColor != color { framed.backgroundColor = color }
  }

  /// Changes the brightness.
  /// - Parameters:
  ///   - share: the remaining share of the brightness, 0 to 1.
  ///   - time: the start of the change; nil for an immediate change.
  public func setBrightness(_ share: Double, at time: Double?) {
    guard share != brightness else { return }
    let old = shownVeil(at: time)
    brightness = share
    veil.opacity = 1 - share
    if veil.superlayer == nil { root.addSublayer(veil) }
    guard let time else { return completeFade() }
    let fade = BasicAnimation(
      .opacity, from: old, to: .scalar(1 - share), duration: Self.fadeDuration)
    veil.add(fade, forKey: "brightness", at: time) { [weak self] finished in
      if finished { self?.endFade() }
    }
  }

  /// The opacity of the veil on the screen, which may be on its way to another one.
  private func shownVeil(at time: Double?) -> AnimatableValue {
    let rest = AnimatableValue.scalar(1 - brightness)
    guard let time, veil.superlayer != nil else { return rest }
    return veil.presentationValue(for: .opacity, at: time) ?? rest
  }

  /// Seconds of a change of brightness.
  private static let fadeDuration = 0.8

  /// Ends a running change of the brightness at once.
  public func completeFade() {
    veil.removeAnimation(forKey: "brightness")
    endFade()
  }

  private func endFade() {
    if brightness == 1 { veil.removeFromSuperlayer() }
  }

  /// Advances the inner scene, and takes on a new background of that scene.
  public func advance(to time: Double) {
    scene.advance(to: time)
    showBackground()
  }

  /// The next change of the inner scene.
  public func nextChange(after time: Double) -> Double? { scene.nextChange(after: time) }
}
