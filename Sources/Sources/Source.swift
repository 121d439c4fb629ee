/// Where readings come from. A source works on a queue of its own, never on the main one.
public protocol Source: AnyObject, Sendable {
  var host: HostInfo { get }

  /// Two samples further apart than these seconds have a gap between them. The source marks it
  /// itself with a reading of NaN values one period after the earlier sample, so that who appends
  /// readings to a series need not look at the distance.
  var gapAfter: Double { get }

  /// Starts delivering batches of readings, oldest first, on the source's queue; a second call
  /// replaces the receiver.
  ///
  /// Times within and between batches increase, unless the machine's clock is set back: then a
  /// reading has an earlier time than the one before, and a series starts anew.
  func start(onReadings: @escaping @Sendable ([Reading]) -> Void)

  /// Ends the deliveries; a batch already under way may still arrive.
  func stop()

  /// How often the source has woken up so far.
  var wakeups: Int { get }
}

/// Why a source cannot be had.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// The input is not there or cannot be opened.
    case noInput
    /// The input is not what it should be.
    case badData
    /// The output cannot be written.
    case cannotWrite
  }

  public let kind: Kind
  /// The place, the cause and the mend in one line, for the terminal.
  public let description: String
}
