import Feeds

extension MappingRule {
  /// A source, with the keys of all kinds.
  static let source = MappingRule(
    "source", "a source", originKeys + requestKeys + queryKeys,
    elsewhere: besideSource)

  /// Words for the names of lines, each with its correct form. They belong to a series, because not every source has
  /// a legend.
  private static let besideSource = ["label": "series: {label: …}"]

  /// A series of a panel.
  static let series = MappingRule(
    "series", "a series",
    [
      KeyRule("label", .text, "The name in the legend.", synonyms: ["title"]),
      KeyRule(
        "source", .either([.text, .mapping { source }]), "The source; by default the panel's."),
      KeyRule("rate", .boolean, "Whether the number is a counter.", oldNames: ["counter"]),
      KeyRule("factor", .number, "The factor that values are multiplied by."),
      KeyRule("style", .words(of: PanelReader.Style.self), "The look of the line."),
      KeyRule("name", .text, "The name in expressions of this panel."),
      KeyRule("hidden", .boolean, "Whether the series only serves expressions."),
      KeyRule("color", .text, "The colour: a name, '#rrggbb' or by_value."),
      KeyRule("axis", .words(of: PanelReader.Axis.self), "The side of its axis."),
      KeyRule(
        "unit", .either([.text, .mapping { unit }]),
        "The unit on the right axis, of a column or of a tile."),
      KeyRule("mappings", MappingRule.mappings, "Words and colours for the values of this series."),
      KeyRule("repeat", .text, "The variable with a series for each value."),
      KeyRule("include", .list(.text), "Files whose entries are added to these."),
    ] + queryKeys)

  /// A line computed by an expression.
  static let expression = MappingRule(
    "expression", "an expression",
    [
      KeyRule("expr", .text, "The expression over the names of series: 100 * used / total."),
      KeyRule("label", .text, "The name in the legend."),
      KeyRule("style", .words(of: PanelReader.Style.self), "The look of the line."),
      KeyRule("color", .text, "The colour: a name or '#rrggbb'."),
    ])

  static let basic = MappingRule(
    "basic", "'basic'",
    [
      KeyRule("user", .text, "The user.", synonyms: ["username", "login"]),
      KeyRule("password", .text, "The password."),
      KeyRule("password_file", .text, "The file with the password."),
    ])

  private static let originKeys = [
    KeyRule("system", .text, "A metric of this machine: cpu.busy."),
    KeyRule("http", .text, "The address of a web service.", synonyms: ["url", "https"]),
    KeyRule("prometheus", .text, "The address of a server with Prometheus' query API."),
    KeyRule("postgres", .text, "The URI of a PostgreSQL server.", synonyms: ["postgresql"]),
    KeyRule("sqlite", .text, "A file of SQLite."),
    KeyRule("mqtt", .text, "The host of an MQTT broker."),
    KeyRule("command", .text, "A command line for /bin/sh.", synonyms: ["exec", "shell", "cmd"]),
    KeyRule("file", .text, "A file of rows.", synonyms: ["path", "csv"]),
    KeyRule("fifo", .text, "A named pipe."),
    KeyRule("stdin", .boolean, "The standard input."),
    KeyRule(
      "use", .text, "The name of a source under 'sources'.", oldNames: ["from"],
      synonyms: ["source"]),
  ]

  private static let requestKeys = [
    KeyRule(
      "every", .either([.duration, .choice(["changed"])]), "The time between two requests.",
      synonyms: ["interval", "period", "refresh"]),
    KeyRule("timeout", .duration, "The time limit of a request."),
    KeyRule("headers", .map(.text), "Headers of requests."),
    KeyRule("basic", .mapping { basic }, "A user and a password."),
    KeyRule("bearer", .text, "A token."),
    KeyRule("bearer_file", .text, "The file with a token."),
    KeyRule(
      "ca_file", .text, "The file with the certificates that are trusted.",
      oldNames: ["certificates"], synonyms: ["cafile", "cacert", "ca"]),
    KeyRule("method", .words(of: HTTPFeedSpec.Method.self), "The method of requests."),
    KeyRule("body", .text, "The body of a request with POST."),
    KeyRule("format", .words(of: HTTPFormat.self), "The format of the answers."),
    KeyRule("time_format", .text, "The format of times, as of strptime.", oldNames: ["timefmt"]),
    KeyRule(
      "match", .text, "The regular expression that reads lines; its named groups are columns.",
      synonyms: ["regex", "regexp", "pattern"]),
    KeyRule("tls", .boolean, "Whether the connection is encrypted."),
    KeyRule("user", .text, "The user at the broker."),
    KeyRule("password", .text, "The password at the broker."),
    KeyRule("password_file", .text, "The file with the password at the broker."),
  ]

  private static let queryKeys = [
    KeyRule(
      "path", .text, "The path of a number in JSON: .queues[0].depth.", synonyms: ["json_path"]),
    KeyRule("metric", .text, "The name of a metric.", synonyms: ["field"]),
    KeyRule("labels", .map(.text), "The labels that a metric must have."),
    KeyRule("by", .list(.text), "The labels that tell series apart.", synonyms: ["group_by"]),
    KeyRule("rows", .text, "The path of the rows in JSON."),
    KeyRule("time", .either([.text, .integer(0...1000)]), "The place of the time in a row."),
    KeyRule(
      "value", .list(.either([.text, .integer(0...1000)])), "The places of the values in a row."),
    KeyRule("names", .text, "The path of the columns' names."),
    KeyRule(
      "query", .text, "The query in the server's language.", synonyms: ["sql", "promql", "expr"]),
    KeyRule("step", .duration, "The step of a range query.", synonyms: ["resolution"]),
    KeyRule(
      "legend", .text, "The names of lines, with {{label}} for a label's value.",
      synonyms: ["label", "alias", "legendFormat"]),
    KeyRule("topic", .text, "The topic of messages, with wildcards.", synonyms: ["subscribe"]),
    KeyRule(
      "column", .text, "The column of rows of text, or of a statement's answer.",
      synonyms: ["field"]),
  ]
}
