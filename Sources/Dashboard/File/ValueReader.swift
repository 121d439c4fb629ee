import Charts
import Feeds
import Messages
import Metrics

/// Reads single values, and reports mistakes in them.
struct ValueReader {
  let problems: ProblemList
  let environment: (String) -> String?
  /// The metrics of this machine, for checks; nil checks none.
  var machine: MetricCatalog?

  /// The text with each `${NAME}` replaced, for the dashboard. Messages quote the result of `scalar`.
  func text(_ node: YAMLNode) -> String? { scalar(node)?.value }

  /// The text in its original form, and with each `${NAME}` replaced.
  func scalar(_ node: YAMLNode) -> SubstitutedText? {
    guard let raw = raw(node) else { return nil }
    return substituted(raw, node.mark).map { SubstitutedText(value: $0, raw: raw) }
  }

  /// The command line for the shell, which replaces variables itself; see `CommandText`.
  /// - Parameter given: the variables that the program sets for the command. Default none.
  func command(_ node: YAMLNode, given: Set<String> = []) -> String? {
    guard let command = raw(node).map(CommandText.init) else { return nil }
    let missing = command.neededVariables.filter {
      environment($0) == nil && !given.contains($0)
    }
    if command.isOpen { reportOpen(node.mark) }
    for name in missing { reportUnset(name, node.mark) }
    return missing.isEmpty && !command.isOpen ? command.text : nil
  }

