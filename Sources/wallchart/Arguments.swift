import Control
import Dashboard
import Feeds
import Glibc
import Messages
import Metrics
import Terminal

struct Arguments {
  enum Action: Equatable {
    case window
    case snapshot(file: String)
    /// A film without a display.
    case film(file: String)
    /// Describes the interpretation of the rows of a pipe or a file.
    case explain
    case icon(file: String)
    case sources
    case help
    case version
    /// Reports the mistakes in the files of dashboards.
    case check(files: [String], isOnline: Bool)
    /// Writes an example of a dashboard; nil for the standard output.
    case initialize(file: String?, InitCommand.Kind)
    /// Sends a request to a running window.
    case control(ControlCommand)
    /// Lists, forgets or exports the samples of a history on the disk.
    case history(HistoryCommand)
  }

  var action = Action.window
  /// The size in points; nil for the action's default.
  var size: (width: Int, height: Int)?
  /// The device pixels per point; nil for the display's scale.
  var scale: Double?
  /// The time of a snapshot, in seconds since the start of the opening animation; nil for the animation's end.
  var at: Double?
  /// The seconds for which a snapshot collects data from an endless source.
  var after = 3.0
  /// The length of a film in seconds; nil for the default.
  var length: Double?
  var replay: String?
  var recordSamples: String?
  /// `dark` or `light`; nil for the dashboard's own theme, or otherwise dark.
  var theme: String?
  /// The region whose formats numbers and dates have; nil for the dashboard's own region, or otherwise none.
  var region: RegionalFormat?
  /// Whether the page is shown in the terminal instead of a window.
  var usesTerminal = false
  /// The graphics of the terminal; nil for the best that the terminal supports.
  var graphics: TerminalGraphicsKind?
  var isAnimated = true
  /// Whether elements fade instead of moving.
  var reducesMotion = false
  var isFullscreen = false
  /// Whether the program runs unattended: fullscreen, without a pointer, turning pages.
  var isKiosk = false
  /// Whether the program waits for an X server that has ended, instead of ending itself; nil for the value of
  /// `isKiosk`.
  var reconnects: Bool?
  /// The monitor's name; `all` for a page on each monitor; nil for any monitor.
  var monitor: String?
  /// Whether keys and clicks have no effect.
  var isLocked = false
  /// The movement of the picture in device pixels; nil for the dashboard's setting.
  var pixelShift: Int?
  /// The name or number of the first page; nil for page 1.
  var page: String?
  var printsStatistics = false
  /// The address at which the program's own health is reported; nil for none.
  var metrics: ListenAddress?
  /// Whether a snapshot also prints the layer tree.
  var dumpsLayers = false
  var history = HistoryChoice.usual
  /// Whether the past of a dashboard is shown as if it came now, from a time in UTC seconds on.
  var replaysHistory = false
  var replayStart: Double?
  /// The seconds of the past that are shown in one second.
  var replaySpeed: Double?
  /// The file to show; `-` for the standard input; nil for the default data.
  var file: String?
  /// The files of rows that are compared with the first one.
  var furtherFiles: [String] = []
  var stream = StreamOptions()
  var text = TextOptions()
  /// Whether the file is followed, as by `tail -F`, and its latest rows are shown like those of a pipe.
  var followsFile = false
  /// Whether the program ends with its input.
  var exitsAtEnd = false
  /// The options of the gallery; nil if data is shown.
  var gallery: GalleryOptions?
  /// The kind of data, determined by `settle`.
  var kind = DataKind.machine
  /// The names of all given options, in the given spelling.
  private(set) var given: [String] = []
}

/// The error for a command line that cannot be understood.
struct UsageError: Error, Equatable {
  let message: String

  init(message: Message) { self.message = message.text }
}

