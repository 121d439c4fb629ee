import Glibc
import Messages
import Metrics

/// Reads the output of any command, line by line, in chunks of any size and in bounded memory.
///
/// A line has one of these forms; `LineForm` has the order in which the reader tries them.
/// - A control line: `replot`, `clear` or `exit` alone.
/// - A **JSON** object or array (`JSONRow`), on one line or several: its numbers, named by path.
/// - **Pairs** (`PairLine`): `key=value`, in logfmt or with text around them (`ping`).
/// - A row of a **table** (`TextTable`): fields between semicolons, tabs, commas or blanks, or between bars below a
///   ruler. The delimiter is the one that splits the line into numbers, times and missing values, apart from a key.
/// - A line of a web server's log (`AccessLine`).
/// - A line of `sensors` (`SensorForm`), below the name of its chip, of `ls -l` (`ListingLine`), or of `perf stat -I`
///   (`CounterLine`).
/// - A sample in the text format of Prometheus (`Exposition`), or a line of InfluxDB, Graphite, OpenTSDB or collectd
///   (`MetricLine`).
/// - A progress bar (`ProgressBarLine`).
/// - A **sentence** (`SentenceLine`): numbers with words around them (`uptime`, the head of `top`).
///
/// A time before words, with the words that loggers write after the time (`LogPrefix`), is the time of the rest. With
/// `TextOptions.match`, only the groups of that expression count.
///
/// A line without numbers is the header of the next row if the row has as many fields, or a row itself if its values
/// are missing (`GapRows`). A known header switches back to its table (`vmstat` repeats its header, `iostat` alternates
/// between two). Between commas, semicolons or tabs, a line of as many other names takes the place of a header
/// (`replacesHeader`). All other lines of text count as unreadable after the first row, and as a banner before the
/// first row. Lines that start with `#` are headers or comments; below a header without `#` they are comments.
///
/// The lines of one interval become one row: see `RowAssembler`.
///
/// A reader is not thread-safe: one queue uses the reader.
public final class TextReader {
  let options: TextOptions
  private var input = UTF16Input()
  var splitter = LineSplitter()
  var fields: FieldSplitter
  var columns: TextColumns
  var assembler = RowAssembler()
  var fast = FastRows()

  /// All tables so far, and the current one.
  var tables: [TextTable] = []
  var table: TextTable?
  /// The table of the rows before the start of a file, or before a header that replaces the table's header; nil after
  /// the next row.
  var tableBefore: TextTable?
  /// The table that has taken the place of others, until its first row is published.
  var newTable: TextTable?
  /// Lines of text that may be a header: a line of names, and a line of groups above it.
  var headerLines: [HeaderLine] = []
  var blankSinceRow = false
  /// The last ruler of a table with bars.
  var barRuler: BarRuler?
  /// Lines of text before the first row.
  var banners: Set<[UInt8]> = []
  let sensors = SensorForm()
  let json = JSONForm()
  let sentences = SentenceForm()
  let bars = ProgressBarForm()
  /// The forms of lines, in the order in which they are tried.
  let forms: [LineForm]
  /// The form of the last row, or of the comment after the row.
  var style = Style.none
  /// The lines so far of a row with quoted line ends.
  var record = QuotedRecord()
  /// The state of the first report of a tool whose first report covers the time since the boot.
  var firstReport = FirstReport.awaited
  var members = Members()

  var lineNumber = 0
  /// Whether the end of the current line was cut off.
  var isCut = false
  /// The bytes behind the current line that arrived in the same chunk.
  private(set) var ahead = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var arrival = Double.nan
  var hasRows = false
  /// The number of rows published so far, apart from those of `FastRows`, which have no keys.
  private(set) var rowCount = 0
  var isEnded = false
  private var clock: LocalClock
  /// The instant of the last time of day.
  private var lastOfDay: Double?
  /// The date and the time of lines above rows.
  var timeAbove = TimeAbove()
  /// The order of day and month in dates with slashes.
  var dates = DateOrder()
  private var publishedRevision = -1
  private var saidNotices: Set<String> = []
  private var clean: [UInt8] = []
  /// The words that stand for numbers.
  private let words: WordNumbers

