import Geometry
import Metrics

extension HeatmapBody: CursorBody {
  /// The largest number of buckets that a readout lists.
  private static let mostBuckets = 6

  /// The fullest buckets of a column, from the top down.
  func reading(at time: Double, now: Double?) -> CrosshairReading? {
    guard let content = shown,
      let column = content.columns.last(where: { $0.start <= time }) ?? content.columns.first
    else { return nil }
    let palette = HeatPalette(theme: environment.theme).colors
    let filled = column.shares.indices.filter { column.shares[$0] > 0 }
    let fullest = filled.sorted { column.shares[$0] > column.shares[$1] }.prefix(Self.mostBuckets)
    let entries = fullest.sorted(by: >).map { bucket in
      let share = column.shares[bucket]
      // A share of a whole number is a count, apart from its last bits.
      let count = (share * content.largest * 1e6).rounded() / 1e6
      return CrosshairReading.Entry(
        name: content.bucketNames.indices.contains(bucket) ? content.bucketNames[bucket] : "",
        value: Unit.none.format(count, decimals: count == count.rounded() ? 0 : nil),
        swatch: LineSwatch(color: palette[HeatPalette.step(share)]))
    }
    let hasData = !column.shares.allSatisfy(\.isNaN)
    let nothing = CrosshairReading.Entry(
      name: "", value: FormattedValue(digits: hasData ? "0" : "–", unit: ""),
      swatch: LineSwatch(color: environment.theme.grid))
    return cursor.reading(
      at: time,
      moment: StretchText.text(
        column.start, column.end, in: content.axes.time, zone: environment.zone),
      entries: entries.isEmpty ? [nothing] : entries, y: cursor.frame.height / 2)
  }
}
