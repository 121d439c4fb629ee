import Messages
import Metrics

/// An answer of the query API: a vector, a matrix or a scalar, or the server's error message.
///
/// Answers are large. The samples are taken from the text in one pass, straight into columns.
struct PrometheusAnswer {
  /// The series with a value at each time of the grid, or `SampleBatch.absent`.
  private(set) var columns: [SampleBatch.Column] = []
  /// The number of all series in the answer.
  private(set) var seriesCount = 0
  /// The server's message about a query that it cannot answer.
  private(set) var error: String?
  /// The server's first warning about its answer.
  private(set) var warning: String?
  /// The reason why this program cannot show some samples.
  private(set) var unreadable: String?

  private let grid: QueryGrid
  private let name: String
  private var hasResult = false
  /// The samples of the series that is being read, by their places in the grid. Only a series that is wanted gets a
  /// column: an answer may have a million empty series.
  private var samples: [(place: Int, value: Double)] = []
  /// The series of the previous answer that have not come yet.
  private var awaited: Set<Metric>
  /// The number of other series that are still wanted.
  private var room: Int

  /// The limit of series of a query.
  static let mostSeries = 1000
  /// The limit of characters of the server's message.
  private static let mostWords = 300

  /// Reads an answer. The error means that the answer is not one of the query API.
  /// - Parameters:
  ///   - grid: the requested times.
  ///   - name: the name of series without a name from the server.
  ///   - known: the series of the previous answer, which take precedence if there are too many.
  init(
    _ body: [UInt8], grid: QueryGrid, name: String, known: Set<Metric> = []
  ) throws(SourceError) {
    (self.grid, self.name, awaited) = (grid, name, known)
    room = Self.mostSeries - known.count
    let isRead = body.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes.bindMemory(to: UInt8.self))
      return read(&reader) && reader.isAtEnd
    }
    guard isRead, hasResult || error != nil else { throw Self.problem(of: body) }
  }

  /// The server's message in an answer with an error status; nil for a body without a message.
  static func words(in body: [UInt8]) -> String? {
    (try? PrometheusAnswer(body, grid: QueryGrid(at: 0, step: 1), name: ""))?.error
  }

  private static func problem(of body: [UInt8]) -> SourceError {
    body.withUnsafeBytes { bytes in
      do throws(SourceError) {
        _ = try JSONDocument(bytes)
        return SourceError(
          kind: .badData,
          description: "the answer does not have the format of Prometheus' query API")
      } catch {
        return error
      }
    }
  }

  // MARK: Reading

  private mutating func read(_ reader: inout JSONReader) -> Bool {
    guard reader.next == UInt8(ascii: "{") else { return false }
    return reader.members { key, reader in
      switch JSONReader.string(key) {
      case "data": readData(&reader)
      case "error": Self.words(&reader, into: &error)
      case "warnings": readWarnings(&reader)
      default: reader.skipValue()
      }
    }
  }

  private static func words(_ reader: inout JSONReader, into words: inout String?) -> Bool {
    guard case .string(let bytes)? = reader.scalar() else { return false }
    if words == nil { words = shown(JSONReader.string(bytes), limit: mostWords) }
    return true
  }

  private mutating func readWarnings(_ reader: inout JSONReader) -> Bool {
    guard reader.next == UInt8(ascii: "[") else { return reader.skipValue() }
    return reader.elements { _, reader in Self.words(&reader, into: &warning) }
  }

  private mutating func readData(_ reader: inout JSONReader) -> Bool {
    guard reader.next == UInt8(ascii: "{") else { return reader.skipValue() }
    return reader.members { key, reader in
      guard JSONReader.string(key) == "result", reader.next == UInt8(ascii: "[") else {
        return reader.skipValue()
      }
      hasResult = true
      return readResult(&reader)
    }
  }

  /// Reads series, or the time and the value of a scalar.
  private mutating func readResult(_ reader: inout JSONReader) -> Bool {
    var time: Double?
    return reader.elements { place, reader in
      if reader.next == UInt8(ascii: "{") { return readSeries(&reader) }
      guard let scalar = reader.scalar() else { return false }
      switch (place, scalar) {
      case (0, .number(let number)): time = number
      case (1, .string(let bytes)):
        guard let time, let index = grid.index(of: time) else { return true }
        guard let value = Self.value(bytes) else {
          unreadable = String(localized: "the answer is a text, not a number")
          return true
        }
        samples = [(index, value)]
        take(Metric(name))
      default: return false
      }
      return true
    }
  }

  private mutating func readSeries(_ reader: inout JSONReader) -> Bool {
    var metric = Metric(name)
    samples.removeAll(keepingCapacity: true)
    var isHistogram = false
    let isRead = reader.members { key, reader in
      switch JSONReader.string(key) {
      case "metric": return readMetric(&reader, &metric)
      case "value": return readSample(&reader)
      case "values": return reader.elements { _, reader in readSample(&reader) }
      case "histogram", "histograms": isHistogram = true
      default: break
      }
      return reader.skipValue()
    }
    guard isRead else { return false }
    if isHistogram {
      unreadable = String(localized: "a histogram is not a number: use histogram_quantile()")
    }
    take(metric)
    return true
  }

  private func readMetric(_ reader: inout JSONReader, _ metric: inout Metric) -> Bool {
    var own = name
    var labels: [String: String] = [:]
    let isRead = reader.members { key, reader in
      guard case .string(let value)? = reader.scalar() else { return false }
      let (label, text) = (JSONReader.string(key), JSONReader.string(value))
      if label == "__name__" { own = text } else { labels[label] = text }
      return true
    }
    metric = Metric(own, labels: Labels(labels))
    return isRead
  }

  /// Reads a time and a value in quotes: `[1700000000.5, "12.5"]`.
  private mutating func readSample(_ reader: inout JSONReader) -> Bool {
    var index: Int?
    return reader.elements { place, reader in
      switch (place, reader.scalar()) {
      case (0, .number(let time)?): index = grid.index(of: time)
      case (1, .string(let bytes)?):
        guard let value = Self.value(bytes) else { return false }
        if let index { samples.append((index, value)) }
      default: return false
      }
      return true
    }
  }

  /// A number in Prometheus' notation. Infinities cannot be drawn, and become missing samples, like NaN.
  private static func value(_ bytes: JSONReader.Bytes) -> Double? {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
    if let (value, next) = parseDecimal(start, start + bytes.count, point: 0x2E),
      next == start + bytes.count
    {
      return value.isFinite ? value : .nan
    }
    return ["NaN", "+Inf", "-Inf", "Inf"].contains(String(decoding: bytes, as: UTF8.self))
      ? .nan : nil
  }

  /// Makes a column of the samples, unless there are too many series.
  private mutating func take(_ metric: Metric) {
    seriesCount += 1
    if awaited.remove(metric) == nil {
      guard room > 0 else { return }
      room -= 1
    }
    var column = [Double](repeating: SampleBatch.absent, count: grid.count)
    for (place, value) in samples { column[place] = value }
    columns.append(SampleBatch.Column(metric, column))
  }
}
