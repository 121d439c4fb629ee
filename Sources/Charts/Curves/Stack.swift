import Metrics

/// Stacked series: the upper boundary of each layer, which is the sum of its values and those of the layers below, at
/// the times of all layers.
///
/// Between two of its samples, a layer has the value on the straight line between them; after a sample, the layer keeps
/// that value for three of its intervals. Before its first sample, after a longer silence, and where its samples are
/// missing, a layer is absent, and counts for nothing in the sums of the layers above. Where samples begin or cease to
/// be missing, the lines of the layer and of those above are interrupted: a line from one height to the other would
/// look like values that fall and rise.
///
/// A stack with a negative value grows in two directions: its positive values are stacked up from zero, and its
/// negative values down from zero.
struct Stack {
  /// The direction in which layers are stacked.
  enum Pile { case up, down }

  struct Layer {
    /// The edge of the layer away from zero.
    var boundary: TimeSeries
    /// The edge of the layer towards zero, where values have both signs; nil for the boundary of the layer before in
    /// the pile.
    var floor: TimeSeries?
    /// The pile of the layer; nil if values have both signs.
    var pile: Pile?
    /// Whether the layer is absent at each position; empty if it is present everywhere.
    var isAbsent: [Bool] = []
  }

  private(set) var layers: [Layer] = []
  /// Whether the times are those of the first layer, followed only by later ones, so that positions count from the
  /// first layer's first sample.
  private(set) var isNumberedByFirst = true

  init(_ parts: [TimeSeries]) {
    let extents = parts.map { $0.extent(in: 0..<$0.count) ?? 0...0 }
    let piles: [Pile?] = extents.map {
      $0.lowerBound < 0 ? ($0.upperBound > 0 ? nil : .down) : .up
    }
    guard let first = parts.first, parts.count > 1 else {
      layers = parts.map { Layer(boundary: $0, pile: .up) }
      return
    }
    let longestInterval = parts.map(\.averageInterval).max() ?? 0
    // Only a layer with values of both signs crosses zero.
    let crossings = piles.contains(nil) ? parts.map { $0.zeroCrossings(longestInterval) } : []
    var times = TimeSeries.times(of: parts[...])
    for own in crossings { times = merged(times, own.flatMap(\.times)) }
    let pauses = parts.map { $0.pauses(among: times) }
    for own in pauses where !own.isEmpty { times = merged(times, own.flatMap(\.times)) }
    isNumberedByFirst =
      first.last.map { last in
        times.count(where: { $0 <= last.time }) == first.count
      } ?? false
    let zeros = [Double](repeating: 0, count: times.count)
    var shares = parts.enumerated().map { i, part in
      var share = Share(values: zeros)
      var values = zeros
      part.addValues(
        at: times, unlessOwnInterval: longestInterval, to: &values
      ) { share.noteAbsence(at: $0) }
      share.values = values
      for pause in pauses[i] { share.leaveOut(times.range(within: pause)) }
      return share
    }
    // A sum of no layers is missing, not zero.
    for position in Share.positionsOfNone(shares) { shares[0].values[position] = .nan }
    var sums = PileSums(zeros: zeros)
    /// The positions at which the lines of each pile so far are interrupted.
    var interruptions: [Pile?: [Int]] = [:]
    for (i, part) in parts.enumerated() {
      var layer = Layer(boundary: part, pile: piles[i], isAbsent: shares[i].isAbsent)
      let values = shares[i].values
      let pile = crossings.isEmpty ? piles[i] : nil
      interruptions[pile, default: []] += pauses[i].flatMap { times.interruptions(by: $0) }
      func series(_ values: [Double]) -> TimeSeries {
        var values = values
        for position in interruptions[pile, default: []] { values[position] = .nan }
        var series = TimeSeries(capacity: times.count)
        series.append(times: times[...], values: values[...])
        return series
      }
      if crossings.isEmpty {
        layer.boundary = series(sums.add(values, to: piles[i] ?? .up))
      } else {
        let edges = sums.add(values, crossing: crossings[i], at: times)
        (layer.floor, layer.boundary, layer.pile) = (series(edges.inner), series(edges.outer), nil)
      }
      layers.append(layer)
    }
  }
}

/// The values that a layer adds to a stack.
private struct Share {
  var values: [Double]
  /// Whether the layer is absent at each position; empty if it is present everywhere.
  private(set) var isAbsent: [Bool] = []

  init(values: [Double]) { self.values = values }

  mutating func noteAbsence(at positions: Range<Int>) {
    if isAbsent.isEmpty { isAbsent = [Bool](repeating: false, count: values.count) }
    for position in positions { isAbsent[position] = true }
  }

  /// Takes out values of samples that are missing.
  mutating func leaveOut(_ positions: Range<Int>) {
    for position in positions { values[position] = 0 }
    noteAbsence(at: positions)
  }

  /// The positions at which no layer counts.
  static func positionsOfNone(_ shares: [Share]) -> [Int] {
    guard shares.allSatisfy({ !$0.isAbsent.isEmpty }) else { return [] }
    return shares[0].values.indices.filter { i in shares.allSatisfy { $0.isAbsent[i] } }
  }
}

