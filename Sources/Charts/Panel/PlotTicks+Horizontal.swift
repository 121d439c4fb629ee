import Geometry
import Metrics
import Typography

/// The choice of the ticks of a horizontal axis.
extension PlotTicks {
  /// The ticks that have room; fewer than two if there is no room for two.
  func xTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    switch content.xAxis {
    case .time: centered(timeTicks(content), content)
    case .number: numberTicks(content)
    case .quantity: quantityTicks(content)
    }
  }

  private func numberTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    let widest = environment.fonts.line("0000000", font: environment.type.tick).width
    let most = min(max(2, Int(size.width / (widest * 1.5))), 10)
    func ticks(intervals: Int) -> [AxisMarks.Tick] {
      let axis = TickScale(
        fixed: content.time.lowerBound, content.time.upperBound, maximumIntervals: intervals)
      // Numbers of rows are whole and start at 1.
      return axis.ticks.filter { $0 == $0.rounded() && $0 >= 1 && $0 < 1e15 }.map {
        AxisMarks.Tick(value: $0, label: PlotTicks.label(Int($0), step: axis.step))
      }
    }
    // A step of 2.5 leaves out every other tick, and a single number says little.
    let choices = (most...most + 3).lazy.map(ticks).filter { ticks in
      ticks.count > 1 && self.thatHaveRoom(ticks, content.time).count == ticks.count
    }
    return choices.first { PlotTicks.isEven($0) } ?? choices.first ?? []
  }

  /// The ticks of any numbers, each with its prefix, at the left of the quantity's name.
  private func quantityTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    let widest = environment.fonts.line("-00000.0", font: environment.type.tick).width
    let most = min(max(2, Int(size.width / (widest * 1.5))), 10)
    let name = quantityName(content.xAxis)?.width ?? 0
    let end = size.width - (name > 0 ? name + 2 * environment.type.tickGap : 0)
    let choices = (0..<most).lazy.map { fewer in
      let axis = TickScale(
        fixed: content.time.lowerBound, content.time.upperBound, maximumIntervals: most - fewer)
      return self.thatEnd(before: end, axis.prefixedTicks, content.time)
    }
    return choices.first { ticks in
      ticks.count > 1 && self.thatHaveRoom(ticks, content.time).count == ticks.count
    } ?? []
  }

  /// The name of a quantity, cut to a part of the axis; nil for another axis.
  private func quantityName(_ axis: PlotContent.XAxis) -> TextLine? {
    guard case .quantity(let name) = axis else { return nil }
    return environment.fonts.nameLine(name, font: environment.type.tick, fitting: size.width * 0.3)
  }

  /// Shows the words about a horizontal axis: its span in place of ticks without room, and the name of a quantity at
  /// the right end.
  func showXWords(_ content: PlotContent, hasTicks: Bool) {
    let baseline = size.height + timeBaseline
    guard hasTicks else {
      let span = (content.spanTexts, Point(0, baseline))
      return words.showSpan(span, fitting: size.width, environment)
    }
    let name = quantityName(content.xAxis)
    words.showSpan(
      name.map { ([$0.text], Point(size.width - $0.width, baseline)) },
      fitting: name?.width ?? 0, environment)
  }

  /// Whether ticks have whole steps, all of the same length.
  private static func isEven(_ ticks: [AxisMarks.Tick]) -> Bool {
    let steps = zip(ticks, ticks.dropFirst()).map { $1.value - $0.value }
    return steps.allSatisfy { $0 == steps[0] }
  }

  /// The ticks whose labels do not touch the ones before, even if the first or the last label is held at an edge.
  private func thatHaveRoom(
    _ ticks: [AxisMarks.Tick], _ range: ClosedRange<Double>
  ) -> [AxisMarks.Tick] {
    var end = -Double.infinity
    return ticks.filter { tick in
      let label = extent(of: tick, range)
      guard label.left >= end else { return false }
      end = label.right + environment.type.tickGap
      return true
    }
  }

  /// The ticks whose labels end before a place, even if the last label is held there.
  private func thatEnd(
    before end: Double, _ ticks: [AxisMarks.Tick], _ range: ClosedRange<Double>
  ) -> [AxisMarks.Tick] {
    ticks.filter { extent(of: $0, range).right <= end }
  }

  /// The places of the left and the right end of a tick's label at rest.
  private func extent(
    of tick: AxisMarks.Tick, _ range: ClosedRange<Double>
  ) -> (left: Double, right: Double) {
    let map = AxisMap(epoch: range.upperBound, time: range, value: 0...1, size: size)
    let line = environment.fonts.line(tick.label, font: environment.type.tick)
    let middle = placeOfTime(tick, line, map).x
    return (middle - line.width / 2, middle + line.width / 2)
  }

  /// The label of a whole number, in thousands or millions if the step is at least as large.
  private static func label(_ number: Int, step: Double) -> String {
    for (size, symbol) in [(1_000_000, "M"), (1000, "k")]
    where number != 0 && number % size == 0 && step >= Double(size) {
      return "\(number / size)\(symbol)"
    }
    return String(number)
  }

  /// The ticks at the middles of the stretches that their labels name, unless they name parts of stretches.
  private func centered(_ ticks: [AxisMarks.Tick], _ content: PlotContent) -> [AxisMarks.Tick] {
    let stretch = content.labeledStretch
    // The day on which clocks are changed may be an hour shorter.
    guard stretch > 0,
      zip(ticks, ticks.dropFirst()).allSatisfy({ $1.value - $0.value > 0.9 * stretch })
    else { return ticks }
    return ticks.map { AxisMarks.Tick(value: $0.value + stretch / 2, label: $0.label) }
      .filter { content.time.contains($0.value) }
  }

  /// The times that have room, even if the first or the last label is held at an edge.
  private func timeTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    let (range, now) = (content.time, environment.wallClock?())
    func ticks(_ most: Int, now: Double?) -> [TimeTicks.Tick] {
      TimeTicks(
        from: range.lowerBound, through: range.upperBound, maximum: most, zone: environment.zone,
        now: now
      ).ticks
    }
    var most = 1
    for pattern in ["00:00", "00:00:00", "00:00:00.000", "00:00:00.000000"] {
      let widest = environment.fonts.line(pattern, font: environment.type.tick).width
      most = max(1, Int(size.width / (widest * 1.5 + environment.type.tickGap)))
      if ticks(most, now: nil).allSatisfy({ $0.label.count <= pattern.count }) { break }
    }
    let plain = ticks(most, now: nil)
    let named = now == nil ? plain : ticks(most, now: now)
    let marks = named.map { AxisMarks.Tick(value: $0.time, label: $0.label) }
    let shown = named == plain ? marks : thatHaveRoom(marks, range)
    if shown.count > 1 { return shown }
    // A single time says little: a finer step may have two times with room.
    let finer = (most + 1...most + 3).lazy.map { most in
      self.thatHaveRoom(
        ticks(most, now: now).map { AxisMarks.Tick(value: $0.time, label: $0.label) }, range)
    }
    return finer.first { $0.count > 1 } ?? []
  }
}

extension TickScale {
  /// The ticks with labels that need no unit beside them: `2.5M`.
  fileprivate var prefixedTicks: [AxisMarks.Tick] {
    // A letter stands at its number, as in the numbers of rows; a power of ten does not.
    let symbol = scale.symbol.count > 1 ? " " + scale.symbol : scale.symbol
    return zip(ticks, labels).map {
      AxisMarks.Tick(value: $0, label: $0 == 0 && !symbol.isEmpty ? "0" : $1 + symbol)
    }
  }
}
