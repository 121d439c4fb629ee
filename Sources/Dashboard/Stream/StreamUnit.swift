import Feeds
import Messages
import Metrics

/// A unit that a text states: the unit of the axis, and the factor that converts values to that unit.
struct StreamUnit: Hashable {
  var unit: Unit
  var factor: Double

  static let none = StreamUnit(unit: .none, factor: 1)

  init(unit: Unit, factor: Double) {
    self.unit = unit
    self.factor = factor
  }

  init(_ text: String?) {
    guard let text, !text.isEmpty else {
      self = .none
      return
    }
    self = StreamUnit.known[text] ?? StreamUnit(unit: .custom(text), factor: 1)
  }

  /// The unit of a symbol that the user states. For a known unit without a prefix, the axis chooses a prefix for the
  /// values; any other unit leaves the values as they are in the text.
  init(ofUser symbol: String) {
    let known = StreamUnit(symbol)
    self = known.factor == 1 ? known : StreamUnit(unit: .custom(symbol), factor: 1)
  }

  /// The symbol for a word of the user's, such as `percent`; any other text itself.
  static func symbol(of word: String) -> String { words[word] ?? word }

  /// The words that users may write for symbols, in `unit` of a dashboard's file and after `--unit`.
  static let words = [
    "none": "", "percent": "%", "bytes": "B", "bytes/s": "B/s", "bits/s": "bit/s", "celsius": "°C",
    "seconds": "s", oldDecimalBytes: "bytes_si",
  ]
  /// The former word for bytes with decimal prefixes.
  static let oldDecimalBytes = "decimal bytes"

  /// The unit to which numbers with units of their own are converted; nil for a unit to which no other unit can be
  /// converted.
  var ofColumn: ColumnUnit? { ColumnUnit(unit.symbol, times: factor) }

  /// A word for the common quantity of columns with this unit; nil if the unit names none.
  var title: String? {
    switch unit {
    case .percent: String(localized: "Percent")
    case .bytes, .decimalBytes: String(localized: "Size")
    case .bytesPerSecond, .decimalBytesPerSecond, .bitsPerSecond: String(localized: "Throughput")
    case .celsius: String(localized: "Temperature")
    case .seconds: String(localized: "Time")
    case .none, .custom: nil
    }
  }

  /// Whether a word is the name of a unit.
  static func isKnown(_ word: some StringProtocol) -> Bool { known[String(word)] != nil }

  /// The symbols of all known units.
  static var symbols: [String] { Array(known.keys) }

  private static let known: [String: StreamUnit] = {
    var units: [String: StreamUnit] = [
      "%": StreamUnit(unit: .percent, factor: 1), "°C": StreamUnit(unit: .celsius, factor: 1),
    ]
    for (name, seconds) in [
      ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("min", 60), ("h", 3600),
      ("d", 86_400),
    ] {
      units[name] = StreamUnit(unit: .seconds, factor: seconds)
    }
    func add(_ name: String, _ factor: Double, _ size: Unit) {
      units[name] = StreamUnit(unit: size, factor: factor)
      let rate = size == .bytes ? Unit.bytesPerSecond : .decimalBytesPerSecond
      units[name + "/s"] = StreamUnit(unit: rate, factor: factor)
    }
    var (binary, decimal) = (1.0, 1.0)
    add("B", 1, .bytes)
    units["bytes_si"] = StreamUnit(unit: .decimalBytes, factor: 1)
    units["bytes_si/s"] = StreamUnit(unit: .decimalBytesPerSecond, factor: 1)
    units["bit/s"] = StreamUnit(unit: .bitsPerSecond, factor: 1)
    for prefix in ["K", "M", "G", "T", "P", "E"] {
      binary *= 1024
      decimal *= 1000
      add(prefix + "iB", binary, .bytes)
      for letter in prefix == "K" ? ["k", "K"] : [prefix] {
        add(letter + "B", decimal, .decimalBytes)
        units[letter + "bit/s"] = StreamUnit(unit: .bitsPerSecond, factor: decimal)
      }
    }
    return units
  }()
}

extension Unit {
  /// Whether the unit names a quantity whose axis starts at zero.
  var isQuantity: Bool {
    switch self {
    case .none, .custom, .celsius: false
    default: true
    }
  }
}
