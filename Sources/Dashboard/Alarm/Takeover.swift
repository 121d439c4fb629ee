/// The rules by which a page with a breach takes over the screen, and returns the screen to the page before.
///
/// The page of a new breach is shown at once. While breaches last, pages turn only among the pages with one. When all
/// breaches are over, the page from before returns. A page that the user chooses stays until its time is over, and the
/// page from before does not return.
struct Takeover {
  /// The page that was shown before; nil if no page has taken over the screen, or the user has chosen one.
  private var pageBefore: Int?
  /// The number of the breach that was shown last.
  private var shownBreach = 0
  private var hasTaken = false

  /// The page to show now; nil to stay.
  /// - Parameters:
  ///   - pages: the pages with a breach, that of the latest breach last.
  ///   - latest: the number of the latest breach.
  mutating func page(showing current: Int, pages: [Int], latest: Int) -> Int? {
    guard let wanted = pages.last else {
      defer { (pageBefore, hasTaken) = (nil, false) }
      return pageBefore == current ? nil : pageBefore
    }
    guard latest > shownBreach else { return nil }
    shownBreach = latest
    if !hasTaken { pageBefore = current }
    hasTaken = true
    return wanted == current ? nil : wanted
  }

  /// Notes that the user has chosen a page.
  mutating func userChosePage() { pageBefore = nil }

  /// Adopts another list of pages.
  /// - Parameter index: the new index of an old one; nil for a page that is gone.
  mutating func renumber(_ index: (Int) -> Int?) { pageBefore = pageBefore.flatMap(index) }

  /// The page after a page, when pages turn by themselves; nil to stay.
  /// - Parameter step: the number of pages that are shown at once, each on a monitor of its own.
  static func next(after page: Int, of count: Int, step: Int = 1, breached: [Int]) -> Int? {
    guard !breached.isEmpty else { return count > 1 ? (page + step) % count : nil }
    let next = (1...count).lazy.map { (page + $0) % count }.first { breached.contains($0) }
    return next == page ? nil : next
  }
}
