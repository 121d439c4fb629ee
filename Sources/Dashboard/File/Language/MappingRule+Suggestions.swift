import Messages
import Metrics

extension MappingRule {
  /// A hint for an unknown key: the key for which other programs use this word, the place where the key belongs, or
  /// otherwise the nearest known key; an empty text for none.
  func hint(for name: String) -> Message {
    let proposals = proposals(for: name).map(\.text)
    if !proposals.isEmpty { return Message(proposing: proposals) }
    let owners = MappingRule.all.filter { $0.key(named: name) != nil }.map(\.owner)
    guard let first = owners.first else { return "" }
    let list = owners.dropFirst().reduce(first) { $0 + Message(", of \($1)") }
    return Message(" ('\(name)' is a key of \(list))")
  }

  /// The keys that an unknown key probably means, each with the way to write it.
  func proposals(for name: String) -> [(key: String, text: String)] {
    var proposals = keys.filter { $0.synonyms.contains(name) }.map { ($0.name, "'\($0.name)'") }
    for key in keys {
      guard let place = key.value.mappings.first(where: { $0.key(named: name) != nil }),
        let inner = place.key(named: name)
      else { continue }
      proposals.append((key.name, "'\(key.name): {\(inner.name): …}'"))
    }
    if let text = elsewhere[name] { proposals.append((name, "'\(text)'")) }
    guard proposals.isEmpty, let near = Spelling.suggestion(for: name, among: keys.map(\.name))
    else { return proposals }
    return [(near, "'\(near)'")]
  }

  /// All rules, each once, starting with the dashboard's.
  static let all: [MappingRule] = {
    var found: [MappingRule] = [.dashboard, .expression]
    var next = 0
    while next < found.count {
      for rule in found[next].keys.flatMap(\.value.mappings)
      where !found.contains(where: { $0.name == rule.name }) {
        found.append(rule)
      }
      next += 1
    }
    return found
  }()
}

extension Message {
  /// A hint with proposals, each as it is written.
  init(proposing proposals: [String]) {
    guard let first = proposals.first else {
      self = ""
      return
    }
    // Another language has its own way to join proposals.
    let list = proposals.dropFirst().reduce(Message(verbatim: first)) {
      $0 + Message(", or \($1)")
    }
    self = Message(" (did you mean \(list)?)")
  }
}
