import Geometry
import Layers
import Typography

extension Panel.Kind {
  /// A timeline of states.
  public static let states = Panel.Kind("states", .filling) { StatesBody(environment: $0) }
}

/// A timeline of states: one lane for each series, with its name at the left and its present state at the right.
final class StatesBody: PanelBody {
  let layer = Layer()
  private let rows = GlidingRows<StateLane>()
  private let ticks: PlotTicks
  private let parts = ListPages()
  var pages: ListPages? { parts }
  let cursor = TimeCursor(isContinuous: true)
  private(set) var content: StatesContent?
  private(set) var environment: ChartEnvironment
  private var place: PanelBodyPlace?
  private var slide = TimeSlide()
  private var plotFrame = Rect.zero
  private var lanePitch = 0.0
  /// The step in which widths change, in points, so that lanes keep their places.
  private static let step = 8.0
  /// The share of the width that names may take.
  private static let nameShare = 0.36
  /// The width of a lane with names, blocks and states, in multiples of its font's size: the letters shrink before
  /// states are shortened.
  private static let roomForStates = (usual: 26.0, lone: 20.0)
  /// The factor of the height and of the letters of a single lane, so that the lane fills its panel.
  private static let loneEnlargement = 2.4
  /// The largest share of the width that states take, in a lane with this room, and in a narrower lane.
  private static let stateShare = (usual: 0.24, narrow: 0.4)
  /// The least width of the blocks beside states, in multiples of the font's size.
  private static let leastBlocks = 4.0

  init(environment: ChartEnvironment) {
    self.environment = environment
    ticks = PlotTicks(environment: environment)
    for part in [rows.layer, parts.text, ticks.words.layer, ticks.xMarks.layer, cursor.layer] {
      layer.addSublayer(part)
    }
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    rows.removeAll()
    plotFrame = .zero
    slide.reset()
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? StatesContent, let place, !place.frame.isEmpty else { return }
    self.content = content
    let size = place.frame.size
    let timesHeight = timesHeight(place, of: content)
    let isLone = content.lanes.count == 1
    let layout = ListLayout(
      count: content.lanes.count, in: Size(size.width, size.height - timesHeight),
      letters: isLone ? Self.roomForStates.lone : Self.roomForStates.usual,
      enlargement: isLone ? Self.loneEnlargement : 1, environment: environment)
    var lanes = parts.rows(
      of: content.lanes, room: layout.frames.count, isUrgent: \.isUrgent)
    let nameRoom = (layout.frames.first?.width ?? 0) * Self.nameShare
    environment.fonts.distinguish(&lanes, by: \.name, font: layout.font, fitting: nameRoom)
    let style = style(
      lanes, content.words, isLone: isLone, nameRoom: nameRoom, layout, look)
    let plot = environment.snapped(
      Rect(
        minX: style.plot.lowerBound, minY: 0, maxX: style.plot.upperBound,
        maxY: bottom(of: layout, in: size.height - timesHeight)))
    let pitch = layout.frames.first?.height ?? 0
    let isPlacedAnew = plot != plotFrame || pitch != lanePitch
    if isPlacedAnew { placePlot(plot, pitch: pitch, showsTimes: timesHeight > 0) }
    let time = isPlacedAnew ? nil : time
    let travel = environment.travelTime(time)
    let (motion, isRescaled) = slide.go(to: content.axes, size: plot.size, at: travel)
    cursor.follow(motion, span: content.axes.time, rests: content.changes)
    ticks.update(content.axes, motion, at: travel, fade: environment.fadeTime(time))
    rows.update(
      zip(lanes, layout.frames).map { ($0.number, $1) }, environment: environment, at: time
    ) { row, i, isNew in
      row.show(
        lanes[i], style, slide, motion, isRescaled: isRescaled, at: isNew ? nil : travel)
    }
    parts.showRest(in: layout.rest, environment)
  }

