import Messages
import Metrics

/// A URL or a body with placeholders for the requested stretch of time:
///
/// | place                    | form                                          |
/// |--------------------------|-----------------------------------------------|
/// | `{from}`, `{to}`         | whole seconds since 1970                      |
/// | `{from_ms}`, `{to_ms}`   | whole milliseconds since 1970                 |
/// | `{from_iso}`, `{to_iso}` | `2026-11-22T15:04:05Z`                        |
/// | `{step}`                 | whole seconds between samples, 1 or more      |
///
/// The start is rounded down and the end is rounded up. Other braces stay as they are.
public enum RequestTemplate {
  /// The text with all placeholders filled in.
  static func filled(_ text: String, _ request: RowPast.Request) -> String {
    guard text.contains("{") else { return text }
    let places = places(of: request)
    var (result, rest) = ("", text[...])
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[brace...]
      let place = places.first { rest.hasPrefix($0.name) } ?? (name: "{", value: "{")
      result += place.value
      rest = rest.dropFirst(place.name.count)
    }
    return result + rest
  }

  private static func places(of request: RowPast.Request) -> [(name: String, value: String)] {
    let from = request.stretch.lowerBound.rounded(.down)
    let to = request.stretch.upperBound.rounded(.up)
    return [
      ("{from}", whole(from)), ("{to}", whole(to)), ("{step}", whole(request.step)),
      ("{from_ms}", whole((request.stretch.lowerBound * 1000).rounded(.down))),
      ("{to_ms}", whole((request.stretch.upperBound * 1000).rounded(.up))),
      ("{from_iso}", TimeZoneRules.utc.civil(from).isoText + "Z"),
      ("{to_iso}", TimeZoneRules.utc.civil(to).isoText + "Z"),
    ]
  }

  private static func whole(_ value: Double) -> String { "\(Int(min(max(value, -1e15), 1e15)))" }

  /// The text with examples in its placeholders, for checks.
  public static func example(of text: String) -> String {
    filled(text, RowPast.Request(stretch: 0...60, step: 1))
  }
}
