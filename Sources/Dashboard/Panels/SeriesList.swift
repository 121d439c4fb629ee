import Charts
import Glibc
import Metrics

/// The lines of a panel in the order in which bars and rows show them.
struct SeriesList {
  /// The places of the lines among the panel's lines.
  let order: [Int]

  init(_ data: PanelData) {
    let breached = Self.breachedLines(data)
    order = Self.ordered(
      data.spec.traits.listsPresent ? data.listedLines : data.shownLines, data.spec.options,
      name: { data.lines[$0].name },
      value: { data.value(of: $0, $1) }, isPast: data.isPast, isBreached: breached.contains)
  }

  /// The places of the lines beyond thresholds, which matter where not all lines are shown.
  private static func breachedLines(_ data: PanelData) -> Set<Int> {
    data.spec.options.top == nil ? [] : data.store.breachedLines(data.lines, of: data.spec)
  }

  /// The rows of a table of series in their order, which is that of their names or of the values in the first column.
  static func order(of table: SeriesTable, _ data: PanelData) -> [Int] {
    let breached = breachedLines(data)
    return ordered(
      Array(table.rows.indices), data.spec.options, name: { table.rows[$0].name },
      value: { row, reduction in
        table.rows[row].lines.first.flatMap { $0 }.map { data.value(of: $0, reduction) } ?? .nan
      }, isPast: { table.rows[$0].places.allSatisfy(data.isPast) },
      isBreached: { !breached.isDisjoint(with: table.rows[$0].places) })
  }

  /// The lines or rows in the order that the user chose. By default, lines keep their order, but lines that are gone
  /// and have no value in view come last, so that the others have room first.
  private static func ordered(
    _ places: [Int], _ options: ChartOptions, name: (Int) -> String,
    value: (Int, Reduction) -> Double, isPast: (Int) -> Bool, isBreached: (Int) -> Bool
  ) -> [Int] {
    guard let sort = options.sort ?? (options.top == nil ? nil : SortSpec(.value(.last))) else {
      return places.filter { !isPast($0) } + places.filter(isPast)
    }
    let sorted =
      switch sort.key {
      case .name:
        Self.sorted(
          places, by: name,
          isBefore: {
            sort.isAscending ? NaturalOrder.isBefore($0, $1) : NaturalOrder.isBefore($1, $0)
          })
      case .value(let reduction):
        Self.sorted(
          places, by: { value($0, reduction) },
          // Missing values are last.
          isBefore: { $0.isNaN || $1.isNaN ? !$0.isNaN : ($0 < $1) == sort.isAscending })
      }
    guard let top = options.top else { return sorted }
    // A line beyond a threshold is shown before others.
    let breached = sorted.filter(isBreached).prefix(top)
    let shown = Set(breached + sorted.filter { !isBreached($0) }.prefix(top - breached.count))
    return sorted.filter(shown.contains)
  }

  /// Sorts places by their keys. Places with equal keys, and with missing values, keep their order.
  private static func sorted<Key: Equatable>(
    _ places: [Int], by key: (Int) -> Key, isBefore: (Key, Key) -> Bool
  ) -> [Int] {
    let keys = places.map(key)
    let order = keys.indices.sorted {
      let (a, b) = (keys[$0], keys[$1])
      // A missing value equals no other one.
      return a == b || a != a && b != b ? $0 < $1 : isBefore(a, b)
    }
    return order.map { places[$0] }
  }
}

/// The order of names in which numbers count as numbers: `sda2` before `sda10`.
enum NaturalOrder {
  static func isBefore(_ a: String, _ b: String) -> Bool {
    var (x, y) = (a.unicodeScalars[...], b.unicodeScalars[...])
    func number(_ text: inout Substring.UnicodeScalarView) -> (digits: Int, value: [UInt32])? {
      let digits = text.prefix { ("0"..."9").contains($0) }
      guard !digits.isEmpty else { return nil }
      text = text.dropFirst(digits.count)
      let value = digits.drop { $0 == "0" }.map(\.value)
      return (value.count, value)
    }
    while !x.isEmpty, !y.isEmpty {
      if let first = number(&x) {
        guard let second = number(&y) else { return true }
        if first.digits != second.digits { return first.digits < second.digits }
        if first.value != second.value {
          return first.value.lexicographicallyPrecedes(second.value)
        }
        continue
      }
      if number(&y) != nil { return false }
      let (p, q) = (x.removeFirst(), y.removeFirst())
      if p != q { return p < q }
    }
    return x.isEmpty && !y.isEmpty
  }
}

extension PanelData {
  /// Whether a line is gone, and has no value in the window.
  func isPast(_ index: Int) -> Bool {
    let line = lines[index]
    guard line.isGone else { return false }
    let shown = line.samples.indices(from: live.lowerBound, through: live.upperBound)
    return line.samples.extent(in: shown) == nil
  }

