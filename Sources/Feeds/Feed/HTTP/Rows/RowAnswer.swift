import Messages
import Metrics

/// The rows in the answer of a server, as stretches of the past.
enum RowAnswer {
  /// Reads an answer in JSON or CSV. The error means that the answer has another format.
  /// - Parameters:
  ///   - request: the requested part of the past.
  ///   - past: the parts of the past that earlier answers have covered.
  static func samples(
    of queries: Set<Query>, in body: [UInt8], _ request: RowPast.Request, _ past: inout RowPast
  ) throws(SourceError) -> HTTPAnswer.Samples {
    var result: HTTPAnswer.Samples = ([], [:])
    // A closure of an array cannot throw a typed error.
    let error: SourceError? = body.withUnsafeBytes { bytes in
      do throws(SourceError) {
        let document = RowReader.isCSV(bytes) ? nil : try JSONDocument(bytes)
        for query in queries { read(query, bytes, document, request, &past, &result) }
        return nil
      } catch {
        return error
      }
    }
    if let error { throw error }
    past.succeed(request, asked: queries)
    return result
  }

  private static func read(
    _ query: Query, _ bytes: UnsafeRawBufferPointer, _ document: JSONDocument?,
    _ request: RowPast.Request, _ past: inout RowPast, _ result: inout HTTPAnswer.Samples
  ) {
    guard case .rows(let rows) = query,
      var reader = RowReader(rows, zone: .system(), now: request.stretch.upperBound)
    else {
      result.missing[query] = String(localized: "'\(shown(query.name))' is not a query of rows")
      return
    }
    if let document { reader.read(bytes, document) } else { reader.read(csv: bytes) }
    let (samples, isOverfull) =
      rows.time.isEmpty
      ? past.present(of: query, reader.series, request)
      : past.news(of: query, reader.series, request)
    let unit = reader.unit
    result.samples += samples.map { FeedUpdate.Samples($0.query, $0.batch, unit: unit) }
    result.missing[query] =
      isOverfull
      ? String(localized: "more than \(RowPast.mostSeries) series: the others are left out")
      : reader.problem ?? (rows.time.isEmpty ? sharedRow(in: reader) : nil)
  }

  /// The reason why a row of the present has no series of its own; nil if each row has one.
  private static func sharedRow(in reader: RowReader) -> String? {
    guard reader.series.values.contains(where: { $0.values.count > 1 }) else { return nil }
    return String(
      localized: "several rows are one series: 'by' names the fields that distinguish rows")
  }
}
