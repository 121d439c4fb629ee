import Geometry
import Raster

/// Where a layer is drawn, and what of it shows.
struct Place: Equatable {
  /// From the superlayer's coordinates to device pixels.
  var transform: AffineTransform
  var clip: Clip?
  /// The most device pixels that a point of the superlayer takes.
  var scale: Double
  /// Which copy it is, in a tree with replicators.
  var instance = 0
  /// What all colours are multiplied by.
  var modulation = Color.white
}

/// What a layer and all below it draw, kept for as long as nothing of it changes.
final class LayerRecording {
  let place: Place
  let segment: DisplaySegment

  init(place: Place, segment: DisplaySegment) {
    self.place = place
    self.segment = segment
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