  /// A reduction of a line's samples in the range of time that is shown; the last value is the latest one.
  func value(of index: Int, _ reduction: Reduction) -> Double {
    reduction == .last
      ? value(of: index, by: nil) : reduction.value(of: lines[index].samples, in: shownTime)
  }

  /// Marks the panel if a value of a list is beyond a threshold, and chooses the line that represents a list without
  /// room: the first one beyond a threshold, or otherwise the first one with the most urgent word.
  /// - Parameters:
  ///   - order: the places of the lines in the order of the list.
  ///   - values: the values of these lines.
  ///   - word: the words for the value at a place in the list, with the colour of a word in place of a number.
  func judge(
    _ order: [Int], _ values: [Double], _ content: inout PanelContent,
    word: (_ place: Int) -> (value: FormattedValue, color: SeriesColor?)
  ) {
    let breaches = zip(values, order).map { breach($0, of: $1) }
    let worst = breaches.compactMap { $0 }.outermost
    content.signal = worst?.color.signal
    content.breachText = worst?.label ?? ""
    guard
      let chosen = breaches.firstIndex(where: { $0 != nil })
        ?? values.indices.min(by: {
          rank(values[$0], of: order[$0]) < rank(values[$1], of: order[$1])
        })
    else { return }
    let word = word(chosen)
    var lead = PanelContent.Lead(
      name: lines.count > 1 ? lines[order[chosen]].name : "", value: word.value,
      signal: breaches[chosen]?.color.signal)
    lead.wordColor = word.color
    lead.others = order.count - 1
    content.lead = lead
  }

  /// The rank of a value by the urgency of its word, 0 for the most urgent: words in red, orange and yellow, then
  /// values and words in any other colour, then words in green, then missing values.
  private func rank(_ value: Double, of line: Int) -> Int {
    guard value.isFinite else { return 5 }
    return switch mapping(of: value, line: line)?.color {
    case .signal(.red): 0
    case .signal(.orange): 1
    case .signal(.yellow): 2
    case .signal(.green): 4
    default: 3
    }
  }
}

extension PanelData {
  /// The name of a line in a list; empty for a single line without a name of its own, which the title names.
  func rowName(of index: Int) -> String {
    let line = lines[index]
    return lines.count == 1 && !line.isLabelled && !spec.isInferred ? "" : line.name
  }
}

extension PanelSpec {
  /// The format of each of several values in a column: three significant digits in a prefix of its own, but no more
  /// decimals than the values have. Values that all have the same prefix have the decimals of the largest one, so that
  /// their points are below each other. Zeros, missing values and values far below the smallest prefix have the format
  /// of the largest one.
  func ownFormat(among values: [Double]) -> (Double) -> ValueFormat {
    let common = format(of: values)
    guard decimals == nil else { return { _ in common } }
    let aligned = alignedFormat(of: values)
    let decimals = mostDecimals(of: values)
    return { value in
      let scale = unit.tickScale(forMaximum: value)
      guard value.isFinite, value != 0, scale.divisor >= 1 || unit == .seconds else {
        return aligned ?? common
      }
      if let aligned, !aligned(value).isZero { return aligned }
      return ValueFormat(
        unit: unit, scale: scale, largest: value, valueDecimals: decimals,
        tickDecimals: thresholdDecimals(beside: abs(value), scale))
    }
  }

  /// The format of values that all have the same prefix; nil if their prefixes differ. If the smallest value has fewer
  /// than two digits in the format of the largest one, all values have another decimal, if they have that many: 79.50
  /// and 0.03.
  private func alignedFormat(of values: [Double]) -> ValueFormat? {
    let magnitudes = values.lazy.filter { $0.isFinite && $0 != 0 }.map(abs)
    guard let largest = magnitudes.max(), let smallest = magnitudes.min() else { return nil }
    let scale = unit.tickScale(forMaximum: largest)
    guard magnitudes.allSatisfy({ unit.tickScale(forMaximum: $0) == scale }) else { return nil }
    var format = format(of: values)
    guard let decimals = format.decimals, scale.divisor != 1 || !unit.countsBytesOrBits,
      scale.divisor != 1 || decimals < mostDecimals(of: values),
      (smallest / scale.divisor * pow(10, Double(decimals))).rounded() < 10
    else { return format }
    format.decimals = decimals + 1
    return format
  }

  /// The format of several values that are compared, in the prefix of the largest one.
  private func format(of values: [Double]) -> ValueFormat {
    let known = values.filter(\.isFinite)
    let largest = known.map(abs).max() ?? 0
    let scale = unit.tickScale(forMaximum: largest)
    if let decimals { return ValueFormat(unit: unit, scale: scale, decimals: decimals) }
    return ValueFormat(
      unit: unit, scale: scale, largest: largest, valueDecimals: mostDecimals(of: known),
      tickDecimals: thresholdDecimals(beside: largest, scale))
  }

  /// The largest number of decimals of several values.
  private func mostDecimals(of values: [Double]) -> Int {
    values.lazy.filter(\.isFinite).map { $0.decimals(from: 0) }.max() ?? 0
  }
}
