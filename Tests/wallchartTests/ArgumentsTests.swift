import Control
import Dashboard
import Messages
import Testing

@testable import wallchart

@Suite struct ArgumentsTests {
  private func parse(_ line: String) throws(UsageError) -> Arguments {
    try Arguments(parsing: line.split(separator: " ").map(String.init))
  }

  @Test func nothingMeansAWindow() throws {
    let arguments = try parse("")
    // The text has each property.
    #expect("\(arguments)" == "\(Arguments())")
    let other = try parse("-2")
    #expect("\(arguments)" != "\(other)")
    #expect(arguments.action == .window)
    #expect(arguments.after == 3 && arguments.at == nil && arguments.isAnimated)
  }

  @Test func everyOption() throws {
    let arguments = try parse(
      "--snapshot a.png --size 800x480 --scale 2 --at 0.5 --after 1.5 --replay b --theme light "
        + "--no-motion --record-samples=c --reduce-motion --dump-layers --page 3")
    #expect(arguments.action == .snapshot(file: "a.png"))
    let window = try parse("--stats --fullscreen --kiosk --monitor DP-1")
    #expect(window.printsStatistics && window.isFullscreen && window.isKiosk)
    #expect(window.monitor == "DP-1" && arguments.page == "3")
    #expect(arguments.size?.width == 800 && arguments.size?.height == 480)
    #expect(arguments.scale == 2 && arguments.at == 0.5 && arguments.after == 1.5)
    #expect(arguments.replay == "b" && arguments.recordSamples == "c")
    #expect(arguments.theme == "light")
    #expect(!arguments.isAnimated)
    #expect(arguments.reducesMotion && arguments.dumpsLayers)
  }

  @Test func optionsOfAStream() throws {
    let arguments = try parse(
      "--columns us,sy,4 --title CPU --unit % --label user,system --rate --min 1 --max 100 "
        + "--soft-min=2 --soft-max 50 --window 5m --logy --timefmt %H:%M --exit-at-end data.csv")
    #expect(arguments.file == "data.csv" && arguments.exitsAtEnd)
    #expect(arguments.text.columns == ["us", "sy", "4"] && arguments.text.timeFormat == "%H:%M")
    var expected = StreamOptions()
    (expected.title, expected.unit, expected.isRate) = ("CPU", "%", true)
    expected.labels = ["user", "system"]
    (expected.minimum, expected.maximum) = (1, 100)
    (expected.softMinimum, expected.softMaximum) = (2, 50)
    expected.isLogarithmic = true
    expected.window = .seconds(300)
    #expect(arguments.stream == expected)
    #expect(try parse("-").file == "-")
  }

  @Test func lettersOfTtyplot() throws {
    let arguments = try parse("-2r -s 100 -S-5 -m200 -M -10 -t x -u MB/s")
    #expect(arguments.text.ttyplotTwo)
    var expected = StreamOptions()
    (expected.title, expected.unit, expected.isRate) = ("x", "MB/s", true)
    (expected.minimum, expected.maximum) = (-10, 200)
    (expected.softMinimum, expected.softMaximum) = (-5, 100)
    #expect(arguments.stream == expected)
  }

  @Test(arguments: [
    ("2", StreamOptions.Window.rows(2)), ("500", .rows(500)), ("90s", .seconds(90)),
    ("1.5h", .seconds(5400)), ("2d", .seconds(172_800)), ("1h30m", .seconds(5400)),
    ("2w", .seconds(1_209_600)), ("1y", .seconds(31_557_600)), ("500ms", .seconds(0.5)),
  ])
  func windows(text: String, window: StreamOptions.Window) throws {
    #expect(try parse("--window " + text).stream.window == window)
  }

  @Test func helpWinsOverSnapshot() throws {
    #expect(try parse("--help --snapshot a.png").action == .help)
    #expect(try parse("--snapshot a.png --version").action == .version)
  }

