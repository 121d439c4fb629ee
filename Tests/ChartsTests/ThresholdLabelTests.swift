import Geometry
import Layers
import Metrics
import TestSupport
import Testing

@testable import Charts

/// The labels of thresholds, which cover no data.
@Suite struct ThresholdLabelTests {
  /// The distance from a rectangle to the line above or below it.
  @Test func clearance() {
    let map = AxisMap(epoch: 0, time: 0...10, value: 0...100, size: Size(100, 100))
    var data = TimeSeries()
    for (time, value) in [(0.0, 60.0), (2, 55), (5, 20), (10, 10)] {
      data.append(time: time, value: value)
    }
    let curve = SampledCurve(
      PlotContent.DrawnSeries(samples: data, firstNumber: 0), positions: 0..<4, map: map)
    #expect(curve.clearance(of: Rect(x: 0, y: 30, width: 20, height: 20)) == -10)
    #expect(curve.clearance(of: Rect(x: 60, y: 40, width: 30, height: 20)) == 22)
    #expect(curve.clearance(of: Rect(x: 0, y: 70, width: 20, height: 20)) == 25)
    #expect(curve.clearance(of: Rect(x: 110, y: 0, width: 20, height: 20)) == .infinity)
  }

  /// The frame of the label in the plot; nil where no label is shown.
  private func label(_ values: [Double], _ text: String = "too many") throws -> Rect? {
    try labels(values, [(50, text)], height: 200)[0]
  }

