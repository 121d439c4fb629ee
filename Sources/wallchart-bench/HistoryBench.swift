import Glibc
import History

/// Measures a history on the disk: its bytes, its writer and its reading, with forty series that have one
/// sample a second.
enum HistoryBench {
  private static let series = 40
  private static let days = 31
  /// A whole hour.
  private static let start = 1_699_999_200.0

  static func run() throws {
    var name = Array("/var/tmp/wallchart-history-XXXXXX".utf8CString)
    guard let folder = mkdtemp(&name).map({ String(cString: $0) }) else { return }
    defer {
      for suffix in ["", "-wal", "-shm"] { unlink(folder + "/bench.db" + suffix) }
      rmdir(folder)
    }
    let file = try HistoryFile(folder + "/bench.db", .writing)
    var gauges = Gauges(count: series)
    // A month in batches of a minute, with the tiers, as a window writes them.
    let (before, cpu) = (written(), processorTime())
    try fill(file, &gauges)
    let span = Double(days) * 86_400
    let samples = span * Double(series)
    line("written: \(fixed(Double(written() - before) / samples)) bytes a sample")
    line("writer: \(fixed((processorTime() - cpu) / span * 100)) % of a core")
    line("month: \(try file.size() / 1_000_000) MB")
    for (name, seconds) in [
      ("hour", 3600.0), ("day", 86_400), ("week", 7 * 86_400), ("month", 30 * 86_400),
    ] {
      try read(folder + "/bench.db", name, seconds)
    }
    file.close()
  }

  private static func fill(_ file: HistoryFile, _ gauges: inout Gauges) throws {
    for hour in 0..<days * 24 {
      let from = start + Double(hour) * 3600
      for minute in 0..<60 { try file.write(gauges.batch(from: from + Double(minute * 60))) }
      while try !file.rollUp(now: from) {}
      try file.prune(HistoryLimits(), now: from)
      if hour == 23 {
        let samples = Double(86_400 * series)
        line("kept of a day: \(fixed(Double(try file.size()) / samples)) bytes a sample")
      }
    }
    while try !file.rollUp(now: start + Double(days) * 86_400) {}
  }

  private static func line(_ text: String) {
    print("history " + text)
    fflush(nil)
  }

  private static func read(_ path: String, _ name: String, _ seconds: Double) throws {
    let end = start + Double(days) * 86_400
    var best = Double.infinity
    var rows = 0
    for _ in 0..<5 {
      let begin = milliseconds()
      let past = try HistoryFile(path, .reading).past(
        in: end - seconds...end, resolution: seconds / 1920
      ) { _ in true }
      best = min(best, milliseconds() - begin)
      rows = past.series.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.times.count } }
    }
    line("read \(name): \(fixed(best)) ms, \(rows) rows")
  }

  /// The bytes that this process has caused to be written.
  private static func written() -> Int {
    guard let input = fopen("/proc/self/io", "r") else { return 0 }
    defer { fclose(input) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, input) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("write_bytes: ") { return Int(text.dropFirst(13).dropLast()) ?? 0 }
    }
    return 0
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Gauges with one decimal that change each second.
private struct Gauges {
  private var values: [Int]
  private var noise: UInt32 = 1

  init(count: Int) { values = (0..<count).map { 400 + $0 } }

  /// A minute of all gauges, with the times of one source.
  mutating func batch(from start: Double) -> HistoryBatch {
    let times = (0..<60).map { _ in random() % 3 }.enumerated().map {
      start + Double($0.offset) + Double($0.element) / 1000
    }
    return HistoryBatch(
      values.indices.map { index in
        let values = times.map { _ in
          self.values[index] += random() % 21 - 10
          self.values[index] = min(max(self.values[index], 0), 1000)
          return Double(self.values[index]) / 10
        }
        return HistoryBatch.Series(key: "gauge \(index)", times: times, values: values)
      })
  }

  private mutating func random() -> Int {
    noise = noise &* 1_664_525 &+ 1_013_904_223
    return Int(noise >> 16)
  }
}