  @Test(arguments: [
    ("--snaphot a.png", "unknown option '--snaphot' (did you mean '--snapshot'?)"),
    ("--frobnicate", "unknown option '--frobnicate'"), ("--bogus", "unknown option '--bogus'"),
    ("--file", "unknown option '--file'"), ("--color", "unknown option '--color'"),
    ("-q", "unknown option '-q'"), ("--q", "unknown option '--q'"),
    ("--colums a", "unknown option '--colums' (did you mean '--columns'?)"),
    ("--check a.yaml", "unknown option '--check' (did you mean 'wallchart check'?)"),
    ("--gallery", "unknown option '--gallery' (did you mean 'wallchart gallery'?)"),
    (
      "export a.yaml b.xlsx",
      "export writes CSV and lines of JSON: 'b.xlsx' must end with .csv, .jsonl, .ndjson, not with .xlsx"
    ),
    (
      "export a.yaml b.json",
      "export writes CSV and lines of JSON: 'b.json' must end with .csv, .jsonl, .ndjson, not with .json"
    ),
    ("--snapshot", "--snapshot needs a value"),
    ("--size 800", "--size takes WIDTHxHEIGHT such as 1920x1080, not '800'"),
    ("--size 0x5", "--size takes sides of 1 to 16384 points, not '0x5'"),
    ("--size 40000x10", "--size takes sides of 1 to 16384 points, not '40000x10'"),
    ("--scale 99", "--scale takes a number from 0.5 to 8, not '99'"),
    ("--pixel-shift 2.9", "--pixel-shift takes a whole number from 0 to 32, not '2.9'"),
    ("--pixel-shift 33", "--pixel-shift takes a whole number from 0 to 32, not '33'"),
    ("--at nan", "--at takes a number from 0 to 86400, not 'nan'"),
    ("--theme sepia", "--theme takes dark or light, not 'sepia'"),
    ("--window 1", "--window takes 2 to 10000000 rows or a time such as 5m, not '1'"),
    ("--window nanm", "--window takes 2 to 10000000 rows or a time such as 5m, not 'nanm'"),
    ("-m high", "-m takes a number, not 'high'"),
    ("--logy --min 0", "--logy needs a positive --min: zero has no logarithm"),
    ("--soft-max -3 --logy", "--logy needs a positive --soft-max: zero has no logarithm"),
    (
      "--logy --chart bars a.csv",
      "--logy is for the charts line, spectrum, points, not for bars"
    ),
    ("-rx", "unknown option '-x' (did you mean '--x'?)"),
    ("--follow", "--follow needs a FILE"), ("-f a.csv b.csv", "-f takes one FILE"),
    ("a.csv -", "the standard input and files cannot be shown together"),
    ("a.csv b.csv --explain", "--explain takes one FILE"),
    (
      "--chart pie a.csv",
      "--chart takes line or area or stacked or spectrum or points or bars or number or tiles or table or states, not 'pie'"
    ),
    ("--stats=yes", "unexpected argument 'yes'"),
    ("--dump-layers", "--dump-layers needs --snapshot"),
    (
      "--snapshot - --dump-layers",
      "--dump-layers needs a file for the picture: its text goes to standard output"
    ),
    ("--at 1", "--at needs --snapshot"), ("--after 1 a.yaml", "--after needs --snapshot"),
    (
      "--snapshot a.jpg",
      "--snapshot writes PNG, SVG, PDF: 'a.jpg' must end with .png, .svg, .pdf, not with .jpg"
    ),
    ("--explain --stats", "--stats is for a window, and --explain opens none"),
    ("--graphics sixel", "--graphics needs --terminal"),
    ("--terminal --fullscreen", "--fullscreen is for a window, and --terminal opens none"),
    ("--terminal --monitor X", "--monitor is for a window, and --terminal opens none"),
    ("--terminal --reconnect", "--reconnect is for a window, and --terminal opens none"),
    ("--terminal --no-reconnect", "--no-reconnect is for a window, and --terminal opens none"),
    ("--terminal --pixel-shift 2", "--pixel-shift is for a window, and --terminal opens none"),
    ("--size 9x9 --terminal", "--size is for a window, and --terminal opens none"),
    ("--match (", "--match: missing closing parenthesis at character 2"),
    ("--explain --kiosk", "--kiosk is for a window, and --explain opens none"),
    ("--stats --snapshot a", "--stats is for a window, and --snapshot opens none"),
    ("--min 10 --max 5", "--max must be above --min"),
    ("-M 5 -m 5", "--max must be above --min"),
    ("--soft-min 2 --soft-max 1", "--soft-max must be above --soft-min"),
    (
      "--size -9223372036854775808x1",
      "--size takes sides of 1 to 16384 points, not '-9223372036854775808x1'"
    ),
    ("--min 9 --soft-min 5", "--soft-min must not be below --min"),
    ("-m 9 -s 10", "--soft-max must not be above --max"),
    ("--min 9 --soft-max 5", "--soft-max must be above --min"),
    ("--explain --snapshot a.png a.csv", "--explain and --snapshot cannot be given together"),
    ("--record a.mp4 --explain a.csv", "--explain and --record cannot be given together"),
    ("--time-format %H:%Q", "--time-format: strptime has no conversion '%Q'"),
    ("--time-format %", "--time-format: strptime has no conversion '%'"),
  ])
  func mistakes(line: String, message: String) {
    #expect(throws: UsageError(message: Message(verbatim: message))) { try parse(line) }
  }

