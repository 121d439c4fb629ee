/// ` (did you mean 'depth'?)` for the name that was probably meant, or nothing.
func suggestion(for name: String, among names: some Sequence<String>) -> String {
  var nearest: (name: String, distance: Int)?
  let limit = 2 + name.utf8.count / 5
  for candidate in names.lazy.prefix(10_000) {
    guard abs(candidate.utf8.count - name.utf8.count) <= limit else { continue }
    let distance = editDistance(candidate, name)
    if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
  }
  return nearest.map { " (did you mean '\(shown($0.name))'?)" } ?? ""
}

/// A name out of data or a configuration, fit to stand in a message.
func shown(_ name: String, limit: Int = 80) -> String {
  var name = name
  return name.withUTF8 { shown($0, limit: limit) }
}

/// How many bytes must be added, left out or replaced to make one name of the other (Levenshtein, 1966),
/// without regard to case.
private func editDistance(_ first: String, _ second: String) -> Int {
  let first = Array(first.lowercased().utf8.prefix(120))
  let second = Array(second.lowercased().utf8.prefix(120))
  var row = Array(0...second.count)
  for i in first.indices {
    var diagonal = row[0]
    row[0] = i + 1
    for j in second.indices {
      let change = diagonal + (first[i] == second[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(change, row[j] + 1, diagonal + 1)
    }
  }
  return row[second.count]
}
