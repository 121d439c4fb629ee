import Foundation

/// Asks again and again until something is so; false when it has not been for a long time.
///
/// It is for what is sure to come on a machine that is busy or stands still for seconds, too: only a test
/// that has failed meets the limit.
public func eventually(seconds: Double = 300, _ isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !isSo() {
    guard ContinuousClock.now < end else { return false }
    Thread.sleep(forTimeInterval: 0.02)
  }
  return true
}

private let starting = NSLock()

/// Makes the pipes of a child and starts it, while nobody else does.
///
/// Foundation has a child close the descriptors that are open just before it starts. One that another
/// thread opens for a child of its own at that moment stays open in both: then a pipe has no end, and the
/// end of a child goes unnoticed, until the other one ends.
public func startingAlone<Result>(_ body: () throws -> Result) rethrows -> Result {
  try starting.withLock(body)
}