  /// The lower end of the lanes: that of the room if the lanes nearly fill the room, so that the labels of time stand on
  /// one line with those of the panels beside this one.
  private func bottom(of layout: ListLayout, in room: Double) -> Double {
    let last = max(0, (layout.rest ?? layout.frames.last)?.maxY ?? 0)
    return room - last < environment.type.length(24) ? max(last, room) : last
  }

  /// The height of the labels of time under the lanes; 0 if labels have no room.
  private func timesHeight(_ place: PanelBodyPlace, of content: StatesContent) -> Double {
    let least = max(
      3 * environment.type.tick.size,
      content.leastHeight(in: place.frame.width, environment.type))
    return place.showsTimes && place.frame.height >= place.timesHeight + least
      ? place.timesHeight : 0
  }

  private func placePlot(_ plot: Rect, pitch: Double, showsTimes: Bool) {
    (plotFrame, lanePitch) = (plot, pitch)
    slide.reset()
    rows.removeAll()
    cursor.layOut(frame: plot, environment: environment)
    ticks.layOut(
      size: plot.size, showsValues: false, showsTimes: showsTimes, environment: environment)
    for part in [ticks.xMarks.layer, ticks.words.layer] {
      part.anchorPoint = .zero
      part.position = plot.origin
    }
  }

  private func style(
    _ lanes: [StatesContent.Lane], _ words: [String], isLone: Bool, nameRoom: Double,
    _ layout: ListLayout, _ look: PanelBodyLook
  ) -> StateLane.Style {
    let fonts = environment.fonts
    let width = layout.frames.first?.width ?? 0
    func widest(_ texts: [String]) -> Double {
      let width = texts.map { fonts.line($0, font: layout.font).width }.max() ?? 0
      return (width / Self.step).rounded(.up) * Self.step
    }
    let gap = layout.font.size * 0.8
    let room = isLone ? Self.roomForStates.lone : Self.roomForStates.usual
    let isNarrow = width < room * layout.font.size
    // The title of a narrow panel names its only lane.
    let names = isNarrow && isLone ? 0 : min(widest(lanes.map(\.name)), nameRoom)
    let left = names > 0 ? names + gap : 0
    let share = isNarrow ? Self.stateShare.narrow : Self.stateShare.usual
    var states = min(widest(lanes.map(\.text) + words), width * share)
    if width - left - states - gap < Self.leastBlocks * layout.font.size { states = 0 }
    let right = width - (states > 0 ? states + gap : 0)
    return StateLane.Style(
      font: layout.font, share: isLone ? StateLane.share.lone : StateLane.share.usual,
      nameWidth: names, stateWidth: states, plot: left...max(left, right),
      look: look, environment: environment)
  }
}

/// The lane of one series.
final class StateLane: GlidingRow {
  /// The look that all lanes of a panel share.
  struct Style {
    var font: FontDescription
    /// The height of a block, as a share of the lane's height.
    var share: Double
    var nameWidth: Double
    /// The width of the present states; 0 where they have no room.
    var stateWidth: Double
    /// The place of the blocks, from left to right.
    var plot: ClosedRange<Double>
    var look: PanelBodyLook
    var environment: ChartEnvironment
  }

  private struct Block {
    let layer = Layer()
    let text = TextLayer()
    var stretch: StatesContent.Stretch
  }

  let layer = Layer()
  private let name = TextLayer()
  private let state = TextLayer()
  private let clip = Layer()
  private let slider = Layer()
  private var blocks: [Double: Block] = [:]
  /// The blocks that are on their way out of the lane.
  private var departing: [Block] = []
  private var strength = 1.0
  private var ground = Color.black
  /// The height of a block among others, and that of a block alone, as a share of the lane's height.
  static let share = (usual: 0.66, lone: 0.86)

  init() {
    clip.masksToBounds = true
    clip.anchorPoint = .zero
    slider.anchorPoint = .zero
    clip.addSublayer(slider)
    for part in [name, clip, state] { layer.addSublayer(part) }
  }

