import Geometry
import Layers
import Metrics
import Testing

@testable import Charts

/// The parts of lists that have no room for all rows.
@Suite struct ListPagesTests {
  /// Each row is in one part. Rows that need attention come in the first parts.
  @Test(
    arguments: [
      (5, 5, [], [[0, 1, 2, 3, 4]]), (5, 3, [], [[0, 1, 2], [3, 4]]),
      (5, 2, [4], [[0, 4], [1, 2], [3]]), (5, 2, [1, 3, 4], [[1, 3], [0, 4], [2]]),
      (3, 1, [2], [[2], [0], [1]]), (0, 4, [], [[]]), (2, 0, [], [[0], [1]]),
    ] as [(Int, Int, [Int], [[Int]])])
  func parts(count: Int, room: Int, urgent: [Int], parts: [[Int]]) {
    let pages = ListPages()
    for part in parts + [parts[0]] {
      #expect(pages.rows(of: Array(0..<count), room: room, isUrgent: urgent.contains) == part)
      #expect(pages.turn() == (parts.count > 1))
    }
  }

  /// A list that becomes shorter shows its first part instead of an empty one.
  @Test func aListThatShrinks() {
    let pages = ListPages()
    #expect(pages.rows(of: [1, 2, 3, 4, 5], room: 2) == [1, 2])
    #expect(pages.turn() && pages.turn())
    #expect(pages.rows(of: [1, 2, 3, 4, 5], room: 2) == [5])
    #expect(pages.rows(of: [1, 2, 3], room: 2) == [1, 2])
  }

  /// A further row that needs attention brings the first part back, which shows that row; so does a rest.
  @Test func aRowThatBecomesUrgent() {
    let pages = ListPages()
    _ = pages.rows(of: [1, 2, 3, 4], room: 2, isUrgent: { $0 == 4 })
    #expect(pages.turn())
    #expect(pages.rows(of: [1, 2, 3, 4], room: 2, isUrgent: { $0 == 4 }) == [2, 3])
    #expect(pages.rows(of: [1, 2, 3, 4], room: 2, isUrgent: { $0 >= 3 }) == [3, 4])
    #expect(pages.turn() && pages.reset() && !pages.reset())
    #expect(pages.rows(of: [1, 2, 3, 4], room: 2) == [1, 2])
  }

  private static let names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]

  /// A list of each kind with eight rows, and room for some of them.
  private static func panel(_ kind: Panel.Kind, _ size: Size) throws -> Panel {
    try shownPanel("Queues", size, kind) { content in
      switch kind {
      case .table:
        content.body = TableContent(
          titles: ["last"],
          rows: names.enumerated().map {
            TableContent.Row(number: $0, name: $1, cells: [TableContent.Cell("\($0)")])
          })
      case .bars:
        content.body = BarsContent(
          bars: names.enumerated().map {
            BarsContent.Bar(number: $0, name: $1, text: "\($0)", place: 0.5)
          })
      case .tiles:
        content.body = TilesContent(
          tiles: names.enumerated().map {
            TilesContent.Tile(number: $0, name: $1, value: FormattedValue(digits: "5", unit: ""))
          })
      case .states:
        let axes = PlotContent(series: [], time: 0...10, axis: TickScale(fixed: 0, 1))
        content.body = StatesContent(
          lanes: names.enumerated().map {
            StatesContent.Lane(number: $0, name: $1, stretches: [])
          }, axes: axes)
      default:
        content.body = AlertsContent(
          alerts: names.enumerated().map {
            AlertsContent.Alert(
              number: $0, title: $1, detail: "x", value: "5", since: "", signal: .red)
          }, calm: (title: "", detail: ""))
      }
    }
  }

  /// A click on the number of the other rows, and the key for further entries, go on to these rows, and at last to the
  /// first ones again.
  @Test(arguments: [Panel.Kind.table, .bars, .tiles, .states, .alerts])
  func allRowsCanBeReached(_ kind: Panel.Kind) throws {
    let panel = try Self.panel(kind, Size(220, 150))
    func names() -> [String] {
      shownLines(panel).map(\.text).filter(Self.names.contains)
    }
    let first = names()
    #expect(!first.isEmpty && first.count < Self.names.count)
    var seen = Set(first)
    for _ in 0..<8 where seen.count < Self.names.count {
      let rest = try #require(
        panel.legendTarget(at: Point(110, 75), reach: 200).map(\.center), "\(kind)")
      #expect(panel.hasMoreEntries(at: rest) && !panel.hasMoreEntries(at: Point(3, 3)))
      #expect(panel.turnLegend())
      seen.formUnion(names())
      #expect(shownLines(panel).contains { $0.text == "\(8 - names().count) more" })
    }
    #expect(seen == Set(Self.names))
    #expect(panel.turnLegend() && names() == first)
  }

  @Test func aListWithRoomHasOnePart() throws {
    let panel = try Self.panel(.table, Size(400, 600))
    #expect(shownLines(panel).count { Self.names.contains($0.text) } == 8)
    #expect(!panel.turnLegend())
  }
}
