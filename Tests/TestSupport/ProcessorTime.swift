import Foundation

/// The seconds of processor time that the calling thread takes for something. Unlike the time on a clock, they are the
/// same on a busy machine.
public func processorSeconds(of body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try body()
  return now() - start
}