/// The sums of positive and of negative values at some times.
private struct PileSums {
  private var up: [Double]
  private var down: [Double]

  init(zeros: [Double]) { (up, down) = (zeros, zeros) }

  /// Adds a value at each time to one pile.
  /// - Returns: the edge of the pile.
  mutating func add(_ values: [Double], to pile: Stack.Pile) -> [Double] {
    func sums(_ pile: [Double]) -> [Double] { zip(pile, values).map { $0 + $1 } }
    if pile == .up { up = sums(up) } else { down = sums(down) }
    return pile == .up ? up : down
  }

  /// Adds a value at each time to the pile of its sign. A zero, or a missing value, goes to the pile of the last value
  /// before it, so that a line at zero stays in place. Between its two piles, the layer is interrupted.
  /// - Returns: the edges of the added layer, towards zero and away from it.
  mutating func add(
    _ values: [Double], crossing: [ZeroCrossing], at times: [Double]
  ) -> (inner: [Double], outer: [Double]) {
    var (inner, outer) = (values, values)
    var isNegative = values.first { $0 > 0 || $0 < 0 }.map { $0 < 0 } ?? false
    var crossings = crossing[...]
    for (i, value) in values.enumerated() {
      var value = value
      if let next = crossings.first, times[i] >= next.leaving {
        value = 0
        if times[i] == next.between { value = .nan }
        if times[i] >= next.entering {
          isNegative = next.isDownward
          crossings.removeFirst()
        }
      } else if value > 0 || value < 0 {
        isNegative = value < 0
      }
      let start = isNegative ? down[i] : up[i]
      let end = start + value
      (inner[i], outer[i]) = (end.isFinite ? start : .nan, end)
      // The layers beyond continue where this one only changes its pile.
      if value.isNaN, crossings.first?.between == times[i] { continue }
      if isNegative { down[i] = end } else { up[i] = end }
    }
    return (inner, outer)
  }
}

/// All of two ascending lists of times, each once.
private func merged(_ a: [Double], _ b: [Double]) -> [Double] {
  if a == b { return a }
  var result: [Double] = []
  result.reserveCapacity(a.count + b.count)
  var (i, j) = (0, 0)
  while i < a.count || j < b.count {
    let isFirst = j == b.count || i < a.count && a[i] <= b[j]
    let time = isFirst ? a[i] : b[j]
    if isFirst { i += 1 } else { j += 1 }
    if time != result.last { result.append(time) }
  }
  return result
}

/// A stretch in which a layer is absent because its samples are missing.
private struct Pause {
  /// The last time before the missing samples; nil if nothing is before them.
  var last: Double?
  /// The time of the first sample after them; nil for none.
  var next: Double?

  /// The times at which lines are interrupted, and those at which they continue at another height, ascending.
  var times: [Double] {
    let begin = last.map { [$0.nextUp, $0.nextUp.nextUp] } ?? []
    let end = next.map { [$0.nextDown.nextDown, $0.nextDown] } ?? []
    // Samples may be as near to each other as their times can be.
    if let first = begin.last, let last = end.first, first >= last { return [] }
    return begin + end
  }
}

extension [Double] {
  /// The positions of ascending times within a pause.
  fileprivate func range(within pause: Pause) -> Range<Int> {
    let start = pause.last.map { last in count(while: { $0 <= last }) } ?? 0
    let end = pause.next.map { next in count(while: { $0 < next }) } ?? count
    return start..<Swift.max(start, end)
  }

  /// The positions at which a pause interrupts lines.
  fileprivate func interruptions(by pause: Pause) -> [Int] {
    let range = range(within: pause)
    guard !pause.times.isEmpty else { return [] }
    return (pause.last == nil ? [] : [range.lowerBound])
      + (pause.next == nil ? [] : [range.upperBound - 1])
  }
}

extension TimeSeries {
  /// The stretches of missing samples.
  /// - Parameter times: the times of all layers, ascending.
  fileprivate func pauses(among times: [Double]) -> [Pause] {
    let (own, values) = columns
    var result: [Pause] = []
    for i in values.indices where values[i].isNaN && (i == 0 || !values[i - 1].isNaN) {
      let next = values[i...].firstIndex { !$0.isNaN }
      result.append(
        Pause(
          last: i > 0 ? times[times.count(while: { $0 < own[i] }) - 1] : nil,
          next: next.map { own[$0] }))
    }
    return result
  }

  /// The sum of several series at the times of all of them, by the rules of a stack; but where a sample of a series is
  /// missing, the sum is missing, too, because the rest is not the whole.
  /// - Parameter gone: the indices of the series that are gone. Default none.
  public static func sum(of parts: [TimeSeries], gone: Set<Int> = []) -> TimeSeries {
    total(of: parts, gone: gone) { _ in 1 }
  }

