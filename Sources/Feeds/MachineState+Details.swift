import Metrics

struct TaskCounters: Hashable, Sendable {
  var total: Double?
  /// The number of tasks that run or are ready to run.
  var running: Double?
  /// The number of tasks that wait for a disk.
  var blocked: Double?
  /// Tasks started since the machine was started.
  var created: UInt64?
  /// Context switches since the machine was started.
  var switches: UInt64?
}

/// Microseconds in which tasks waited for a resource, since the machine was started.
struct PressureCounters: Hashable, Sendable {
  /// Time in which at least one task waited.
  var some: UInt64?
  /// Time in which all tasks that were not idle waited.
  var full: UInt64?
}

/// A file system, in bytes.
struct MountSpace: Hashable, Sendable {
  /// The mount point, with blanks and backslashes written as in `/proc/mounts`: `\040`.
  var escapedPath: String
  var total: Double
  var used: Double
  /// Bytes available to users other than root.
  var available: Double
  /// The bytes that users other than root have or can have. `df` computes its share in use from these bytes, because
  /// the blocks reserved for root are not free for others.
  var usable: Double { used + available }

  /// `/srv 252000000000 156000000000 90000000000`
  /// - Parameter isOld: whether the line may come from an old recording without the available bytes; then all bytes
  ///   that are not in use count as available.
  init(line: ArraySlice<UInt8>, isOld: Bool = false) throws(FieldError) {
    var fields = Fields(line)
    escapedPath = try fields.word("the mount point").text
    total = Double(try fields.count("the size in bytes"))
    used = Double(try fields.count("the bytes in use"))
    if isOld {
      available = try fields.countIfAny().map { Double($0) } ?? max(0, total - used)
    } else {
      available = Double(try fields.count("the bytes available"))
    }
  }

  var path: String { String(decoding: Self.unescaped(Array(escapedPath.utf8)), as: UTF8.self) }

  /// Turns each backslash with three octal digits into the byte that the digits encode.
  static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let digits = bytes[index...].dropFirst().prefix(3).compactMap(\.digit)
      let value = digits.reduce(0) { $0 * 8 + $1 }
      if bytes[index] == UInt8(ascii: "\\"), digits.count == 3, value < 256 {
        result.append(UInt8(value))
        index += 4
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

extension MachineState {
  /// The lines after the long line of interrupts, found from the end.
  static func taskLines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    for _ in 0..<12 where !rest.isEmpty {
      if rest.last == .newline { rest.removeLast() }
      let start = rest.lastIndex(of: .newline).map { $0 + 1 } ?? rest.startIndex
      let line = rest[start...]
      if line.starts(with: "cpu") || line.starts(with: "intr") { break }
      if taskNames.contains(where: { line.starts(with: $0) }) { lines.append(line) }
      rest = rest[..<start]
    }
    return lines.reversed()
  }

  private static let taskNames: [StaticString] = [
    "ctxt ", "processes ", "procs_running ", "procs_blocked ",
  ]

  /// `procs_running 1`
  mutating func readTasks(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    let name = try fields.word("cpu or the name of a core")
    if name.equals("ctxt") {
      tasks.switches = try fields.count()
    } else if name.equals("processes") {
      tasks.created = try fields.count()
    } else if name.equals("procs_running") {
      tasks.running = Double(try fields.count())
    } else if name.equals("procs_blocked") {
      tasks.blocked = Double(try fields.count())
    } else {
      throw FieldError(offset: 0, expected: "cpu")
    }
  }

  /// `some avg10=0.00 avg60=0.00 avg300=0.00 total=0`
  mutating func readPressure(
    _ line: ArraySlice<UInt8>, of resource: String
  ) throws(FieldError) {
    var fields = Fields(line)
    let kind = try fields.word("some or full")
    guard kind.equals("some") || kind.equals("full") else {
      throw FieldError(offset: 0, expected: "some or full")
    }
    while true {
      let offset = fields.offset
      let word = try fields.word("the total of microseconds")
      guard word.starts(with: "total=") else { continue }
      guard let total = UInt64(word.dropFirst(6).text) else {
        throw FieldError(offset: offset, expected: "the total of microseconds")
      }
      var counters = pressure[resource] ?? PressureCounters()
      if kind.equals("some") { counters.some = total } else { counters.full = total }
      pressure[resource] = counters
      return
    }
  }

  /// `temperature.coretemp.core-0 47.5`
  mutating func readSensor(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    let name = try fields.word("the name of a metric").text
    let word = try fields.word("a number")
    guard let value = Double(word.text), value.isFinite else { throw fields.failure("a number") }
    sensors[Metric(name)] = value
  }
}
