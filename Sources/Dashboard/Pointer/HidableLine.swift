import Feeds

/// A line of a panel as a user hides it.
///
/// The line stays hidden while the dashboard changes and other pages are shown. The numbers of lines and of panels do
/// not last so long, and the places in the file mean other lines after an edit.
struct HidableLine: Hashable {
  private let page: String
  private let panel: String
  private let chart: PanelSpec.Chart
  private let identity: LineIdentity
  private let sources: [SourceSpec]
  private let queries: [Query]

  /// - Parameter page: the name of the page.
  init(_ line: PanelLine, of panel: PanelSpec, on page: String) {
    self.page = page
    self.panel = panel.key ?? panel.title
    chart = panel.chart
    identity = line.identity
    // The series of a sum come and go.
    let series = line.identity == .others ? [] : line.series
    sources = series.map(\.source)
    queries = series.map(\.query)
  }
}
