import Feeds

/// The receiver of the feeds' updates, which is set once the page is there.
@MainActor
final class UpdateDelivery {
  var receive: (SourceSpec, FeedUpdate) -> Void = { _, _ in }
}
