/// The parts of earlier frames that a layer keeps, so that the next frame need not make them again.
///
/// A layer without any memory must draw and answer exactly the same, as the tests check.
struct LayerMemory {
  /// The drawing of this layer and all layers below, valid while only animated layers change.
  ///
  /// A layer with neither a recording nor a resting recording is part of no recording above, except as a moving layer.
  /// So a change propagates upwards only to the first layer without memory.
  var recording: LayerRecording?
  /// The drawing of this layer and all layers below, if only the position of the layer, or of its mask,
  /// is animated.
  var resting: RestingRecording? { willSet { forgetWay() } }
  /// The drawing of this layer alone.
  var contents: ContentsRecording?
  /// The sublayers with animations, including those with animated masks or sublayers, in order.
  var animatedSublayers: [Layer]?
  /// The earliest start or end of an animation, in the tree's time; only in the root of a tree.
  var nextPhase: Double?

  /// Whether a change of this layer concerns the layers above.
  var hasDrawing: Bool { recording != nil || resting != nil }

  /// Forgets the drawing of the layer and all layers below.
  mutating func forgetDrawing() { (recording, resting) = (nil, nil) }

  /// Forgets the layer's motion, also in the steps that draw the layer from its resting recording.
  func forgetWay() { resting?.way = nil }

  /// Forgets the moving layers and their times.
  mutating func forgetMotion() { (animatedSublayers, nextPhase) = (nil, nil) }
}
