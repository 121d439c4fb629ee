/// The weight of a font's strokes, as an OpenType weight class.
public enum FontWeight: Int, Hashable, Sendable, CaseIterable {
  /// Strokes of the usual weight.
  case regular = 400
  /// Strokes between regular and semibold.
  case medium = 500
  /// Strokes between medium and bold.
  case semibold = 600
  /// Heavy strokes.
  case bold = 700
}

/// A request for a font. Every request finds a font: if the family or the weight is missing, the nearest
/// installed font.
public struct FontDescription: Hashable, Sendable {
  /// The family's name as fontconfig knows it. Default "Inter".
  public var family: String
  /// The em square's height in points. A text whose size is not finite or not above zero has no extent. A size above
  /// `maximumSize` is reduced to it.
  public var size: Double
  /// The weight of the strokes. Default regular.
  public var weight: FontWeight
  /// Whether all digits have the same width (OpenType `tnum`), for numbers that change in place. Default
  /// false.
  public var tabularDigits: Bool

  /// The largest size of text, in points.
  public static let maximumSize = 10_000.0

  /// A request for a font of a size in points.
  public init(
    family: String = "Inter", size: Double, weight: FontWeight = .regular,
    tabularDigits: Bool = false
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.tabularDigits = tabularDigits
  }

  /// The size in use: finite, 0...`maximumSize`.
  var usableSize: Double {
    size.isFinite && size > 0 ? min(size, FontDescription.maximumSize) : 0
  }
}

/// The vertical measures of a font at its size, in points.
public struct FontMetrics: Hashable, Sendable {
  /// The distance from the baseline up to the top of the line; positive.
  public let ascent: Double
  /// The distance from the baseline down to the bottom of the line; positive.
  public let descent: Double
  /// The designer's extra space between two lines; zero or more.
  public let lineGap: Double
  /// The height of a flat capital above the baseline.
  public let capHeight: Double
  /// The height of a flat lower-case letter above the baseline.
  public let xHeight: Double
}

/// The error that no usable font was found, so that no text can be set.
public struct FontError: Error, CustomStringConvertible, Equatable {
  /// The place of the search, as the message names it.
  let place: String

  public var description: String {
    "no usable font \(place) (OpenType or TrueType outlines); "
      + "install the Debian package fonts-inter"
  }
}
