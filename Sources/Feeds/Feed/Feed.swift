import Messages

/// A running source of samples. A feed works on a queue or thread of its own, on its own schedule, and
/// never blocks another feed.
public protocol Feed: AnyObject, Sendable {
  /// Starts the feed. The first update comes as soon as there is news; each later update needs a `request`.
  /// - Parameter onUpdate: called on the feed's queue or thread, or in `request`, by one thread at a time.
  ///   The receiver may call any function of the feed. A second call of `start` replaces the receiver.
  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void)

  /// Asks for one more update. The update comes as soon as there is news. A fast source therefore cannot flood its
  /// receiver: the writer of a pipe has to wait, and news of slow sources is collected.
  func request()

  /// Changes the selection. A source that fails, or from which more is wanted, is asked at once. The source keeps
  /// running.
  func select(_ selection: Selection)

  /// Ends the deliveries for good, and releases the feed's resources (processes, connections). An update
  /// already under way may still arrive. A feed that has been stopped cannot be started again.
  func stop()

  /// The number of times that the feed has woken up so far.
  var wakeups: Int { get }
}

/// The reason why a source is not available.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure, which determines the program's exit status.
  public enum Kind: Hashable, Sendable {
    /// The input is missing or cannot be opened.
    case noInput
    /// The input is malformed.
    case badData
    /// The output cannot be written.
    case cannotWrite
  }

  public let kind: Kind
  /// The place, the cause and the remedy in one line, for the terminal.
  public let description: String

  package init(kind: Kind, description: Message) {
    (self.kind, self.description) = (kind, description.text)
  }
}