extension Arguments {
  /// - Parameters:
  ///   - words: the command line without the program's name.
  ///   - isFile: whether a file of a given name exists.
  init(
    parsing words: [String], isFile: (String) -> Bool = { access($0, F_OK) == 0 }
  ) throws(UsageError) {
    if words.first == GalleryOptions.name {
      try parseGallery(Array(words.dropFirst()))
      return
    }
    if let subcommand = words.first.flatMap({ Subcommand(rawValue: $0) }) {
      action = try subcommand.action(Array(words.dropFirst()))
      return
    }
    if words.first == "help", !isFile("help") {
      action = .help
      return
    }
    if let word = words.first { try Subcommand.check(word, isFile: isFile) }
    var rest = ArgumentWords(words)
    while true {
      if let option = rest.nextOption() {
        try apply(option, &rest)
      } else if let operand = rest.takeOperand() {
        if file == nil { file = operand } else { furtherFiles.append(operand) }
      } else {
        break
      }
    }
    if let word = rest.unexpected {
      throw UsageError(message: "unexpected argument '\(word)'")
    }
    try checkPlaces()
    try checkReplay()
    if usesAllMonitors, !isKiosk, !isFullscreen {
      throw UsageError(message: "--monitor all needs --kiosk or --fullscreen")
    }
    try checkFiles()
    try checkBounds()
    try checkLogarithmicBounds()
  }

  /// Whether each monitor shows a page.
  var usesAllMonitors: Bool { monitor == "all" }

  private func checkFiles() throws(UsageError) {
    if followsFile, file == nil || file == "-" {
      throw UsageError(message: "--follow needs a FILE")
    }
    if followsFile, exitsAtEnd {
      throw UsageError(message: "--exit-at-end has no effect with --follow: the file may grow")
    }
    guard !furtherFiles.isEmpty else { return }
    if let file, ([file] + furtherFiles).contains("-") {
      throw UsageError(message: "the standard input and files cannot be shown together")
    }
    if action == .explain { throw UsageError(message: "--explain takes one FILE") }
    for option in ["--follow", "-f", "--history", "-2", "--exit-at-end"]
    where given.contains(option) {
      throw UsageError(message: "\(option) takes one FILE")
    }
  }

  private func checkReplay() throws(UsageError) {
    if replaysHistory, replayStart == nil {
      throw UsageError(message: "--replay-history needs --from TIME")
    }
    if !replaysHistory, replayStart != nil || replaySpeed != nil {
      throw UsageError(message: "--from and --speed need --replay-history")
    }
    let others = ["--record-samples", "--no-history"]
    if replaysHistory, let option = others.first(where: given.contains) {
      throw UsageError(message: "--replay-history and \(option) cannot be given together")
    }
  }

  private func checkBounds() throws(UsageError) {
    let pairs = [
      ("--min", stream.minimum, "--max", stream.maximum),
      ("--soft-min", stream.softMinimum, "--soft-max", stream.softMaximum),
      ("--min", stream.minimum, "--soft-max", stream.softMaximum),
      ("--soft-min", stream.softMinimum, "--max", stream.maximum),
    ]
    for case (let lower, let low?, let upper, let high?) in pairs where low >= high {
      throw UsageError(message: "\(upper) must be above \(lower)")
    }
    // A soft bound outside a fixed end of the axis would have no effect.
    if let fixed = stream.minimum, let soft = stream.softMinimum, soft < fixed {
      throw UsageError(message: "--soft-min must not be below --min")
    }
    if let fixed = stream.maximum, let soft = stream.softMaximum, soft > fixed {
      throw UsageError(message: "--soft-max must not be above --max")
    }
  }

  private func checkLogarithmicBounds() throws(UsageError) {
    guard stream.isLogarithmic else { return }
    if let chart = stream.chart, !chart.canBeLogarithmic {
      let charts = StreamOptions.Chart.allCases.filter(\.canBeLogarithmic).map(\.rawValue)
      throw UsageError(
        message:
          "--logy is for the charts \(charts.joined(separator: ", ")), not for \(chart.rawValue)")
    }
    let bounds = [
      ("--min", stream.minimum), ("--max", stream.maximum), ("--soft-min", stream.softMinimum),
      ("--soft-max", stream.softMaximum),
    ]
    for case (let option, let bound?) in bounds where bound <= 0 {
      throw UsageError(message: "--logy needs a positive \(option): zero has no logarithm")
    }
  }

