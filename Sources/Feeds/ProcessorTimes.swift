/// Processor time since the machine was started, in the kernel's ticks.
struct ProcessorTimes: Hashable, Sendable {
  /// Idle time, including time spent waiting for input or output.
  var idle: UInt64 = 0
  var total: UInt64 = 0
  /// Time in programs, including those of low priority.
  var user: UInt64 = 0
  var system: UInt64 = 0
  /// The part of the idle time in which a task waited for a disk.
  var waiting: UInt64 = 0
  /// Time in hard and soft interrupts.
  var interrupts: UInt64 = 0
  /// Time that the host gave to other machines.
  var steal: UInt64 = 0

  /// Adds one field of a line of `/proc/stat`, counted from 0.
  fileprivate mutating func add(_ ticks: UInt64, field: Int) {
    total = total.addingSaturated(ticks)
    switch field {
    case 0, 1: user = user.addingSaturated(ticks)
    case 2: system = ticks
    case 3: idle = idle.addingSaturated(ticks)
    case 4:
      idle = idle.addingSaturated(ticks)
      waiting = ticks
    case 5, 6: interrupts = interrupts.addingSaturated(ticks)
    default: steal = ticks
    }
  }
}

extension MachineState {
  /// The lines of processors, at the start of the file, before the long line of interrupts.
  static func processorLines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    while text[start...].starts(with: "cpu") {
      let end = text[start...].firstIndex(of: .newline) ?? text.endIndex
      lines.append(text[start..<end])
      start = min(end + 1, text.endIndex)
    }
    return lines
  }

  /// `cpu0 536 0 563 84263 5 0 5 3 0 0`: user, nice, system, idle, iowait, irq, softirq, steal. The guest times that
  /// follow are included in user and nice. Kernels before 2.6 end after idle.
  mutating func readProcessor(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    let name = try fields.word("cpu or the name of a core")
    guard name.starts(with: "cpu") else { throw FieldError(offset: 0, expected: "cpu") }
    var times = ProcessorTimes()
    for field in 0..<8 {
      guard let ticks = field < 4 ? try fields.count() : try fields.countIfAny() else { break }
      times.add(ticks, field: field)
    }
    if name.count == 3 {
      processor = times
    } else {
      guard let core = Int(name.dropFirst(3).text), core >= 0 else {
        throw FieldError(offset: 3, expected: "the number of a core")
      }
      cores[core] = times
    }
  }
}

extension UInt64 {
  fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