  func show(
    _ lane: StatesContent.Lane, _ style: Style, _ slide: TimeSlide, _ motion: PlotTransition,
    isRescaled: Bool, at time: Double?
  ) {
    let (environment, theme) = (style.environment, style.environment.theme)
    let size = layer.bounds.size
    let capHeight = environment.fonts.metrics(of: style.font).capHeight
    let baseline = environment.snapped((size.height + capHeight) / 2)
    name.isHidden = style.nameWidth == 0
    name.line = environment.fonts.nameLine(lane.name, font: style.font, fitting: style.nameWidth)
    name.foregroundColor = style.look.recedes ? theme.secondary : theme.text
    name.placeBaseline(at: Point(0, baseline))
    state.isHidden = style.stateWidth == 0
    let line = environment.fonts.line(lane.text, font: style.font, fitting: style.stateWidth)
    state.line = line
    state.foregroundColor =
      lane.isLate
      ? theme.secondary
      : lane.color.map { theme.word($0, on: style.look.ground) }
        ?? (style.look.recedes ? theme.quietText : theme.text)
    state.placeBaseline(at: Point(size.width - line.width, baseline))
    let height = environment.snapped(max(4, size.height * style.share))
    let frame = Rect(
      x: style.plot.lowerBound, y: environment.snapped((size.height - height) / 2),
      width: style.plot.upperBound - style.plot.lowerBound, height: height)
    clip.position = frame.origin
    clip.bounds = Rect(origin: .zero, size: frame.size)
    clip.cornerRadius = min(4, height / 4)
    clip.backgroundColor = theme.grid.opacity(0.5)
    slide.slide(slider, motion, at: time)
    showBlocks(lane, style, slide, motion, height: height, isRescaled: isRescaled, at: time)
  }

  private func showBlocks(
    _ lane: StatesContent.Lane, _ style: Style, _ slide: TimeSlide, _ motion: PlotTransition,
    height: Double, isRescaled: Bool, at time: Double?
  ) {
    let environment = style.environment
    // The words in the blocks stay legible: only the blocks are fainter.
    let strength = lane.isLate || style.look.recedes ? Plot.lateStrength : 1
    let isRestyled = strength != self.strength || style.look.ground != ground
    (self.strength, ground) = (strength, style.look.ground)
    var leaving = blocks
    let isZooming = motion.from.xScale != motion.to.xScale
    if isRescaled || isZooming {
      let before = departing
      departing = []
      for block in before { leave(block, motion, height: height, at: time) }
    }
    for stretch in lane.stretches {
      let (left, right) = (slide.x(stretch.start), slide.x(stretch.end))
      // The place by the former axis, from which a block moves to that by an axis with another scale.
      let former = isZooming ? place(of: stretch, in: motion.from) : nil
      let moved =
        leaving[stretch.start] == nil ? block(at: stretch, of: lane, among: leaving) : nil
      let known = leaving.removeValue(forKey: moved?.stretch.start ?? stretch.start)
      if let moved { blocks[moved.stretch.start] = nil }
      // The part of the block that has left the lane, before and after the motion.
      let hidden = (
        from: max(0, -motion.from.xOffset - (former?.left ?? left)),
        to: max(0, -motion.to.xOffset - left)
      )
      if known?.stretch == stretch, !isRescaled, !isZooming, !isRestyled, hidden == (0, 0) {
        continue
      }
      var block = known ?? Block(stretch: stretch)
      block.stretch = stretch
      blocks[stretch.start] = block
      if known == nil {
        block.layer.anchorPoint = .zero
        block.layer.masksToBounds = true
        block.layer.addSublayer(block.text)
        slider.addSublayer(block.layer)
      }
      let width = max(environment.hairline, right - left - environment.hairline)
      // A new block starts at the former edge of its lane. A block with another start first ends where the block ended
      // before.
      var start = former?.width ?? (known == nil && time != nil ? 0 : nil)
      if let moved, former == nil { start = max(0, slide.x(moved.stretch.end) - left) }
      block.layer.move(
        .position, from: former.map { .point(Point($0.left, 0)) }, to: .point(Point(left, 0)),
        at: former == nil ? nil : time)
      block.layer.move(
        .bounds, from: start.map { .rect(Rect(x: 0, y: 0, width: $0, height: height)) },
        to: .rect(Rect(x: 0, y: 0, width: width, height: height)), at: time)
      let color = lerp(style.look.ground, environment.theme.block(stretch.color), strength)
      block.layer.backgroundColor = color
      // The part of the block that reaches beyond the lane's right edge has no room for words.
      let beyond = max(0, motion.to.xOffset + left + width - clip.bounds.width)
      showText(block, hidden, width: width - beyond, height: height, color, style, at: time)
    }
    for (start, block) in leaving {
      let right = slide.x(block.stretch.end)
      // A block that slides out stays until a later change, when the block is out of sight.
      let edge = environment.hairline / 2
      let slidesOut = motion.from.xOffset + right > 0 && motion.to.xOffset + right <= edge
      if slidesOut, !isZooming, time != nil {
        // The places may be counted from another time.
        let left = slide.x(block.stretch.start)
        block.layer.move(.position, from: nil, to: .point(Point(left, 0)), at: nil)
        continue
      }
      blocks[start] = nil
      leave(block, motion, height: height, at: isRescaled ? time : nil)
    }
  }

