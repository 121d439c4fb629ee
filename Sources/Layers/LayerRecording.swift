import Geometry
import Raster

/// The drawing of a layer and all layers below it at any time of its superlayer: the constant parts, and between them
/// the layers to examine in each frame.
final class LayerRecording {
  enum Step {
    case still(DisplaySegment)
    case moving(MovingLayer)
  }

  let state: GraphicsState
  /// The steps in drawing order.
  let steps: [Step]

  init(state: GraphicsState, steps: [Step]) {
    self.state = state
    self.steps = steps
  }
}

extension LayerRecording.Step {
  /// The step in another time.
  /// - Parameter map: maps that time to the current one.
  func after(_ map: TimeMap) -> LayerRecording.Step {
    guard case .moving(let moving) = self, map != .identity else { return self }
    return .moving(
      MovingLayer(
        moving.layer, in: moving.state, inside: moving.inside,
        time: map.concatenating(moving.time)))
  }
}

extension [LayerRecording.Step] {
  /// The drawing, if it is the same at all times.
  var stillSegments: [DisplaySegment]? {
    var result: [DisplaySegment] = []
    for step in self {
      guard case .still(let segment) = step else { return nil }
      result.append(segment)
    }
    return result
  }
}

/// A layer that is animated, or a group that contains an animation.
final class MovingLayer {
  /// The layer. Its own recording, or one above it, contains this object.
  unowned let layer: Layer
  let state: GraphicsState
  /// The state of the layer's own coordinates; nil if the layer itself is animated.
  let inside: GraphicsState?
  /// Maps the time of the recording that contains this layer to that of the layer's superlayer.
  let time: TimeMap
  private let ownTime: TimeMap
  /// The motion and the drawing of a layer with only an animated position, if they are known.
  var resting: RestingRecording?

  init(_ layer: Layer, in state: GraphicsState, inside: GraphicsState?, time: TimeMap = .identity) {
    self.layer = layer
    self.state = state
    self.inside = inside
    self.time = time
    ownTime = layer.timeMap
  }

  /// The frame's time of the layer.
  func localTime(at frame: FrameTime) -> FrameTime { frame.mapped(by: time).mapped(by: ownTime) }
}

/// The drawing of a layer alone, without the layers below it, kept until it changes.
final class ContentsRecording {
  let state: GraphicsState
  /// The part under the sublayers; nil for none.
  let contents: DisplaySegment?
  /// The part above the sublayers; nil for none.
  let border: DisplaySegment?

  init(state: GraphicsState, contents: [DisplayItem], border: [DisplayItem]) {
    self.state = state
    self.contents = contents.isEmpty ? nil : DisplaySegment(contents)
    self.border = border.isEmpty ? nil : DisplaySegment(border)
  }
}