  enum Style: UInt16, CaseIterable {
    case none, table, pairs, json, sentence, access, sensors, listing, counters, exposition,
      metrics, match, progress
  }

  /// - Parameter zone: the time zone of times that name no zone.
  public init(options: TextOptions, zone: TimeZoneRules = .system()) {
    self.options = options
    words = WordNumbers(options.words)
    clock = LocalClock(zone: zone)
    fields = FieldSplitter(times: TimeReader(format: options.timeFormat))
    let horizontal = options.horizontal.map { [$0] } ?? []
    columns = TextColumns(selection: options.columns.map { $0 + horizontal })
    forms = LineForm.inOrder(
      options, json: json, sensors: sensors, sentences: sentences, bars: bars)
    members.keyed.names =
      options.rowNames.isEmpty ? options.horizontal.map { [$0] } ?? [] : options.rowNames
    members.keyed.areNumbered = !options.rowNames.isEmpty
    guard let known = options.knownMember else { return }
    members.keyed.search = LineKeySearch(known: known)
    if members.keyed.names.isEmpty { members.keyed.distinguish(by: known) }
  }

  /// The kind of times in the rows so far.
  public internal(set) var timeKind = TextTimeKind.none

  /// Whether rows have times of their own.
  public var hasTimeColumn: Bool { timeKind != .none }

  /// Whether the column that the user chose for the horizontal axis holds times or names.
  var hasChosenField: Bool { table?.roles.hasChosenField ?? false || !members.keyed.texts.isEmpty }

  /// The columns that should distinguish rows, and that the text lacks.
  var missingRowNames: [String] {
    guard let table else { return members.keyed.texts.isEmpty ? options.rowNames : [] }
    return options.rowNames.filter { name in
      !table.names.contains(name) && !(1..<table.cellCount + 1).contains(Int(name) ?? 0)
    }
  }

  /// The columns that may distinguish rows: those of the table, or otherwise the members of lines with texts.
  var possibleRowNames: [String] {
    table?.names.filter { !$0.isEmpty } ?? members.leftOut.keys.sorted()
  }

  /// Reads bytes that came at `arrival`, in seconds since 1970. The arrival determines the date of times of day.
  public func feed(
    _ bytes: UnsafeRawBufferPointer, arrival: Double, into batch: inout TextBatch
  ) {
    self.arrival = arrival
    if input.isTransparent {
      read(bytes, into: &batch)
    } else {
      input.decode(bytes).withUnsafeBytes { read($0, into: &batch) }
    }
  }

  /// Reads bytes of UTF-8, or of any text without a byte order mark.
  private func read(_ bytes: UnsafeRawBufferPointer, into batch: inout TextBatch) {
    publish(&batch)
    guard var next = bytes.bindMemory(to: UInt8.self).baseAddress, !isEnded else { return }
    let end = next + bytes.count
    // Lines may end with CR alone, so the last LF is not searched again for each line.
    let fastEnd = bytes.lastIndex(of: 0x0A).map { next + $0 + 1 } ?? next
    if splitter.swallowsLineFeed, next < end {
      splitter.swallowsLineFeed = false
      if next.pointee == 0x0A { next += 1 }
    }
    while next < end, !isEnded {
      if next < fastEnd, splitter.isEmpty, fast.isReady {
        next = readFast(next, fastEnd, &batch)
        if next == end { break }
      }
      let rest = UnsafeBufferPointer(start: next, count: end - next)
      guard let length = findLineEnd(rest) else {
        splitter.keep(rest)
        // The end of such a line may never come.
        if splitter.isSkipping { noticeCut(&batch) }
        break
      }
      ahead = UnsafeBufferPointer(rebasing: rest[(length + 1)...])
      readLine(UnsafeBufferPointer(rebasing: rest[..<length]), &batch)
      next += length + 1
      if rest[length] == 0x0D {
        if next == end {
          splitter.swallowsLineFeed = true
        } else if next.pointee == 0x0A {
          next += 1
        }
      }
    }
    ahead = UnsafeBufferPointer(start: nil, count: 0)
    publish(&batch)
  }

