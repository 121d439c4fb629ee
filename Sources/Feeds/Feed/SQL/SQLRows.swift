import Messages
import Metrics

/// The rows of an answer, in columns.
struct SQLRows {
  /// The limits of an answer. Rows beyond a limit are left out, and reported.
  static let mostRows = 250_000
  static let mostBytes = 16 << 20

  private(set) var columns: [SQLColumn]
  /// The number of complete rows.
  private(set) var count = 0
  private var bytes = 0
  /// The limit that the answer exceeds; nil for a complete answer.
  private(set) var excess: String?
  /// Whether the answer stays the same as long as the data does not change.
  var isRepeatable = false
  /// The zone of dates without a time of day.
  let zone: TimeZoneRules

  init(_ columns: [SQLColumn], zone: TimeZoneRules = .utc) {
    (self.columns, self.zone) = (columns, zone)
  }

  /// Adds the next cell of a row.
  mutating func add(_ cell: SQLCell, to column: Int) {
    // A column has a number for each cell, and an index for each text.
    bytes += MemoryLayout<Double>.size
    switch cell {
    case .null: columns[column].add(.nan)
    case .number(let number): columns[column].add(number)
    case .text(let text):
      bytes += MemoryLayout<Int32>.size + text.count
      columns[column].add(text)
    }
  }

  /// Ends a row whose cells have all been added.
  /// - Returns: false if no more rows are wanted.
  mutating func endRow() -> Bool {
    count += 1
    if bytes >= Self.mostBytes {
      excess = String(localized: "the answer is larger than \(Self.mostBytes >> 20) MiB")
    }
    return excess == nil
  }

  /// Starts a row, and notes the excess if the row is beyond the limit.
  /// - Returns: whether the row is wanted.
  mutating func beginRow() -> Bool {
    if count >= Self.mostRows {
      excess = String(localized: "the answer has more than \(Self.mostRows) rows")
    }
    return excess == nil
  }
}

enum SQLCell {
  case null
  case number(Double)
  case text(UnsafeBufferPointer<UInt8>)
}

/// A column of an answer.
struct SQLColumn {
  enum Kind: Equatable {
    case time, number, text
    /// Each value has a kind of its own, as in SQLite.
    case any
    /// Values that are neither numbers nor labels; the text is the remedy.
    case unusable(String)
  }

  let name: String
  let kind: Kind
  /// A number for each row; NaN for NULL and for text.
  private(set) var numbers: [Double] = []
  /// The distinct texts; empty without texts. `textIndices` has the index of each row's text, or -1.
  private(set) var texts: [String] = []
  private(set) var textIndices: [Int32] = []
  private var places: [String: Int32] = [:]

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  fileprivate mutating func add(_ number: Double) {
    numbers.append(number)
    if !texts.isEmpty { textIndices.append(-1) }
  }

  fileprivate mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    if texts.isEmpty { textIndices = [Int32](repeating: -1, count: numbers.count) }
    let place = places[text] ?? Int32(texts.count)
    if place == texts.count {
      places[text] = place
      texts.append(text)
    }
    numbers.append(.nan)
    textIndices.append(place)
  }

  /// Whether the column distinguishes series.
  var isLabel: Bool { kind == .text || kind == .any && !texts.isEmpty }

  /// Whether all values are NULL.
  var isNull: Bool { texts.isEmpty && numbers.allSatisfy(\.isNaN) }

  /// The value of a label in a row; nil for NULL.
  func label(_ row: Int) -> String? {
    if !texts.isEmpty, textIndices[row] >= 0 { return texts[Int(textIndices[row])] }
    let number = numbers[row]
    if number.isNaN { return nil }
    return Int(exactly: number).map(String.init) ?? String(number)
  }
}