  /// Removes a block; with a change of scale, after the block has moved to its place on the new axis. Another change of
  /// scale during this motion starts another motion of the block.
  private func leave(
    _ block: Block, _ motion: PlotTransition, height: Double, at time: Double?
  ) {
    let (from, to) = (
      place(of: block.stretch, in: motion.from), place(of: block.stretch, in: motion.to)
    )
    func bounds(_ width: Double) -> AnimatableValue {
      .rect(Rect(x: 0, y: 0, width: width, height: height))
    }
    departing.append(block)
    block.layer.move(.bounds, from: bounds(from.width), to: bounds(to.width), at: time)
    block.layer.move(
      .position, from: .point(Point(from.left, 0)), to: .point(Point(to.left, 0)), at: time
    ) { [weak self, weak layer = block.layer] isOver in
      guard isOver, let layer else { return }
      layer.removeFromSuperlayer()
      self?.departing.removeAll { $0.layer === layer }
    }
  }

  /// The place of a stretch in the sliding layer of an axis.
  private func place(
    of stretch: StatesContent.Stretch, in map: AxisMap
  ) -> (left: Double, width: Double) {
    let left = TimeSlide.x(stretch.start, in: map)
    return (left, max(0, TimeSlide.x(stretch.end, in: map) - left))
  }

  /// The block that has shown a stretch with another start, because a stretch that reaches beyond the window starts at
  /// a mark before the window; nil for none.
  private func block(
    at stretch: StatesContent.Stretch, of lane: StatesContent.Lane, among blocks: [Double: Block]
  ) -> Block? {
    let starts = Set(lane.stretches.map(\.start))
    return blocks.values.filter { block in
      block.stretch.text == stretch.text && block.stretch.color == stretch.color
        && block.stretch.start < stretch.end && stretch.start < block.stretch.end
        && !starts.contains(block.stretch.start)
    }.min { $0.stretch.start < $1.stretch.start }
  }

  /// Names a state in the visible part of its block if the whole word has room.
  private func showText(
    _ block: Block, _ hidden: (from: Double, to: Double), width: Double, height: Double,
    _ color: Color, _ style: Style, at time: Double?
  ) {
    let environment = style.environment
    var font = style.font
    font.size = max(environment.type.tick.size, min(font.size, height * 0.62))
    let line = environment.fonts.line(block.stretch.text, font: font)
    block.text.isHidden =
      line.width + font.size > width - hidden.to || height < font.size * 1.1
    block.text.line = line
    block.text.foregroundColor = environment.theme.text(upon: color)
    let capHeight = environment.fonts.metrics(of: font).capHeight
    let baseline = (height + capHeight) / 2
    block.text.placeBaseline(at: Point(font.size * 0.5 + hidden.to, baseline))
    // The word stays in place while its block moves.
    let end = block.text.position
    block.text.move(
      .position, from: .point(Point(end.x - hidden.to + hidden.from, end.y)), to: .point(end),
      at: hidden.from == hidden.to ? nil : time)
  }
}
