import Foundation

/// Checks a condition repeatedly; false if it has not held for a long time.
///
/// The condition should be certain to hold at last, even on a machine that is busy or pauses for seconds.
/// Only a failed test meets the limit.
public func eventually(seconds: Double = 300, _ isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !isSo() {
    guard ContinuousClock.now < end else { return false }
    Thread.sleep(forTimeInterval: 0.02)
  }
  return true
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
