/// The rows of a coarse tier for one series: the minimum, maximum, mean and count of intervals of time.
package struct Buckets: Sendable, Equatable {
  /// The milliseconds of one interval.
  let width: Int
  /// The starts of the intervals in UTC milliseconds, multiples of the width in ascending order.
  private(set) var times: [Int] = []
  private(set) var minima: [Double] = []
  private(set) var maxima: [Double] = []
  private(set) var means: [Double] = []
  private(set) var counts: [Double] = []

  init(width: Int) { self.width = width }

  var columns: [[Double]] { [minima, maxima, means, counts] }

  /// Adds samples, except missing ones. The times of successive calls need not ascend.
  mutating func add(_ newTimes: [Int], _ values: [Double]) {
    for (time, value) in zip(newTimes, values) where value.isFinite {
      add(time, low: value, high: value, mean: value, count: 1)
    }
  }

  /// Adds rows of a finer tier.
  mutating func add(_ newTimes: [Int], rows columns: [[Double]]) {
    guard columns.count == 4 else { return }
    if areWhole(newTimes) {
      times += newTimes
      minima += columns[0]
      maxima += columns[1]
      means += columns[2]
      counts += columns[3]
      return
    }
    for (index, time) in newTimes.enumerated() {
      add(
        time, low: columns[0][index], high: columns[1][index], mean: columns[2][index],
        count: columns[3][index])
    }
  }

  /// The rows of both tables. Of two rows of the same time, the result has the row with the larger count, or the other
  /// table's row if the counts are equal.
  func fullest(_ other: Buckets) -> Buckets {
    var result = Buckets(width: width)
    var (mine, others) = (0, 0)
    while mine < times.count || others < other.times.count {
      let time = mine < times.count ? times[mine] : .max
      let otherTime = others < other.times.count ? other.times[others] : .max
      if time < otherTime || time == otherTime && counts[mine] > other.counts[others] {
        result.append(self, mine)
      } else {
        result.append(other, others)
      }
      if time <= otherTime { mine += 1 }
      if otherTime <= time { others += 1 }
    }
    return result
  }

  private mutating func append(_ other: Buckets, _ index: Int) {
    times.append(other.times[index])
    minima.append(other.minima[index])
    maxima.append(other.maxima[index])
    means.append(other.means[index])
    counts.append(other.counts[index])
  }

  /// Whether each of the times starts an interval of its own, after all existing intervals.
  private func areWhole(_ newTimes: [Int]) -> Bool {
    var last = times.last ?? .min
    for time in newTimes {
      guard time > last, time % width == 0 else { return false }
      last = time
    }
    return true
  }

  private mutating func add(_ time: Int, low: Double, high: Double, mean: Double, count: Double) {
    let start = time - time % width
    let last = times.count - 1
    guard last < 0 || times[last] != start else {
      return merge(at: last, low: low, high: high, mean: mean, count: count)
    }
    var place = times.count
    if last >= 0, times[last] > start {
      place = times.firstIndex { $0 >= start } ?? times.count
      if times[place] == start {
        return merge(at: place, low: low, high: high, mean: mean, count: count)
      }
    }
    times.insert(start, at: place)
    minima.insert(low, at: place)
    maxima.insert(high, at: place)
    means.insert(mean, at: place)
    counts.insert(count, at: place)
  }

  private mutating func merge(
    at place: Int, low: Double, high: Double, mean: Double, count: Double
  ) {
    minima[place] = min(minima[place], low)
    maxima[place] = max(maxima[place], high)
    let total = counts[place] + count
    // The weighted mean of both. Half the difference of any two numbers is finite; the whole difference may not be.
    let half = (mean / 2 - means[place] / 2) * (count / total)
    means[place] += half
    means[place] += half
    counts[place] = total
  }
}
