import Feeds
import Messages
import Metrics

/// The properties of a column's numbers that decide where the column is shown.
struct ColumnFacts: Equatable {
  /// The largest absolute value; nil if there are only zeros, or no numbers.
  var magnitude: Double?
  /// Whether a number has come.
  var hasNumbers = true
  /// Whether the numbers only count up by one, like the numbers of rows.
  var countsUp = false
  /// Whether each number is larger than the one before.
  var grows = false
  /// Whether more than one row has a number.
  var isRepeated = false
  /// The latest number.
  var last = Double.nan

  /// The number of rows that distinguishes counting from chance.
  private static let fewestRows = 4
  /// The limit of rows that are examined one by one.
  private static let mostRows = 256

  init(magnitude: Double? = nil, hasNumbers: Bool = true, countsUp: Bool = false) {
    (self.magnitude, self.hasNumbers, self.countsUp) = (magnitude, hasNumbers, countsUp)
  }

  /// The facts of a column's samples.
  init(of samples: TimeSeries) {
    guard let extent = samples.extent(in: 0..<samples.count) else {
      hasNumbers = false
      return
    }
    let magnitude = max(abs(extent.lowerBound), abs(extent.upperBound))
    self.magnitude = magnitude > 0 ? magnitude : nil
    countsUp = Self.counts(samples, extent)
    grows = Self.grows(samples, extent)
    isRepeated = samples.count > 1
    last = samples.last?.value ?? .nan
  }

  private static func counts(_ samples: TimeSeries, _ extent: ClosedRange<Double>) -> Bool {
    let count = samples.count
    guard count >= fewestRows, extent.lowerBound == extent.lowerBound.rounded(),
      extent.upperBound - extent.lowerBound == Double(count - 1),
      samples[0].value == extent.lowerBound, samples[count - 1].value == extent.upperBound
    else { return false }
    return (1..<min(count, mostRows)).allSatisfy {
      samples[$0].value - samples[$0 - 1].value == 1
    }
  }

  private static func grows(_ samples: TimeSeries, _ extent: ClosedRange<Double>) -> Bool {
    let count = samples.count
    guard count >= fewestRows, samples[0].value == extent.lowerBound,
      samples[count - 1].value == extent.upperBound
    else { return false }
    return (1..<min(count, mostRows)).allSatisfy { samples[$0].value > samples[$0 - 1].value }
  }
}

/// The columns without a panel of their own, with the reasons.
struct ColumnSelection {
  /// The columns to group.
  private(set) var shown: [Int] = []
  /// The others, in the order of their numbers.
  private(set) var leftOut: [(column: Int, reason: String)] = []
  /// The busiest processes of a list, in order; nil without such a list.
  private(set) var processes: [Int]?

  /// - Parameters:
  ///   - facts: the properties of each column's numbers.
  ///   - keepsAll: whether the user has chosen the columns.
  ///   - mostProcesses: the largest number of processes to show.
  init(
    _ columns: [TextColumn], _ facts: [ColumnFacts], keepsAll: Bool,
    mostProcesses: Int
  ) {
    // Numbers with a unit measure something, even if they grow by one.
    let counters = columns.indices.filter { facts[$0].countsUp && columns[$0].unit == nil }
    let clocks = columns.indices.filter {
      facts[$0].grows && columns[$0].isNamedLikeElapsedTime
        && [.none, .seconds].contains(StreamUnit(columns[$0].unit).unit)
    }
    let usual = columns.indices.filter {
      facts[$0].hasNumbers && !counters.contains($0) && !clocks.contains($0) && !columns[$0].isText
    }
    let rows = keepsAll || usual.isEmpty ? counters + clocks : []
    let measured = usual.filter { !columns[$0].isNamedLikeIdentifier }
    let identifiers = keepsAll || measured.isEmpty ? [] : usual.filter { !measured.contains($0) }
    let busiest = keepsAll ? nil : Self.busiest(columns, facts, mostProcesses)
    processes = busiest
    // Names of rows are in the names of other columns.
    for column in columns.indices where keepsAll || !columns[column].isName {
      let name = columns[column].name
      if columns[column].isText, !keepsAll {
        leftOut.append(
          (
            column,
            String(
              localized:
                "it has texts, too; --columns '\(columns[column].quantity)' shows its numbers")
          ))
      } else if !facts[column].hasNumbers, !keepsAll {
        leftOut.append((column, String(localized: "no numbers so far")))
      } else if counters.contains(column), !rows.contains(column) {
        leftOut.append(
          (column, String(localized: "it only counts the rows; --columns '\(name)' shows it")))
      } else if identifiers.contains(column) {
        leftOut.append(
          (column, String(localized: "it identifies things; --columns '\(name)' shows it")))
      } else if clocks.contains(column), !rows.contains(column) {
        leftOut.append(
          (column, String(localized: "it only counts the time; --x '\(name)' puts it on the axis")))
      } else if let busiest, columns[column].isProcess, !busiest.contains(column) {
        let quantity = name.split(separator: " ").last.map(String.init) ?? name
        leftOut.append(
          (
            column,
            TextColumn.isShareOfProcessor(quantity)
              ? String(localized: "other processes are busier")
              : String(
                localized: "processes are shown by their CPU; --columns '\(quantity)' shows it")
          ))
      } else {
        shown.append(column)
      }
    }
  }

  private static func busiest(
    _ columns: [TextColumn], _ facts: [ColumnFacts], _ most: Int
  ) -> [Int]? {
    let shares = columns.indices.filter {
      columns[$0].isProcess
        && columns[$0].name.split(separator: " ").last.map { TextColumn.isShareOfProcessor($0) }
          ?? false
    }
    guard !shares.isEmpty else { return nil }
    func magnitude(_ column: Int) -> Double { facts[column].magnitude ?? 0 }
    // Idle processes are listed only if few processes are busy.
    let working = shares.count { magnitude($0) > 0 }
    return Array(
      shares.sorted { (magnitude($1), $0) < (magnitude($0), $1) }
        .prefix(min(most, max(working, ColumnGrouping.mostColumns))))
  }
}
