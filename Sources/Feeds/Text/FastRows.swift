import Metrics

/// The plan for reading rows of plain numbers in one pass, and the rows read by the plan that are not yet
/// in a batch.
///
/// The plan covers only digits, points and exponents. A line with any other byte goes to `TextReader.understand`, which
/// handles every line and must give the same result as the plan.
struct FastRows {
  /// Whether the next line may be read by the plan.
  var isReady = false
  fileprivate var separator: UInt8 = 0
  fileprivate var point: UInt8 = 0x2E
  /// The column of each field; `TextColumns.none` for a field that is left out, `time` for the time.
  fileprivate var targets: [Int] = []
  fileprivate var timeScale = 1.0
  fileprivate static let time = -3
}

/// The numbers of many rows, row after row.
private struct RowBuffer: ~Copyable {
  let numbers: UnsafeMutablePointer<Double>
  let width: Int
  let capacity: Int
  var rows = 0

  init(width: Int) {
    self.width = width
    capacity = max(16, 16384 / width)
    numbers = .allocate(capacity: width * capacity)
  }

  deinit { numbers.deallocate() }
}

extension TextReader {
  /// Decides whether the next lines may be read by a plan. The plan needs a table without keys whose rows
  /// are intervals of their own, and whose time, if any, is a number.
  func prepareFast() {
    fast.isReady = false
    guard style == .table, record.isEmpty, headerLines.isEmpty, let table,
      table.cells == .words, !table.hasLabels, table.texts.isEmpty, !firstReport.isHeld,
      !timeAbove.isKnown, columns.doubtful.isEmpty,
      assembler.isSingle(table.plainSource), var targets = table.plainColumns()
    else { return }
    if let timeField = table.roles.timeField {
      guard timeKind == .date, options.timeFormat == nil,
        case .epoch(let scale, let onlyWhileGrowing) = table.roles.timeKind,
        options.isFile || !onlyWhileGrowing
      else { return }
      fast.timeScale = scale
      targets[timeField] = FastRows.time
    }
    fast.separator = table.delimiter.byte
    fast.point = table.commaIsDecimal ? 0x2C : 0x2E
    fast.targets = targets
    fast.isReady = true
  }

  /// Reads lines from `start` by the plan, up to the first line that does not fit the plan, or up to `limit`, the place
  /// after an LF. Returns the start of the first line not read.
  func readFast(
    _ start: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>, _ batch: inout TextBatch
  ) -> UnsafePointer<UInt8> {
    var buffer = RowBuffer(width: fast.targets.count)
    var next = start
    var fits = true
    while fits, next < limit {
      buffer.rows = 0
      fits = Self.fill(
        &buffer, &next, limit, separator: fast.separator, point: fast.point, plan: fast)
      lineNumber += buffer.rows
      append(buffer, &batch)
    }
    return next
  }

  /// Fills the buffer with rows. Returns false, with `next` at the start of the line, for a line that
  /// does not fit.
  private static func fill(
    _ buffer: inout RowBuffer, _ next: inout UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>,
    separator: UInt8, point: UInt8, plan: FastRows
  ) -> Bool {
    let width = buffer.width
    let isBlank = separator == 0x20
    let timeField = plan.targets.firstIndex(of: FastRows.time) ?? -1
    var target = buffer.numbers
    // A local copy: a global variable is checked for initialization at each use.
    let powers = powersOfTen
    // An LF stands before `limit`, so all loops below stop there.
    while next < limit, buffer.rows < buffer.capacity {
      var here = next
      for field in 0..<width {
        while here.pointee == 0x20 || here.pointee == 0x09 && isBlank { here += 1 }
        guard let (value, after) = parseDecimal(here, limit, point: point, powers: powers)
        else { return false }
        target[field] = value
        here = after
        if field + 1 < width {
          if isBlank {
            guard here.pointee == 0x20 || here.pointee == 0x09 else { return false }
          } else {
            while here.pointee == 0x20 { here += 1 }
            guard here.pointee == separator else { return false }
          }
          here += 1
        }
      }
      while here.pointee == 0x20 || here.pointee == 0x09 && isBlank { here += 1 }
      if here.pointee == 0x0D { here += 1 }
      guard here.pointee == 0x0A else { return false }
      if timeField >= 0 {
        let time = target[timeField]
        guard epochScale(time) == plan.timeScale else { return false }
      }
      next = here + 1
      target += width
      buffer.rows += 1
    }
    return true
  }

  /// Moves the buffer's rows into the columns of the batch.
  private func append(_ buffer: borrowing RowBuffer, _ batch: inout TextBatch) {
    let rows = buffer.rows
    guard rows > 0 else { return }
    let width = buffer.width
    let timeField = fast.targets.firstIndex(of: FastRows.time)
    let scale = fast.timeScale
    batch.times.appendStrided(
      timeField.map { UnsafePointer(buffer.numbers + $0) }, stride: width, count: rows, scale: scale
    )
    for column in batch.values.indices {
      let field = fast.targets.firstIndex(of: column)
      batch.values[column].appendStrided(
        field.map { UnsafePointer(buffer.numbers + $0) }, stride: width, count: rows, scale: 1)
    }
    batch.rowCount += rows
    hasRows = true
    blankSinceRow = false
  }
}

extension [Double] {
  /// Appends `count` numbers, `stride` apart and multiplied by `scale`; absent values if there are no numbers.
  fileprivate mutating func appendStrided(
    _ numbers: UnsafePointer<Double>?, stride: Int, count rows: Int, scale: Double
  ) {
    let old = count
    append(contentsOf: repeatElement(SampleBatch.absent, count: rows))
    guard let numbers else { return }
    withUnsafeMutableBufferPointer { target in
      for row in 0..<rows { target[old + row] = numbers[row * stride] * scale }
    }
  }
}
