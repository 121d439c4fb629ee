import CProcess
import Glibc

// Lets a kiosk without a window live through months of simulated time, and measures the growth of its
// memory.
//
//     wallchart-soak UPDATES
//
// The status is 1 if the memory grows by more than 1% from the second tenth of the updates to the last, or
// if the number of descriptors or threads grows: on a busy machine Dispatch has a thread more for a moment.

/// The bytes that are allocated at present.
func allocatedBytes() -> Double {
  let information = mallinfo2()
  return Double(information.uordblks + information.hblkhd)
}

/// The number of entries in a folder of this process.
func count(_ folder: String) -> Int {
  guard let folder = opendir("/proc/self/" + folder) else { return -1 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}

/// The most growth, as a share of the memory with a picture.
let mostGrowth = 0.01
/// A cycle for each tenth.
let leastCycles = 10
/// The cycles before the measurement, which fill caches of bounded size, start threads and open files.
let warmUp = 3

guard CommandLine.arguments.count == 2, let wanted = Int(CommandLine.arguments[1]) else {
  print("usage: wallchart-soak UPDATES")
  exit(64)
}
let isVerbose = getenv("SOAK_VERBOSE") != nil
let soak = try Soak()
for _ in 0..<warmUp {
  soak.runCycle()
  await Task.yield()
}
/// The bytes at the end of each cycle, while a picture is shown, and when nothing is left to be shown. The
/// first depend on the moment, so they say nothing about a growth; the others are like each other.
var (shown, empty): ([Double], [Double]) = ([], [])
var (descriptors, threads): ([Int], [Int]) = ([], [])
while soak.updates < wanted || empty.count < leastCycles {
  soak.runCycle {
    shown.append(allocatedBytes())
  } empty: {
    empty.append(allocatedBytes())
  }
  // The frame loop leaves work on the main queue.
  await Task.yield()
  descriptors.append(count("fd"))
  threads.append(count("task"))
  if isVerbose {
    print("cycle \(empty.count): \(Int(shown.last!)) bytes shown, \(Int(empty.last!)) empty")
    fflush(nil)
  }
}
let growth = Growth(empty)
let mean = shown.reduce(0, +) / Double(shown.count)
let share = (growth.late - growth.early) / mean
print(
  "\(soak.updates) updates in \(empty.count) cycles: bytes without a picture \(growth), "
    + "\((share * 10_000).rounded() / 100)% of \(Int(mean)) with a picture, "
    + "descriptors \(Set(descriptors).sorted()), threads \(Set(threads).sorted())")
let grows = [descriptors, threads].contains { counts in
  let half = counts.count / 2
  // There are as many counts as cycles, at least `leastCycles`.
  return counts[half...].min()! > counts[..<half].min()!
}
exit(share <= mostGrowth && !grows ? 0 : 1)
