import Metrics

extension TickScale {
  /// The axis with as many ticks as fit at a least distance; without ticks if not even two fit.
  ///
  /// The domain stays. Steps stay round: 1, 2, 2.5 or 5 × 10ⁿ. If no round step leaves two ticks, ticks at even
  /// distances on both sides of zero stay, even at half the distance, because areas and columns begin at zero. On an
  /// axis of one sign, the first and the last tick stay, with as many ticks at even distances between them as fit.
  /// - Parameters:
  ///   - pitch: the least distance between two ticks, in points.
  ///   - height: the height of the axis in points.
  func thinned(toPitch pitch: Double, height: Double) -> TickScale {
    let places = ticks.map { place(of: $0) * height }
    func isApart(_ kept: [Int], by pitch: Double) -> Bool {
      kept.count > 1 && zip(kept, kept.dropFirst()).allSatisfy { places[$1] - places[$0] >= pitch }
    }
    let all = Array(ticks.indices)
    if isApart(all, by: pitch) || ticks.isEmpty { return self }
    let counts = 2...max(2, ticks.count)
    let choices =
      isLogarithmic ? counts.map(every) : Self.factors.map(multiples) + counts.map(everyAboutZero)
    if let kept = choices.first(where: { isApart($0, by: pitch) }) { return keeping(kept) }
    if innerZero != nil {
      return keeping(([all] + choices).last { isApart($0, by: pitch / 2) } ?? [])
    }
    let last = ticks.count - 1
    let even = (1...max(1, last)).lazy.filter { last % $0 == 0 }
      .map { Array(stride(from: 0, through: last, by: $0)) }
    return keeping(even.first { isApart($0, by: pitch) } ?? [])
  }

  /// The index of zero between two other ticks; nil without it.
  private var innerZero: Int? {
    ticks.indices.dropFirst().dropLast().first { ticks[$0] == 0 }
  }

  /// The axis with only the ticks that lie beside ticks of another axis of the same height; nil unless each tick of the
  /// axis with fewer ticks has a tick beside it.
  func keepingTicks(beside other: TickScale) -> TickScale? {
    let places = other.ticks.map(other.place)
    let kept = ticks.indices.filter { i in
      let place = place(of: ticks[i])
      return places.contains { abs($0 - place) < 1e-6 }
    }
    return kept.count == min(places.count, ticks.count) ? keeping(kept) : nil
  }

  /// The share of the axis below a value, from 0 at its lower end to 1 at its upper end.
  private func place(of value: Double) -> Double {
    let map = AxisMap(
      epoch: 0, time: 0...1, value: domain, size: .init(1, 1), isLogarithmic: isLogarithmic)
    return 1 - map.y(value)
  }

  /// Every `count`-th tick of a logarithmic axis.
  private func every(_ count: Int) -> [Int] { ticks.indices.filter { $0 % count == 0 } }

  /// Every `count`-th tick on either side of zero; empty without ticks on both sides.
  private func everyAboutZero(_ count: Int) -> [Int] {
    guard let zero = innerZero else { return [] }
    return ticks.indices.filter { ($0 - zero) % count == 0 }
  }

  private static let factors = [2.0, 2.5, 4, 5, 10, 20, 25, 50, 100]

  /// The ticks at multiples of a longer step; empty if that step is not round.
  private func multiples(_ factor: Double) -> [Int] {
    guard isRound(step * factor) else { return [] }
    return ticks.indices.filter { i in
      let multiple = ticks[i] / (step * factor)
      return abs(multiple - multiple.rounded()) < 1e-6
    }
  }

  private func keeping(_ kept: [Int]) -> TickScale {
    var labels = kept.map { self.labels[$0] }
    // Decimals that no label needs any more are removed.
    let point = RegionalFormat.current.decimalSeparator
    while !isLogarithmic, !labels.isEmpty,
      labels.allSatisfy({ $0.contains(point) && ($0.last == "0" || $0.last == point) })
    {
      labels = labels.map { String($0.dropLast()) }
      if labels.allSatisfy({ $0.last == point }) { labels = labels.map { String($0.dropLast()) } }
    }
    let step = kept.count > 1 ? ticks[kept[1]] - ticks[kept[0]] : self.step
    return TickScale(
      domain: domain, ticks: kept.map { ticks[$0] }, labels: labels, step: step, scale: scale,
      isLogarithmic: isLogarithmic)
  }
}
