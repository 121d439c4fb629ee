import Feeds
import Metrics

/// The columns that are left out or combined until a number, or a different number than before, comes.
struct ColumnWatch {
  /// The numbers that a column without a place of its own has had so far.
  enum Numbers {
    case nothing, zeros
    /// Numbers that count up, with the next one.
    case counting(next: Double)
    /// Numbers that grow, with the latest number.
    case growing(after: Double)

    /// Takes a number.
    /// - Returns: whether the number differs from those so far.
    fileprivate mutating func isBroken(by value: Double) -> Bool {
      guard value.isFinite else { return false }
      switch self {
      case .nothing: return true
      case .zeros: return value != 0
      case .counting(let next):
        self = .counting(next: next + 1)
        return value != next
      case .growing(let last):
        self = .growing(after: value)
        return value <= last
      }
    }
  }

  private var columns: [Metric: Numbers]

  init(_ columns: [Metric: Numbers] = [:]) { self.columns = columns }

  /// Takes samples.
  /// - Returns: whether a column has a number for the first time, or a number that differs from those so far.
  mutating func isBroken(by samples: FeedUpdate.Samples) -> Bool {
    guard !columns.isEmpty else { return false }
    var isBroken = false
    for column in samples.batch.columns {
      guard var numbers = columns[column.metric] else { continue }
      for value in column.values where numbers.isBroken(by: value) {
        isBroken = true
        break
      }
      columns[column.metric] = numbers
    }
    return isBroken
  }
}
