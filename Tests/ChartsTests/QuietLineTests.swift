import Geometry
import Layers
import Metrics
import Testing

@testable import Charts

/// Lines that are quieter than those of panels that matter.
@Suite struct QuietLineTests {
  private func plot(_ style: PlotContent.Series.Style, recedes: Bool) throws -> Plot {
    let environment = try chartEnvironment(theme: .dark, isAnimated: false)
    let plot = Plot(environment: environment)
    var samples = TimeSeries()
    for i in 0...10 { samples.append(time: Double(i), value: Double(i * 9)) }
    var content = PlotContent(
      series: [PlotContent.Series(samples, style: style)], time: 0...10,
      axis: TickScale(fixed: 0, 100))
    content.isLive = true
    plot.recedes = recedes
    plot.update(content, at: nil)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: 400, height: 200), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: true, environment: environment)
    return plot
  }

  private func contrasts(_ plot: Plot) throws -> [Double] {
    let (mark, panel) = (try #require(plot.lines.marks.first), Theme.dark.panel)
    return mark.line.colors.map { color in
      Contrast.ratio(lerp(panel, color.opacity(1), mark.line.opacity * color.alpha), panel)
    }
  }

  /// Each colour of a spectrum recedes as far as the contrast of lines allows, as the colours of other lines do.
  @Test(arguments: [PlotContent.Series.Style.spectrum, .primary])
  func linesRecede(style: PlotContent.Series.Style) throws {
    let (usual, quiet) = (
      try contrasts(plot(style, recedes: false)), try contrasts(plot(style, recedes: true))
    )
    #expect((usual.max() ?? 0) > 6)
    #expect((quiet.max() ?? 9) < (style == .spectrum ? 4.6 : 4) && (quiet.min() ?? 0) >= 2.9)
  }

  /// The dot at the end recedes with its line.
  @Test(arguments: [PlotContent.Series.Style.spectrum, .primary])
  func dotsRecede(style: PlotContent.Series.Style) throws {
    for recedes in [false, true] {
      let dot = try #require(plot(style, recedes: recedes).lines.dotLayer.sublayers.first)
      let opacity = try #require(dot.sublayers.last).opacity
      #expect(recedes ? opacity >= 0.4 && opacity < 0.95 : opacity == 1, "\(opacity)")
    }
  }

  /// A line of earlier values is quieter than one that recedes, and still visible.
  @Test(arguments: [true, false]) func earlierValues(isDark: Bool) throws {
    let theme = isDark ? Theme.dark : .light
    for index in 0..<8 {
      let gradient = theme.gradient(index)
      let colors = [gradient.start, gradient.end]
      let strength = theme.faintStrength(of: colors)
      let ratios = colors.map { Contrast.ratio(lerp(theme.panel, $0, strength), theme.panel) }
      let weakest = try #require(ratios.min())
      #expect(weakest >= 2.5 && weakest < 3, "\(ratios)")
      #expect(strength <= theme.lateStrength(of: colors) && strength < 1)
    }
  }
}