  mutating func apply(_ option: String, _ rest: inout ArgumentWords) throws(UsageError) {
    given.append(option)
    switch option {
    case "--help", "-h": action = .help
    case "--version": action = .version
    case "--snapshot":
      let file = try rest.pictureFile(of: option)
      if action == .window { action = .snapshot(file: file) }
    case "--record":
      let file = try rest.filmFile(of: option)
      if action == .window { action = .film(file: file) }
    case "--for": length = try rest.seconds(of: option, in: 0.02...Film.longest)
    case "--explain": if action == .window { action = .explain }
    // This option is hidden; `make install` uses the option to draw the icons.
    case "--write-icon": action = .icon(file: try rest.value(of: option))
    case "--size": size = try rest.size(of: option)
    case "--scale": scale = try rest.number(of: option, in: 0.5...8)
    case "--at": at = try rest.number(of: option, in: 0...86_400)
    case "--after": after = try rest.number(of: option, in: 0...86_400)
    case "--replay": replay = try rest.value(of: option)
    case "--record-samples": recordSamples = try rest.value(of: option)
    case "--theme": theme = try rest.choice(of: option, among: ["dark", "light"])
    case "--locale": region = try rest.region(of: option)
    case "--terminal": usesTerminal = true
    case "--graphics":
      let names = TerminalGraphicsKind.allCases.map(\.rawValue)
      graphics = TerminalGraphicsKind(rawValue: try rest.choice(of: option, among: names))
    case "--no-motion": isAnimated = false
    case "--reduce-motion": reducesMotion = true
    case "--dump-layers": dumpsLayers = true
    case "--fullscreen": isFullscreen = true
    case "--kiosk": isKiosk = true
    case "--reconnect": reconnects = true
    case "--no-reconnect": reconnects = false
    case "--monitor": monitor = try rest.value(of: option)
    case "--locked": isLocked = true
    case "--pixel-shift":
      pixelShift = try rest.wholeNumber(of: option, in: 0...PixelShift.mostDistance)
    case "--page": page = try rest.value(of: option)
    case "--stats": printsStatistics = true
    case "--metrics": metrics = try rest.address(of: option)
    case "--no-history": history = .off
    case "--replay-history": replaysHistory = true
    case "--from": replayStart = try rest.moment(of: option)
    case "--speed": replaySpeed = try rest.number(of: option, in: 0.1...100_000)
    case "--history": history = .named(try rest.historyName(of: option))
    default: try applyToStream(option, &rest)
    }
  }

  /// Applies the options for the rows of a pipe or a file. The letters are those of ttyplot.
  private mutating func applyToStream(
    _ option: String, _ rest: inout ArgumentWords
  ) throws(UsageError) {
    switch option {
    case "--x": text.horizontal = try rest.value(of: option)
    case "--by": text.rowNames = try rest.names(of: option)
    case "--columns": text.columns = try rest.names(of: option)
    // The old name is still accepted.
    case "--time-format", "--timefmt": text.timeFormat = try rest.timeFormat(of: option)
    case "--match": text.match = try rest.expression(of: option)
    case "-2": text.ttyplotTwo = true
    case "--title", "-t": stream.title = try rest.value(of: option)
    case "--unit", "-u": stream.unit = try rest.value(of: option)
    case "--label": stream.labels = try rest.names(of: option)
    case "--rate", "-r": stream.isRate = true
    case "--min", "-M": stream.minimum = try rest.anyNumber(of: option)
    case "--max", "-m": stream.maximum = try rest.anyNumber(of: option)
    case "--soft-min", "-S": stream.softMinimum = try rest.anyNumber(of: option)
    case "--soft-max", "-s": stream.softMaximum = try rest.anyNumber(of: option)
    case "--logy": stream.isLogarithmic = true
    case "--chart":
      let names = StreamOptions.Chart.allCases.map(\.rawValue)
      stream.chart = StreamOptions.Chart(rawValue: try rest.choice(of: option, among: names))
    case "--window": stream.window = try rest.window(of: option)
    case "--exit-at-end": exitsAtEnd = true
    case "--follow", "-f": followsFile = true
    default:
      throw rest.unknown(
        option, among: Arguments.options + (gallery == nil ? [] : Arguments.galleryOptions),
        commands: Subcommand.words)
    }
  }

