import Testing

@testable import Dashboard

@Suite struct RowCountTests {
  /// The displayed numbers, with their times, for rows at a distance in seconds.
  private func said(distance: Double, rows: Int) -> [(time: Double, number: Int)] {
    var count = RowCount()
    var result: [(time: Double, number: Int)] = []
    func note(_ time: Double) {
      if count.shown != result.last?.number { result.append((time, count.shown)) }
    }
    for row in 1...rows {
      let time = Double(row) * distance
      if let due = count.nextChange, due < time {
        let isChanged = count.advance(to: due)
        #expect(isChanged)
        note(due)
      }
      count.update(row, isLast: false, at: time)
      note(time)
    }
    if let due = count.nextChange {
      let changes = [count.advance(to: due - 0.001), count.advance(to: due)]
      #expect(changes == [false, true])
      note(due)
    }
    #expect(count.nextChange == nil)
    return result
  }

  /// The count shows every row of about one a second; of faster rows, it changes about once a second; at
  /// the end, it shows all.
  @Test(arguments: [
    (1.0, 5, [1, 2, 3, 4, 5]), (0.95, 4, [1, 2, 3, 4]), (0.125, 30, [1, 8, 15, 22, 29, 30]),
    (0.3, 7, [1, 4, 7]), (0.1, 1, [1]),
  ])
  func rowsAreCounted(distance: Double, rows: Int, expected: [Int]) {
    let said = said(distance: distance, rows: rows)
    #expect(said.map(\.number) == expected)
    for (a, b) in zip(said, said.dropFirst()) { #expect(b.time - a.time > 0.89) }
  }

  /// The last number is shown at once when the input ends or begins anew.
  @Test func theLastIsSaidAtOnce() {
    var count = RowCount()
    count.update(1, isLast: false, at: 0)
    count.update(7, isLast: true, at: 0.1)
    #expect(count.shown == 7 && count.nextChange == nil)
    count.update(2, isLast: false, at: 0.2)
    #expect(count.shown == 2 && count.nextChange == nil)
  }
}