  @Test(
    arguments: [
      ("-", .csv), ("out", .csv), ("/dev/full", .csv), ("/dev/shm/a.b/.c", .csv), ("a.CSV", .csv),
      ("/dev/shm/a.jsonl", .jsonl),
      ("x.y/out.jsonl", .jsonl), ("out.ndjson", .ndjson),
    ] as [(String, ExportFormat)])
  func formatsOfExports(path: String, format: ExportFormat) throws {
    let action = try parse("export a.yaml " + path).action
    guard case .history(let command) = action else {
      Issue.record("\(action)")
      return
    }
    #expect(command.task == .export(file: path, format))
  }

  /// The word `help` is no file, unless there is one of that name.
  @Test func theWordHelp() throws {
    let help = try Arguments(parsing: ["help"]) { _ in false }
    let file = try Arguments(parsing: ["help"]) { $0 == "help" }
    #expect(help.action == .help && help.file == nil)
    #expect(file.action == .window && file.file == "help")
  }

  /// A first word that is no file and nearly a command.
  @Test(
    arguments: [
      ("chec a.yaml", "check"), ("chek --online a.yaml", "check"), ("galery", "gallery"),
      ("exprot --since 6h a.yaml -", "export"), ("clt status", "ctl"),
      // Missing files, and a file of that name.
      ("load", nil), ("chec.yaml", nil), ("data/chec", nil), ("exports", nil),
    ] as [(String, String?)])
  func mistypedCommands(line: String, command: String?) throws {
    func parse() throws(UsageError) {
      _ = try Arguments(parsing: line.split(separator: " ").map(String.init)) { $0 == "exports" }
    }
    guard let command else { return try parse() }
    let word = line.prefix { $0 != " " }
    let message: Message = "there is no file and no command '\(word)' (did you mean '\(command)'?)"
    #expect(throws: UsageError(message: message)) { try parse() }
  }

  /// Command line, whether there is input on standard input, and the kind of data; or the mistake.
  @Test(
    arguments: [
      ("", false, .machine, nil), ("", true, .rows, nil), ("a.csv", false, .rows, nil),
      ("-", false, .rows, nil), ("a.yaml", true, .dashboard, nil),
      ("--replay a", true, .recording, nil), ("--record-samples a", true, .machine, nil),
      ("--label x", true, .rows, nil), ("--page 2 a.yaml", false, .dashboard, nil),
      ("--title x a.yaml", false, .dashboard, nil),
      ("--page 2", false, nil, "--page is for a dashboard, not for this machine's metrics"),
      ("--replay b a.yaml", false, nil, "--replay is for a recording, not for a dashboard"),
      (
        "--replay b a.csv", false, nil,
        "--replay is for a recording, not for the rows of a pipe or a file"
      ),
      (
        "--record-samples b a.yaml", false, nil,
        "--record-samples is for this machine's metrics, not for a dashboard"
      ),
      (
        "--record-samples b -", true, nil,
        "--record-samples is for this machine's metrics, not for the rows of a pipe or a file"
      ),
      (
        "--record-samples b --replay c", false, nil,
        "--record-samples is for this machine's metrics, not for a recording"
      ),
      (
        "--columns a a.yaml", false, nil,
        "--columns is for the rows of a pipe or a file, not for a dashboard"
      ),
      (
        "--label a --replay b", false, nil,
        "--label is for the rows of a pipe or a file, not for a recording"
      ),
      (
        "-u %", false, nil, "-u is for the rows of a pipe or a file, not for this machine's metrics"
      ),
      ("--snapshot p --no-history a.yaml", false, .dashboard, nil),
      ("--record p.mp4 --no-history", false, .machine, nil),
      ("--snapshot p --after 1 a.csv", false, .rows, nil), ("--explain", true, .rows, nil),
      (
        "--snapshot p --after 1 --replay b", false, nil,
        "--after is for this machine's metrics, the rows of a pipe or a file, a dashboard, not for a "
          + "recording"
      ),
      (
        "--explain a.yaml", false, nil,
        "--explain is for the rows of a pipe or a file, not for a dashboard"
      ),
    ] as [(String, Bool, DataKind?, String?)])
  func dataAndItsOptions(line: String, hasInput: Bool, kind: DataKind?, mistake: String?) throws {
    var arguments = try parse(line)
    do throws(UsageError) {
      try arguments.settle(isDashboard: { $0.hasSuffix(".yaml") }, hasInput: hasInput)
      #expect(arguments.kind == kind)
    } catch {
      #expect(error.message == mistake)
    }
  }