  /// The mean of several series at the times of all of them: the sum by the rules of a stack, divided by the number of
  /// those that count at a time.
  /// - Parameter gone: the indices of the series that are gone. Default none.
  public static func mean(of parts: [TimeSeries], gone: Set<Int> = []) -> TimeSeries {
    let bits = Int.bitWidth - parts.count.leadingZeroBitCount
    let share = Double(sign: .plus, exponent: -bits, significand: 1)
    return total(of: parts, gone: gone, share: share) { Double($0) }
  }

  /// - Parameters:
  ///   - share: the share of each value that is added, and by which a result is divided. A power of two below the
  ///     inverse number of the series keeps a sum finite, and changes no digit.
  ///   - divisor: returns the divisor of a sum from the number of its values.
  private static func total(
    of parts: [TimeSeries], gone: Set<Int>, share: Double = 1, dividedBy divisor: (Int) -> Double
  ) -> TimeSeries {
    guard parts.count > 1 else { return parts.first ?? TimeSeries(capacity: 1) }
    // No boundaries are computed, because thousands of series that come and go have as many times.
    let times = times(of: parts[...])
    let longestInterval = parts.map(\.averageInterval).max() ?? 0
    var sums = [Double](repeating: 0, count: times.count)
    var counts = [Int](repeating: parts.count, count: times.count)
    for (i, part) in parts.enumerated() {
      part.addValues(
        at: times, unlessOwnInterval: longestInterval, isGone: gone.contains(i), share: share,
        to: &sums
      ) { for position in $0 { counts[position] -= 1 } }
    }
    for i in sums.indices { sums[i] = counts[i] > 0 ? sums[i] / divisor(counts[i]) / share : .nan }
    var sum = TimeSeries(capacity: times.count, period: parts.map(\.period).min() ?? 0)
    sum.append(times: times[...], values: sums[...])
    return sum
  }

  /// The times of several series, ascending, each once.
  fileprivate static func times(of parts: ArraySlice<TimeSeries>) -> [Double] {
    guard parts.count > 1 else { return parts.first?.columns.times ?? [] }
    let middle = (parts.startIndex + parts.endIndex) / 2
    return merged(times(of: parts[..<middle]), times(of: parts[middle...]))
  }

  /// The number of intervals between samples for which a value is held after its sample.
  static let heldIntervals = 3.0

  /// Adds the values at ascending times, which include all times of the series.
  /// - Parameters:
  ///   - interval: the seconds between samples, for a series with too few samples to know.
  ///   - isGone: whether missing samples at the end are the end of the series. Default no.
  ///   - share: the share of each value that is added. Default all of it.
  ///   - noteAbsence: called with positions at which there is no value to add.
  fileprivate func addValues(
    at times: [Double], unlessOwnInterval interval: Double, isGone: Bool = false, share: Double = 1,
    to sums: inout [Double], noteAbsence: (Range<Int>) -> Void = { _ in }
  ) {
    let longest = longestHold(unlessOwnInterval: interval)
    var next = 0
    let (own, values) = columns
    guard let first = own.first, let last = own.last else { return noteAbsence(0..<times.count) }
    let start = times.count(while: { $0 < first })
    var end = times.count(while: { $0 - last <= longest })
    if isGone {
      let known = (values.lastIndex { !$0.isNaN } ?? -1) + 1
      if known < own.count { end = times.count(while: { $0 < own[known] }) }
    }
    if start > 0 { noteAbsence(0..<start) }
    if end < times.count { noteAbsence(end..<times.count) }
    for (i, time) in zip(start..<end, times[start..<end]) {
      while next < own.count, own[next] <= time { next += 1 }
      guard next > 0, time - own[next - 1] <= longest else {
        noteAbsence(i..<i + 1)
        continue
      }
      let (start, value) = (own[next - 1], values[next - 1])
      // At a gap, or with a value on one side only, the value is held.
      let isBetween =
        time > start && next < own.count && own[next] - start <= longest && !values[next].isNaN
      let there =
        isBetween
        ? value + (values[next] - value) * (time - start) / (own[next] - start) : value
      sums[i] += share * there
    }
  }

  /// The seconds after which a measured value no longer counts, in a series without a known period.
  public var longestHold: Double { TimeSeries.heldIntervals * averageInterval }

  /// The seconds for which a value is held after its sample.
  /// - Parameter interval: the seconds between samples, for a series with too few samples to know.
  func longestHold(unlessOwnInterval interval: Double) -> Double {
    TimeSeries.heldIntervals * max(count > 1 ? averageInterval : interval, period)
  }

  /// The seconds from one sample to the next; zero for fewer than two.
  var averageInterval: Double {
    count > 1 ? (self[count - 1].time - self[0].time) / Double(count - 1) : 0
  }

  /// The value at a time, or otherwise that of the last sample before it; NaN if that sample is too old for the distance
  /// of the samples.
  public func heldValue(at time: Double) -> Double {
    let last = indices(from: -.infinity, through: time).upperBound - 1
    guard last >= 0,
      time - self[last].time <= longestHold(unlessOwnInterval: 0)
    else { return .nan }
    return self[last].value
  }
}

extension [Double] {
  /// The number of values at the start of an ascending array for which a condition holds.
  fileprivate func count(while holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
