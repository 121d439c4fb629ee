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

  @Test func linesStandOut() {
    for (name, theme) in Self.themes {
      for (i, gradient) in theme.gradients.enumerated() {
        for color in [gradient.start, gradient.end] {
          #expect(Contrast.ratio(color, theme.panel) >= 3, "\(name), gradient \(i)")
        }
      }
    }
  }

  @Test func names() {
    #expect(Theme(name: "dark") == .dark)
    #expect(Theme(name: "light") == .light)
    #expect(Theme(name: "sepia") == nil)
  }
}
