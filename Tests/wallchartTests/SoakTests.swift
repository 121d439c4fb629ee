import Foundation
import TestSupport
import Testing

@testable import wallchart_soak

/// Months in a short time: `make soak` runs the same for longer.
@Suite(.serialized) struct SoakTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let growths: [(samples: [Double], share: Double)] = [
    (samples: Array(repeating: 100, count: 10), share: 0),
    (samples: (0..<100).map { Double($0) }, share: 94.5 / 14.5 - 1),
    (samples: [900.0] + Array(repeating: 100, count: 18) + [100], share: 0),
    (samples: [1.0, 50] + Array(repeating: 40, count: 8), share: -0.2),
  ]

  @Test(arguments: growths)
  func growthComparesTheSecondTenthWithTheLast(samples: [Double], share: Double) {
    #expect(abs(Growth(samples).share - share) < 1e-12)
  }

  /// A number that is larger for a moment has not grown; one that stays larger has.
  @Test func theLeastOfATenthLeavesOutWhatPasses() {
    var samples = (0..<100).map { Double(100 + $0 % 7) }
    #expect(Growth(samples, by: .least).share == 0)
    for i in 95..<100 { samples[i] += 50 }
    #expect(Growth(samples, by: .least).share == 0)
    for i in 70..<100 { samples[i] += 10 }
    #expect(Growth(samples, by: .least).share > 0.05)
    // A number that goes up and down has not grown.
    let waves = (0..<100).map { Double(100 + 20 * ($0 / 10 % 2)) }
    #expect(Growth(waves, by: .least).share <= 0)
  }

  /// The program ends with 1 if its memory grows by more than 1%.
  @Test func aKioskWithoutAWindowDoesNotGrow() throws {
    let program = Program.executable.deletingLastPathComponent()
      .appendingPathComponent("wallchart-soak").path
    let result = try Shell.run("'\(program)' 1")
    print(result.output)
    #expect(result.status == 0, "\(result)")
  }

  /// `make soak` sets the minutes; 0 goes on without an end.
  @Test func aKioskOutlivesEverything() throws {
    let minutes = Self.number("SOAK_MINUTES")
    let kiosk = try SoakKiosk()
    defer { kiosk.stop() }
    let end = minutes.map { $0 > 0 ? ContinuousClock.now + .seconds(60 * $0) : nil }
    try kiosk.prepare()
    var rounds = 0
    func isOver() -> Bool {
      guard let end else { return rounds >= SoakKiosk.Event.allCases.count }
      return end.map { ContinuousClock.now >= $0 } ?? false
    }
    var samples: [Double] = []
    while !isOver() {
      try kiosk.happen(SoakKiosk.Event.allCases[rounds % SoakKiosk.Event.allCases.count])
      rounds += 1
      let isLikeBefore = try kiosk.comesBack()
      #expect(isLikeBefore, "round \(rounds): \(kiosk.lowest) became \(kiosk.last)")
      if !isLikeBefore { break }
      samples.append(Double(kiosk.last.memory))
    }
    try kiosk.end()
    guard samples.count >= 100 else { return }
    let growth = Growth(samples, by: .least)
    print("\(rounds) rounds: \(kiosk.last), private kB \(growth)")
    // The allocator gives memory back by whole pages.
    #expect(growth.late <= growth.early * 1.01 + 512, "\(growth)")
  }
}
