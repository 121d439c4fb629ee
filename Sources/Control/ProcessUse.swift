import Files
import Glibc

/// The resources that this process uses, as the kernel reports them.
public struct ProcessUse: Sendable, Equatable {
  /// Bytes of all pages in memory; nil if not known.
  public var residentBytes: Int?
  /// Bytes of memory with each page divided among the processes that share the page; nil if not known.
  public var proportionalBytes: Int?
  /// Bytes of the address space; nil if not known.
  public var virtualBytes: Int?
  /// The number of threads; nil if not known.
  public var threads: Int?
  /// The number of open file descriptors; nil if not known.
  public var openDescriptors: Int?
  /// The limit of open file descriptors; nil if not known, or without a limit.
  public var mostDescriptors: Int?
  /// Seconds of processor time, in the program and in the kernel on its behalf.
  public var processorSeconds: Double?

  /// The use of a process about which nothing is known.
  public init() {}

  /// Reads the present use. The kernel walks over all pages for the answer, so the main thread does not ask.
  public static func now() -> ProcessUse {
    var use = ProcessUse()
    let memory = kilobytes(in: "/proc/self/smaps_rollup")
    let status = kilobytes(in: "/proc/self/status")
    use.residentBytes = (memory["Rss"] ?? status["VmRSS"]).map { $0 * 1024 }
    use.proportionalBytes = memory["Pss"].map { $0 * 1024 }
    use.virtualBytes = status["VmSize"].map { $0 * 1024 }
    use.threads = status["Threads"]
    // One of the descriptors is open only for this count.
    use.openDescriptors = entryNames(in: "/proc/self/fd").map { $0.count - 1 }
    var limit = rlimit()
    if getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      use.mostDescriptors = Int(exactly: limit.rlim_cur)
    }
    var usage = rusage()
    if getrusage(RUSAGE_SELF.rawValue, &usage) == 0 {
      use.processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
    return use
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  /// The numbers of a file with lines such as `Rss:     1234 kB`.
  private static func kilobytes(in path: String) -> [String: Int] {
    guard let bytes = try? WholeFile.read(path, atMost: 1 << 16) else { return [:] }
    var numbers: [String: Int] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split { $0 == ":" || $0 == " " || $0 == "\t" }
      guard parts.count >= 2, let number = Int(parts[1]) else { continue }
      numbers[String(parts[0])] = number
    }
    return numbers
  }
}
