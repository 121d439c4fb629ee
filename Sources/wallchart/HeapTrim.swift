import CProcess
import Glibc

/// The way of free memory back to the system.
///
/// While a window of time fills, each frame has larger paths than the frame before. Their memory leaves
/// holes in the heap, which the C library keeps: after five minutes of eight panels at ten samples a second
/// they were 11 MB of 34.
struct HeapTrim {
  private var schedule = TrimSchedule()

  /// Gives free memory back if there is much, and if it is likely to stay free.
  /// - Parameter now: monotonic seconds.
  mutating func update(at now: Double) {
    guard schedule.isLookDue(at: now), let resident = Self.residentBytes() else { return }
    guard schedule.isTrimDue(free: mallinfo2().fordblks, resident: resident) else { return }
    malloc_trim(0)
    schedule.didTrim(from: resident, to: Self.residentBytes() ?? resident)
  }

  /// The bytes of the process that are in memory; nil where the system does not report them.
  private static func residentBytes() -> Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard read(file, text.baseAddress, text.count - 1) > 0 else { return nil }
      text[text.count - 1] = 0
      // The size of the address space, then the pages in memory.
      var pages: UnsafeMutablePointer<CChar>?
      _ = strtol(text.baseAddress!, &pages, 10)
      return pages.map { strtol($0, nil, 10) * sysconf(Int32(_SC_PAGESIZE)) }
    }
  }
}

/// The times at which free memory is given back.
///
/// Memory that is used again in every second is better kept: the kernel takes half a microsecond or more to give back
/// each page, and clears it. Where most of what was given back has come back at the next look, the schedule waits twice
/// as long, up to half a minute.
struct TrimSchedule {
  /// The seconds from one look at the heap to the next.
  private static let period = 2.0
  private static let longestPeriod = 32.0
  /// The bytes that may be free. To give them back takes a millisecond or two.
  private static let mostFree = 3 << 20
  /// The bytes that must have been taken since the last time: what has been given back still counts as free.
  private static let leastTaken = 1 << 20

  private var period = Self.period
  private var lastLook = 0.0
  /// The bytes in memory before and after the last time that memory was given back.
  private var last: (before: Int, after: Int)?
  /// Whether that memory was still free at a look.
  private var hasStayedFree = false

  /// Whether it is time for a look at the heap.
  /// - Parameter now: monotonic seconds, more than two.
  mutating func isLookDue(at now: Double) -> Bool {
    guard now >= lastLook + period else { return false }
    lastLook = now
    return true
  }

  /// Whether memory is to be given back.
  /// - Parameters:
  ///   - free: the bytes of the heap that are not in use.
  ///   - resident: the bytes of the process that are in memory.
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

  /// Notes the bytes in memory before and after memory was given back.
  mutating func didTrim(from before: Int, to after: Int) {
    last = (before, after)
    hasStayedFree = false
  }
}
