import Messages
import Metrics

/// A filter of MQTT topics (MQTT 3.1.1, section 4.7): `sensors/+/temperature`, `home/#`.
struct TopicFilter {
  private let levels: [Substring]
  /// Whether several topics can match.
  let hasWildcard: Bool

  init(_ text: String) {
    levels = text.split(separator: "/", omittingEmptySubsequences: false)
    hasWildcard = levels.contains { $0 == "+" || $0 == "#" }
  }

  /// The parts of a topic that match the wildcards, as labels: `1` is the part of the first wildcard; nil if the topic
  /// does not match.
  func labels(of topic: String) -> Labels? {
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    // A wildcard at the start does not match the broker's own topics.
    if topic.hasPrefix("$"), levels[0] == "+" || levels[0] == "#" { return nil }
    var labels: [String: String] = [:]
    func note(_ part: some StringProtocol) { labels[String(labels.count + 1)] = String(part) }
    for (place, level) in levels.enumerated() {
      if level == "#" {
        // `home/#` matches `home`, too.
        note(parts.dropFirst(place).joined(separator: "/"))
        return place <= parts.count ? Labels(labels) : nil
      }
      guard place < parts.count else { return nil }
      if level == "+" {
        note(parts[place])
      } else if level != parts[place] {
        return nil
      }
    }
    return parts.count == levels.count ? Labels(labels) : nil
  }
}

extension Query {
  /// A mistake in a filter of topics; nil for a valid filter.
  public static func problem(topic text: String) -> String? {
    if text.isEmpty { return String(localized: "the topic is empty") }
    if text.utf8.count > 65_535 {
      return String(localized: "the topic is longer than 65,535 bytes")
    }
    if text.utf8.contains(0) { return String(localized: "the topic has a NUL character in it") }
    if text.hasPrefix("$share/") {
      return String(localized: "Wallchart does not support shared subscriptions")
    }
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    for (place, level) in levels.enumerated() {
      if level.contains("#"), level != "#" || place != levels.count - 1 {
        return String(localized: "'#' is the whole last level of a topic: sensors/#")
      }
      if level.contains("+"), level != "+" {
        return String(localized: "'+' is a whole level of a topic: sensors/+/temperature")
      }
    }
    return nil
  }
}
