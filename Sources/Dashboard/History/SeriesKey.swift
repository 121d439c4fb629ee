import Feeds
import Messages
import Metrics

/// The stable name of a series in a history: the text of its source, its query and its labels.
///
/// The name contains no secrets, and nothing about appearance or period: a panel may be renamed, and a value
/// multiplied, without losing the past.
struct SeriesKey {
  /// The name of the query: `this machine | net.*.in`.
  let query: String

  private static let separator = " | "

  init(_ source: SourceSpec, _ query: Query) {
    self.query = source.stableName + Self.separator + query.stableName
  }

  /// The name of a series of the query; the query's own name if the query returns only one series.
  func text(of metric: Metric, in query: Query) -> String {
    guard metric != query.metric else { return self.query }
    let labels = metric.labels.isEmpty ? "{}" : metric.labels.description
    return self.query + Self.separator + metric.name + labels
  }

  /// The series of the query with a name; nil for a series of another query.
  func metric(named name: String, in query: Query) -> Metric? {
    if name == self.query { return query.metric }
    guard name.hasPrefix(self.query + Self.separator) else { return nil }
    let rest = name.dropFirst(self.query.count + Self.separator.count)
    // The labels are in the last braces whose contents can be read as labels. A label's value may also contain
    // braces, but in quotes.
    var end = rest.endIndex
    while let brace = rest[..<end].lastIndex(of: "{") {
      if let labels = Labels(exactly: rest[brace...]) {
        return Metric(String(rest[..<brace]), labels: labels)
      }
      end = brace
    }
    return nil
  }
}

extension Query {
  /// The name, with the details that distinguish the queries of one source.
  fileprivate var stableName: String {
    switch self {
    case .sample(_, _, let by, _): by.isEmpty ? name : name + " by " + by.joined(separator: ",")
    default: name
    }
  }
}

extension SourceSpec {
  /// A name that distinguishes sources in every language, without secrets. Parts that may hold a secret, and parts
  /// that the title leaves out, appear only as a digest of 32 bits.
  fileprivate var stableName: String {
    switch self {
    case .system: return "this machine"
    case .mqtt(let spec): return name(of: spec.host)
    case .http(let spec), .prometheus(let spec):
      let query = spec.url.drop { $0 != "?" }
      let asked = query + "\n" + (spec.body?.value ?? "")
      return asked == "\n" || isTitleCut
        ? name(of: spec.url + asked) : title + " #" + Self.digest(String(asked))
    case .sql(let spec):
      switch spec.database {
      case .sqlite(let path): return name(of: path)
      case .postgres(let uri):
        let place = Self.placeSettings(of: uri.value)
        return place.isEmpty ? name(of: uri.value) : title + " #" + Self.digest(place)
      }
    case .text(let spec):
      switch spec.origin {
      case .standardInput: return "the standard input"
      case .wholeFile(let path), .file(let path, _), .fifo(let path): return name(of: path)
      case .command(let command, _): return name(of: command)
      }
    }
  }

  /// The title, with a digest of the whole text where the title leaves out its end.
  private func name(of text: String) -> String {
    isTitleCut ? title + " #" + Self.digest(text) : title
  }

  private var isTitleCut: Bool { title.hasSuffix("…") || title.hasSuffix("…'") }

  /// The settings of a URI of PostgreSQL that choose another place than the rest of the URI.
  private static func placeSettings(of uri: String) -> String {
    let names = ["dbname=", "host=", "hostaddr=", "options=", "port="]
    return uri.drop { $0 != "?" }.dropFirst().split(separator: "&")
      .filter { setting in names.contains { setting.hasPrefix($0) } }.sorted()
      .joined(separator: "&")
  }

  /// A digest of a text, in eight digits.
  private static func digest(_ text: String) -> String {
    stableHash(text).padded(to: 8, radix: 16)
  }
}

/// A hash of a text that is the same in every run (Fowler, Noll, Vo: FNV-1a).
func stableHash(_ text: String) -> UInt32 {
  text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
}

extension Labels {
  /// The labels with a description. Fails for any other text.
  init?(exactly text: Substring) {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.count > 1 else { return nil }
    var rest = text.dropFirst().dropLast()
    var values: [String: String] = [:]
    while !rest.isEmpty {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let name = String(rest[..<equals])
      rest = rest[rest.index(after: equals)...]
      // Braces inside a value leave an odd number of quotes, so their contents are no labels.
      guard !name.contains("\""), rest.first == "\"", let value = Self.quoted(&rest) else {
        return nil
      }
      values[name] = value
      guard rest.isEmpty || rest.first == "," else { return nil }
      rest = rest.dropFirst()
    }
    self.init(values)
  }

  /// Removes a text in quotes from the start, and returns its value; nil without a closing quote.
  private static func quoted(_ rest: inout Substring) -> String? {
    var value = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"": return value
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        value.append(escaped == "n" ? "\n" : escaped)
      default: value.append(character)
      }
    }
    return nil
  }
}
