/// A source of readings. A source works on a queue of its own, never on the main queue.
public protocol Source: AnyObject, Sendable {
  var host: HostInfo { get }

  /// Two samples further apart than this number of seconds have a gap between them. The source marks the
  /// gap with a reading of NaN values one period after the earlier sample, so that the receiver of
  /// readings need not look at distances.
  var gapAfter: Double { get }

  /// Starts delivering batches of readings, oldest first, on the source's queue; a second call
  /// replaces the receiver.
  ///
  /// Times within and between batches increase, unless the machine's clock is set back. Then a reading
  /// has an earlier time than the reading before, and a series starts anew.
  func start(onReadings: @escaping @Sendable ([Reading]) -> Void)

  /// Ends the deliveries; a batch already under way may still arrive.
  func stop()

  /// The number of times that the source has woken up so far.
  var wakeups: Int { get }
}

/// The reason why a source is not available.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// The input is missing or cannot be opened.
    case noInput
    /// The input is malformed.
    case badData
    /// The output cannot be written.
    case cannotWrite
  }

  public let kind: Kind
  /// The place, the cause and the mend in one line, for the terminal.
  public let description: String
}
