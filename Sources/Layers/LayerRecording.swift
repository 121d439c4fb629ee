import Geometry
import Raster

/// How a layer and all below it are drawn at any time, by the time of its superlayer: what stays the
/// same, and between that the layers that have to be looked at in each frame.
final class LayerRecording {
  enum Step {
    case still(DisplaySegment)
    case moving(MovingLayer)
  }

  let state: GraphicsState
  /// In drawing order.
  let steps: [Step]

  init(state: GraphicsState, steps: [Step]) {
    self.state = state
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
        moving.layer, in: moving.state, inside: moving.inside,
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
  let state: GraphicsState
  /// That of its own coordinates; nil where the layer itself is animated.
  let inside: GraphicsState?
  /// To that of the layer's superlayer.
  let time: TimeMap

  init(_ layer: Layer, in state: GraphicsState, inside: GraphicsState?, time: TimeMap = .identity) {
    self.layer = layer
    self.state = state
    self.inside = inside
    self.time = time
  }
}

/// The drawing of a layer alone, without all below it, kept for as long as nothing of it changes.
final class ContentsRecording {
  let state: GraphicsState
  /// Under the sublayers; nil for nothing.
  let contents: DisplaySegment?
  /// Over them; nil for nothing.
  let border: DisplaySegment?

  /// Whether another recording draws the same.
  func isEqual(to other: ContentsRecording) -> Bool {
    func operations(_ segment: DisplaySegment?) -> [DrawOperation] {
      segment?.items.map(\.operation) ?? []
    }
    return operations(contents) == operations(other.contents)
      && operations(border) == operations(other.border)
  }

  init(state: GraphicsState, contents: [DisplayItem], border: [DisplayItem]) {
    self.state = state
    self.contents = contents.isEmpty ? nil : DisplaySegment(contents)
    self.border = border.isEmpty ? nil : DisplaySegment(border)
  }
}
