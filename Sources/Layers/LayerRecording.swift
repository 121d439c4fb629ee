import Geometry
import Raster

/// What a layer and all below it draw, kept for as long as nothing of it changes.
final class LayerRecording {
  private let transform: AffineTransform
  private let clip: Clip?
  let segment: DisplaySegment

  /// - Parameters:
  ///   - transform: from the superlayer to the device, when it was recorded.
  ///   - clip: what held for it then.
  init(transform: AffineTransform, clip: Clip?, segment: DisplaySegment) {
    self.transform = transform
    self.clip = clip
    self.segment = segment
  }

  func isValid(transform: AffineTransform, clip: Clip?) -> Bool {
    self.transform == transform && self.clip == clip
  }
}
