import Geometry
import Layers
import Metrics
import Testing

@testable import Charts

/// The colours of heatmaps.
@Suite struct HeatPaletteTests {
  /// Values of the author's page on OKLab.
  @Test(
    arguments: [
      (0xffffff, 1, 0, 0), (0x000000, 0, 0, 0), (0xff0000, 0.628, 0.225, 0.126),
      (0x00ff00, 0.866, -0.234, 0.179), (0x0000ff, 0.452, -0.032, -0.312),
    ] as [(UInt32, Double, Double, Double)])
  func knownColours(hex: UInt32, lightness: Double, a: Double, b: Double) {
    let lab = OKLab(Color(hex: hex))
    #expect(abs(lab.lightness - lightness) < 1e-3)
    #expect(abs(lab.a - a) < 1e-3 && abs(lab.b - b) < 1e-3)
  }

  @Test func thereAndBack() {
    for hex in stride(from: UInt32(0), through: 0xffffff, by: 0x010f17) {
      let color = Color(hex: hex)
      let back = OKLab(color).color
      #expect(abs(back.red - color.red) < 1e-4 && abs(back.green - color.green) < 1e-4)
      #expect(abs(back.blue - color.blue) < 1e-4)
    }
  }

  /// A heatmap of one column in a panel.
  private func heatmap(
    _ shares: [Double], largest: Double, unit: Metrics.Unit = .none
  ) throws -> HeatmapBody {
    let environment = try chartEnvironment()
    let body = HeatmapBody(environment: environment)
    body.layOut(
      PanelBodyPlace(
        frame: Rect(x: 0, y: 0, width: 420, height: 240), gutter: 30,
        gradient: environment.theme.gradient(0)),
      environment: environment)
    let content = HeatmapContent(
      columns: [.init(start: 0, end: 60, shares: shares)], bucketCount: shares.count, edges: [],
      largest: largest, unit: unit,
      axes: PlotContent(series: [], time: 0...60, axis: TickScale(covering: 0, 10)))
    body.update(content, look: PanelBodyLook(ground: environment.theme.panel), at: nil)
    return body
  }

  /// The number above the scale stands beside the cells, however wide it is.
  @Test(
    arguments: [
      (6, .none, "6"), (8.01, .none, "8.01"), (123_456, .custom("req/s"), "123,456 req/s"),
      (200.0 / 3, .percent, "67 %"),
    ] as [(Double, Metrics.Unit, String)])
  func theNumberAboveTheScaleCoversNoCell(largest: Double, unit: Metrics.Unit, most: String) throws
  {
    let body = try heatmap([1, 0.5], largest: largest, unit: unit)
    let number = try #require(texts(in: body.layer).first { $0.line?.text == most })
    #expect(number.frame.minX >= body.cursor.frame.maxX && number.frame.maxX <= 420.5)
  }

  /// All rows of cells have a gap of one pixel, or none has, although rows on whole pixels differ in height.
  @Test(arguments: [4, 17, 25, 28, 30, 33, 60]) func gapsOfRows(count: Int) throws {
    let body = try heatmap(Array(repeating: 1, count: count), largest: 1)
    let cells = try #require(paths(in: body.layer).first { $0.points.count == 4 * count })
    let rows = (0..<count).map { cells.points[4 * $0..<4 * $0 + 4].map(\.y) }
    let gaps = zip(rows, rows.dropFirst()).map { ($0.min() ?? 0) - ($1.max() ?? 0) }
    #expect(Set(gaps) == [0] || Set(gaps) == [1], "\(gaps)")
  }

  private func paths(in layer: Layer) -> [Path] {
    layer.sublayers.flatMap { part in
      ((part as? ShapeLayer)?.path.map { [$0] } ?? []) + paths(in: part)
    }
  }

  private func texts(in layer: Layer) -> [TextLayer] {
    layer.sublayers.flatMap { ($0 as? TextLayer).map { [$0] } ?? texts(in: $0) }
  }

  /// Neighbouring steps look equally far apart, lightness goes one way, and no step lies outside of sRGB.
  @Test(arguments: [Theme.dark, .light]) func stepsLookEqual(theme: Theme) {
    let steps = HeatPalette(theme: theme).colors.map { OKLab($0) }
    #expect(steps.count == HeatPalette.count)
    let distances = zip(steps, steps.dropFirst()).map { $0.distance(to: $1) }
    let mean = distances.reduce(0, +) / Double(distances.count)
    #expect(distances.allSatisfy { abs($0 / mean - 1) < 0.12 }, "\(distances)")
    let isRising = theme == .dark
    #expect(
      zip(steps, steps.dropFirst()).allSatisfy { ($0.lightness < $1.lightness) == isRising })
    // The most is what stands out most, and all but the lowest few steps stand out.
    let contrasts = HeatPalette(theme: theme).colors.map { Contrast.ratio($0, theme.panel) }
    #expect(contrasts[HeatPalette.count - 1] > 10)
    #expect(contrasts[HeatPalette.count / 2] > 3)
  }

  @Test(arguments: [(0.0, 0), (1e-9, 1), (0.5, 12), (1, 23), (7, 23), (-1, 0)])
  func steps(share: Double, step: Int) {
    #expect(HeatPalette.step(share) == step)
  }
}
