import Feeds

/// Rows in order of arrival: their own times, their arrivals, and their values column by column.
struct StreamRows {
  /// The rows' own times; NaN for a row without a time.
  var times: [Double] = []
  var arrivals: [Double] = []
  var values: [[Double]] = []

  var count: Int { times.count }

  /// The row's own time, or else its arrival.
  func time(_ row: Int) -> Double { times[row].isFinite ? times[row] : arrivals[row] }

  init() {}

  init(_ delivery: TextDelivery) {
    times = delivery.batch.times
    values = delivery.batch.values
    arrivals.reserveCapacity(times.count)
    for (end, time) in delivery.arrivals where end > arrivals.count {
      arrivals.append(contentsOf: repeatElement(time, count: end - arrivals.count))
    }
    let missing = times.count - arrivals.count
    if missing > 0 {
      let last = arrivals.last ?? 0
      arrivals.append(contentsOf: repeatElement(last, count: missing))
    }
  }

  subscript(range: Range<Int>) -> StreamRows {
    var part = StreamRows()
    part.times = Array(times[range])
    part.arrivals = Array(arrivals[range])
    part.values = values.map { Array($0[range]) }
    return part
  }

  mutating func append(_ other: StreamRows) {
    while values.count < other.values.count {
      values.append([Double](repeating: .nan, count: count))
    }
    for i in values.indices {
      values[i] +=
        i < other.values.count
        ? other.values[i] : [Double](repeating: .nan, count: other.count)
    }
    times += other.times
    arrivals += other.arrivals
  }
}
