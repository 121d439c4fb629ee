import CProcess
import Glibc

/// Returns free memory of the heap to the system.
///
/// While a window of time fills, each frame has larger paths than the frame before. Their memory leaves holes in the
/// heap, which the C library keeps: after five minutes of eight panels at ten samples a second, the holes were 11 MB of
/// 34 MB.
struct HeapTrim {
  private var schedule = TrimSchedule()

  /// Returns free memory if there is much and the memory is likely to stay free.
  /// - Parameter now: monotonic seconds.
  mutating func update(at now: Double) {
    guard schedule.isLookDue(at: now), let resident = Self.residentBytes() else { return }
    guard schedule.isTrimDue(free: mallinfo2().fordblks, resident: resident) else { return }
    malloc_trim(0)
    schedule.didTrim(from: resident, to: Self.residentBytes() ?? resident)
  }

  /// The resident size of the process in bytes; nil if the system does not report the size.
  private static func residentBytes() -> Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard read(file, text.baseAddress, text.count - 1) > 0 else { return nil }
      text[text.count - 1] = 0
      // The first number is the size of the address space, the second the number of resident pages.
      var pages: UnsafeMutablePointer<CChar>?
      _ = strtol(text.baseAddress!, &pages, 10)
      return pages.map { strtol($0, nil, 10) * sysconf(Int32(_SC_PAGESIZE)) }
    }
  }
}

/// Determines the times at which free memory is returned.
///
/// Memory that is used again every second is better kept: the kernel needs half a microsecond or more to map each page
/// again, and clears the page. If most of the returned memory is in use again at the next check, the schedule waits
/// twice as long, up to half a minute.
struct TrimSchedule {
  /// The seconds between two checks of the heap.
  private static let period = 2.0
  private static let longestPeriod = 32.0
  /// The number of bytes that may be free. Returning them takes a millisecond or two.
  private static let mostFree = 3 << 20
  /// The number of bytes that must have been taken since memory was last returned, because returned memory still counts
  /// as free.
  private static let leastTaken = 1 << 20

  private var period = Self.period
  private var lastLook = 0.0
  /// The resident sizes in bytes before and after memory was last returned.
  private var last: (before: Int, after: Int)?
  /// Whether the returned memory was still free at a check.
  private var hasStayedFree = false

  /// Whether a check of the heap is due.
  /// - Parameter now: monotonic seconds, more than two.
  mutating func isLookDue(at now: Double) -> Bool {
    guard now >= lastLook + period else { return false }
    lastLook = now
    return true
  }

  /// Whether memory is to be returned.
  /// - Parameters:
  ///   - free: the unused bytes of the heap.
  ///   - resident: the resident size of the process in bytes.
  mutating func isTrimDue(free: Int, resident: Int) -> Bool {
    guard free > Self.mostFree else { return false }
    guard let last else { return true }
    if resident < last.after + Self.leastTaken {
      hasStayedFree = true
      return false
    }
    let isInVain = !hasStayedFree && resident > (last.before + last.after) / 2
    period = isInVain ? min(2 * period, Self.longestPeriod) : Self.period
    return true
  }

  /// Notes the resident sizes before and after memory was returned.
  mutating func didTrim(from before: Int, to after: Int) {
    last = (before, after)
    hasStayedFree = false
  }
}
