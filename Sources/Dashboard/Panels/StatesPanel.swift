import Charts
import Messages
import Metrics

/// The content of a timeline of states.
enum StatesPanel {
  /// The number of samples in a lane beyond which only the extremes of each short stretch are drawn.
  fileprivate static let mostSamples = 4000
  private static let mostStretches = 1000.0

  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let list = SeriesList(data).order
    let colors = StateColors(data)
    var axes = PlotContent(series: [], time: data.time, axis: TickScale(covering: 0, 1))
    axes.isLive = data.isLive
    axes.xAxis = data.store.xAxis(of: data.spec)
    func word(_ value: Double, _ line: Int) -> (text: String, color: SeriesColor?) {
      guard value.isFinite else { return ("–", nil) }
      let mappings = data.spec.mappings(for: data.lines[line].identity)
      return state(value, mappings, data.spec, colors)
    }
    let lanes = list.map { i -> StatesContent.Lane in
      let line = data.lines[i]
      var lane = StatesContent.Lane(
        number: line.number, name: data.rowName(of: i), stretches: stretches(of: i, data, colors))
      let value = data.value(of: i)
      (lane.text, lane.color) = word(value, i)
      // A state that is a problem may have the colour of a calm one.
      if let breach = data.breach(value, of: i) { lane.color = .signal(breach.color.signal) }
      lane.isLate = data.health.lateLines.contains(i)
      return lane
    }
    let values = list.map { data.value(of: $0) }
    data.judge(list, values, &content) {
      let (text, color) = word(values[$0], list[$0])
      return (FormattedValue(digits: text, unit: ""), color)
    }
    countLanes(lanes, &content)
    var body = StatesContent(lanes: lanes, axes: axes)
    // The words change with the pointer's place. The blocks must not move with them.
    body.words = Set(lanes.flatMap { $0.stretches.map(\.text) })
      .union(data.spec.allMappings.map(\.text)).sorted()
    content.body = body
  }

  /// Adds the number of lanes in the state that represents all lanes: `down 2 of 7`.
  private static func countLanes(_ lanes: [StatesContent.Lane], _ content: inout PanelContent) {
    guard lanes.count > 1, let text = content.lead?.value.digits else { return }
    let count = lanes.count { $0.text == text }
    content.lead?.value = FormattedValue(
      digits: text, unit: String(localized: "\(count) of \(lanes.count)"))
    content.lead?.others = 0
    if count > 1 { content.lead?.name = "" }
  }

  private static func state(
    _ value: Double, _ mappings: [ValueMapping], _ spec: PanelSpec, _ colors: StateColors
  ) -> (text: String, color: SeriesColor) {
    if let mapping = mappings.first(where: { $0.range.contains(value) }) {
      return (mapping.text, mapping.color ?? colors.words[mapping.text] ?? .gray)
    }
    let scale = spec.unit.tickScale(forMaximum: value)
    let scaled = value / scale.divisor
    let decimals = spec.decimals ?? (scaled == scaled.rounded() ? 0 : nil)
    let text = spec.unit.format(value, scale: scale, decimals: decimals).text
    return (text, colors.values[value] ?? .gray)
  }

  /// The stretches of a line, equal neighbours merged.
  private static func stretches(
    of index: Int, _ data: PanelData, _ colors: StateColors
  ) -> [StatesContent.Stretch] {
    let (line, time) = (data.lines[index], data.time)
    let mappings = data.spec.mappings(for: line.identity)
    let samples = line.samples
    var positions = samples.indices(from: time.lowerBound, through: time.upperBound)
    // The sample before the window gives the state at the window's start.
    if positions.lowerBound > 0 { positions = positions.lowerBound - 1..<positions.upperBound }
    guard !positions.isEmpty else { return [] }
    let span = time.upperBound - time.lowerBound
    let chosen =
      positions.count > mostSamples
      ? samples.extremes(in: positions, bucket: exp2Bucket(span / mostStretches))
      : Array(positions)
    // The start of the first stretch lies on a mark before the window, so that the stretch keeps its identity
    // while the window goes on.
    let anchor = (time.lowerBound / max(span, 1)).rounded(.down) * max(span, 1) - span
    // A state ends with its last sample, as a line does: nobody measured the time up to the missing one. The state of a
    // source without pace lasts until the missing sample.
    let lasts = !line.series.contains(where: \.source.hasPace)
    var result: [StatesContent.Stretch] = []
    var isOpen = false
    for i in chosen {
      let (moment, value) = (samples[i].time, samples[i].value)
      if isOpen, lasts || value.isFinite { result[result.count - 1].end = moment }
      guard value.isFinite else {
        isOpen = false
        continue
      }
      let state = state(value, mappings, data.spec, colors)
      if isOpen, let last = result.last, last.text == state.text, last.color == state.color {
        continue
      }
      let start = moment < time.lowerBound ? anchor : moment
      result.append(
        StatesContent.Stretch(start: start, end: moment, text: state.text, color: state.color))
      isOpen = true
    }
    if isOpen {
      let isHeld = data.health.lateLines.contains(index) && data.spec.hasPace(line)
      let now = data.live.upperBound - data.health.silence
      result[result.count - 1].end = max(
        result[result.count - 1].end, isHeld ? samples.last?.time ?? now : now)
    }
    return result
  }

  /// The largest power of two that is not above a length.
  private static func exp2Bucket(_ length: Double) -> Double {
    length > 0 && length.isFinite ? length.binade : 1
  }
}

/// The colours of the states for which the file names none.
private struct StateColors {
  /// The colours of a few values, if no value has a mapping; empty for many values.
  let values: [Double: SeriesColor]
  /// The colours of words.
  let words: [String: SeriesColor]

  init(_ data: PanelData) {
    let mappings = data.spec.allMappings
    let distinct = mappings.isEmpty ? Self.distinctValues(data) : []
    // The colour of a small whole number follows from the number alone, and stays as other states leave the view.
    let hues = 0..<SeriesLook.hueCount
    let areNumbers = distinct.allSatisfy { hues.contains(Int(exactly: $0) ?? -1) }
    values = Dictionary(
      uniqueKeysWithValues: distinct.enumerated().map {
        ($1, .series(areNumbers ? Int($1) : $0))
      })
    words = Self.colors(of: mappings)
  }

  /// The largest number of values with colours of their own.
  private static let mostValues = 12

  /// The values in view and those before them; empty for more than a few.
  private static func distinctValues(_ data: PanelData) -> [Double] {
    var found: Set<Double> = []
    for samples in data.lines.map(\.samples) {
      let end = samples.indices(from: data.time.upperBound, through: data.time.upperBound)
      for i in (0..<end.upperBound).suffix(StatesPanel.mostSamples)
      where samples[i].value.isFinite {
        found.insert(samples[i].value)
        if found.count > mostValues { return [] }
      }
    }
    return found.sorted()
  }

  /// The colours of the words without a colour in the file. A single such word is grey, because grey already differs
  /// from all other colours.
  private static func colors(of mappings: [ValueMapping]) -> [String: SeriesColor] {
    let given = mappings.compactMap(\.color)
    var words: [String] = []
    for mapping in mappings where mapping.color == nil && !words.contains(mapping.text) {
      words.append(mapping.text)
    }
    guard words.count > 1 else { return [:] }
    let free = (0...).lazy.map { SeriesColor.series($0) }.filter { !given.contains($0) }
    return Dictionary(uniqueKeysWithValues: zip(words, free))
  }
}
