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
          #expect(Contrast.ratio(color, theme.panel) >= 3, "\(name), gradient \(i)")
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

  @Test func seriesAreToldApartWithAnyColourVision() {
    for (name, theme) in Self.themes {
      for vision in ColorVision.allCases {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
          let difference = vision.difference(theme.seriesColor(a), theme.seriesColor(b))
          #expect(difference >= 12, "\(name), \(vision): \(a) and \(b)")
        }
      }
    }
    let looks = (0..<Theme.mostSeries).map {
      "\(Theme.dark.seriesColor($0)) \(Theme.isDashed(series: $0))"
    }
    #expect(Set(looks).count == Theme.mostSeries)
  }

  @Test func names() {
    #expect(Theme(name: "dark") == .dark)
    #expect(Theme(name: "light") == .light)
    #expect(Theme(name: "sepia") == nil)
  }
}