  /// The frames of the labels of thresholds.
  private func labels(
    _ values: [Double], _ thresholds: [(value: Double, text: String)], height: Double,
    annotations: [PlotAnnotation] = [], colors: [SignalColor] = []
  ) throws -> [Rect?] {
    let environment = try chartEnvironment(isAnimated: false)
    let plot = Plot(environment: environment)
    var samples = TimeSeries()
    for (i, value) in values.enumerated() { samples.append(time: Double(i), value: value) }
    var content = PlotContent(
      series: [PlotContent.Series(samples, style: .primary)],
      time: 0...Double(values.count - 1), axis: TickScale(fixed: 0, 100))
    content.thresholds = thresholds.enumerated().map { i, threshold in
      PlotThreshold(
        value: threshold.value, color: i < colors.count ? colors[i] : .red, pattern: .solid,
        label: threshold.text)
    }
    content.annotations = annotations
    plot.update(content, at: nil)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: 400, height: height), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: true, environment: environment)
    return (thresholds.map(\.text) + annotations.map(\.label)).map {
      find($0, plot.layer, .zero)
    }
  }

  /// The frame of a text in a layer; nil where the text is not shown.
  private func find(_ text: String, _ layer: Layer, _ origin: Point) -> Rect? {
    guard !layer.isHidden, layer.opacity > 0 else { return nil }
    let origin =
      origin + layer.position
      - Point(
        layer.anchorPoint.x * layer.bounds.width + layer.bounds.minX,
        layer.anchorPoint.y * layer.bounds.height + layer.bounds.minY)
    if let layer = layer as? TextLayer, let found = layer.line?.text,
      text.hasPrefix(found.prefix(4))
    {
      return Rect(origin: origin, size: layer.bounds.size)
    }
    return layer.sublayers.lazy.compactMap { find(text, $0, origin) }.first
  }

  /// The label of a threshold covers no column, and disappears where all places have columns.
  @Test(arguments: [
    ([90.0, 90, 90, 90, 90, 90, 90, 90], false), ([10, 10, 10, 90, 90, 90, 90, 90], true),
    ([90, 90, 90, 90, 90, 10, 10, 10], true), ([10, 10, 10, 10, 10, 10, 10, 10], true),
  ])
  func labelsBetweenColumns(values: [Double], isShown: Bool) throws {
    let environment = try chartEnvironment(isAnimated: false)
    let body = Panel.Kind.columns.makeBody(environment)
    body.layOut(
      PanelBodyPlace(
        frame: Rect(x: 0, y: 0, width: 400, height: 200), gradient: LineGradient.standard[0]),
      environment: environment)
    var axes = PlotContent(series: [], time: 0...80, axis: TickScale(fixed: 0, 100))
    axes.thresholds = [PlotThreshold(value: 50, color: .red, pattern: .solid, label: "busy")]
    let columns = values.enumerated().map { i, value in
      ColumnsContent.Column(start: 10 * Double(i), end: 10 * Double(i + 1), values: [value])
    }
    body.update(
      ColumnsContent(columns: columns, axes: axes), look: PanelBodyLook(ground: .black), at: nil)
    let label = find("busy", body.layer, .zero)
    #expect((label != nil) == isShown)
    guard let label else { return }
    for (i, value) in values.enumerated() {
      let left = 50 * Double(i)
      let column = Rect(minX: left + 7, minY: 200 - 2 * value, maxX: left + 43, maxY: 200)
      #expect(column.intersection(label).isEmpty, "\(label) in column \(i)")
    }
  }

  /// The label of a note is at the top, and at the bottom where only there it covers no line.
  @Test(arguments: [
    ([10.0, 10, 10, 10, 10], false), ([97, 97, 97, 97, 97], true), ([0, 99, 0, 99, 0], false),
    ([10, 10, 97, 97, 97], true),
  ])
  func notesKeepOffTheLine(values: [Double], isLow: Bool) throws {
    let notes = [PlotAnnotation(time: 2, label: "deploy")]
    let frame = try #require(try labels(values, [], height: 200, annotations: notes)[0])
    #expect(frame.minX > 200 && (frame.minY > 100) == isLow, "\(frame)")
    #expect(frame.minY > -8 && frame.maxY < 208)
  }

  /// The label of a threshold keeps off the line of a note where it can, and stays where it cannot. The label of a note
  /// covers no label of a threshold.
  @Test(
    arguments: [
      ([0.2], 50, false), ([3.8], 50, true), ([0.2, 3.8], 50, nil), ([0.2], 94, false),
      ([0.05, 2.9], 94, false),
    ] as [([Double], Double, Bool?)])
  func labelsKeepOffNotes(times: [Double], value: Double, isAtStart: Bool?) throws {
    let notes = times.map { PlotAnnotation(time: $0, label: "deploy \($0)") }
    let found = try labels(
      [10, 10, 10, 10, 10], [(value, "too many")], height: 200, annotations: notes)
    let label = try #require(found[0])
    if let isAtStart { #expect((label.minX < 200) == isAtStart, "\(label)") }
    for note in found.dropFirst() {
      guard let note, isAtStart != nil else { continue }
      #expect(note.intersection(label).isEmpty, "\(note) \(label)")
    }
  }

  /// Notes of one moment share a line and a label.
  @Test(arguments: [
    (["deploy", "restart"], "deploy, restart"), (["", "deploy", "deploy"], "deploy"),
  ])
  func notesOfOneMoment(labels: [String], text: String) throws {
    let notes = labels.map { PlotAnnotation(time: 1, label: $0) }
    let environment = try chartEnvironment()
    let marks = AnnotationMarks()
    let map = AxisMap(epoch: 0, time: 0...4, value: 0...1, size: Size(400, 200))
    marks.update(
      notes, PlotTransition(from: map, to: map, begin: 0), size: Size(400, 200),
      ground: environment.theme.panel, environment: environment, at: nil, fade: nil,
      clearance: { _ in 100 })
    func texts(_ layer: Layer) -> [String] {
      [(layer as? TextLayer)?.line?.text].compactMap { $0 } + layer.sublayers.flatMap(texts)
    }
    #expect(texts(marks.layer) == [text])
  }

  /// The label stands above the line at the left, else at the right, else below; without a free place there
  /// is none.
  @Test func emptierSide() throws {
    let left = try #require(try label([10, 10, 10, 10, 10, 10, 10, 10, 10, 10]))
    #expect(left.minX < 20 && left.maxY < 104)
    let right = try #require(try label([55, 57, 54, 55, 10, 10, 10, 10, 10, 10]))
    #expect(right.minX > 200 && right.maxX < 400)
    let below = try #require(try label([55, 57, 54, 55, 57, 54, 56, 54, 57, 55]))
    #expect(below.minY > 96)
    #expect(try label([0, 99, 0, 99, 0, 99, 0, 99, 0, 99]) == nil)
  }

  /// The label of a red threshold chooses its place before others, in any order of the thresholds.
  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2]]) func redComesFirst(order: [Int]) throws {
    let all: [(Double, String, SignalColor)] = [
      (48, "idle", .blue), (50, "warm", .orange), (52, "hot!", .red),
    ]
    let thresholds = order.map { all[$0] }
    let shown = try labels(
      [1, 1, 1, 1], thresholds.map { ($0.0, $0.1) }, height: 60, colors: thresholds.map(\.2))
    let names = zip(thresholds, shown).compactMap { $1 == nil ? nil : $0.1 }
    #expect(names.contains("hot!"), "\(names)")
  }

  /// A label within the line is better than none.
  @Test func innerPlaces() throws {
    let inner = try #require(try label([0, 99, 0, 99, 10, 10, 10, 10, 99, 0, 99, 0]))
    #expect(inner.minX > 60 && inner.maxX < 340 && inner.maxY < 104, "\(inner)")
  }

  /// Labels of lines that are close to each other stand side by side, or there is one less.
  @Test(arguments: [30, 40, 60, 80, 120, 200] as [Double], [52, 55, 60, 75, 90] as [Double])
  func labelsOfLinesThatAreClose(height: Double, upper: Double) throws {
    for thresholds in [[(upper, "busy"), (50, "warm")], [(50, "warm"), (upper, "busy")]] {
      let shown = try labels([1, 1, 1, 1], thresholds, height: height).compactMap { $0 }
      #expect(shown.count == 2 || height < 200)
      #expect(shown.count > 0 || height < 80)
      if shown.count == 2 { #expect(shown[0].intersection(shown[1]).isEmpty) }
    }
  }

  /// A label takes 40% of the plot's width at most where it would cover data, and otherwise as much as it needs.
  @Test(arguments: [([10.0, 10, 10, 10], 161.0...320.0), ([10, 10, 55, 10], 100...160)])
  func longLabels(values: [Double], widths: ClosedRange<Double>) throws {
    let label = try #require(
      try label(
        values, "too many messages in the queue for the workers of this rack to handle"))
    #expect(widths.contains(label.width), "\(label)")
  }
}
