import Geometry
import Metrics

extension HeatmapBody: CursorBody {
  /// The largest number of buckets that a readout lists beside the one under the pointer.
  private static let mostBuckets = 6

  func row(at y: Double) -> Int? {
    guard let count = shown?.bucketCount, count > 0, cursor.frame.height > 0 else { return nil }
    let place = (1 - y / cursor.frame.height) * Double(count)
    return Int(place.held(in: 0...Double(count - 1)))
  }

  func reading(at time: Double, now: Double?) -> CrosshairReading? {
    reading(at: time, row: nil, now: now)
  }

  /// The bucket under the pointer, and then the fullest buckets of a column, from the top down.
  func reading(at time: Double, row: Int?, now: Double?) -> CrosshairReading? {
    guard let content = shown,
      let column = content.columns.last(where: { $0.start <= time }) ?? content.columns.first
    else { return nil }
    let palette = HeatPalette(theme: environment.theme).colors
    let pointed = row.flatMap { row in
      column.shares.indices.contains(row) && !column.shares[row].isNaN ? row : nil
    }
    let filled = column.shares.indices.filter { column.shares[$0] > 0 && $0 != pointed }
    let fullest = filled.sorted { column.shares[$0] > column.shares[$1] }.prefix(Self.mostBuckets)
    let buckets = (pointed.map { [$0] } ?? []) + fullest.sorted(by: >)
    let entries = buckets.map { bucket in
      let share = column.shares[bucket]
      return CrosshairReading.Entry(
        name: content.bucketNames.indices.contains(bucket) ? content.bucketNames[bucket] : "",
        value: content.text(share * content.largest),
        swatch: LineSwatch(
          color: share > 0 ? palette[HeatPalette.step(share)] : environment.theme.grid),
        isPointedAt: bucket == pointed)
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
