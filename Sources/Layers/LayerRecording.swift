import Geometry
import Raster

/// Where a layer is drawn, and what of it shows.
final class Place: Equatable {
  /// From the superlayer's coordinates to device pixels.
  let transform: AffineTransform
  let clip: Clip?
  /// The most device pixels that a point of the superlayer takes.
  let scale: Double
  /// Which copy it is, in a tree with replicators.
  let instance: Int
  /// What all colours are multiplied by.
  let modulation: Color

  init(
    transform: AffineTransform, clip: Clip?, scale: Double, instance: Int = 0,
    modulation: Color = .white
  ) {
    self.transform = transform
    self.clip = clip
    self.scale = scale
    self.instance = instance
    self.modulation = modulation
  }

  static func == (a: Place, b: Place) -> Bool {
    a === b
      || a.transform == b.transform && a.scale == b.scale && a.instance == b.instance
        && a.modulation == b.modulation && a.clip == b.clip
  }

  /// That of a layer's own coordinates.
  /// - Parameter shown: the layer as it shows, which is what is put there.
  func inside(_ layer: Layer, shown: Layer) -> Place {
    Place(
      transform: shown.geometry.concatenating(transform), clip: clip,
      scale: layer.scale(in: scale), instance: instance, modulation: modulation)
  }

  func clipped(to clip: Clip?) -> Place {
    Place(
      transform: transform, clip: clip, scale: scale, instance: instance, modulation: modulation)
  }

  /// For masks, of which the colours have no meaning.
  var unmodulated: Place {
    modulation == .white
      ? self : Place(transform: transform, clip: clip, scale: scale, instance: instance)
  }
}

/// How a layer and all below it are drawn at any time, by the time of its superlayer: what stays the
/// same, and between that the layers that have to be looked at in each frame.
final class LayerRecording {
  enum Step {
    case still(DisplaySegment)
    case moving(MovingLayer)
  }

  let place: Place
  /// In drawing order.
  let steps: [Step]

  init(place: Place, steps: [Step]) {
    self.place = place
    self.steps = steps
  }
}

extension LayerRecording.Step {
  /// The same by another time.
  /// - Parameter map: from that time to the present one.
  func after(_ map: TimeMap) -> LayerRecording.Step {
    guard case .moving(let moving) = self, map != .identity else { return self }
    return .moving(
      MovingLayer(
        moving.layer, in: moving.place, inside: moving.inside,
        time: map.concatenating(moving.time)))
  }
}

extension [LayerRecording.Step] {
  /// What is drawn, if that is the same at all times.
  var stillSegments: [DisplaySegment]? {
    var result: [DisplaySegment] = []
    for step in self {
      guard case .still(let segment) = step else { return nil }
      result.append(segment)
    }
    return result
  }
}

/// A layer that is animated, or is a group in which something is.
final class MovingLayer {
  /// It has this in its recording, or a layer above it has.
  unowned let layer: Layer
  let place: Place
  /// That of its own coordinates; nil where the layer itself is animated.
  let inside: Place?
  /// To that of the layer's superlayer.
  let time: TimeMap

  init(_ layer: Layer, in place: Place, inside: Place?, time: TimeMap = .identity) {
    self.layer = layer
    self.place = place
    self.inside = inside
    self.time = time
  }
}

/// What a layer itself draws, without all below it, kept for as long as nothing of it changes.
final class ContentsRecording {
  let place: Place
  /// Under the sublayers; nil for nothing.
  let contents: DisplaySegment?
  /// Over them; nil for nothing.
  let border: DisplaySegment?

  init(place: Place, contents: [DisplayItem], border: [DisplayItem]) {
    self.place = place
    self.contents = contents.isEmpty ? nil : DisplaySegment(contents)
    self.border = border.isEmpty ? nil : DisplaySegment(border)
  }
}
