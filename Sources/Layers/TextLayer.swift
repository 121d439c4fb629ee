import Geometry
import Raster
import Typography

/// A layer that draws one shaped line of text. Its bounds have the width of the line, and the height from
/// ascent to descent. The text is clipped to the bounds only with `masksToBounds`.
public final class TextLayer: Layer {
  /// The line, which determines the size of the bounds; nil draws nothing. Default nil.
  public var line: TextLine? {
    didSet {
      if line != oldValue { setNeedsRecording() }
      guard let line else { return }
      bounds = Rect(x: 0, y: 0, width: line.width, height: line.ascent + line.descent)
    }
  }
  /// The colour of the glyphs. Default opaque black.
  public var foregroundColor = Color.black {
    didSet { changed(from: oldValue, to: foregroundColor) }
  }

  public override init() { super.init() }

  /// A copy of all visible values, for a presentation.
  /// - Precondition: the layer is a `TextLayer`.
  public required init(presenting layer: Layer) {
    super.init(presenting: layer)
    let text = layer as! TextLayer
    line = text.line
    foregroundColor = text.foregroundColor
  }

  public override func value(for keyPath: AnimationKeyPath) -> AnimatableValue? {
    keyPath == .foregroundColor ? .color(foregroundColor) : super.value(for: keyPath)
  }

  public override func setValue(_ value: AnimatableValue, for keyPath: AnimationKeyPath) {
    if keyPath == .foregroundColor, case .color(let color) = value {
      foregroundColor = color
    } else {
      super.setValue(value, for: keyPath)
    }
  }

  /// Places the baseline on a whole device pixel, which keeps horizontal stems crisp. Small glyphs are
  /// placed on quarters of a pixel along the baseline.
  public override func record(into recorder: inout Recorder) {
    super.record(into: &recorder)
    guard let line, foregroundColor.alpha > 0 else { return }
    recorder.enterBounds()
    recorder.fill(
      line.glyphs, at: Point(bounds.minX, bounds.minY + line.ascent), .color(foregroundColor))
  }
}