  /// Ends an unfinished line, like a line end.
  func endLine(into batch: inout TextBatch) {
    input.finish().withUnsafeBytes { read($0, into: &batch) }
    withUnsafeBytes(of: UInt8(0x0A)) { read($0, into: &batch) }
  }

  /// Notes that the next line is the first one of a file, so that text before the next row is a header.
  func beginFile(into batch: inout TextBatch) {
    flushRow(&batch)
    blankSinceRow = true
    tableBefore = table
  }

  /// Completes the row of the current interval. Call this function when a live pipe has been quiet for
  /// about 50 ms, so that its first row is shown at once.
  public func pause(into batch: inout TextBatch) {
    flushRow(&batch)
    publish(&batch)
  }

  /// Ends the input. A last line without a line end counts.
  public func finish(into batch: inout TextBatch) {
    guard !isEnded else { return }
    input.finish().withUnsafeBytes { read($0, into: &batch) }
    if !splitter.isEmpty { readLine(UnsafeBufferPointer(start: nil, count: 0), &batch) }
    if !record.isEmpty { giveUpRecord(&batch) }
    json.giveUp(self, &batch)
    readOnlyLine(&batch)
    takeOnlyTime()
    flushRow(&batch)
    releaseFirstReport(&batch)
    dropHeaderLines(&batch)
    isEnded = true
    publish(&batch)
  }

  /// Continues after the end of the input, because the text has grown.
  func resume() { isEnded = false }

  /// Reads one line. The first bytes of the line may have come before.
  private func readLine(_ rest: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    lineNumber += 1
    if splitter.isEmpty, rest.count <= TextLimits.line {
      readWhole(rest, isCut: false, &batch)
    } else {
      splitter.keep(rest)
      let (line, isCut) = splitter.take()
      line.withUnsafeBufferPointer { readWhole($0, isCut: isCut, &batch) }
    }
  }

  private func readWhole(
    _ line: UnsafeBufferPointer<UInt8>, isCut: Bool, _ batch: inout TextBatch
  ) {
    var line = line
    if line.first == 0xEF { line = withoutByteOrderMark(line) }
    self.isCut = isCut
    if isCut {
      noticeCut(&batch)
      line = cutAtField(line)
    }
    if needsCleaning(line) {
      reportUTF16(line, &batch)
      var buffer = clean
      clean = []
      cleaned(line, into: &buffer)
      buffer.withUnsafeBufferPointer { readWords($0, &batch) }
      clean = buffer
    } else {
      readWords(line, &batch)
    }
    fields.release()
    prepareFast()
  }

  /// Understands a line, with numbers in place of words.
  private func readWords(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    if !words.isEmpty, let replaced = words.replaced(line, cells: stateCells(between: .blanks)) {
      return replaced.withUnsafeBufferPointer { understand($0, &batch) }
    }
    if case .number(let state) = FieldValue(state: TextLine(line).text) {
      let digit = [UInt8(ascii: "0") + UInt8(state)]
      return digit.withUnsafeBufferPointer { understand($0, &batch) }
    }
    understand(line, &batch)
  }

  private func noticeCut(_ batch: inout TextBatch) {
    notice(String(localized: "a line longer than 1 MiB was cut"), &batch)
  }

  /// Removes a byte order mark of UTF-8. Such a mark has no meaning, and may be inside the text if files were joined. A
  /// mark of UTF-16 is removed during decoding.
  private func withoutByteOrderMark(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard line.starts(with: mark) else { return line }
    return UnsafeBufferPointer(rebasing: line[mark.count...])
  }

