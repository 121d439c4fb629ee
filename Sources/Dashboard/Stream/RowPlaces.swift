/// The quantity on the horizontal axis of rows.
enum RowAxis: Equatable {
  /// The rows' own times.
  case ownTime
  /// The rows' times of arrival.
  case arrival
  /// The rows' numbers, from 1.
  case ordinal

  /// The limit of rows at the start of a pipe until which the axis may still change.
  static let undecided = 8
  /// Seconds between rows that came one after another.
  private static let apart = 0.01

  /// - Parameter rows: the first rows.
  init(_ rows: StreamRows, hasTimes: Bool, isFile: Bool) {
    if hasTimes {
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

/// Gives rows ascending places on the horizontal axis.
struct RowPlaces {
  private(set) var last: Double?
  private(set) var count = 0
  /// The distance between rows of the same time; larger than the resolution of times since 1970.
  private static let step = 1e-6
  /// The seconds by which times may go back and still count as equal.
  private static let jitter = 1.0

  /// Continues after a place, the last one that is kept; nil if no place is kept.
  mutating func goBack(to place: Double?) { last = place }

  /// The places of the first rows. There are fewer places than rows if the next row is older than the row
  /// before it.
  mutating func places(
    of rows: StreamRows, from start: Int, axis: RowAxis, isFile: Bool
  ) -> [Double] {
    switch axis {
    case .ordinal:
      let first = count
      count += rows.count - start
      last = Double(count)
      return (0..<(rows.count - start)).map { Double(first + $0 + 1) }
    case .arrival: return arrivals(rows, from: start)
    case .ownTime: return ownTimes(rows, from: start, isFile: isFile)
    }
  }

  /// Places rows that came together at equal distances between the row before them and their arrival.
  private mutating func arrivals(_ rows: StreamRows, from start: Int) -> [Double] {
    var result: [Double] = []
    var i = start
    while i < rows.count {
      let time = rows.arrivals[i]
      if let last, last - time >= RowPlaces.jitter { break }
      var end = i + 1
      while end < rows.count, rows.arrivals[end] == time { end += 1 }
      let before = last ?? time - RowPlaces.step * Double(end - i)
      let distance = max(time - before, RowPlaces.step * Double(end - i))
      for k in i..<end {
        result.append(before + distance * Double(k - i + 1) / Double(end - i))
      }
      last = result.last
      i = end
    }
    count += result.count
    return result
  }

  private mutating func ownTimes(
    _ rows: StreamRows, from start: Int, isFile: Bool
  ) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(rows.count - start)
    for i in start..<rows.count {
      var time = rows.times[i]
      if !time.isFinite { time = isFile ? (last ?? 0) + RowPlaces.step : rows.time(i) }
      if let last, time <= last {
        guard last - time < RowPlaces.jitter else { break }
        time = last + RowPlaces.step
      }
      last = time
      result.append(time)
    }
    count += result.count
    return result
  }
}
