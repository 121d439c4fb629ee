import Messages

/// The first report of `vmstat` and `iostat`, which covers the time since the machine's boot, not the last interval.
///
/// The report of a live text is held back. The next row replaces the report; without a next row, the report becomes a
/// row, because the text has no other.
enum FirstReport {
  case awaited
  case held(time: Double, row: [Double])
  /// The report has been published or left out, or there is none.
  case over

  var isHeld: Bool { if case .held = self { true } else { false } }
}

extension TextTable {
  /// Whether the first rows under this header cover the time since the boot.
  var beginsSinceBoot: Bool {
    func has(_ wanted: String...) -> Bool { wanted.allSatisfy { names.contains($0) } }
    guard let first = names.first else { return false }
    return has("r", "b", "si", "so", "bi", "us", "id")
      || first.hasPrefix("Device") && (has("tps", "kB_read/s") || has("r/s", "%util"))
      || names.count == 6 && has("%user", "%nice", "%system", "%iowait", "%steal", "%idle")
        && roles.timeField == nil
  }
}

extension TextReader {
  /// Holds back or leaves out the row of the current interval.
  /// - Returns: whether the row is held back or left out.
  func holdsBackRow(_ batch: inout TextBatch) -> Bool {
    switch firstReport {
    case .over: return false
    case .awaited:
      guard !options.isFile, style == .table, tables.contains(where: \.beginsSinceBoot) else {
        firstReport = .over
        return false
      }
      firstReport = .held(time: assembler.time, row: assembler.values)
      hasRows = true
      assembler.clear()
      notice(String(localized: "the first report, since the boot, is left out"), &batch)
      return true
    case .held:
      firstReport = .over
      return false
    }
  }

  /// Publishes a first report that no second report has followed.
  func releaseFirstReport(_ batch: inout TextBatch) {
    guard case .held(let time, let row) = firstReport else { return }
    firstReport = .over
    publish(&batch)
    batch.append(time: time, row: row)
    notice(String(localized: "the only report covers the time since the boot"), &batch)
  }
}
