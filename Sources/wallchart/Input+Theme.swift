import Charts
import Dashboard

extension Input {
  /// The command line's theme, or the dashboard's theme, or the dark theme, in the dashboard's style.
  func theme(_ arguments: Arguments) -> Theme {
    var name = arguments.theme
    var style = Theme.Style.calm
    if case .dashboard(let dashboard) = self {
      name = name ?? dashboard.spec.theme
      style = dashboard.spec.style
    }
    return (name.flatMap { Theme(name: $0) } ?? .dark).styled(style)
  }
}

extension Arguments {
  /// Applies the settings that replace those of a dashboard's file.
  func override(_ dashboard: inout DashboardSpec) {
    dashboard.theme = theme ?? dashboard.theme
    dashboard.region = region ?? dashboard.region
  }
}
