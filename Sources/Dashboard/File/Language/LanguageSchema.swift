import Metrics

/// The JSON Schema (draft 7) of dashboards' files, by which editors complete and check them.
///
/// The schema is generated from the rules by which files are read. The schema allows more than the reader: `wallchart
/// check` reports the mistakes that depend on other keys.
public enum LanguageSchema {
  /// The schema as text, with a newline at its end.
  public static var text: String { schema.indented + "\n" }

  private static var schema: JSONText {
    .object([
      ("$schema", .string("http://json-schema.org/draft-07/schema#")),
      ("title", .string("Wallchart dashboard")),
      ("description", .string("A dashboard of Wallchart; see wallchart(5).")),
      ("$ref", .string(reference(MappingRule.dashboard.name))),
      (
        "definitions",
        .object(
          [
            (variable, variableRule), (truth, truthRule), (word, wordRule),
            (duration, durationRule),
          ]
            + MappingRule.all.map { ($0.name, definition(of: $0)) })
      ),
    ])
  }

  private static func reference(_ name: String) -> String { "#/definitions/\(name)" }

  private static func definition(of rule: MappingRule) -> JSONText {
    var properties: [(key: String, value: JSONText)] = []
    for key in rule.keys {
      properties.append((key.name, property(key, key.meaning)))
      for name in key.oldNames {
        properties.append((name, property(key, "The old name of '\(key.name)'.", isOld: true)))
      }
    }
    return .object([
      ("type", .string("object")), ("properties", .object(properties)),
      // Keys that hold anchors, and merges for editors that do not expand them.
      ("patternProperties", .object([("^(x-.*|<<)$", .boolean(true))])),
      ("additionalProperties", .boolean(false)),
    ])
  }

  private static func property(
    _ key: KeyRule, _ meaning: String, isOld: Bool = false
  ) -> JSONText {
    // A key without a value counts as missing.
    let kinds = kinds(of: key.value) + [.object([("type", .string("null"))])]
    return .object(
      [("description", .string(meaning))] + (isOld ? [("deprecated", .boolean(true))] : [])
        + [("anyOf", .array(kinds))])
  }

  // MARK: Values

  private static let variable = "variable"
  private static let truth = "truth"
  private static let word = "word"
  private static let duration = "duration"

  private static var variableRule: JSONText {
    .object([("type", .string("string")), ("pattern", .string("\\$\\{"))])
  }

  private static var truthRule: JSONText {
    let words = ["true", "yes", "on", "false", "no", "off"]
    return .object([
      (
        "anyOf",
        .array([
          .object([("type", .string("boolean"))]),
          .object([("enum", .array(words.map { .string($0) }))]),
        ])
      )
    ])
  }

  private static var wordRule: JSONText {
    .object([("type", .array(["string", "number", "boolean"].map { .string($0) }))])
  }

  private static var durationRule: JSONText {
    .object([
      ("type", .array([.string("number"), .string("string")])),
      ("pattern", .string("^\\s*[0-9.]+\\s*([a-zA-Z]+(\\s*[0-9.]+\\s*[a-zA-Z]+)*)?\\s*$|\\$\\{")),
    ])
  }

  private static func one(_ name: String) -> JSONText {
    .object([("$ref", .string(reference(name)))])
  }

  /// The kinds of values of a rule, each a schema of its own.
  private static func kinds(of rule: ValueRule) -> [JSONText] {
    switch rule {
    case .text, .number: [one(word)]
    case .nothing: [.object([("type", .string("null"))])]
    case .boolean: [one(truth), one(variable)]
    case .duration: [one(duration)]
    case .integer(let range):
      [
        .object([
          ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
          ("maximum", .integer(range.upperBound)),
        ]), one(variable),
      ]
    case .choice(let words):
      [.object([("enum", .array(words.map { .string($0) }))]), one(variable)]
    case .mapping(let mapping):
      // A series may be an expression.
      mapping().name == MappingRule.series.name
        ? [one(MappingRule.series.name), one(MappingRule.expression.name)]
        : [one(mapping().name)]
    case .list(let item):
      kinds(of: item) + [
        .object([
          ("type", .string("array")),
          ("items", .object([("anyOf", .array(kinds(of: item)))])),
        ])
      ]
    case .map(let value):
      [
        .object([
          ("type", .string("object")),
          ("additionalProperties", .object([("anyOf", .array(kinds(of: value)))])),
        ])
      ]
    case .either(let rules): rules.flatMap(kinds)
    }
  }
}
