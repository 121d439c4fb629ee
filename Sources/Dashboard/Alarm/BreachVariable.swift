import Glibc
import Messages
import Metrics

/// The environment variables that the program sets for the command of a breach.
enum BreachVariable: String, CaseIterable {
  case state = "WALLCHART_STATE"
  case time = "WALLCHART_TIME"
  case dashboard = "WALLCHART_DASHBOARD"
  case page = "WALLCHART_PAGE"
  case panel = "WALLCHART_PANEL"
  case series = "WALLCHART_SERIES"
  case value = "WALLCHART_VALUE"
  case text = "WALLCHART_TEXT"
  case label = "WALLCHART_LABEL"
  case color = "WALLCHART_COLOR"
  case bound = "WALLCHART_BOUND"
  case threshold = "WALLCHART_THRESHOLD"

  /// The names of all variables.
  static let names = Set(allCases.map(\.rawValue))

  fileprivate func text(of event: BreachEvent, at time: Double) -> String {
    switch self {
    case .state: event.state.rawValue
    case .time: TimeZoneRules.utc.civil(time).isoText + "Z"
    case .dashboard: event.dashboard
    case .page: event.page
    case .panel: event.panel
    case .series: event.series
    case .value: "\(Self.rounded(event.value))"
    case .text: event.text
    case .label: event.threshold.label ?? ""
    case .color: event.threshold.color.rawValue
    case .bound: event.threshold.relation
    case .threshold: event.threshold.bound.text
    }
  }

  /// A value without the error of its conversion to another unit: `0.476` for 0.47600000000000003.
  private static func rounded(_ value: Double) -> Double {
    guard value.isFinite, value != 0 else { return value }
    let scale = pow(10, 11 - log10(abs(value)).rounded(.down))
    let rounded = (value * scale).rounded() / scale
    return rounded.isFinite ? rounded : value
  }
}

extension BreachEvent {
  /// The environment variables for the command, by their names.
  /// - Parameter time: the time of the start or the end of the breach, in UTC seconds.
  package func variables(at time: Double) -> [String: String] {
    let texts = BreachVariable.allCases.map { variable in
      // The text of an environment ends at a zero byte.
      (variable.rawValue, variable.text(of: self, at: time).replacing("\0", with: ""))
    }
    return Dictionary(uniqueKeysWithValues: texts)
  }
}

extension ValueReader {
  /// The command line of a breach, which may name the variables that the program sets.
  func breachCommand(_ node: YAMLNode) -> String? { command(node, given: BreachVariable.names) }
}
