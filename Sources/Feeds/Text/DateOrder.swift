/// A time whose date has slashes and the year at its end: the month or the day comes first.
struct SlashedTime: Equatable {
  /// The seconds from 1970-01-01 00:00:00 to the time that is read with the month first; nil if there is no such date.
  private var monthFirst: Double?
  /// The seconds from 1970-01-01 00:00:00 to the time that is read with the day first; nil if there is no such date.
  private var dayFirst: Double?
  /// The time zone in seconds east of UTC; nil for the local clock.
  private let offset: Double?
  /// Whether the day is assumed to be first until a row shows the order.
  let prefersDayFirst: Bool

  /// Fails if there is no such date in either order.
  init?(
    _ first: Int, _ second: Int, year: Int, clock: Double, offset: Double?, prefersDayFirst: Bool
  ) {
    func reading(month: Int, day: Int) -> Double? {
      CivilDate(year, month, day).map { $0.start + clock }
    }
    monthFirst = reading(month: first, day: second)
    dayFirst = reading(month: second, day: first)
    guard monthFirst != nil || dayFirst != nil else { return nil }
    (self.offset, self.prefersDayFirst) = (offset, prefersDayFirst)
  }

  /// The time in an order, or in the other one if the date exists only there.
  func time(dayFirst isDayFirst: Bool) -> TextTime {
    let reading = (isDayFirst ? dayFirst ?? monthFirst : monthFirst ?? dayFirst) ?? .nan
    return offset.map { .date(reading - $0) } ?? .local(reading)
  }

  /// The time some seconds later on the clock.
  func adding(_ seconds: Double) -> SlashedTime {
    var later = self
    later.monthFirst = monthFirst.map { $0 + seconds }
    later.dayFirst = dayFirst.map { $0 + seconds }
    return later
  }

  /// Whether the day is first; nil unless a part above 12 shows the order.
  fileprivate var showsDayFirst: Bool? {
    monthFirst == nil ? true : dayFirst == nil ? false : nil
  }

  /// Whether the day is first; nil unless the two rows are less than a day apart in exactly one of the orders, which
  /// means that the clock has passed midnight. (Rows that are whole days apart in one order may be whole months apart
  /// in the other.)
  fileprivate func showsDayFirst(after other: SlashedTime) -> Bool? {
    func areNear(_ one: Double?, _ two: Double?) -> Bool {
      guard let one, let two else { return false }
      return abs(one - two) < 86_400
    }
    let isNear = areNear(dayFirst, other.dayFirst)
    return isNear == areNear(monthFirst, other.monthFirst) ? nil : isNear
  }
}

extension TextTime {
  /// The time if no other row shows the order of day and month.
  var alone: TextTime {
    if case .slashed(let time) = self { time.time(dayFirst: time.prefersDayFirst) } else { self }
  }
}

/// The order of day and month in the dates with slashes of a text, which is the same in all rows.
///
/// The first row that shows the order settles it. Until then the month is first, or the day in a text with decimal
/// commas. The times of earlier rows are corrected as long as these rows are in the batch.
struct DateOrder {
  /// Whether the day is first; nil as long as no row has shown the order.
  private(set) var isDayFirst: Bool?
  /// The last time so far.
  private(set) var last: SlashedTime?
  /// The times whose order was not known, by the assumed instants of their rows.
  private(set) var assumed: [Double: SlashedTime] = [:]
  /// Whether rows with assumed times have left the batch.
  private var areGiven = false
  /// Whether the order has just become known, so that the rows with assumed times must be checked.
  private(set) var isNew = false

  /// Notes the time of the next row.
  /// - Returns: the time in the known or the assumed order.
  mutating func take(_ time: SlashedTime) -> TextTime {
    if isDayFirst == nil {
      isDayFirst = time.showsDayFirst ?? last.flatMap { time.showsDayFirst(after: $0) }
      isNew = isDayFirst != nil
    }
    last = time
    return time.time(dayFirst: isDayFirst ?? time.prefersDayFirst)
  }

  /// Notes the instant of the last time, if the order is not known.
  mutating func note(_ instant: Double) {
    if isDayFirst == nil, let last { assumed[instant] = last }
  }

  /// Forgets the times of rows that have left the batch.
  mutating func forget() {
    guard !assumed.isEmpty else { return }
    areGiven = true
    assumed.removeAll()
  }

  /// Finishes the correction of the rows with assumed times.
  /// - Returns: whether rows that have left the batch were read in the wrong order.
  mutating func conclude() -> Bool {
    defer { (isNew, assumed) = (false, [:]) }
    return areGiven && last?.prefersDayFirst != isDayFirst
  }
}

extension TextReader {
  /// The instant of a time whose date has slashes.
  func instant(_ time: SlashedTime) -> Double {
    let instant = instant(dates.take(time))
    dates.note(instant)
    return instant
  }

  /// Corrects the times of the batch's rows after a later row has shown the order of day and month.
  func orderDates(_ batch: inout TextBatch) {
    if batch.rowCount == 0, !assembler.hasRow { dates.forget() }
    guard dates.isNew, let isDayFirst = dates.isDayFirst else { return }
    func ordered(_ time: Double) -> Double {
      dates.assumed[time].map { instant($0.time(dayFirst: isDayFirst)) } ?? time
    }
    if !dates.assumed.isEmpty {
      for row in batch.times.indices { batch.times[row] = ordered(batch.times[row]) }
      assembler.time = ordered(assembler.time)
    }
    if dates.conclude() {
      notice(
        isDayFirst
          ? String(
            localized: "dates have the day first: earlier rows were read with the month first")
          : String(
            localized: "dates have the month first: earlier rows were read with the day first"),
        &batch)
    }
  }

  /// The user-visible description of the order of day and month; empty without dates that have slashes.
  var dateOrderWords: String {
    guard let last = dates.last else { return "" }
    let words =
      dates.isDayFirst ?? last.prefersDayFirst
      ? String(localized: ", the day before the month")
      : String(localized: ", the month before the day")
    return dates.isDayFirst == nil ? words + String(localized: " (no date shows which)") : words
  }
}
