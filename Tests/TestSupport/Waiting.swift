import Foundation

/// Checks a condition repeatedly; false if it has not held for a long time.
///
/// The condition should be certain to hold at last, even on a machine that is busy or pauses for seconds.
/// Only a failed test meets the limit, and should end there (`try #require(eventually { … })`): a test that goes on
/// waits as long again for the next thing, and hides what has failed.
public func eventually(seconds: Double = 300, _ isSo: () throws -> Bool) rethrows -> Bool {
  var patience = Patience(seconds: seconds)
  while try !isSo() {
    guard patience.lasts() else { return false }
    Thread.sleep(forTimeInterval: Patience.rest)
  }
  return true
}

/// Does the same as `eventually`, and leaves the thread to other tests meanwhile.
public func becomes(
  seconds: Double = 300, isolation: isolated (any Actor)? = #isolation,
  _ isSo: () async throws -> Bool
) async throws -> Bool {
  var patience = Patience(seconds: seconds)
  while try await !isSo() {
    guard patience.lasts() else { return false }
    try await Task.sleep(for: .seconds(Patience.rest))
  }
  return true
}

/// The limit of a wait in seconds, of which each look at what is awaited takes a hundredth at most: a busy machine may
/// keep a test from running for minutes, and so what the test waits for.
struct Patience {
  /// The seconds between two looks.
  static let rest = 0.02

  /// The most seconds that a look takes of the limit.
  let share: Double
  private var left: Double
  private var last = ContinuousClock.now

  init(seconds: Double) { (left, share) = (seconds, seconds / 100) }

  /// Whether there is another look.
  mutating func lasts() -> Bool {
    let now = ContinuousClock.now
    left -= min((now - last) / .seconds(1), share)
    last = now
    return left > 0
  }
}

private let starting = NSLock()

/// Makes the pipes of a child and starts it, while no other thread does.
///
/// Foundation makes a child close the descriptors that are open just before its start. A descriptor that
/// another thread opens for its own child at that moment stays open in both children. Then a pipe has no
/// end, and the end of a child goes unnoticed, until the other child ends.
public func startingAlone<Result>(_ body: () throws -> Result) rethrows -> Result {
  try starting.withLock(body)
}
