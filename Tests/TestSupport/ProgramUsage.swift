import Foundation

/// The resources that a running program holds.
public struct ProgramUsage: Sendable, CustomStringConvertible {
  public private(set) var descriptors = 0
  public private(set) var threads = 0
  /// The segments of System V shared memory that the program has made.
  public private(set) var segments = 0
  /// Kilobytes of memory that no other process shares.
  public private(set) var memory = 0

  public static let none = ProgramUsage()

  private init() {}

  public init(of process: pid_t) throws {
    func count(_ folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\(folder)").count
    }
    (descriptors, threads) = (try count("fd"), try count("task"))
    let table = try String(contentsOfFile: "/proc/sysvipc/shm", encoding: .utf8)
    segments = table.split(separator: "\n").dropFirst().count {
      $0.split(separator: " ")[4] == "\(process)"
    }
    let sums = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
    for line in sums.split(separator: "\n") where line.hasPrefix("Private_Dirty:") {
      memory = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
  }

  /// Whether the program holds no more than before, apart from a growth of its memory. A second frame
  /// buffer comes and goes, and no two heaps grow equally.
  public func isWithin(_ before: ProgramUsage, growth: Int) -> Bool {
    descriptors <= before.descriptors && threads <= before.threads
      && segments <= max(2, before.segments) && memory <= before.memory + max(0, growth) + 2000
  }

  public var description: String {
    "\(descriptors) descriptors, \(threads) threads, \(segments) segments, \(memory) kB"
  }
}

extension Program.Running {
  /// The hundredths of a second of processor time that the program has used.
  public var processorTicks: Int {
    get throws {
      let state = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
      // The name of the program, in parentheses, may contain blanks.
      let fields = state[(state.lastIndex(of: ")") ?? state.startIndex)...].split(separator: " ")
      return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
    }
  }

  /// The number of times that the threads of the program that are there now have waited for something.
  public var waits: Int {
    get throws {
      let folder = "/proc/\(identifier)/task"
      return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, thread in
        // A thread may end while they are counted.
        let state = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
        let line = state?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
      }
    }
  }

  /// Whether the program comes to rest: a loop would use the processor without end.
  public func comesToRest() throws -> Bool {
    try eventually {
      let before = try processorTicks
      Thread.sleep(forTimeInterval: 0.25)
      return try processorTicks - before <= 1
    }
  }
}
