/// What the command line asks for.
struct Arguments: Equatable {
  enum Action: Equatable {
    case window
    case snapshot(file: String)
    case help
    case version
  }

  var action = Action.window
  /// Points; nil for what suits the action.
  var size: (width: Int, height: Int)?
  /// Device pixels per point; nil for that of the display.
  var scale: Double?
  /// Seconds into the opening animation; nil for when it is over.
  var at: Double?
  /// How many seconds a snapshot collects from an endless source.
  var after = 3.0
  var replay: String?
  var recordSamples: String?
  /// `dark` or `light`.
  var theme = "dark"
  var isAnimated = true
  /// What moves fades instead.
  var reducesMotion = false
  var isFullscreen = false
  var printsStatistics = false
  /// With a snapshot, prints the layer tree too.
  var dumpsLayers = false

  static func == (a: Arguments, b: Arguments) -> Bool {
    a.action == b.action && a.size?.width == b.size?.width && a.size?.height == b.size?.height
      && a.scale == b.scale && a.at == b.at && a.after == b.after && a.replay == b.replay
      && a.recordSamples == b.recordSamples && a.theme == b.theme && a.isAnimated == b.isAnimated
      && a.isFullscreen == b.isFullscreen && a.printsStatistics == b.printsStatistics
      && a.reducesMotion == b.reducesMotion && a.dumpsLayers == b.dumpsLayers
  }
}

/// A command line that cannot be understood.
struct UsageError: Error, Equatable {
  let message: String
}

extension Arguments {
  /// - Parameter words: the command line without the program's name.
  init(parsing words: [String]) throws(UsageError) {
    var rest = ArgumentWords(words)
    while let option = rest.nextOption() {
      try apply(option, &rest)
    }
    if let word = rest.unexpected {
      throw UsageError(message: "unexpected argument '\(word)'")
    }
    if dumpsLayers, action == .window {
      throw UsageError(message: "--dump-layers needs --snapshot")
    }
  }

  private mutating func apply(_ option: String, _ rest: inout ArgumentWords) throws(UsageError) {
    switch option {
    case "--help", "-h": action = .help
    case "--version": action = .version
    case "--snapshot":
      let file = try rest.value(of: option)
      if action == .window { action = .snapshot(file: file) }
    case "--size": size = try rest.size(of: option)
    case "--scale": scale = try rest.number(of: option, in: 0.5...8)
    case "--at": at = try rest.number(of: option, in: 0...86_400)
    case "--after": after = try rest.number(of: option, in: 0...86_400)
    case "--replay": replay = try rest.value(of: option)
    case "--record-samples": recordSamples = try rest.value(of: option)
    case "--theme": theme = try rest.choice(of: option, among: ["dark", "light"])
    case "--no-motion": isAnimated = false
    case "--reduce-motion": reducesMotion = true
    case "--dump-layers": dumpsLayers = true
    case "--fullscreen": isFullscreen = true
    case "--stats": printsStatistics = true
    default: throw rest.unknown(option, among: Arguments.options)
    }
  }

  static let options = [
    "--help", "--version", "--snapshot", "--size", "--scale", "--at", "--after", "--replay",
    "--record-samples", "--theme", "--no-motion", "--reduce-motion", "--fullscreen", "--stats",
    "--dump-layers",
  ]

  static let usage = """
    usage: wallchart [options]

    Shows this machine's metrics as animated charts in an X11 window.

      --snapshot FILE.png     draw one picture into a file; needs no display
      --size WIDTHxHEIGHT     size of the window or picture in points (default 1280x720,
                              pictures 1920x1080)
      --scale N               device pixels per point, 0.5 to 8 (default: that of the display)
      --at SECONDS            with --snapshot: the moment of the opening animation
                              (default: when it is over)
      --dump-layers           with --snapshot: also print the tree of layers
      --after SECONDS         with --snapshot: how long to collect data first (default 3)
      --replay FILE           show recorded samples instead of this machine's
      --record-samples FILE   also record what is read, for --replay
      --theme dark|light      colours (default dark)
      --fullscreen            start with the whole screen
      --reduce-motion         fade instead of moving
      --no-motion             show changes at once
      --stats                 print a JSON object to standard error for each frame
      --help, --version

    Keys: q quit, f full screen, space pause, r draw the lines on again,
    s save a snapshot, t theme, ? help.

    """
}
