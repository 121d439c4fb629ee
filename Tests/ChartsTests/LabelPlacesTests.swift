import TestSupport
import Testing

@testable import Charts

/// The places of labels at the ends of lines.
@Suite struct LabelPlacesTests {
  @Test(
    arguments: [
      // The heights of ends, and of their labels 18 points apart in a plot of 200.
      ([50, 100, 150], [50, 100, 150]), ([100, 100], [91, 109]), ([100, 110], [96, 114]),
      ([0, 0, 0], [0, 18, 36]), ([200, 199], [200, 182]), ([100, 104, 40], [93, 111, 40]),
      ([10, 12, 100], [2, 20, 100]), ([], []),
      ([90, 100, 118], [84.6667, 102.6667, 120.6667]),
      // A line without an end stands below the others.
      ([nil, 40], [200, 40]), ([nil, 190, nil], [182, 164, 200]),
    ] as [([Double?], [Double])])
  func table(ends: [Double?], labels: [Double]) {
    let found = LabelPlaces.places(ends, pitch: 18, height: 200)
    #expect(found.count == labels.count)
    #expect(zip(found, labels).allSatisfy { abs($0 - $1) < 0.001 }, "\(found)")
  }

  /// Labels never cross, never come nearer than their pitch, stay in the plot, and stand at their ends where
  /// all ends are far enough apart.
  @Test func anyEnds() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let ends = (0..<Int.random(in: 1...11, using: &random)).map { _ -> Double? in
        Int.random(in: 0..<8, using: &random) == 0 ? nil : .random(in: 0...200, using: &random)
      }
      let labels = LabelPlaces.places(ends, pitch: 18, height: 200)
      let order = ends.indices.sorted { (ends[$0] ?? 300, $0) < (ends[$1] ?? 300, $1) }
      for (a, b) in zip(order, order.dropFirst()) { #expect(labels[b] - labels[a] >= 18 - 1e-9) }
      #expect(labels.allSatisfy { $0 >= -1e-9 && $0 <= 200 + 1e-9 })
      let isFree = zip(order, order.dropFirst()).allSatisfy {
        (ends[$1] ?? 0) - (ends[$0] ?? 0) >= 18
      }
      if isFree, !ends.contains(nil) { #expect(labels == ends.compactMap { $0 }) }
    }
  }

  /// Labels that exchange their ranks leave and enter them in the middle of the way.
  @Test func exchanges() {
    #expect(LabelPlaces.exchanges(from: [10, 50], to: [20, 60]) == [nil, nil])
    #expect(
      LabelPlaces.exchanges(from: [10, 50, 100], to: [70, 40, 100]) == [[25, 60], [60, 25], nil])
    #expect(
      LabelPlaces.exchanges(from: [0, 20, 40], to: [40, 0, 20]) == [[0, 40], [20, 0], [40, 20]])
  }
}
