import Metrics

/// The quantity on the horizontal axis of rows.
public enum RowAxis: Hashable, Sendable {
  /// The rows' own times.
  case ownTime
  /// The rows' times of arrival.
  case arrival
  /// The rows' numbers, from 1.
  case ordinal
  /// The numbers of the column that the user names.
  case column

  /// Whether the quantity is not a time.
  public var isNumbered: Bool { self == .ordinal || self == .column }

  /// The limit of rows at the start of a pipe until which the axis may still change.
  static let undecided = 8
  /// The least seconds between rows that arrive one by one.
  private static let apart = 0.01

  /// The axis that suits the first rows of a text.
  init(_ rows: TextRows, hasTimes: Bool, isFile: Bool) {
    // The times of a few rows of a file, such as those of a preamble, are not the times of the others.
    if hasTimes, !isFile || 10 * rows.times.count(where: \.isFinite) >= rows.count {
      self = .ownTime
    } else if isFile {
      self = .ordinal
    } else if rows.count < 2 {
      self = .arrival
    } else {
      let distances = zip(rows.arrivals, rows.arrivals.dropFirst()).map { $1 - $0 }
      let apart = distances.count { $0 >= RowAxis.apart }
      self = 2 * apart >= distances.count ? .arrival : .ordinal
    }
  }
}

/// Rows in order of arrival: their own times, their arrivals, and their values column by column.
struct TextRows {
  /// The rows' own times; NaN for a row without a time.
  var times: [Double]
  var arrivals: [Double]
  var values: [[Double]]

  var count: Int { times.count }

  /// The row's own time, or otherwise its arrival.
  func time(_ row: Int) -> Double { times[row].isFinite ? times[row] : arrivals[row] }

  /// The rows of a batch from a row on.
  /// - Parameter arrivals: arrival times. An entry covers the rows before `end` that no earlier entry
  ///   covers.
  init(_ batch: TextBatch, from start: Int = 0, arrivals entries: [(end: Int, time: Double)]) {
    (times, values) = (batch.times, batch.values)
    arrivals = []
    arrivals.reserveCapacity(times.count)
    for (end, time) in entries where end > arrivals.count {
      arrivals.append(contentsOf: repeatElement(time, count: end - arrivals.count))
    }
    let missing = times.count - arrivals.count
    arrivals.append(contentsOf: repeatElement(entries.last?.time ?? 0, count: max(0, missing)))
    guard start > 0 else { return }
    times.removeFirst(start)
    arrivals.removeFirst(start)
    for column in values.indices { values[column].removeFirst(start) }
  }

  mutating func append(_ other: TextRows) {
    while values.count < other.values.count {
      values.append([Double](repeating: SampleBatch.absent, count: count))
    }
    for i in values.indices {
      values[i] +=
        i < other.values.count
        ? other.values[i] : [Double](repeating: SampleBatch.absent, count: other.count)
    }
    times += other.times
    arrivals += other.arrivals
  }
}

/// Assigns distinct times to rows. The times ascend if the rows do.
///
/// A row with the time of the row before, or with a time less than a second earlier (logs have whole seconds), is
/// placed right after that row. An even older row is late, and keeps its time.
struct RowTimes {
  /// The time of the row before; `latest` is the latest time of all rows.
  private var last: Double?
  private(set) var latest: Double?
  /// The earliest and the latest time of their own that rows have.
  private(set) var ownTimes: ClosedRange<Double>?
  private var count = 0
  /// The distance between rows of the same time; larger than the resolution of times since 1970.
  private static let step = 1e-6
  /// The seconds by which times may go back and still count as equal.
  private static let jitter = 1.0

  /// The times of the next rows.
  mutating func times(of rows: TextRows, axis: RowAxis, isFile: Bool) -> [Double] {
    switch axis {
    case .ordinal:
      let first = count
      count += rows.count
      return (0..<rows.count).map { Double(first + $0 + 1) }
    case .arrival, .column: return arrivals(rows)
    case .ownTime:
      return rows.times.indices.map { row in
        let own = rows.times[row]
        if own.isFinite { note(own) }
        if own.isFinite || !isFile { return place(rows.time(row)) }
        if let last { return place(SampleTime.after(last)) }
        // Rows before the first time are placed at that time.
        return place(rows.times.first(where: \.isFinite) ?? rows.arrivals[row])
      }
    }
  }

  /// The places of rows by the numbers of a column. A row without a number is placed right after the row
  /// before.
  mutating func places(_ numbers: [Double]) -> [Double] {
    numbers.map { number in
      var place = number.isFinite ? number : (last ?? 0).nextUp
      place = Self.held(place)
      if place == last { place = place.nextUp }
      last = place
      latest = max(latest ?? place, place)
      return place
    }
  }

  private mutating func note(_ own: Double) {
    ownTimes = min(ownTimes?.lowerBound ?? own, own)...max(ownTimes?.upperBound ?? own, own)
  }

  /// The distinct time of a row whose own time is `time`.
  mutating func place(_ time: Double) -> Double {
    var time = Self.held(time)
    if let latest, Self.isSame(time, latest) {
      time = SampleTime.after(latest)
    } else if let last, Self.isSame(time, last) {
      time = SampleTime.after(last)
    }
    last = time
    latest = max(latest ?? time, time)
    // After a clock was set back, the times continue from the new time.
    if let newest = latest, newest - time > SampleBatch.mostLate { latest = time }
    return time
  }

  /// The nearest time within the range of times: a number that cannot be a time must not block all later rows.
  private static func held(_ time: Double) -> Double {
    min(max(time, SampleTime.range.lowerBound), SampleTime.range.upperBound)
  }

  /// Whether a time counts as equal to an earlier row's time.
  private static func isSame(_ time: Double, _ earlier: Double) -> Bool {
    time <= earlier && earlier - time < jitter
  }

  /// Spreads rows that came together evenly between the row before them and their arrival.
  private mutating func arrivals(_ rows: TextRows) -> [Double] {
    var result: [Double] = []
    var i = 0
    while i < rows.count {
      let time = rows.arrivals[i]
      var end = i + 1
      while end < rows.count, rows.arrivals[end] == time { end += 1 }
      let room = Self.step * Double(end - i)
      // An arrival that is much earlier than the row before means that the clock was set back.
      let before = last.flatMap { $0 - time < Self.jitter ? $0 : nil } ?? time - room
      let distance = max(time - before, room)
      for k in i..<end {
        result.append(before + distance * Double(k - i + 1) / Double(end - i))
      }
      last = result.last
      i = end
    }
    return result
  }
}
