/// How heavy the strokes of a font are, as an OpenType weight class.
public enum FontWeight: Int, Hashable, Sendable, CaseIterable {
  case regular = 400
  case medium = 500
  case semibold = 600
  case bold = 700
}

/// What a caller asks of a font. Whatever is asked, some font answers: where the family or the
/// weight is missing, the nearest installed one.
public struct FontDescription: Hashable, Sendable {
  /// The family's name as fontconfig knows it. Default "Inter".
  public var family: String
  /// The em square's height in points. A size that is not finite or not above zero sets text
  /// without extent; one above `maximumSize` is held at it.
  public var size: Double
  public var weight: FontWeight
  /// Whether all digits are equally wide (OpenType `tnum`), for numbers that change in place.
  /// Default false.
  public var tabularDigits: Bool

  /// The largest size text is set in, in points.
  public static let maximumSize = 10_000.0

  public init(
    family: String = "Inter", size: Double, weight: FontWeight = .regular,
    tabularDigits: Bool = false
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.tabularDigits = tabularDigits
  }

  /// The size that text is set in: finite, 0...`maximumSize`.
  var usableSize: Double {
    size.isFinite && size > 0 ? min(size, FontDescription.maximumSize) : 0
  }
}

/// The vertical measures of a font at its size, in points.
public struct FontMetrics: Hashable, Sendable {
  /// From the baseline up to the top of the line; positive.
  public let ascent: Double
  /// From the baseline down to the bottom of the line; positive downward.
  public let descent: Double
  /// The designer's extra space between two lines; zero or more.
  public let lineGap: Double
  /// The height of a flat capital above the baseline.
  public let capHeight: Double
  /// The height of a flat lower-case letter above the baseline.
  public let xHeight: Double
}

/// No text can be set, as there is no usable font.
public struct FontError: Error, CustomStringConvertible, Equatable {
  /// Where fonts were looked for, as it is named in the message.
  let place: String

  public var description: String {
    "no usable font \(place) (OpenType or TrueType outlines); "
      + "install the Debian package fonts-inter"
  }
}
