import Feeds

/// The receiver of the feeds' updates, which is set when the page exists.
@MainActor
final class UpdateDelivery {
  var receive: (SourceSpec, FeedUpdate) -> Void = { _, _ in }
}
