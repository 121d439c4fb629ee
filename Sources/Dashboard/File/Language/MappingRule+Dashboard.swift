import Charts

extension MappingRule {
  /// The root of a file.
  static let dashboard = MappingRule(
    "dashboard", "a dashboard",
    [
      KeyRule("title", .text, "The title at the top left; by default the machine's name."),
      KeyRule("theme", .words(of: DashboardReader.Appearance.self), "The theme; by default dark."),
      KeyRule("style", .words(of: Theme.Style.self), "The colours of lines."),
      KeyRule("screen", .mapping { screen }, "The screen, and the distance from which it is read."),
      KeyRule("night", .mapping { night }, "The hours in which the screen is dimmed or off."),
      KeyRule(
        "pixel_shift", .integer(0...PixelShift.mostDistance),
        "The greatest distance in pixels by which the picture moves against burning in."),
      KeyRule(
        "live_after", .duration, "The time without use after which a screen returns to live data."),
      KeyRule("locked", .boolean, "Whether keys and clicks have no effect."),
      KeyRule(
        "timezone", .text, "The time zone of axes, clocks and periods: Europe/Berlin.",
        synonyms: ["tz", "time_zone", "zone"]),
      KeyRule(
        "locale", .text, "The region whose numbers and dates are written: de_DE, or system.",
        synonyms: ["language", "lang", "region"]),
      KeyRule(
        "variables", .map(.list(.either([.text, .map(.text)]))),
        "Texts that ${NAME} stands for; a list serves 'repeat'.",
        synonyms: ["templating", "vars"]),
      KeyRule("include", .list(.text), "Files whose entries are added to this file's."),
      KeyRule(
        "sources", .map(.either([.text, .mapping { source }])),
        "Sources with names, for 'use'.", synonyms: ["datasources"]),
      KeyRule("pages", .list(.mapping { page }), "The pages."),
      KeyRule("panels", .list(.mapping { panel }), "The panels of the only page."),
      KeyRule("columns", .integer(1...24), "The number of columns of the only page."),
      KeyRule("rows", .list(.number), "The heights of the only page's rows, as shares."),
      KeyRule("on_breach", .text, "A command that is run when a threshold is breached."),
      KeyRule(
        "history", .either([.boolean, .mapping { history }]), "What is kept on the disk."),
    ])

  static let screen = MappingRule(
    "screen", "a screen",
    [
      KeyRule("diagonal", .text, "The diagonal: 55in, 140cm."),
      KeyRule("distance", .text, "The distance from which the screen is read: 3m."),
    ])

  static let night = MappingRule(
    "night", "a night",
    [
      KeyRule("from", .text, "The local time of its start: \"22:00\"."),
      KeyRule("to", .text, "The local time of its end: \"06:30\"."),
      KeyRule("dim", .number, "The remaining share of the brightness, 0.05 to below 1."),
      KeyRule("blank", .boolean, "Whether the screen is off."),
      KeyRule("wake", .duration, "The time for which a key lights the screen."),
    ])

  static let history = MappingRule(
    "history", "a history",
    [
      KeyRule("raw", .duration, "The age to which samples are kept."),
      KeyRule("minute", .duration, "The age to which a row for each minute is kept."),
      KeyRule("quarter", .duration, "The age to which a row for each quarter of an hour is kept."),
      KeyRule("size", .text, "The largest size of the file: 500 MB."),
      KeyRule("path", .text, "The path of the file, from the root."),
    ])

  static let page = MappingRule(
    "page", "a page",
    [
      KeyRule("name", .text, "The name of the page.", synonyms: ["title"]),
      KeyRule(
        "duration", .duration, "The time for which a kiosk shows the page.",
        synonyms: ["every", "time"]),
      KeyRule("columns", .integer(1...24), "The number of columns."),
      KeyRule("rows", .list(.number), "The heights of the rows, as shares."),
      KeyRule("panels", .list(.mapping { panel }), "The panels."),
      KeyRule(
        "takeover", .boolean, "Whether the page takes over the screen when a threshold is breached."
      ),
      KeyRule("repeat", repeatValue, "The variable or the label with a page for each value."),
      KeyRule("include", .list(.text), "Files whose entries are added to these."),
    ])

  /// The value of `repeat`: the name of a variable, or a label.
  static let repeatValue = ValueRule.either([.text, .mapping { repetition }])

  static let repetition = MappingRule(
    "repeat", "a repetition", [KeyRule("label", .text, "The label with a panel for each value.")])
}
