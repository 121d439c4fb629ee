/// Samples in ascending order of their times, each time once.
struct SortedSamples {
  private(set) var times: [Double] = []
  private(set) var values: [Double] = []

  private struct Entry {
    var time: Double
    var value: Double
    var order: Int
  }

  /// Samples in any order. Times that are not finite are left out. Of several samples with the same time
  /// the first valid one counts.
  init(times: ArraySlice<Double>, values: ArraySlice<Double>) {
    var entries: [Entry] = []
    entries.reserveCapacity(min(times.count, values.count))
    for (time, value) in zip(times, values) where time.isFinite {
      entries.append(
        Entry(time: time, value: value.isFinite ? value : .nan, order: entries.count))
    }
    entries.sort { $0.time < $1.time || $0.time == $1.time && $0.order < $1.order }
    self.times.reserveCapacity(entries.count)
    self.values.reserveCapacity(entries.count)
    for entry in entries {
      if let last = self.times.last, last == entry.time {
        let i = self.values.count - 1
        if self.values[i].isNaN { self.values[i] = entry.value }
      } else {
        self.times.append(entry.time)
        self.values.append(entry.value)
      }
    }
  }

  var count: Int { times.count }
}
