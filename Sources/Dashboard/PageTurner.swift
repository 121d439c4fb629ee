/// The schedule by which a kiosk turns pages. Times are seconds of the frame clock.
struct PageTurner {
  /// The time when the current page appeared.
  private(set) var shownSince: Double?
  private let durations: [Double]

  /// Seconds between the preparation and the appearance of a page. Preparation in advance keeps the
  /// change smooth.
  static let preparation = 1.0

  /// - Parameter durations: the seconds for which each page is shown.
  init(durations: [Double]) { self.durations = durations }

  /// Notes that a page has appeared, so that its time starts.
  mutating func show(at time: Double) { shownSince = time }

  /// The time when the next page appears; nil if there is no next page.
  func turn(from page: Int) -> Double? {
    guard durations.count > 1, let shownSince else { return nil }
    return shownSince + durations[page]
  }

  /// The time when the next page is prepared.
  func preparation(from page: Int) -> Double? {
    turn(from: page).map { max(shownSince ?? 0, $0 - PageTurner.preparation) }
  }
}
