import Messages

/// The kinds of data that a command line shows.
enum DataKind: String, CaseIterable {
  case machine = "this machine's metrics"
  case recording = "a recording"
  case rows = "the rows of a pipe or a file"
  case dashboard = "a dashboard"
  case gallery = "the gallery"
}

/// The command lines in which an option has an effect.
private struct OptionRule {
  /// The kinds of output for which an option has an effect. A `screen` is a window, a picture or a film.
  enum Place { case anywhere, screen, window, picture, film }

  var kinds = Set(DataKind.allCases)
  var place = Place.anywhere

  static let rows = OptionRule(kinds: [.rows])
}

extension Arguments {
  /// The options that do not have an effect in every command line. A test checks that all of them exist.
  private static let rules: [String: OptionRule] = [
    "--at": OptionRule(place: .picture),
    "--after": OptionRule(kinds: [.machine, .rows, .dashboard], place: .picture),
    "--explain": .rows, "--match": .rows,
    "--dump-layers": OptionRule(place: .picture),
    "--for": OptionRule(place: .film),
    "--terminal": OptionRule(place: .window), "--graphics": OptionRule(place: .window),
    "--fullscreen": OptionRule(place: .window),
    "--reconnect": OptionRule(place: .window),
    "--no-reconnect": OptionRule(place: .window),
    "--stats": OptionRule(place: .window),
    "--metrics": OptionRule(place: .window),
    "--history": OptionRule(kinds: [.rows], place: .window),
    // The option is also accepted for a picture and a film, which never keep a history.
    "--no-history": OptionRule(kinds: [.machine, .rows, .dashboard], place: .screen),
    "--replay-history": OptionRule(kinds: [.machine, .dashboard], place: .window),
    "--from": OptionRule(kinds: [.machine, .dashboard], place: .window),
    "--speed": OptionRule(kinds: [.machine, .dashboard], place: .window),
    "--kiosk": OptionRule(kinds: [.machine, .recording, .rows, .dashboard], place: .screen),
    "--monitor": OptionRule(kinds: [.machine, .recording, .rows, .dashboard], place: .window),
    "--locked": OptionRule(place: .window),
    "--pixel-shift": OptionRule(
      kinds: [.machine, .recording, .rows, .dashboard], place: .window),
    "--title": OptionRule(kinds: [.machine, .recording, .rows, .dashboard]),
    "--page": OptionRule(kinds: [.dashboard]),
    "--replay": OptionRule(kinds: [.recording]),
    "--record-samples": OptionRule(kinds: [.machine]),
    "--exit-at-end": OptionRule(kinds: [.rows], place: .window),
    "--columns": .rows, "--time-format": .rows, "-2": .rows, "--unit": .rows, "--label": .rows,
    "--rate": .rows, "--min": .rows, "--max": .rows, "--soft-min": .rows, "--soft-max": .rows,
    "--logy": .rows, "--window": .rows, "--follow": .rows, "--x": .rows, "--by": .rows,
    "--chart": OptionRule(kinds: [.rows, .gallery]),
  ]

  static var ruledOptions: [String] { rules.keys.sorted() }

  /// The long names of short options, and the current names of options with old names.
  private static let letters = [
    "-t": "--title", "-u": "--unit", "-r": "--rate", "-M": "--min", "-m": "--max",
    "-S": "--soft-min", "-s": "--soft-max", "-f": "--follow", "--timefmt": "--time-format",
  ]

  private func rule(for option: String) -> OptionRule {
    Arguments.rules[Arguments.letters[option] ?? option] ?? OptionRule()
  }

  /// Refuses an option that has no effect for a window, or for a picture.
  func checkPlaces() throws(UsageError) {
    if given.contains("--snapshot"), given.contains("--record") {
      throw UsageError(message: "--snapshot and --record cannot be given together")
    }
    // An explanation is text, not a picture.
    if given.contains("--explain"),
      let option = ["--snapshot", "--record"].first(where: given.contains)
    {
      throw UsageError(message: "--explain and \(option) cannot be given together")
    }
    if dumpsLayers, action == .snapshot(file: "-") {
      throw UsageError(
        message: "--dump-layers needs a file for the picture: its text goes to standard output")
    }
    try checkTerminal()
    for option in given {
      switch (rule(for: option).place, action) {
      case (.picture, .window), (.picture, .film):
        throw UsageError(message: "\(option) needs --snapshot")
      case (.film, .window), (.film, .snapshot), (.film, .explain):
        throw UsageError(message: "\(option) needs --record")
      case (.window, .film):
        throw UsageError(message: "\(option) is for a window, and --record opens none")
      case (.window, .explain), (.screen, .explain):
        throw UsageError(message: "\(option) is for a window, and --explain opens none")
      case (.window, .snapshot):
        throw UsageError(message: "\(option) is for a window, and --snapshot opens none")
      default: break
      }
    }
  }

  /// Refuses options for windows with a terminal, and options for terminals with a window.
  private func checkTerminal() throws(UsageError) {
    guard usesTerminal else {
      if graphics != nil { throw UsageError(message: "--graphics needs --terminal") }
      return
    }
    let ofWindows = [
      "--fullscreen", "--monitor", "--reconnect", "--no-reconnect", "--pixel-shift", "--size",
    ]
    if let option = given.first(where: ofWindows.contains) {
      throw UsageError(message: "\(option) is for a window, and --terminal opens none")
    }
  }

  /// Refuses an option that has no effect for a kind of data.
  func checkOptions(for kind: DataKind) throws(UsageError) {
    for option in given {
      let kinds = rule(for: option).kinds
      guard !kinds.contains(kind) else { continue }
      let names = DataKind.allCases.filter(kinds.contains).map(\.rawValue)
      throw UsageError(
        message: "\(option) is for \(names.joined(separator: ", ")), not for \(kind.rawValue)")
    }
  }

  /// Determines the kind of data, and refuses options that have no effect for that kind.
  /// - Parameters:
  ///   - isDashboard: whether the file of a path is a dashboard.
  ///   - hasInput: whether the standard input is connected to a pipe or a file.
  mutating func settle(isDashboard: (String) -> Bool, hasInput: Bool) throws(UsageError) {
    kind = dataKind(isDashboard: isDashboard, hasInput: hasInput)
    if !furtherFiles.isEmpty,
      let dashboard = ([file].compactMap { $0 } + furtherFiles).first(where: isDashboard)
    {
      throw UsageError(message: "'\(dashboard)' is a dashboard, which is shown alone")
    }
    try checkOptions(for: kind)
  }

  private func dataKind(isDashboard: (String) -> Bool, hasInput: Bool) -> DataKind {
    if gallery != nil { return .gallery }
    if let file { return isDashboard(file) ? .dashboard : .rows }
    if replay != nil { return .recording }
    // A recording is always of this machine, because services often inherit a pipe as their standard
    // input.
    return hasInput && recordSamples == nil ? .rows : .machine
  }
}
