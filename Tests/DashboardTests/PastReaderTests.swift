import Feeds
import Foundation
import History
import Metrics
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Dashboard

/// The past of sources that have one, and of the history on the disk.
@Suite struct PastReaderTests {
  private static let statement = "SELECT t AS time, v FROM s WHERE t BETWEEN $__from AND $__to"
  private let query = Query.sql(Self.statement)
  private let start = 1_700_000_000.0

  /// A database with a value for each minute of some hours, and a history with others.
  private func withPlaces(
    _ body: (SourceSpec, _ history: String) throws -> Void
  ) throws {
    try withFolder { folder in
      let database = folder.appendingPathComponent("source.db").path
      let connection = try SQLiteConnection(database, .writing)
      try connection.execute("CREATE TABLE s(t REAL, v REAL)")
      for minute in 0..<120 {
        try connection.execute("INSERT INTO s VALUES (\(start + Double(minute * 60)), \(minute))")
      }
      connection.close()
      try body(
        .sql(SQLFeedSpec(.sqlite(database))), folder.appendingPathComponent("history.db").path)
    }
  }

  private func read(_ reader: PastReader, _ wish: DashboardHistory.Wish) throws -> DashboardPast {
    let box = Box()
    reader.read(wish) { past in box.past.withLock { $0 = past } }
    try #require(eventually { box.past.withLock { $0 != nil } })
    return try #require(box.past.withLock { $0 })
  }

  private final class Box: Sendable {
    let past = Mutex<DashboardPast?>(nil)
  }

  private func wish(
    _ source: SourceSpec, _ from: Double, _ to: Double
  ) -> DashboardHistory.Wish {
    DashboardHistory.Wish(
      queries: [(source, query)], range: start + from...start + to, resolution: 1)
  }

  @Test func aSourceIsAskedForItsOwnPast() throws {
    try withPlaces { source, _ in
      let past = try read(PastReader(history: nil), wish(source, 600, 1200))
      let part = try #require(past.parts.first)
      #expect(past.parts.count == 1)
      #expect(part.pieces.flatMap(\.times) == (10...20).map { start + Double($0 * 60) })
      #expect(part.pieces.flatMap(\.values) == (10...20).map { Double($0) })
      // Before its first row the source knows nothing.
      #expect(try read(PastReader(history: nil), wish(source, -7200, -3600)).isEmpty)
    }
  }

  @Test func theDiskFillsWhatASourceDoesNotGive() throws {
    try withPlaces { source, path in
      let key = SeriesKey(source, query)
      let file = try HistoryFile(path, .writing)
      // Rows every ten minutes, from an hour before the source's first row on.
      let times = (-6..<30).map { start + Double($0 * 600) }
      let metric = try #require(
        try read(PastReader(history: nil), wish(source, 0, 60)).parts.first?.metric)
      try file.write(
        HistoryBatch([
          .init(key: key.text(of: metric, in: query), times: times, values: times.map { _ in -1 })
        ]))
      file.close()
      let history = DashboardHistory(
        path: path, limits: HistoryLimits(), startTime: start, clock: { 0 })
      let past = try read(PastReader(history: history), wish(source, -3600, 18_000))
      #expect(past.parts.count == 1)
      let pieces = try #require(past.parts.first?.pieces)
      let all = pieces.flatMap { zip($0.times, $0.values) }
      #expect(all.map(\.0) == all.map(\.0).sorted())
      let (first, last) = (start, start + 119 * 60)
      for (time, value) in all {
        #expect(value == (time < first || time > last ? -1 : (time - start) / 60))
      }
      #expect(all.filter { $0.1 == -1 }.map(\.0) == times.filter { $0 < first || $0 > last })
      #expect(all.count { $0.1 >= 0 } == 120)
    }
  }

  /// A source that cannot be reached leaves the answer to the disk.
  @Test func theDiskAnswersForASourceThatFails() throws {
    try withPlaces { _, path in
      let lost = SourceSpec.sql(SQLFeedSpec(.sqlite(path + ".missing"), timeout: 1))
      let file = try HistoryFile(path, .writing)
      let key = SeriesKey(lost, query).text(of: query.metric, in: query)
      try file.write(HistoryBatch([.init(key: key, times: [start + 1], values: [5])]))
      file.close()
      let history = DashboardHistory(
        path: path, limits: HistoryLimits(), startTime: start, clock: { 0 })
      let past = try read(PastReader(history: history), wish(lost, 0, 10))
      #expect(past.parts.map { $0.pieces.flatMap(\.values) } == [[5]])
    }
  }

  @Test func someSourcesHaveAPast() {
    let rows = Query.rows(RowQuery(rows: "."))
    let database = SourceSpec.sql(SQLFeedSpec(.sqlite("a.db")))
    let table: [(source: SourceSpec, query: Query, hasPast: Bool)] = [
      (.system(period: 1), .metric("load.1"), false),
      (.prometheus(HTTPFeedSpec(url: "http://p", format: .json)), .promQL("up"), true),
      (.http(HTTPFeedSpec(url: "http://h", format: .json)), .path(".a"), false),
      (.http(HTTPFeedSpec(url: "http://h", format: .rows)), rows, true),
      (database, .sql("SELECT 1"), false), (database, .sql(Self.statement), true),
    ]
    for (source, query, hasPast) in table { #expect(source.hasPast(of: query) == hasPast) }
  }

  /// Usual values come from the source's own past, too.
  @Test func usualValuesOfASource() throws {
    try withFolder { folder in
      let database = folder.appendingPathComponent("source.db").path
      let connection = try SQLiteConnection(database, .writing)
      try connection.execute("CREATE TABLE s(t REAL, v REAL); BEGIN")
      for quarter in 0..<5 * 96 {
        try connection.execute(
          "INSERT INTO s VALUES (\(start - Double(quarter * 900)), \(quarter % 96))")
      }
      try connection.execute("COMMIT")
      connection.close()
      let source = SourceSpec.sql(SQLFeedSpec(.sqlite(database)))
      let metric = try #require(
        try read(PastReader(history: nil), wish(source, -900, 0)).parts.first?.metric)
      let wish = UsualWish(
        key: UsualKey(
          source: source, query: query, metric: metric, isCounter: false, days: 7, step: 900),
        range: start - 1800...start + 1800, zone: .utc)
      let box = BandBox()
      PastReader(history: nil).readUsual(wish) { band in box.band.withLock { $0 = .some(band) } }
      try #require(eventually { box.band.withLock { $0 != nil } })
      let answer = try #require(box.band.withLock { $0 })
      let band = try #require(answer)
      #expect(!band.isEmpty)
      #expect(band.days.max() == 5)
    }
  }

  private final class BandBox: Sendable {
    let band = Mutex<UsualBand??>(nil)
  }
}
