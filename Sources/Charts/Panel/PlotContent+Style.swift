extension PlotContent.Series.Style {
  /// The number of the look among lines of the same rank; nil for a line that stands out.
  var number: Int? {
    switch self {
    case .primary, .dotted, .faint, .spectrum: nil
    case .colored(let number), .area(let number), .stacked(let number): number
    }
  }

  /// Whether the line ends with a dot.
  var hasDot: Bool {
    switch self {
    case .primary, .spectrum, .colored, .area: true
    case .dotted, .faint, .stacked: false
    }
  }

  var hasArea: Bool {
    switch self {
    case .primary, .area, .stacked, .spectrum: true
    case .dotted, .faint, .colored: false
    }
  }

  /// Whether a line with more samples than pixels is drawn as a band with its middle.
  var hasEnvelope: Bool {
    switch self {
    case .primary, .colored, .area, .spectrum: true
    case .dotted, .faint, .stacked: false
    }
  }

  /// Whether the area is strongest far from zero.
  var isShaded: Bool { hasArea && self != .spectrum && !isStacked }

  var isStacked: Bool { if case .stacked = self { true } else { false } }

  /// The look that distinguishes the line from others of the same rank; nil for a line that stands out.
  var look: SeriesLook? { number.map { SeriesLook($0) } }

  /// The pattern of the line.
  var pattern: LinePattern { self == .dotted ? .dotted : look?.pattern ?? .solid }

  var isDashed: Bool { pattern != .solid }

  /// The order of lines from back to front.
  var rank: Int {
    switch self {
    case .faint: 0
    case .primary, .colored, .area, .stacked, .spectrum: 1
    case .dotted: Self.frontRank
    }
  }

  static let frontRank = 2
}
