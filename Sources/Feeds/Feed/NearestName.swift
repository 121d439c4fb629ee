import Messages
import Metrics

/// A hint such as ` (did you mean 'depth'?)` with the nearest name; empty if no name is near.
func suggestion(for name: String, among names: some Sequence<String>) -> String {
  nearest(to: name, among: names).map { String(localized: " (did you mean '\(shown($0))'?)") } ?? ""
}

/// The name that was probably meant; nil if no name is near.
func nearest(to name: String, among names: some Sequence<String>) -> String? {
  let limit = Spelling.mostSlips(in: name)
  let near = names.lazy.prefix(10_000).filter { abs($0.utf8.count - name.utf8.count) <= limit }
  return Spelling.suggestion(for: name, among: near)
}

/// The reason for a missing column: with a name that is near, or with the names that there are.
package func lackOf(column name: String, among names: [String]) -> String {
  let near = suggestion(for: name, among: names)
  if !near.isEmpty { return String(localized: "no column '\(shown(name))'") + near }
  var known: Set<String> = []
  let different = names.filter { known.insert($0).inserted }
  let most = 6
  let more = different.count > most ? ", …" : ""
  let list = different.prefix(most).map { shown($0) }.joined(separator: ", ") + more
  return String(localized: "no column '\(shown(name))' (columns: \(list))")
}

/// A name from data or a configuration, made safe for a message.
func shown(_ name: String, limit: Int = 80) -> String {
  var name = name
  return name.withUTF8 { shown($0, limit: limit) }
}
