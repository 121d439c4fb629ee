import Geometry
import Raster

/// A layer filled with an axial gradient, with the meaning of `CAGradientLayer`: its points are in the
/// unit square, which is stretched over the bounds.
public final class GradientLayer: Layer {
  /// The colours along the gradient; an empty list draws nothing. Default empty.
  public var colors: [Color] = [] { didSet { changed(from: oldValue, to: colors) } }
  /// The places of the colours, 0...1. If the number of places differs, the colours are spaced evenly.
  public var locations: [Double] = [] { didSet { changed(from: oldValue, to: locations) } }
  /// The place of the first colour. Default the middle of the top, (0.5, 0).
  public var startPoint = Point(0.5, 0) { didSet { changed(from: oldValue, to: startPoint) } }
  /// The place of the last colour. Default the middle of the bottom, (0.5, 1).
  public var endPoint = Point(0.5, 1) { didSet { changed(from: oldValue, to: endPoint) } }

  public override init() { super.init() }

  /// A copy of all visible values, for a presentation.
  /// - Precondition: the layer is a `GradientLayer`.
  public required init(presenting layer: Layer) {
    super.init(presenting: layer)
    let gradient = layer as! GradientLayer
    colors = gradient.colors
    locations = gradient.locations
    startPoint = gradient.startPoint
    endPoint = gradient.endPoint
  }

  public override func value(for keyPath: AnimationKeyPath) -> AnimatableValue? {
    switch keyPath {
    case .startPoint: .point(startPoint)
    case .endPoint: .point(endPoint)
    case .colors: .colors(colors)
    case .locations: .scalars(places)
    default: super.value(for: keyPath)
    }
  }

  public override func setValue(_ value: AnimatableValue, for keyPath: AnimationKeyPath) {
    switch (keyPath, value) {
    case (.startPoint, .point(let value)): startPoint = value
    case (.endPoint, .point(let value)): endPoint = value
    case (.colors, .colors(let value)): colors = value
    case (.locations, .scalars(let value)): locations = value
    default: super.setValue(value, for: keyPath)
    }
  }

  public override func visibleTravel(perUnitOf keyPath: AnimationKeyPath) -> Double {
    switch keyPath {
    case .startPoint, .endPoint, .locations: .infinity
    default: super.visibleTravel(perUnitOf: keyPath)
    }
  }

  public override func record(into recorder: inout Recorder) {
    super.record(into: &recorder)
    guard !colors.isEmpty, !bounds.isEmpty else { return }
    recorder.fill(Path(roundedRect: bounds, cornerRadius: cornerRadius), .gradient(gradient))
  }

  /// The locations of the colours, evenly spaced unless each colour has its own.
  private var places: [Double] {
    if locations.count == colors.count { return locations }
    let even = colors.count > 1 ? 1 / Double(colors.count - 1) : 0
    return colors.indices.map { Double($0) * even }
  }

  private var gradient: LinearGradient {
    var highest = 0.0
    let stops = zip(places, colors).map { place, color in
      highest = max(highest, place)
      return LinearGradient.Stop(min(highest, 1), color)
    }
    let stretch = AffineTransform.scale(bounds.width, bounds.height)
      .concatenating(.translation(bounds.minX, bounds.minY))
    return LinearGradient(
      stops: stops, start: startPoint, end: endPoint, transform: stretch)
  }
}
