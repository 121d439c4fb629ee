/// Samples that lie side by side in memory, valid only within the closure that they are lent to.
@frozen public struct SampleRun {
  /// The times of samples: a column, or an arithmetic progression that takes no memory.
  @frozen public struct Times {
    @usableFromInline let column: UnsafePointer<Double>?
    @usableFromInline let start: Double
    @usableFromInline let step: Double
    /// The number of the first time in the progression.
    @usableFromInline let first: Int

    @usableFromInline
    init(_ column: UnsafePointer<Double>?, start: Double, step: Double, first: Int) {
      self.column = column
      self.start = start
      self.step = step
      self.first = first
    }

    /// The time of the sample with an index in the run, in UTC seconds since 1970.
    @inlinable public subscript(index: Int) -> Double {
      @inline(__always) get {
        if let column { return column[index] }
        return start + Double(first + index) * step
      }
    }
  }

  /// The position of the run's first sample in the series.
  public let firstPosition: Int
  /// The samples' times, by index in `0..<count`.
  public let times: Times
  /// The samples' values; NaN for a missing sample.
  public let values: UnsafeBufferPointer<Double>

  @usableFromInline
  init(firstPosition: Int, times: Times, values: UnsafeBufferPointer<Double>) {
    self.firstPosition = firstPosition
    self.times = times
    self.values = values
  }

  /// The number of samples.
  @inlinable public var count: Int { values.count }
  /// The positions of the samples in the series.
  @inlinable public var positions: Range<Int> { firstPosition..<firstPosition + values.count }
}