  private func raw(_ node: YAMLNode) -> String? {
    guard case .scalar(let raw, _) = node.content, !node.isNull else {
      let hint = node.isTextInBraces ? Message(" (\(YAMLTrap.needsQuotes(after: "{")))") : ""
      problems.add(node.mark, "a text is expected, not \(node.kind)" + hint)
      return nil
    }
    return raw
  }

  private func reportOpen(_ mark: Mark) {
    problems.add(mark, "'${' without a '}'; a literal '${' is written '$${'")
  }

  private func reportUnset(_ name: String, _ mark: Mark) {
    problems.addLack(mark, "the environment variable \(name.quotation) is not set")
  }

  /// Replaces variables. `$${` means a literal `${`.
  private func substituted(_ raw: String, _ mark: Mark) -> String? {
    guard raw.contains("${") else { return raw }
    var result = ""
    var rest = Substring(raw)
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      if rest.hasPrefix("${") {
        result += "${"
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("{") {
        guard let end = rest.firstIndex(of: "}") else {
          reportOpen(mark)
          return nil
        }
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        guard let value = environment(name) else {
          reportUnset(name, mark)
          return nil
        }
        result += value
        rest = rest[rest.index(after: end)...]
      } else {
        result += "$"
      }
    }
    return result + rest
  }

  /// The name of a metric of this machine, or a pattern of names.
  func metric(_ node: YAMLNode) -> Metric? {
    guard let text = scalar(node) else { return nil }
    // A hint for a replaced text would reveal part of the secret.
    guard let machine, text.isLiteral else { return Metric(text.value) }
    switch machine.verdict(on: text.value) {
    case .here: break
    case .elsewhere(let reason): problems.note(node.mark, reason)
    case .nowhere(let reason): problems.add(node.mark, reason)
    }
    return Metric(text.value)
  }

  func texts(_ node: YAMLNode) -> [String]? {
    guard case .sequence(let items) = node.content else { return text(node).map { [$0] } }
    return items.compactMap { text($0) }
  }

  func boolean(_ node: YAMLNode) -> Bool? {
    guard let text = scalar(node) else { return nil }
    if let truth = Self.truth(text.value) { return truth }
    problems.add(node.mark, "true or false is expected, not '\(text.quotation)'")
    return nil
  }

  /// The truth value that a word stands for; nil for any other word.
  static func truth(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  func integer(_ node: YAMLNode, in range: ClosedRange<Int>) -> Int? {
    guard let text = scalar(node) else { return nil }
    guard let number = Int(text.value), range.contains(number) else {
      problems.add(
        node.mark,
        "a whole number from \(range.lowerBound) to \(range.upperBound) is expected, "
          + "not '\(text.quotation)'")
      return nil
    }
    return number
  }

  /// Reads one word of a choice.
  func choice<Choice: RawRepresentable & CaseIterable>(_ node: YAMLNode, of _: Choice.Type)
    -> Choice? where Choice.RawValue == String
  {
    guard let text = scalar(node) else { return nil }
    if let choice = Choice(rawValue: text.value) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    problems.add(
      node.mark,
      "'\(text.quotation)' is none of \(words.joined(separator: ", "))"
        + text.hint(amongChoices: words))
    return nil
  }

  /// Reads a duration in seconds: `500ms`, `20s`, `10m`, `1h 30m`, `2w`, `1y`. A plain number is in
  /// seconds.
  func duration(_ node: YAMLNode, in range: ClosedRange<Double>) -> Double? {
    guard let text = scalar(node) else { return nil }
    guard let seconds = DurationText(text.value)?.seconds else {
      problems.add(
        node.mark,
        "a duration such as 500ms, 20s, 10m or 1h30m is expected, not '\(text.quotation)'")
      return nil
    }
    guard range.contains(seconds) else {
      problems.add(
        node.mark,
        "a duration from \(DurationText.text(range.lowerBound)) to "
          + "\(DurationText.text(range.upperBound)) is expected, not '\(text.quotation)'")
      return nil
    }
    return seconds
  }

  /// Reads a length in metres: `3m`, `250cm`, `55in`, `8ft`.
  func length(_ node: YAMLNode, in range: ClosedRange<Double>) -> Double? {
    guard let text = scalar(node) else { return nil }
    let units = [
      "m": 1, "cm": 0.01, "mm": 0.001, "in": Viewing.inch, "\"": Viewing.inch, "ft": 0.3048,
    ]
    guard let length = Self.quantity(text.value, units) else {
      problems.add(
        node.mark, "a length such as 3m, 250cm or 55in is expected, not '\(text.quotation)'")
      return nil
    }
    guard range.contains(length) else {
      problems.add(
        node.mark,
        "a length from \(range.lowerBound) m to \(Int(range.upperBound)) m is expected, "
          + "not '\(text.quotation)'")
      return nil
    }
    return length
  }

  /// The number of a text such as `3 m`, times the factor of its unit; nil for any other text.
  static func quantity(_ text: String, _ units: [String: Double]) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = units[String(text.dropFirst(digits.count).drop { $0 == " " })]
    guard let number = Double(digits), let unit else { return nil }
    return number * unit
  }

  /// Reads the name of a time zone.
  func zone(_ node: YAMLNode) -> (name: String, rules: TimeZoneRules)? {
    guard let text = scalar(node) else { return nil }
    guard let rules = ZoneDatabase.rules(named: text.value) else {
      problems.add(
        node.mark, "there is no time zone '\(text.quotation)' in \(ZoneDatabase.folder)")
      return nil
    }
    return (text.value, rules)
  }

  /// Reads the name of a locale.
  func region(_ node: YAMLNode) -> RegionalFormat? {
    guard let text = scalar(node) else { return nil }
    if let region = RegionalFormat(named: text.value) { return region }
    problems.add(node.mark, RegionalFormat.lack(of: text.quotation))
    return nil
  }

  /// Reads `{label: NAME}`: the label by which a page or a panel is repeated.
  func repeatedLabel(_ node: YAMLNode) -> String? {
    guard let entries = MappingReader(node, .repetition, problems: problems) else { return nil }
    guard let label = entries["label"] else {
      problems.add(node.mark, "a repetition needs a 'label', or the name of a variable")
      return nil
    }
    return text(label)
  }

  /// Reports a label in the title or name of something that is not repeated, which would be shown as it is written.
  func checkName(_ node: YAMLNode?) {
    if let node, case .scalar(let text, _) = node.content, text.contains("{{") {
      problems.add(node.mark, "without 'repeat: {label: …}', nothing replaces the '{{…}}'")
    }
  }

  /// Reads a number. A number with a unit is converted into the panel's unit.
  func number(_ node: YAMLNode, unit: StreamUnit = .none) -> Double? {
    guard let text = scalar(node) else { return nil }
    let (digits, name) = Self.digitsAndUnit(text.value)
    let own = name.isEmpty ? unit : StreamUnit(String(name))
    guard let number = Double(digits.filter { $0 != "_" }), (number * own.factor).isFinite else {
      problems.add(node.mark, "a number is expected, not '\(text.quotation)'")
      return nil
    }
    if own.unit == unit.unit || own.unit.measuresLike(unit.unit) { return number * own.factor }
    let converted = ColumnUnit(String(name)).flatMap { unit.ofColumn?.value(number, in: $0) }
    if converted == nil { problems.add(node.mark, Self.mistake(in: text, unit: String(name))) }
    return converted
  }

  /// The unit of a number that `number` has read; nil for a number without one.
  func writtenUnit(_ node: YAMLNode) -> Unit? {
    let name = scalar(node).map { String(Self.digitsAndUnit($0.value).unit) } ?? ""
    return name.isEmpty ? nil : StreamUnit(name).unit
  }

  /// Reads a share in percent: a plain number, a number with a per cent sign, or a number with a unit of the panel,
  /// which is a part of the panel's goal.
  /// - Parameter goal: nil for a panel whose whole is not known beforehand.
  func share(_ node: YAMLNode, of goal: Double?, unit: StreamUnit) -> Double? {
    guard let text = scalar(node) else { return nil }
    let name = Self.digitsAndUnit(text.value).unit
    let percent = StreamUnit(unit: .percent, factor: 1)
    if name.isEmpty || StreamUnit(String(name)).unit == .percent {
      return number(node, unit: percent)
    }
    guard let part = number(node, unit: unit) else { return nil }
    guard let goal else {
      problems.add(node.mark, "without a 'goal' a threshold of this panel is in percent")
      return nil
    }
    return part / goal * 100
  }

  /// The message about a number that is followed by something other than a unit of its panel.
  private static func mistake(in text: SubstitutedText, unit: String) -> Message {
    let digits = unit.dropFirst()
    if unit.hasPrefix("/"), Double(digits) != nil {
      return "one number such as 0.125 is expected, not '\(text.quotation)'"
    }
    if unit.hasPrefix(","), digits.first?.isNumber == true {
      return "use a decimal point, not a comma, in '\(text.quotation)'"
    }
    let quotation = text.isLiteral ? unit.quotation : text.quotation
    return "'\(quotation)' is not a unit of this panel"
  }

  /// The digits of a number, and the unit after them; empty for none.
  private static func digitsAndUnit(_ text: String) -> (digits: Substring, unit: Substring) {
    let digits = text.prefix { $0.isNumber || "+-.eE_".contains($0) }
    return (digits, text.dropFirst(digits.count).drop { $0 == " " })
  }
}

extension Unit {
  /// Whether values of both units can be compared directly.
  fileprivate func measuresLike(_ other: Unit) -> Bool {
    let bytes: Set<Unit> = [.bytes, .decimalBytes, .bytesPerSecond, .decimalBytesPerSecond]
    return bytes.contains(self) && bytes.contains(other)
  }
}
