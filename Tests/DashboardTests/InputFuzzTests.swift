import InputGenerator
import Testing

/// Random text and dashboards, drawn as pictures; `make fuzz` tries more of them.
@Suite struct InputFuzzTests {
  /// Seeds that once failed.
  private static let texts: [UInt64] = []
  private static let dashboards: [UInt64] = [746]

  @Test func someText() throws {
    let fuzz = try InputFuzz()
    for seed in Self.texts + Array(0..<60) { #expect(fuzz.text(seed: seed) == nil, "seed \(seed)") }
  }

  @Test func someDashboards() throws {
    let fuzz = try InputFuzz()
    for seed in Self.dashboards + Array(0..<60) {
      #expect(fuzz.dashboard(seed: seed) == nil, "seed \(seed)")
    }
  }
}
