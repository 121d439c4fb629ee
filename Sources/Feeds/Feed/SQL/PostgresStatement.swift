import Messages
import Metrics

/// A statement in the syntax of a PostgreSQL server, with numbered parameters.
struct PostgresStatement {
  /// The original statement.
  let written: String
  /// The statement with `$1` and `$2` in place of the names.
  private(set) var text = ""
  /// The parameters in the order of their numbers.
  private(set) var parameters: [SQLParameter] = []
  /// The places of names: the number of characters before a name in the sent statement, and the number of characters
  /// that the name lost.
  private var places: [(sent: Int, lost: Int)] = []

  init(_ statement: String) {
    written = statement
    var rest = statement[...]
    while !rest.isEmpty {
      guard let parameter = SQLParameter.allCases.first(where: { rest.hasPrefix($0.rawValue) })
      else {
        text.append(rest.removeFirst())
        continue
      }
      if !parameters.contains(parameter) { parameters.append(parameter) }
      let number = "$\(parameters.firstIndex(of: parameter)! + 1)"
      text += number
      places.append((text.unicodeScalars.count, parameter.rawValue.count - number.count))
      rest = rest.dropFirst(parameter.rawValue.count)
    }
  }

  /// The number of characters before a place in the original statement.
  /// - Parameter position: the place in the sent statement, counted from 1 as by the server.
  func place(of position: Int) -> Int {
    // A server may answer anything.
    let before = min(max(1, position) - 1, text.unicodeScalars.count)
    return before + places.filter { $0.sent <= before }.reduce(0) { $0 + $1.lost }
  }

  /// The value of a parameter in the form of its type.
  /// - Parameters:
  ///   - type: the type that the server has inferred for the parameter.
  ///   - zone: the zone of dates.
  static func value(
    of parameter: SQLParameter, _ type: UInt32, in stretch: ClosedRange<Double>,
    _ zone: TimeZoneRules
  ) -> String {
    let time = parameter == .from ? stretch.lowerBound : stretch.upperBound
    switch PostgresType(type) {
    case .date:
      let day = zone.civil(time)
      return day.year.padded(to: 4) + "-" + day.monthDayText
    case .time, .text, .interval: return moment(time)
    case .integer:
      return String(Int64(time.rounded(parameter == .from ? .down : .up)))
    case .number, .boolean: return String(time)
    }
  }

  /// `2026-11-21 04:47:21.5+00`.
  static func moment(_ time: Double) -> String {
    let micros = (time * 1e6).rounded()
    let seconds = (micros / 1e6).rounded(.down)
    let civil = TimeZoneRules.utc.civil(seconds)
    return civil.year.padded(to: 4) + "-" + civil.monthDayText + " " + civil.timeText
      + "." + Int(micros - seconds * 1e6).padded(to: 6) + "+00"
  }
}

/// The relevant types of a PostgreSQL server, by their numbers in `pg_type.dat`.
enum PostgresType {
  case date, time, integer, number, boolean, interval, text

  init(_ number: UInt32) {
    switch number {
    case 1082: self = .date
    case 1114, 1184: self = .time
    case 20, 21, 23, 26, 28, 5069: self = .integer
    case 700, 701, 1700: self = .number
    case 16: self = .boolean
    case 1186: self = .interval
    default: self = .text
    }
  }

  /// The kind of a column of the type.
  func kind(ofColumn name: String) -> SQLColumn.Kind {
    switch self {
    case .date, .time: .time
    case .integer, .number, .boolean: .number
    case .text: .text
    case .interval:
      .unusable(
        String(
          localized:
            "the column '\(shown(name))' is an interval: write EXTRACT(epoch FROM …) for its seconds"
        ))
    }
  }

  /// A value of the type.
  /// - Parameter zone: the zone of dates.
  func cell(_ text: UnsafeBufferPointer<UInt8>, _ zone: TimeZoneRules) -> SQLCell {
    switch self {
    case .text, .interval: return .text(text)
    case .date, .time: return SQLTime.date(text, zone).map { .number($0) } ?? .null
    case .boolean: return .number(text.first == UInt8(ascii: "t") ? 1 : 0)
    case .integer, .number:
      guard let start = text.baseAddress,
        let number = parseDecimal(start, start + text.count, point: UInt8(ascii: "."))
      else { return .null }
      return .number(number.value)
    }
  }
}
