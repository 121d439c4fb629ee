/// When a kiosk turns to the next page.
///
/// Times are seconds of the frame clock.
struct PageTurner {
  /// When the page that is shown came.
  private(set) var shownSince: Double?
  private let durations: [Double]

  /// How long before it is shown a page is made ready, so that the change is without a stutter.
  static let preparation = 1.0

  /// - Parameter durations: how long each page is shown.
  init(durations: [Double]) { self.durations = durations }

  /// A page has come, by the clock or by hand: its time starts.
  mutating func show(at time: Double) { shownSince = time }

  /// When the page after the one that is shown is to come; nil where there is none.
  func turn(from page: Int) -> Double? {
    guard durations.count > 1, let shownSince else { return nil }
    return shownSince + durations[page]
  }

  /// When the page after the one that is shown is made ready.
  func preparation(from page: Int) -> Double? {
    turn(from: page).map { max(shownSince ?? 0, $0 - PageTurner.preparation) }
  }
}
