/// The look of one of several series of the same rank: they differ in hue; after the last hue, in pattern and
/// lightness; and after the last pattern, in weight.
public struct SeriesLook: Hashable, Sendable {
  /// The number of the hue, `0..<hueCount`; see `Theme.seriesGradient`.
  public let hue: Int
  /// The number of the lightness, an index of `shades`.
  public let shade: Int
  /// The gaps of the line.
  public let pattern: LinePattern
  /// The ratio of the line's width to that of the first series: 0.6 to 2.2.
  public let weight: Double

  /// The number of hues, which people with any kind of colour vision can distinguish.
  public static let hueCount = 6
  /// The shares of the colour of text in the mixture with a hue.
  static let shades = [0, 0.5, 0.25]
  private static let weights = [1, 1.6, 0.6, 2.2, 0.8, 1.3]
  /// The number of series with looks of their own: 216. After these, the looks repeat.
  public static let count = hueCount * LinePattern.allCases.count * weights.count

  /// The number of the series that summarizes all others: dotted, in the grey of notes.
  public static let rest = -1

  /// The look of a series by its number; a negative one counts as `rest`.
  public init(_ number: Int) {
    guard number >= 0 else {
      (hue, shade, pattern, weight) = (0, 0, .dotted, 0.8)
      return
    }
    let patterns = LinePattern.allCases
    let round = number / Self.hueCount
    hue = number % Self.hueCount
    shade = round % Self.shades.count
    pattern = patterns[round % patterns.count]
    weight = Self.weights[round / patterns.count % Self.weights.count]
  }
}

/// The gaps of a line, from none to most.
public enum LinePattern: Hashable, Sendable, CaseIterable {
  /// No gaps.
  case solid
  /// Gaps between dashes.
  case dashed
  /// Gaps between dots.
  case dotted
  /// Gaps between a dash and a dot in turn.
  case dashDotted
  /// Gaps between dashes of twice the length.
  case longDashed
  /// Gaps between a dash and two dots in turn.
  case dashDotDotted

  /// The alternating lengths of dashes and gaps, in multiples of the line's width; empty for a solid line.
  var lengths: [Double] {
    switch self {
    case .solid: []
    case .dashed: [2.4, 1.2]
    case .dotted: [0.9, 1.1]
    case .longDashed: [5.2, 1.4]
    case .dashDotted: [2.8, 1, 0.9, 1]
    case .dashDotDotted: [2.8, 0.9, 0.9, 0.9, 0.9, 0.9]
    }
  }

  /// The parts of a short sample of the line that are drawn, from 0 at its start to 1 at its end.
  var sample: [ClosedRange<Double>] {
    switch self {
    case .solid: [0...1]
    case .dashed: [0...0.5, 0.7...1]
    case .dotted: [0...0.15, 0.28...0.43, 0.57...0.72, 0.85...1]
    case .longDashed: [0...0.82, 0.94...1]
    case .dashDotted: [0...0.4, 0.54...0.66, 0.8...1]
    case .dashDotDotted: [0...0.4, 0.55...0.69, 0.84...0.98]
    }
  }
}
