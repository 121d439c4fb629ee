import Charts
import Dashboard

extension Input {
  /// The command line's theme, or the dashboard's theme, or the dark theme.
  func theme(_ arguments: Arguments) -> Theme {
    var name = arguments.theme
    if name == nil, case .dashboard(let dashboard) = self { name = dashboard.spec.theme }
    return name.flatMap { Theme(name: $0) } ?? .dark
  }
}
