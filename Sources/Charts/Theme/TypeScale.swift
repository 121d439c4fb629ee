import Geometry
import Typography

/// The sizes of type and space, all of which follow the size of the window.
///
/// The figures are those of a page 1080 points high; a smaller page takes less, but no type below
/// 11.
public struct TypeScale: Sendable, Equatable {
  /// The factor of type: 1 at 1080 lines, 28/46 at 480.
  public let type: Double
  /// The factor of space: 1 at 1080 lines, in proportion to the page.
  public let space: Double

  /// - Parameter page: the size of the page in points.
  public init(page: Size) {
    let lines = min(page.height, page.width * 0.75)
    type = lines >= 1080 ? lines / 1080 : max(0.4, 1 - (1080 - lines) * (1 - 28.0 / 46) / 600)
    space = min(max(lines / 1080, 0.25), 8)
  }

  static let smallestType = 11.0

  private func size(_ points: Double) -> Double {
    max(TypeScale.smallestType, (points * type * 2).rounded() / 2)
  }

  /// The font of the page's title: 26 points.
  public var pageTitle: FontDescription { font(size(26), .semibold) }
  /// The font of the time beside the title: 17 points.
  public var clock: FontDescription { font(size(17), .regular) }
  /// The font of the titles of panels: 17 points.
  public var panelTitle: FontDescription { font(size(17), .medium) }
  /// The font of a panel's latest value: 46 points.
  public var value: FontDescription { font(size(46), .semibold) }
  /// The font of the unit behind the value: 22 points.
  public var unit: FontDescription { font(size(22), .medium) }
  /// The font of notes, legends and readouts: 15 points.
  public var note: FontDescription { font(size(15), .regular) }
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