  /// Reports a text in UTF-16 without a byte order mark, in which every other byte is NUL for ASCII characters. The
  /// ASCII part of the text is read, because NUL is left out.
  private func reportUTF16(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    guard lineNumber <= 10, line.count >= 4, line.count(where: { $0 == 0 }) * 3 >= line.count else {
      return
    }
    notice(
      String(localized: "this looks like UTF-16 without a byte order mark: convert it to UTF-8"),
      &batch)
  }

  /// The line without its last field, which may be half a number after the line was cut off.
  private func cutAtField(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let separators: [UInt8] = [0x20, 0x09, 0x2C, 0x3B]
    guard let last = line.suffix(4096).lastIndex(where: { separators.contains($0) }) else {
      return UnsafeBufferPointer(rebasing: line[..<0])
    }
    return UnsafeBufferPointer(rebasing: line[..<last])
  }

  // MARK: Results

  /// The numbers of rows so far.
  func rowCounts(_ batch: TextBatch) -> RowCounts {
    RowCounts(given: rowCount, inBatch: batch.rowCount)
  }

  /// Publishes the row of the current interval.
  func flushRow(_ batch: inout TextBatch) {
    guard assembler.hasRow else { return }
    publish(&batch)
    if holdsBackRow(&batch) { return }
    noteGoneColumns()
    batch.append(time: assembler.time, row: assembler.values)
    assembler.clear()
    hasRows = true
    rowCount += 1
  }

  /// Notes which columns a new table lacks, with its first row, and which of these come again.
  private func noteGoneColumns() {
    if let present = newTable?.keys.flatMap(\.columns) { columns.keep(Set(present)) }
    newTable = nil
    if columns.haveGone { columns.comeBack(in: assembler.values) }
  }

  func publish(_ batch: inout TextBatch) {
    orderDates(&batch)
    if columns.isFull {
      notice(
        String(localized: "more than \(TextLimits.columns) columns: the rest is left out"), &batch)
    }
    for column in columns.foreign.sorted() {
      let (name, unit) = (columns.columns[column].name, columns.columns[column].unit ?? "")
      notice(
        String(localized: "'\(name)' is in \(unit): its numbers in other units are left out"),
        &batch)
    }
    if publishedRevision != columns.revision || batch.columns.count != columns.count {
      batch.adopt(columns.columns)
      publishedRevision = columns.revision
    }
  }

  func notice(_ text: String, _ batch: inout TextBatch) {
    if saidNotices.count < 100, saidNotices.insert(text).inserted { batch.notices.append(text) }
  }

  func unreadable(
    _ line: UnsafeBufferPointer<UInt8>, _ reason: String, number: Int? = nil,
    _ batch: inout TextBatch
  ) {
    batch.unreadable += 1
    batch.lastUnreadable = UnreadableLine(
      line: shown(line, limit: TextLimits.shownLine), lineNumber: number ?? lineNumber,
      reason: reason)
  }

  /// The instant of a time. A time of day means the instant nearest to the arrival; in a file, the instant nearest to
  /// the row before; in the first row of a file, the last instant before the file was read. If a line above states the
  /// date, the time is on that date.
  func instant(_ time: TextTime?) -> Double {
    switch time {
    case .date(let seconds):
      timeKind = .date
      return seconds
    case .local(let reading):
      timeKind = .date
      return clock.instant(of: reading, arrival: options.isFile ? nil : arrival)
    case .slashed(let time): return instant(time)
    case .ofYear(let month, let day, let seconds):
      timeKind = .date
      return clock.instant(month: month, day: day, seconds: seconds, near: arrival)
    case .ofDay(let seconds):
      if timeKind == .none { timeKind = .timeOfDay }
      let present = options.isFile ? nil : clock.reading(at: arrival)
      if let reading = timeAbove.reading(ofDay: seconds, arrival: present) {
        return clock.instant(of: reading, arrival: options.isFile ? nil : arrival)
      }
      // The rows of a file are near one another, not near their arrival.
      let near = options.isFile ? lastOfDay ?? arrival - 43_200 : arrival
      lastOfDay = clock.instant(ofDay: seconds, near: near)
      return lastOfDay ?? .nan
    case nil: return .nan
    }
  }
}
