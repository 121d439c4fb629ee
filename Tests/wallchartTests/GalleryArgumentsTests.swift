import Charts
import Dashboard
import Testing

@testable import wallchart

@Suite struct GalleryArgumentsTests {
  private func parse(_ line: String) throws(UsageError) -> Arguments {
    try Arguments(parsing: line.split(separator: " ").map(String.init))
  }

  @Test func allChartsInAWindow() throws {
    let arguments = try parse("gallery")
    #expect(arguments.action == .window)
    #expect(arguments.gallery == GalleryOptions())
    #expect(arguments.file == nil)
  }

  @Test func everyOption() throws {
    let arguments = try parse(
      "gallery --chart spectrum --language zh --snapshot a.png --size 800x480 --scale 2 --at 0.5 "
        + "--theme=light --no-motion --reduce-motion --dump-layers")
    #expect(arguments.gallery == GalleryOptions(chart: .spectrum, language: .zh))
    #expect(arguments.action == .snapshot(file: "a.png"))
    #expect(arguments.size?.width == 800 && arguments.scale == 2 && arguments.at == 0.5)
    #expect(arguments.theme == "light" && !arguments.isAnimated && arguments.reducesMotion)
    let window = try parse("gallery --fullscreen --stats")
    #expect(arguments.dumpsLayers && window.isFullscreen && window.printsStatistics)
  }

  @Test(arguments: [("", GalleryLook.own), ("--look own", .own), ("--look=article", .article)])
  func looks(option: String, look: GalleryLook) throws {
    #expect(try parse("gallery " + option).gallery?.look == look)
  }

  @Test(arguments: [
    ("gradient-line", GalleryChart.gradientLine), ("line", .line), ("page-view", .pageView),
    ("spectrum", .spectrum), ("progress", .progress),
  ])
  func namesOfCharts(name: String, chart: GalleryChart) throws {
    #expect(try parse("gallery --chart \(name)").gallery?.chart == chart)
  }

  @Test(arguments: [
    ("--chart spectrun", "no chart 'spectrun' (did you mean 'spectrum'?); there are "),
    ("--chart heatmap", "no chart 'heatmap'; there are gradient-line, line, page-view, "),
    ("--chart", "--chart needs a value"), ("--language fr", "--language takes zh or en, not 'fr'"),
    ("--look theirs", "--look takes own or article, not 'theirs'"),
    ("--langage en", "unknown option '--langage' (did you mean '--language'?)"),
    ("--columns a", "--columns is for the rows of a pipe or a file, not for the gallery"),
    ("-2", "-2 is for the rows of a pipe or a file, not for the gallery"),
    (
      "--kiosk",
      "--kiosk is for this machine's metrics, a recording, the rows of a pipe or a file, "
    ), ("spectrum", "unexpected argument 'spectrum'"),
    ("--dump-layers", "--dump-layers needs --snapshot"),
  ])
  func errors(rest: String, message: String) {
    let error = #expect(throws: UsageError.self) { try parse("gallery " + rest) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  /// Only the first word is the command: a file may have its name.
  @Test(arguments: ["./gallery", "--title x gallery"])
  func aFileOfThatName(line: String) throws {
    let arguments = try parse(line)
    #expect(arguments.gallery == nil && arguments.file?.hasSuffix("gallery") == true)
  }

  @Test(
    arguments: [
      ("zh_CN.UTF-8", .zh), ("zh", .zh), ("en_US.UTF-8", .en), ("C", .en), ("", .en), (nil, .en),
    ] as [(String?, ChartLanguage)])
  func languageOfTheLocale(locale: String?, language: ChartLanguage) {
    #expect(GalleryOptions.language(ofLocale: locale) == language)
  }
}
