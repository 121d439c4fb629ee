import Dashboard
import Testing

@testable import wallchart

@Suite struct ArgumentsTests {
  private func parse(_ line: String) throws(UsageError) -> Arguments {
    try Arguments(parsing: line.split(separator: " ").map(String.init))
  }

  @Test func nothingMeansAWindow() throws {
    let arguments = try parse("")
    #expect(arguments == Arguments())
    #expect(arguments.action == .window)
    #expect(arguments.after == 3 && arguments.at == nil && arguments.isAnimated)
  }

  @Test func everyOption() throws {
    let arguments = try parse(
      "--snapshot a.png --size 800x480 --scale 2 --at 0.5 --after 1.5 --replay b --theme light "
        + "--no-motion --stats --record-samples=c --fullscreen --reduce-motion --dump-layers")
    #expect(arguments.action == .snapshot(file: "a.png"))
    #expect(arguments.size?.width == 800 && arguments.size?.height == 480)
    #expect(arguments.scale == 2 && arguments.at == 0.5 && arguments.after == 1.5)
    #expect(arguments.replay == "b" && arguments.recordSamples == "c")
    #expect(arguments.theme == "light")
    #expect(!arguments.isAnimated && arguments.printsStatistics && arguments.isFullscreen)
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
    ("1.5h", .seconds(5400)), ("2d", .seconds(172_800)),
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
    ("--frobnicate", "unknown option '--frobnicate'"),
    ("--snapshot", "--snapshot needs a value"),
    ("--size 800", "--size takes WIDTHxHEIGHT such as 1920x1080, not '800'"),
    ("--size 0x5", "--size takes WIDTHxHEIGHT such as 1920x1080, not '0x5'"),
    ("--size 99999x5", "--size takes WIDTHxHEIGHT such as 1920x1080, not '99999x5'"),
    ("--scale 99", "--scale takes a number from 0.5 to 8, not '99'"),
    ("--at nan", "--at takes a number from 0 to 86400, not 'nan'"),
    ("--theme sepia", "--theme takes dark or light, not 'sepia'"),
    ("a.csv b.csv", "unexpected argument 'b.csv'"),
    ("--window 1", "--window takes a number of rows such as 300 or a time such as 5m, not '1'"),
    (
      "--window nanm",
      "--window takes a number of rows such as 300 or a time such as 5m, not 'nanm'"
    ),
    ("-m high", "-m takes a number, not 'high'"),
    ("--logy --min 0", "--logy needs a positive --min: zero has no logarithm"),
    ("--soft-max -3 --logy", "--logy needs a positive --soft-max: zero has no logarithm"),
    ("-rx", "unknown option '-x'"),
    ("--stats=yes", "unexpected argument 'yes'"),
    ("--dump-layers", "--dump-layers needs --snapshot"),
  ])
  func mistakes(line: String, message: String) {
    #expect(throws: UsageError(message: message)) { try parse(line) }
  }

  @Test func everyOptionIsInTheHelp() {
    for option in Arguments.options { #expect(Arguments.usage.contains(option), "\(option)") }
  }
}
