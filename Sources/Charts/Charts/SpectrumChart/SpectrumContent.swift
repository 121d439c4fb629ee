import Geometry

extension SpectrumChart {
  /// The content of a spectrum chart.
  public struct Content: Sendable, Equatable {
    /// One point of the curve: its place, and its value, which determines its colour.
    public struct PointValue: Sendable, Equatable {
      /// The place of the point, in any unit.
      public var x: Double
      /// The value of the point, in any unit.
      public var y: Double

      /// A value at a place.
      public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
      }
    }

    /// The points in any order. A point whose value is not finite is a gap; a point whose place is not
    /// finite is left out. Points with the same `x` are the same point when the content changes.
    public var pointValues: [PointValue]
    /// The points of further curves, which share ranges and colours with the first one. Default none.
    public var furtherPointValues: [[PointValue]]
    /// The names under the columns, from left to right, spread from edge to edge. Empty for none.
    public var columnNames: [String]
    /// The names beside the rows, from the top down, spread from edge to edge. Empty for none.
    public var rowNames: [String]
    /// The range of places across the width; nil for that of all points.
    public var xRange: ClosedRange<Double>?
    /// The range of values across the height; nil for that of all values.
    public var yRange: ClosedRange<Double>?

    /// Points with names at the edges.
    public init(
      pointValues: [PointValue] = [], columnNames: [String] = [], rowNames: [String] = [],
      xRange: ClosedRange<Double>? = nil, yRange: ClosedRange<Double>? = nil,
      furtherPointValues: [[PointValue]] = []
    ) {
      self.pointValues = pointValues
      self.furtherPointValues = furtherPointValues
      self.columnNames = columnNames
      self.rowNames = rowNames
      self.xRange = xRange
      self.yRange = yRange
    }

    /// The points of all curves.
    var curves: [[PointValue]] { [pointValues] + furtherPointValues }

    /// The points of a curve between gaps, ordered by `x`; of several points with the same `x`, the last one counts.
    static func runs(_ pointValues: [PointValue]) -> [[PointValue]] {
      let placed = pointValues.enumerated().filter { $0.element.x.isFinite }
      let sorted = placed.sorted {
        ($0.element.x, $0.offset) < ($1.element.x, $1.offset)
      }.map(\.element)
      let distinct = sorted.enumerated().filter { i, point in
        i + 1 == sorted.count || sorted[i + 1].x != point.x
      }.map(\.element)
      return distinct.split { !$0.y.isFinite }.map(Array.init)
    }

    /// The map from points to a plot.
    func map(size: Size) -> AxisMap {
      let points = curves.flatMap { Self.runs($0).joined() }
      let x = xRange.finite ?? range(points.map(\.x))
      return AxisMap(
        epoch: x.lowerBound, time: x, value: yRange.finite ?? range(points.map(\.y)), size: size)
    }

    private func range(_ values: [Double]) -> ClosedRange<Double> {
      (values.min() ?? 0)...(values.max() ?? 0)
    }
  }
}

extension ClosedRange<Double>? {
  fileprivate var finite: ClosedRange<Double>? {
    flatMap { $0.lowerBound.isFinite && $0.upperBound.isFinite ? $0 : nil }
  }
}

extension SpectrumChart.Content {
  /// A spectrum through all colours: twenty-one values within the article's range of 0 to 3591, which does not list its
  /// own values.
  public static let demo = SpectrumChart.Content(
    pointValues: demoPoints([
      360, 520, 700, 640, 900, 1180, 1080, 1500, 1990, 1760, 2300, 2860, 2520, 3120, 3380, 2900,
      2240, 2480, 1620, 1050, 760,
    ]),
    columnNames: ["0", "5", "10", "15", "20"], rowNames: ["3600", "2700", "1800", "900", "0"],
    yRange: 0...3600)

  /// Values at equal distances, from 0 for the first to 20 for the last.
  public static func demoPoints(_ values: [Double]) -> [PointValue] {
    values.enumerated().map {
      PointValue(Double($0.offset) * 20 / Double(max(values.count - 1, 1)), $0.element)
    }
  }
}