  @Test func everyRuleIsOfAnOption() {
    #expect(Arguments.ruledOptions.allSatisfy { $0 == "-2" || Arguments.options.contains($0) })
  }

  @Test func everyKeyIsInTheHelp() throws {
    let keys = try #require(Arguments.usage.range(of: "Keys: "))
    let words = Set(
      Arguments.usage[keys.upperBound...].split {
        !$0.isLetter && !$0.isNumber && !"-+?".contains($0)
      }
      .map(String.init))
    // Those of the page, of the window, and of the gallery.
    let expected =
      "q f space r s t ? Page Up Down Ctrl-C i Left right up down Tab Esc + - Shift 0 l Home 1 9 m n a"
    #expect(expected.split(separator: " ").map(String.init).filter { !words.contains($0) } == [])
  }

  @Test func everyOptionIsInTheHelp() {
    for option in Arguments.options { #expect(Arguments.usage.contains(option), "\(option)") }
  }

  /// The text of a message may begin with a dash, and `--` ends the options.
  @Test(
    arguments: [
      (["message", "-5 °C outside"], "-5 °C outside", 10), (["message", "--", "-x"], "-x", 10),
      (["--", "message", "--for"], "--for", 10), (["message", "--no", "-"], "--no -", 10),
      (["--for", "30s", "message", "-1"], "-1", 30), (["message", "-1", "--for=30s"], "-1", 30),
      (["message", "--", "a", "--", "--for", "1s"], "a -- --for 1s", 10),
      (["message", "--", "--help"], "--help", 10), (["message", "-2", "-1"], "-2 -1", 10),
    ] as [([String], String, Double)])
  func textsOfMessages(words: [String], text: String, seconds: Double) throws {
    let arguments = try Arguments(parsing: ["ctl"] + words)
    guard case .control(let command) = arguments.action else {
      Issue.record("\(arguments.action)")
      return
    }
    #expect(command.task == .ask(.message(text, seconds: seconds)))
  }

  /// `--` ends the options of every command.
  @Test func wordsAfterTwoDashesAreOperands() throws {
    #expect(
      try parse("check -- -a.yaml --online").action
        == .check(files: ["-a.yaml", "--online"], isOnline: false))
    #expect(
      try parse("check --online -- a -- b").action
        == .check(files: ["a", "--", "b"], isOnline: true))
    #expect(try parse("init -- --schema").action == .initialize(file: "--schema", .example))
    let shown = try parse("--locked -- -a.csv --kiosk")
    #expect(
      shown.file == "-a.csv" && shown.furtherFiles == ["--kiosk"] && shown.isLocked
        && !shown.isKiosk)
    #expect(try parse("-- check").file == "check")
    guard case .history(let command) = try parse("history --forget x -- -a.yaml").action else {
      Issue.record("no history")
      return
    }
    #expect(command.file == "-a.yaml" && command.task == .forget("x"))
    #expect(throws: UsageError(message: "unexpected argument '-a'")) { try parse("sources -- -a") }
  }

  /// Elsewhere a dash begins an option.
  @Test(arguments: [
    ("ctl -x message a", "unknown option '-x'"), ("ctl page -x", "unknown option '-x'"),
    ("ctl message --", "message needs a text"),
    ("ctl --list page", "ctl --list takes nothing else"),
    ("ctl --list --window a", "ctl --list takes nothing else"),
    ("ctl --list --for 5s", "ctl --list takes nothing else"),
    ("ctl status --for 5s", "--for is for message"),
    ("ctl message a --for x", "--for takes a time from 1s to 24h such as 30s, not 'x'"),
  ]) func mistakesOfRequests(line: String, message: String) {
    #expect(throws: UsageError(message: Message(verbatim: message))) { try parse(line) }
  }
}
