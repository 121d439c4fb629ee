import Geometry
import Testing

@testable import Charts

@Suite struct ThemeTests {
  static let themes = [("dark", Theme.dark), ("light", Theme.light)]

  @Test(arguments: [
    (0x000000, 0xffffff, 21.0), (0x777777, 0xffffff, 4.478), (0xff0000, 0xffffff, 3.998),
  ])
  func contrastRatio(a: Int, b: Int, expected: Double) {
    let ratio = Contrast.ratio(Color(hex: UInt32(a)), Color(hex: UInt32(b)))
    #expect(abs(ratio - expected) < 0.001)
  }

  @Test func textStandsOut() {
    for (name, theme) in Self.themes {
      for ground in [theme.background, theme.panel] {
        #expect(Contrast.ratio(theme.text, ground) >= 7, "values, \(name)")
        #expect(Contrast.ratio(theme.secondary, ground) >= 4.5, "notes, \(name)")
      }
    }
  }

  @Test func signalsStandOut() {
    for (name, theme) in Self.themes {
      for signal in SignalColor.allCases {
        #expect(Contrast.ratio(theme.mark(signal), theme.panel) >= 3, "\(signal), \(name)")
        #expect(Contrast.ratio(theme.text(signal), theme.panel) >= 7, "\(signal), \(name)")
      }
    }
  }

  @Test func allOfASpectrumStandsOut() {
    for (name, theme) in Self.themes {
      for (i, color) in SpectrumGradient.colors(on: theme).enumerated() {
        #expect(Contrast.ratio(color, theme.panel) >= 3, "\(name), \(i)")
      }
      let colors = SpectrumGradient.colors(on: theme)
      let (red, violet) = (
        SpectrumGradient.color(at: -1, of: colors), SpectrumGradient.color(at: 2, of: colors)
      )
      #expect(red.red > red.blue && violet.blue > violet.green)
    }
  }

  @Test func linesStandOut() {
    for (name, theme) in Self.themes {
      for (i, gradient) in theme.gradients.enumerated() {
        for color in [gradient.start, gradient.end] {
          #expect(Contrast.ratio(color, theme.panel) >= 3.4, "\(name), gradient \(i)")
        }
      }
    }
  }

  /// The formula itself, with pairs of its authors' table.
  @Test(arguments: [
    ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
    ([50, 2.5, 0], [50, 0, -2.5], 4.3065),
    ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
    ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
  ])
  func colorDifference(a: [Double], b: [Double], expected: Double) {
    #expect(abs(ciede2000(a, b) - expected) < 1e-4)
  }

  /// At every place of two lines, from the left of the plot to the right.
  @Test func seriesAreToldApartWithAnyColourVision() {
    for (name, theme) in Self.themes {
      for vision in ColorVision.allCases {
        for a in 0..<SeriesLook.hueCount {
          for b in 0..<a {
            for u in [0, 0.5, 1] {
              let (p, q) = (theme.seriesGradient(a), theme.seriesGradient(b))
              let difference = vision.difference(lerp(p.start, p.end, u), lerp(q.start, q.end, u))
              #expect(difference >= 12, "\(name), \(vision): \(a) and \(b) at \(u)")
            }
          }
        }
      }
    }
  }

  /// No line has the colour of an alarm, whatever the colour vision: red and amber are for states.
  @Test func seriesAreNoAlarms() {
    for (name, theme) in Self.themes {
      for vision in ColorVision.allCases {
        for number in 0..<SeriesLook.hueCount {
          for alarm in [SignalColor.red, .orange] {
            for u in [0, 0.5, 1] {
              let gradient = theme.seriesGradient(number)
              let difference = vision.difference(
                lerp(gradient.start, gradient.end, u), theme.mark(alarm))
              #expect(difference >= 20, "\(name), \(vision): \(number) and \(alarm) at \(u)")
            }
          }
        }
      }
    }
  }

  /// Further series differ in lightness and pattern from the one with their hue, and stand out.
  @Test func looksGoOn() {
    #expect(Set((0..<SeriesLook.count).map { SeriesLook($0) }).count == 216)
    for number in 0..<SeriesLook.count {
      let (look, next) = (SeriesLook(number), SeriesLook(number + SeriesLook.hueCount))
      #expect(look.hue == next.hue && look.pattern != next.pattern && look.shade != next.shade)
    }
    for (name, theme) in Self.themes {
      for number in 0..<18 {
        for color in [theme.seriesGradient(number).start, theme.seriesColor(number)] {
          #expect(Contrast.ratio(color, theme.panel) >= 3, "\(name), \(number)")
        }
      }
    }
    for number in [-1, Int.min, .max] { _ = SeriesLook(number) }
  }

  /// The style of the articles has their warm gradients; a change of theme keeps the style.
  @Test func styles() {
    #expect(Theme.dark.styled(.calm) == .dark && Theme.light.styled(.calm) == .light)
    #expect(Theme.dark.styled(.sunset).gradient(0) == LineGradient(0xfda408, 0xfb252d))
    #expect(Theme.dark.styled(.sunset).opposite == Theme.light.styled(.sunset))
    #expect(Theme.light.opposite == .dark)
    for gradient in LineGradient.sunsetOnWhite {
      for color in [gradient.start, gradient.end] {
        #expect(Contrast.ratio(color, Theme.light.panel) >= 3)
      }
    }
  }

  /// The first twelve swatches of a legend differ as well.
  @Test func samplesOfLinesAreToldApart() throws {
    let environment = try chartEnvironment()
    let samples = (0..<12).map { number in
      let style = PlotContent.Series.Style.colored(number)
      let swatch = style.swatch(environment.theme.seriesColor(number))
      return swatch.layers(x: 0, middle: 10, width: 20, environment: environment).map {
        "\($0.frame) \(String(describing: $0.backgroundColor))"
      }
    }
    #expect(Set(samples).count == 12)
    #expect(samples.allSatisfy { !$0.isEmpty })
  }

  /// The lines themselves differ in width, colour or dashes.
  @Test func linesOfAHundredSeriesDiffer() throws {
    let environment = try chartEnvironment()
    let looks = (0..<100).map { number in
      let look = LineMark.Look(
        .colored(number), size: Size(100, 100), environment: environment,
        gradient: LineGradient.standard[0])
      return "\(look.stroke) \(look.lineColors)"
    }
    #expect(Set(looks).count == 100)
  }

  /// Without gradients of its own a theme has the standard ones.
  @Test func aThemeWithoutGradients() throws {
    var environment = try chartEnvironment()
    environment.theme.gradients = []
    #expect(environment.theme.gradient(1) == LineGradient.standard[1])
    #expect(environment.theme.seriesColor(2) == LineGradient.standard[2].end)
    environment.theme.gradients = [LineGradient(0xff0000, 0x00ff00)]
    #expect(environment.theme.gradient(-7) == environment.theme.gradients[0])
    for place in [-1, 0, 7] {
      let panel = Panel(title: "t", kind: .line, index: place, environment: environment)
      panel.layOut(
        frame: Rect(x: 0, y: 0, width: 400, height: 300), labelColumn: 40, environment: environment)
    }
  }

  @Test func names() {
    #expect(Theme(name: "dark") == .dark)
    #expect(Theme(name: "light") == .light)
    #expect(Theme(name: "sepia") == nil)
  }
}
