import Foundation

/// Checks a condition repeatedly; false if it has not held for a long time.
///
/// The condition should be certain to hold at last, even on a machine that is busy or pauses for seconds.
/// Only a failed test meets the limit, which counts rests instead of the time: a busy machine may keep a
/// test from running for minutes, and so what the test waits for.
public func eventually(seconds: Double = 300, _ isSo: () throws -> Bool) rethrows -> Bool {
  var rests = Int(seconds / restDuration)
  while try !isSo() {
    guard rests > 0 else { return false }
    rests -= 1
    Thread.sleep(forTimeInterval: restDuration)
  }
  return true
}

/// Does the same as `eventually`, and leaves the thread to other tests meanwhile.
public func becomes(
  seconds: Double = 300, _ isSo: () async throws -> Bool
) async throws -> Bool {
  var rests = Int(seconds / restDuration)
  while try await !isSo() {
    guard rests > 0 else { return false }
    rests -= 1
    try await Task.sleep(for: .seconds(restDuration))
  }
  return true
}

/// The seconds between two checks of a condition.
private let restDuration = 0.02

private let starting = NSLock()

/// Makes the pipes of a child and starts it, while no other thread does.
///
/// Foundation makes a child close the descriptors that are open just before its start. A descriptor that
/// another thread opens for its own child at that moment stays open in both children. Then a pipe has no
/// end, and the end of a child goes unnoticed, until the other child ends.
public func startingAlone<Result>(_ body: () throws -> Result) rethrows -> Result {
  try starting.withLock(body)
}
