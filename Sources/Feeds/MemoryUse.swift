/// The use of main memory, in bytes; nil for an amount that the kernel does not report.
struct MemoryUse: Hashable, Sendable {
  var total: Double?
  /// Memory that programs can get without swapping.
  var available: Double?
  var free: Double?
  var buffers: Double?
  /// The memory of cached files.
  var pages: Double?
  /// Memory that the kernel uses for itself and can give up.
  var reclaimable: Double?
  var swapTotal: Double?
  var swapFree: Double?

  var used: Double? {
    guard let total, let available else { return nil }
    return max(0, total - available)
  }

  /// Files in memory: `buff/cache` of `free`, less the buffers.
  var cached: Double? { pages.map { $0 + (reclaimable ?? 0) } }

  var swapUsed: Double? {
    guard let swapTotal, let swapFree else { return nil }
    return max(0, swapTotal - swapFree)
  }

  fileprivate typealias Name = (
    name: StaticString, field: any WritableKeyPath<MemoryUse, Double?> & Sendable
  )

  /// The names in the file and their meaning, those of the basic metrics first.
  fileprivate static let names: [Name] = [
    ("MemTotal", \.total), ("MemAvailable", \.available), ("MemFree", \.free),
    ("Buffers", \.buffers), ("Cached", \.pages), ("SReclaimable", \.reclaimable),
    ("SwapTotal", \.swapTotal), ("SwapFree", \.swapFree),
  ]
}

extension MachineState {
  /// The lines with known names, all in the first half of the file. The two lines for the basic metrics
  /// are near its start.
  static func memoryLines(of text: [UInt8], isBasic: Bool) -> [ArraySlice<UInt8>] {
    let names = isBasic ? MemoryUse.names.prefix(2) : MemoryUse.names[...]
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while !rest.isEmpty, lines.count < names.count {
      let line = rest.prefix { $0 != .newline }
      let name = line.prefix { $0 != .colon }
      if name.count < line.count, names.contains(where: { name.equals($0.name) }) {
        lines.append(line)
      }
      rest = rest[min(line.endIndex + 1, rest.endIndex)...]
    }
    return lines
  }

  /// `MemTotal:        8137924 kB`
  mutating func readMemory(_ line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    let name = try fields.name(beforeColon: "a name and a colon")
    let bytes = Double(try fields.count()) * 1024
    guard let known = MemoryUse.names.first(where: { name.equals($0.name) }) else {
      throw FieldError(offset: 0, expected: "MemTotal, MemAvailable or another name that is known")
    }
    memory[keyPath: known.field] = bytes
  }
}
