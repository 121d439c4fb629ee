/// Samples in columns: times, and for each series a value at each time.
public struct SampleBatch: Sendable {
  /// The origin of the times, which decides the meaning of a time that is not after all earlier ones.
  public enum Origin: Hashable, Sendable {
    /// The times are readings of this machine's clock, taken as the samples came. An earlier time means that the clock
    /// was set back: samples that now lie in its future are dropped.
    case clock
    /// The samples have times of their own, and may be late: a late sample is sorted in. A sample that is
    /// later than a number of seconds means that the clock of the source was set back.
    case own(mostLate: Double = SampleBatch.mostLate)
    /// A closed stretch of the past: the batch has all samples of the range that the source still has.
    case past(ClosedRange<Double>)
    /// The samples have times of their own, and replace the samples of their series from the first time of the batch
    /// on: the source has changed or withdrawn some of these. Other series stay as they are.
    case replacement
  }

  /// One series.
  public struct Column: Sendable {
    /// The identity of the series.
    public var metric: Metric
    /// One value for each time of the batch. NaN is a missing sample: a gap in the line. `ended` is the missing sample
    /// of a series that the source no longer names. `absent` says nothing about the series at that time.
    public var values: [Double]

    /// A series with one value for each time of the batch.
    public init(_ metric: Metric, _ values: [Double]) {
      self.metric = metric
      self.values = values
    }
  }

  /// The origin of the times.
  public var origin: Origin
  /// UTC seconds since 1970 in the order in which the samples came, or numbers of rows.
  public private(set) var times: [Double]
  /// The earliest and the latest time; nil without a time that is a number.
  public private(set) var timeRange: ClosedRange<Double>?
  /// Whether each time is after the one before it.
  public private(set) var isAscending: Bool
  /// The series, each with one value for each time.
  public var columns: [Column]
  /// Whether the samples may be older than their times, and nobody knows how old: values that an MQTT
  /// broker has retained. Such samples show the last known values, and are no sign of life.
  public var isOfUnknownAge = false

  /// The seconds by which a live sample with a time of its own may be late.
  public static let mostLate = 600.0

  /// A batch of times and series. Default empty, with times of this machine's clock.
  public init(_ origin: Origin = .clock, times: [Double] = [], columns: [Column] = []) {
    self.origin = origin
    self.times = times
    self.columns = columns
    (timeRange, isAscending) = Self.order(of: times)
  }

  /// The range of times, and whether the times ascend. The thread that makes a batch finds both in one pass without
  /// branches, so that the thread that draws need not look at millions of times.
  private static func order(of times: [Double]) -> (range: ClosedRange<Double>?, isAscending: Bool)
  {
    var (low, high, misplaced) = (Double.infinity, -Double.infinity, 0)
    times.withUnsafeBufferPointer { times in
      for time in times {
        low = time < low ? time : low
        high = time > high ? time : high
      }
      for i in 1..<max(1, times.count) { misplaced &+= times[i - 1] < times[i] ? 0 : 1 }
    }
    return (low <= high ? low...high : nil, misplaced == 0)
  }

  /// Whether there are no samples, for lack of times or of series.
  public var isEmpty: Bool { times.isEmpty || columns.isEmpty }

  /// Adds later samples of the same series.
  /// - Returns: false if the series or their times are of another kind; then nothing has changed.
  public mutating func append(_ later: SampleBatch) -> Bool {
    guard origin == later.origin, isOfUnknownAge == later.isOfUnknownAge,
      columns.count == later.columns.count,
      zip(columns, later.columns).allSatisfy({ $0.metric == $1.metric })
    else { return false }
    if case .past = origin { return false }
    if let range = later.timeRange {
      isAscending =
        isAscending && later.isAscending && range.lowerBound > timeRange?.upperBound ?? -.infinity
      timeRange =
        timeRange.map {
          min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound)
        } ?? range
    }
    times += later.times
    for i in columns.indices { columns[i].values += later.columns[i].values }
    return true
  }

  /// Drops the samples of all but the last times.
  public mutating func keepLast(_ count: Int) {
    guard times.count > count else { return }
    times = Array(times.suffix(count))
    (timeRange, isAscending) = Self.order(of: times)
    for i in columns.indices { columns[i].values = Array(columns[i].values.suffix(count)) }
  }

  /// The marker of a time at which a series has no sample. Every other NaN is a missing sample.
  public static let absent = Double(nan: 1, signaling: false)

  /// The missing sample at which a series ends: the source still names other series, but no longer this one. A series
  /// that only lacks a number, such as `null`, has another NaN.
  public static let ended = Double(nan: 2, signaling: false)

  /// Whether a value is the marker `ended`.
  public static func isEnd(_ value: Double) -> Bool { value.bitPattern == ended.bitPattern }

  /// Whether a value is the marker `absent`. The bits are compared, because NaN equals no number.
  public static func isAbsent(_ value: Double) -> Bool {
    value.bitPattern == absent.bitPattern
  }
}
