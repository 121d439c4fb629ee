import Charts
import Metrics

extension PlotPanel {
  /// Places the series of the right axis: the ends of this axis lie at the ends of the left axis, and its ticks lie at
  /// the grid lines where the left axis has even steps.
  static func addRightAxis(_ data: PanelData, _ plot: inout PlotContent) {
    let right = data.lines.indices.filter { data.lines[$0].isOnRight }
    guard let first = right.first, right.count < data.lines.count else { return }
    var spec = data.spec
    spec.unit = data.lines[first].unit ?? spec.unit
    spec.range = RangeSpec()
    spec.thresholds = []
    var own = plot
    own.series = right.map { plot.series[$0] }
    // The axis of hidden series keeps their values, so that its ticks stay.
    if own.series.allSatisfy(\.isHidden) {
      for i in own.series.indices { own.series[i].isHidden = false }
    }
    let decimals = spec.keepsDecimals ? own.valueDecimals : ValueFormat.mostDecimals
    let free = AxisRange(spec, isWhole: decimals == 0).scale(of: own.extent)
    let axis =
      plot.axis.aligned(covering: free.domain, unit: spec.unit, isWhole: decimals == 0) ?? free
    let (left, domain) = (plot.axis.domain, axis.domain)
    let extent = domain.upperBound - domain.lowerBound
    guard extent > 0, extent.isFinite else { return }
    let factor = (left.upperBound - left.lowerBound) / extent
    own.axis = axis
    let format = valueFormat(of: spec, own, decimals: decimals)
    for i in right {
      plot.series[i].rescaling = (factor, left.lowerBound - domain.lowerBound * factor)
      plot.series[i].valueFormat = format
    }
    plot.rightAxis = axis
  }

  /// The content with the series of the left axis alone, which determine that axis.
  static func leftPart(_ data: PanelData, _ plot: PlotContent) -> PlotContent {
    let left = data.lines.indices.filter { !data.lines[$0].isOnRight }
    guard !left.isEmpty, left.count < data.lines.count else { return plot }
    var part = plot
    part.series = left.map { plot.series[$0] } + plot.series[data.lines.count...]
    return part
  }
}
