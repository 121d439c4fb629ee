import Geometry
import Typography

/// The screen on which a page is shown, and the distance from which it is read.
public struct Viewing: Hashable, Sendable {
  /// The diagonal of the screen in metres, above 0.
  public var diagonal: Double
  /// The distance of the reader from the screen in metres, above 0.
  public var distance: Double

  /// A screen of 55 inches on a wall, read from three metres.
  public static let wall = Viewing(diagonal: 55 * inch, distance: 3)
  /// The length of an inch in metres.
  public static let inch = 0.0254
  /// The smallest height of a letter, as a share of the distance: ten minutes of arc.
  private static let leastLetter = 0.0029

  /// A screen and a distance, both in metres and above 0.
  public init(diagonal: Double, distance: Double) {
    self.diagonal = diagonal
    self.distance = distance
  }

  /// The height in points of the smallest legible letter on a page that fills the screen.
  func leastLetter(on page: Size) -> Double {
    let diagonal = (page.width * page.width + page.height * page.height).squareRoot()
    return Self.leastLetter * distance / self.diagonal * diagonal
  }
}

/// The sizes of type and space, all of which follow the size of the window.
///
/// The sizes are given for a page 1080 points high; a smaller page has smaller sizes, but no type below 11 points. A
/// page that is read from a distance has no letters below ten minutes of arc, and values in proportion to their panels.
public struct TypeScale: Sendable, Equatable {
  /// The factor of type: 1 at 1080 lines, 28/46 at 480.
  public let type: Double
  /// The factor of space: 1 at 1080 lines, in proportion to the page.
  public let space: Double
  /// The size of the smallest type in points: 11, or more for a page that is read from a distance.
  public let smallest: Double
  /// Whether values are in proportion to their panels, because the page is read from a distance.
  let isDistant: Bool
  /// Whether the page has so few panels that their values have room for large type. Default false.
  public var hasFewPanels = false

  /// The sizes for a page.
  /// - Parameters:
  ///   - page: the size of the page in points.
  ///   - viewing: the screen and the distance; nil, the default, for a screen on a desk.
  public init(page: Size, viewing: Viewing? = nil) {
    let lines = min(page.height, page.width * 0.75)
    type = lines >= 1080 ? lines / 1080 : max(0.4, 1 - (1080 - lines) * (1 - 28.0 / 46) / 600)
    space = min(max(lines / 1080, 0.25), 8)
    isDistant = viewing != nil
    let letter = viewing.map { $0.leastLetter(on: page) / TypeScale.capHeight } ?? 0
    // A page has at least a dozen lines, however far away it is.
    let readable = (min(letter, lines / 12) * 2).rounded(.up) / 2
    smallest = max(TypeScale.smallestType, readable)
  }

  /// The height of Inter's capitals and digits, as a share of the font's size.
  static let capHeight = 0.727
  static let smallestType = 11.0

  private func size(_ points: Double, smallest: Double? = nil) -> Double {
    max(smallest ?? self.smallest, (points * type * 2).rounded() / 2)
  }

  /// The size of notes, as a multiple of that on a desk.
  var noteGrowth: Double { note.size / size(15, smallest: Self.smallestType) }

  /// The size of a value in a panel of a height, in points: 46 points, or less in a low panel; 96 points on
  /// a page of few panels; a fifth of the panel's height, 28 to 160 points, on a page that is read from a
  /// distance.
  func valueSize(panelHeight height: Double) -> Double {
    let size =
      if isDistant {
        min(max(28, height * 0.2), 160)
      } else if hasFewPanels {
        max(min(value.size, height * 0.3), min(96 * type, height * 0.2))
      } else {
        min(value.size, height * 0.3)
      }
    return max(smallest, (min(size, height * 0.5) * 2).rounded() / 2)
  }

  /// The font of the page's title: 26 points.
  public var pageTitle: FontDescription { font(size(26), .semibold) }
  /// The font of the time beside the title: 17 points.
  public var clock: FontDescription { font(size(17), .regular) }
  /// The font of the titles of panels: 17 points.
  public var panelTitle: FontDescription { font(size(17), .medium) }
  /// The font of a panel's latest value: 46 points.
  public var value: FontDescription { font(size(46), .semibold) }
  /// The font of the unit after the value: 22 points.
  public var unit: FontDescription { font(size(22), .medium) }
  /// The font of notes, legends and readouts: 15 points.
  public var note: FontDescription { font(size(15), .regular) }
  /// The font of messages that can be read across the room: 40 points, and at least 1.5 times the smallest type.
  public var message: FontDescription {
    font(max(size(40), (smallest * 3).rounded() / 2), .medium)
  }
  /// The font of the labels of axes: 14 points.
  public var tick: FontDescription { font(size(14), .regular) }

  private func font(_ size: Double, _ weight: FontWeight) -> FontDescription {
    FontDescription(family: "Inter", size: size, weight: weight, tabularDigits: true)
  }

  /// A length of the 1080-line page, in whole points.
  public func length(_ points: Double) -> Double { (points * space).rounded() }

  /// The margin of a page: 40 points, at least 8.
  public var pageMargin: Double { max(8, length(40)) }
  /// The gap between panels: 24 points, at least 8.
  public var gap: Double { max(8, length(24)) }
  /// The padding of panels: 24 points, at least 8.
  public var padding: Double { max(8, length(24)) }
  /// The corner radius of panels: 14 points, at least 6.
  public var cornerRadius: Double { max(6, length(14)) }
  /// The gap between an axis and its labels: 12 points, at least 6.
  public var tickGap: Double { max(6, length(12)) }
  /// The width of lines in plots: 3 points, at least 1.5.
  public var lineWidth: Double { max(1.5, 3 * min(type, 4)) }
}
