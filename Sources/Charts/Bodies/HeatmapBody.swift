import Geometry
import Layers
import Typography

extension Panel.Kind {
  /// A heatmap of time by bucket.
  public static let heatmap = Panel.Kind("heatmap", .filling) { HeatmapBody(environment: $0) }
}

/// A heatmap of time by bucket, with the labels of both axes and a scale of its colours.
final class HeatmapBody: PanelBody {
  let layer = Layer()
  private let clip = Layer()
  private let slider = Layer()
  /// The cells of each step of the palette.
  private let steps: [ShapeLayer]
  private let labels = Layer()
  private let scale = HeatScale()
  private let ticks: PlotTicks
  let cursor = TimeCursor()
  private(set) var environment: ChartEnvironment
  private var place: PanelBodyPlace?
  private var slide = TimeSlide()
  private var plot = Rect.zero
  private(set) var shown: HeatmapContent?
  /// The columns with cells: those of the content, and those that slide out.
  private var columns: [HeatmapContent.Column] = []

  init(environment: ChartEnvironment) {
    self.environment = environment
    ticks = PlotTicks(environment: environment)
    steps = (0..<HeatPalette.count).map { _ in ShapeLayer() }
    clip.masksToBounds = true
    clip.anchorPoint = .zero
    slider.anchorPoint = .zero
    clip.addSublayer(slider)
    for step in steps {
      step.anchorPoint = .zero
      slider.addSublayer(step)
    }
    for part in [clip, labels, scale.layer, ticks.words.layer, ticks.xMarks.layer, cursor.layer] {
      layer.addSublayer(part)
    }
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    plot = .zero
    shown = nil
    let palette = HeatPalette(theme: environment.theme)
    for (step, color) in zip(steps, palette.colors) { step.fillColor = color }
    // An empty bucket looks empty, but differs from missing data.
    steps[0].fillColor = lerp(environment.theme.panel, environment.theme.grid, 0.55)
    scale.setColors(palette.colors)
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? HeatmapContent, let place, !place.frame.isEmpty else { return }
    let frame = plotFrame(content, place)
    let isPlacedAnew = frame != plot
    if isPlacedAnew { placePlot(frame, place) }
    let time = isPlacedAnew ? nil : time
    let travel = environment.travelTime(time)
    let (motion, isRescaled) = slide.go(to: content.axes, size: plot.size, at: travel)
    cursor.follow(
      motion, span: content.axes.time,
      rests: content.columns.map { ($0.start + $0.end) / 2 })
    ticks.update(content.axes, motion, at: travel, fade: environment.fadeTime(time))
    slide.slide(slider, motion, at: travel)
    slide.stretch(slider, motion, at: travel)
    if isRescaled || content.columns != shown?.columns {
      let leaving = travel == nil ? [] : leavingColumns(content, motion)
      columns = leaving + content.columns
      showCells(bucketCount: content.bucketCount)
    }
    if isPlacedAnew || content.edges != shown?.edges { showLabels(content) }
    shown = content
    scale.show(
      most: content.text(content.largest).text, frame: scaleFrame(place),
      font: environment.type.tick, environment)
    clip.move(.opacity, to: .scalar(look.strength), at: environment.fadeTime(time))
  }

  func drawOn(at time: Double) {
    clip.fadeIn(at: time, duration: Motion.drawOnDuration / 2)
  }

  func finishDrawOn() { clip.removeAnimation(forKey: "fadeIn") }

  // MARK: Places

  /// Whether the scale has room.
  private func showsScale(_ place: PanelBodyPlace) -> Bool {
    place.showsTimes && place.frame.height >= 7 * environment.type.tick.size
  }

  /// The width of the bar of colours.
  private var barWidth: Double { max(8, environment.type.length(12)) }

  /// The width of the scale with its label and its gap; 0 if the scale has no room.
  private func scaleWidth(_ content: HeatmapContent, _ place: PanelBodyPlace) -> Double {
    guard showsScale(place) else { return 0 }
    // A label wider than the bar grows in steps, and all percentages have one width, so that the cells keep their
    // places.
    let most = content.unit == .percent ? 100 : content.largest
    let label = environment.fonts.line(content.text(most).text, font: environment.type.tick).width
    let width = label > barWidth ? (label / 8).rounded(.up) * 8 : barWidth
    return width + environment.type.gap
  }

  private func scaleFrame(_ place: PanelBodyPlace) -> Rect? {
    guard showsScale(place) else { return nil }
    let top = environment.type.tick.size * 1.5
    return environment.snapped(
      Rect(
        minX: place.frame.width - barWidth, minY: plot.minY + top, maxX: place.frame.width,
        maxY: max(plot.minY + top, plot.maxY)))
  }