  static let options = [
    "--help", "--version", "--snapshot", "--record", "--for", "--size", "--scale", "--at",
    "--after", "--replay",
    "--record-samples", "--theme", "--locale", "--terminal", "--graphics", "--no-motion",
    "--reduce-motion", "--fullscreen",
    "--stats",
    "--dump-layers", "--explain", "--match", "--columns", "--time-format", "--title", "--unit",
    "--label", "--rate", "--min",
    "--max", "--kiosk", "--locked", "--pixel-shift", "--monitor", "--reconnect", "--no-reconnect",
    "--page", "--soft-min",
    "--soft-max", "--logy",
    "--chart", "--x", "--by", "--window", "--exit-at-end", "--follow", "--metrics", "--history",
    "--no-history",
    "--replay-history", "--from", "--speed",
  ]

  static let usage = """
    usage: wallchart [options]
           COMMAND | wallchart [options]
           wallchart [options] FILE ...
           wallchart check [--online] FILE.yaml ...
           wallchart init [--machine|--schema] [FILE.yaml]
           wallchart gallery [--chart NAME] [--look own|article] [--language zh|en] [options]
           wallchart sources       list this machine's metrics with their current values
           wallchart ctl [--window NAME|PID] page next|previous|N|NAME | pause | resume
                         | snapshot FILE | reload | dim | blank | wake
                         | message TEXT [--for TIME] | status
           wallchart ctl --list    list the windows that run
           wallchart history [--forget PATTERN] FILE.yaml
           wallchart export [--since TIME] [--series PATTERN] FILE.yaml OUT.csv|OUT.jsonl|-
                         (both with --history NAME in the place of FILE.yaml for a pipe)

    Shows numbers as animated charts in an X11 window: the output of a command, the rows of a
    file or of several (- is the standard input), or else this machine's metrics. A FILE.yaml
    is a dashboard: check lists its mistakes, init writes an example, init --machine the
    dashboard of this machine, and init --schema the JSON Schema of dashboards, for editors.
    'man wallchart' explains all of this, and 'man 5 wallchart' every key of dashboards.

    For the rows of a pipe or a file (columns, CSV, JSON, key=value or sentences):
      --columns A,B,C         show only these columns, by name or number
      --x COLUMN              column of the horizontal axis: numbers, times, or names
      --by A,B                columns whose texts or numbers tell rows apart
      --title TEXT, -t        title of the page
      --unit TEXT, -u         unit of the values: %, ms, MB/s ...
      --label A,B,C           names of the columns; an empty name changes nothing
      --rate, -r              values are counters: show their growth per second
      --min N, -M             fixed lower end of value axes
      --max N, -m             fixed upper end of value axes
      --soft-min N, -S        value that value axes reach down to at least
      --soft-max N, -s        value that value axes reach up to at least
      --chart NAME            the chart: line, area, stacked, spectrum, points, bars, number,
                              tiles, table, states (default: lines; bars for a table of names)
      --logy                  logarithmic value axes; values that are not positive are gaps
      --window ROWS|TIME      extent of the time axis: 500, 90s, 5m, 2h (default: the last 300
                              rows of a pipe, all of a file)
      --time-format FORMAT    strptime's format of the time at the start of a line
      --match REGEX           read lines by a regular expression of PCRE2, whose named groups are
                              columns: '(?<ms>[0-9.]+) ms'
      --explain               say how the input is understood, and which option would change it
      -2                      numbers are values of two series in turn: in 1 10 2 11 3 12, one
                              series is 1 2 3, the other 10 11 12
      --follow, -f            the latest rows of a file, and those that are added, as from a
                              pipe; without this option all rows of the file
      --exit-at-end           end when the input ends
      --history NAME          keep the numbers of a pipe in the history of that name, and show
                              the numbers again after a restart

    For the gallery of five animated charts:
      --chart NAME            one chart: gradient-line, line, page-view, spectrum, progress
      --look own|article      look of the charts: our own (default), or that of their articles
      --language zh|en        language of the gallery (default: that of the locale)

    For all pages:
      --snapshot FILE         draw one picture into a .png, .svg or .pdf; needs no display
      --size WIDTHxHEIGHT     size of the window or picture in points, sides up to 16384 (default
                              1280x720, pictures 1920x1080)
      --scale N               device pixels per point, 0.5 to 8 (default: the display's scale)
      --at SECONDS            with --snapshot: moment of the opening animation (default: its end)
      --dump-layers           with --snapshot: also print the tree of layers
      --after SECONDS         with --snapshot: seconds of data to collect first (default 3; the
                              rows of a pipe are collected to their end)
      --record FILE           film instead of a window, by ffmpeg: .mp4, .webm or .gif
      --for TIME              with --record: its length, such as 30s or 2m (default 10s)
      --replay FILE           show recorded samples instead of this machine's
      --record-samples FILE   also record the samples, for --replay
      --theme dark|light      colours (default dark)
      --locale NAME           format of numbers and dates: a locale such as de_DE, or 'system'
                              for the locale of the environment
      --terminal              show the page in this terminal, without X: as over ssh
      --graphics NAME         with --terminal: kitty, sixel or braille (default: the best that the
                              terminal has)
      --fullscreen            start in full screen
      --kiosk                 for a screen on a wall: full screen, no pointer, the screen stays
                              on, pages turn automatically, --reconnect; with --snapshot: the
                              page as the wall will show it
      --reconnect             when the X server ends, wait for its return and open the window
                              again; --no-reconnect ends a kiosk, too
      --monitor NAME          monitor for the window, such as HDMI-1; 'all' for a page on each
      --locked                keys, clicks and the close button have no effect
      --pixel-shift N         pixels by which the picture moves slowly, against burning in, 0 to
                              32 (default 0; with --kiosk 4)
      --page N|NAME           first page of a dashboard
      --reduce-motion         fade instead of moving
      --no-motion             show changes at once
      --stats                 print a JSON object to standard error for each frame
      --replay-history        show the past of a dashboard as it was; needs --from; not for
                              --snapshot and --record
      --from TIME             with --replay-history: its first time, such as 2026-11-22T03:00,
                              03:00 for the last one, or 6h for six hours ago
      --speed N               with --replay-history: seconds of the past in a second, 0.1 to
                              100000 (default 60)
      --no-history            keep nothing on the disk, and show nothing from before
      --metrics HOST:PORT     report the program's own health to Prometheus, at /metrics
      --help, -h, --version

    Keys: q quit, f full screen, space pause, r play the animation again, s save a snapshot,
    t theme, ? help, Page Up and Page Down turn the pages of a dashboard, Ctrl-C copies the
    picture and the values (in a terminal it quits), i says how the input of a pipe or a file
    was understood. Left and right move a crosshair by a sample, up, down and Tab move it to
    another panel, Esc removes it. + and - zoom, Shift with left and right goes back and forth
    in time, 0, l or Home return to live data, 1 to 9 hide or show a series, m shows more of a
    long legend or list. In the gallery, 1 to 5 play a chart again, n shows new data, and the
    key a switches between the looks of the articles and Wallchart's own. The window of a pipe
    leaves the keyboard to the terminal: click on it first.

    Pointer: over a plot the pointer shows values. The wheel zooms, a drag zooms into a range,
    with Shift both move through time, a double click returns to live data. A click on a name
    in a legend hides or shows its series. On a touch screen a tap is a click, two fingers zoom
    and move through time, and a swipe turns the page.

    """
}
