import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Charts

/// The spectrum and the progress chart at rest and on their way.
@Suite struct RingsGoldenTests {
  private static let looks = [("dark", 1.0), ("light", 1), ("dark", 2), ("light", 2)]

  private func film(_ theme: String, _ scale: Double) throws -> ChartFilm {
    ChartFilm(scale: scale, theme: try #require(Theme(name: theme)))
  }

  private func name(_ what: String, _ theme: String, _ scale: Double) -> String {
    "chart-\(what)-\(theme)" + (scale == 1 ? "" : "-scale-2")
  }

  /// Three moments of the line being drawn on, and the chart at rest.
  @Test(arguments: Self.looks)
  func spectrumDrawnOn(theme: String, scale: Double) throws {
    let bitmap = try film(theme, scale).draw(frames: 4) { i, frame, environment in
      let chart = SpectrumChart()
      chart.setData(.demo, at: nil)
      chart.layOut(frame: frame, environment: environment)
      if i < 3 { chart.replay(at: ChartFilm.now - [0.1, 0.25, 0.4][i]) }
      return chart
    }
    expectGolden(bitmap, named: name("spectrum", theme, scale))
  }

  /// Other values, then more of them, and both at once.
  @Test func spectrumChanges() throws {
    let bitmap = try film("dark", 1).draw(frames: 3) { i, frame, environment in
      let chart = SpectrumChart()
      chart.setData(.demo, at: nil)
      chart.layOut(frame: frame, environment: environment)
      var other = SpectrumChart.Content.demo
      other.pointValues = SpectrumChart.Content.demoPoints([3000, 400, 2000, 900, 1500, 3400, 600])
      if i < 2 { chart.setData(other, at: ChartFilm.now - [0.1, 0.3][i]) }
      if i == 2 {
        other.pointValues.append(.init(11, 3500))
        chart.setData(other, at: ChartFilm.now - 0.3)
        chart.setData(.demo, at: ChartFilm.now - 0.1)
      }
      return chart
    }
    expectGolden(bitmap, named: "chart-spectrum-changes")
  }

  /// The article's own look: smooth, and as its code reads.
  @Test func spectrumOfTheArticle() throws {
    let bitmap = try film("light", 2).draw(frames: 2) { i, frame, environment in
      let style = i == 0 ? SpectrumChart.Style() : SpectrumChart.Style.article
      let chart = SpectrumChart(style: style)
      chart.setData(.demo, at: nil)
      chart.layOut(frame: frame, environment: environment)
      return chart
    }
    expectGolden(bitmap, named: "chart-spectrum-article")
  }

  /// Three moments of the ring being filled, and the chart at rest.
  @Test(arguments: Self.looks)
  func progressFilled(theme: String, scale: Double) throws {
    let content = ProgressChart.Content(steps: 1794, goal: 2300, stepUnit: "steps")
    let bitmap = try film(theme, scale).draw(frames: 4) { i, frame, environment in
      let chart = ProgressChart()
      chart.setData(content, at: nil)
      chart.layOut(frame: frame, environment: environment)
      if i < 3 { chart.replay(at: ChartFilm.now - [0.3, 0.6, 0.9][i]) }
      return chart
    }
    expectGolden(bitmap, named: name("progress", theme, scale))
  }

  /// The article's own look, with the band of its pictures and of its code, and a picture of the
  /// host, upright: red above, blue below.
  @Test func progressOfTheArticle() throws {
    let picture = Image(width: 1, height: 2, pixels: [0xffff_0000, 0xff00_00ff])
    let bitmap = try film("light", 2).draw(frames: 3) { i, frame, environment in
      var style = ProgressChart.Style()
      if i == 1 { style.radiusWidth = 50 }
      if i == 2 { style.image = picture }
      let content = ProgressChart.Content(progress: i == 1 ? 1 : 0.6, stepUnit: "步")
      let chart = ProgressChart(style: style)
      chart.setData(content, at: nil)
      chart.layOut(frame: frame, environment: environment)
      return chart
    }
    expectGolden(bitmap, named: "chart-progress-article")
  }
}