  private func plotFrame(_ content: HeatmapContent, _ place: PanelBodyPlace) -> Rect {
    let (type, fonts) = (environment.type, environment.fonts)
    let widest = content.edges.map { fonts.line($0.text, font: type.tick).width }.max() ?? 0
    let left =
      place.showsTicks
      ? max(place.gutter, (widest / 8).rounded(.up) * 8 + type.tickGap) : 0
    let times = place.showsTimes ? place.timesHeight : 0
    let hasTimes = place.frame.height >= times + 4 * type.tick.size
    let top = place.showsTicks ? type.tick.size * 0.5 : 0
    return environment.snapped(
      Rect(
        minX: min(left, place.frame.width), minY: top,
        maxX: max(left, place.frame.width - scaleWidth(content, place)),
        maxY: max(top, place.frame.height - (hasTimes ? times : 0))))
  }

  private func placePlot(_ frame: Rect, _ place: PanelBodyPlace) {
    plot = frame
    slide.reset()
    cursor.layOut(frame: frame, environment: environment)
    clip.position = frame.origin
    clip.bounds = Rect(origin: .zero, size: frame.size)
    let hasTimes = place.showsTimes && frame.maxY < place.frame.height
    ticks.layOut(
      size: frame.size, showsValues: false, showsTimes: hasTimes, environment: environment)
    for part in [ticks.xMarks.layer, ticks.words.layer] {
      part.anchorPoint = .zero
      part.position = frame.origin
    }
  }

  // MARK: Cells

  /// The columns that slide out at the left and are still visible at the start of the motion.
  private func leavingColumns(
    _ content: HeatmapContent, _ motion: PlotTransition
  ) -> [HeatmapContent.Column] {
    guard let shown, shown.bucketCount == content.bucketCount, let first = content.columns.first
    else { return [] }
    return columns.filter {
      $0.end <= first.start && motion.from.x($0.end) > 0
    }
  }

  /// Puts each cell into the layer of its step.
  private func showCells(bucketCount: Int) {
    var paths = [Path](repeating: Path(), count: steps.count)
    let rows = max(1, bucketCount)
    let pixel = environment.hairline
    let edges = (0...rows).map {
      environment.snapped(plot.height * (1 - Double($0) / Double(rows)))
    }
    // A thin gap between cells, where they are large enough for one. All rows have it or none, although rows on whole
    // pixels differ in height: lines between some rows would look like groups.
    let lowest = zip(edges, edges.dropFirst()).map { $0 - $1 }.min() ?? 0
    let rowGap = lowest > 6 * pixel ? pixel : 0
    for column in columns {
      let (left, right) = (slide.x(column.start), slide.x(column.end))
      let gap = right - left > 6 * pixel ? pixel : 0
      for (row, share) in column.shares.enumerated() where !share.isNaN && row < rows {
        paths[HeatPalette.step(share)].addBox(
          Rect(
            minX: left, minY: edges[row + 1], maxX: max(left + pixel, right - gap),
            maxY: edges[row] - rowGap))
      }
    }
    for (step, path) in zip(steps, paths) { step.path = path }
  }

  private func showLabels(_ content: HeatmapContent) {
    labels.removeAllSublayers()
    guard place?.showsTicks == true else { return }
    let (fonts, type) = (environment.fonts, environment.type)
    let capHeight = fonts.metrics(of: type.tick).capHeight
    let pitch = PanelGeometry.tickPitch * type.tick.size
    var last = Double.infinity
    for edge in content.edges {
      let y = plot.maxY - plot.height * edge.place / Double(max(1, content.bucketCount))
      guard last - y >= pitch || last == .infinity else { continue }
      last = y
      let line = fonts.line(edge.text, font: type.tick)
      labels.addSublayer(
        TextLayer(
          line, color: environment.theme.secondary,
          baseline: Point(plot.minX - type.tickGap - line.width, y + capHeight / 2)))
    }
  }
}

/// The scale of a heatmap's colours: a bar with the text of its upper end.
private final class HeatScale {
  let layer = Layer()
  private let bar = GradientLayer()
  private let most = TextLayer()

  init() {
    layer.addSublayer(bar)
    layer.addSublayer(most)
    bar.startPoint = Point(0.5, 1)
    bar.endPoint = Point(0.5, 0)
  }

  func setColors(_ colors: [Color]) { bar.colors = colors }

  /// - Parameter frame: the place of the bar; nil for no room.
  func show(
    most text: String, frame: Rect?, font: FontDescription, _ environment: ChartEnvironment
  ) {
    layer.isHidden = frame == nil
    guard let frame else { return }
    bar.frame = frame
    bar.cornerRadius = min(3, frame.width / 3)
    bar.masksToBounds = true
    most.line = environment.fonts.line(text, font: font)
    most.foregroundColor = environment.theme.secondary
    most.placeBaseline(
      at: Point(frame.maxX - most.bounds.width, frame.minY - font.size * 0.6))
  }
}

extension Path {
  /// Adds a rectangle as a subpath of its own.
  fileprivate mutating func addBox(_ rect: Rect) {
    move(to: Point(rect.minX, rect.minY))
    addLine(to: Point(rect.maxX, rect.minY))
    addLine(to: Point(rect.maxX, rect.maxY))
    addLine(to: Point(rect.minX, rect.maxY))
    closeSubpath()
  }
}
