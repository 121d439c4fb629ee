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
