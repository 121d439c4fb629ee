/// Reads the hours of the night: `{from: "22:00", to: "06:30", dim: 0.3}`.
struct NightReader {
  let values: ValueReader

  private var problems: ProblemList { values.problems }

  /// The night; nil after a mistake, which is reported.
  func night(_ node: YAMLNode) -> NightSpec? {
    guard let entries = MappingReader(node, .night, problems: problems) else { return nil }
    for key in ["from", "to"] where entries[key] == nil {
      entries.reportNeed(of: [key], saying: "a night needs '\(key)', such as \"22:00\"")
    }
    let from = entries["from"].flatMap { time($0) }
    let to = entries["to"].flatMap { time($0) }
    let level = level(entries)
    let wake = entries["wake"].map { values.duration($0, in: 1...86_400) }
    guard let from, let to, let level, wake != .some(nil) else { return nil }
    guard from != to else {
      problems.add(entries.mark, "a night needs different times in 'from' and 'to'")
      return nil
    }
    return NightSpec(
      from: from, to: to, level: level,
      wakeDuration: wake.flatMap { $0 } ?? NightSpec.standardWake)
  }

  /// The light at night: dimmed, unless the screen is to be off.
  private func level(_ entries: MappingReader) -> ScreenLight.Level? {
    let isBlank = entries["blank"].map { values.boolean($0) }
    if isBlank == .some(nil) { return nil }
    if isBlank == .some(true) {
      if let dim = entries["dim"] { problems.add(dim.mark, "'dim' has no effect with 'blank'") }
      return .blank
    }
    guard let dim = entries["dim"] else { return .dimmed(NightSpec.standardDim) }
    guard let share = values.number(dim) else { return nil }
    guard share >= 0.05, share < 1 else {
      problems.add(dim.mark, "a share of the brightness from 0.05 to below 1 is expected")
      return nil
    }
    return .dimmed(share)
  }

  /// A time of day as minutes after midnight.
  private func time(_ node: YAMLNode) -> Int? {
    guard let text = values.scalar(node) else { return nil }
    let parts = text.value.split(separator: ":", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy {
      (1...2).contains($0.count) && $0.allSatisfy { ("0"..."9").contains($0) }
    }
    guard parts.count == 2, isPlain, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0...23).contains(hour), (0...59).contains(minute)
    else {
      problems.add(
        node.mark, "a time of day such as \"22:00\" is expected, not '\(text.quotation)'")
      return nil
    }
    return hour * 60 + minute
  }
}
