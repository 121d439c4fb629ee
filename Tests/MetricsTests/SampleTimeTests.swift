import Testing

@testable import Metrics

@Suite struct SampleTimeTests {
  /// A microsecond is less than the distance between two numbers from the year 2242 on.
  @Test(arguments: [0, -1, 1.7e9, -6.2e10, 1e11, 2.5e11, -1e11])
  func aSampleAfterAnotherHasALaterTime(time: Double) {
    let next = SampleTime.after(time)
    #expect(next > time && next - time < 1e-4)
    #expect(abs(time) > 1e10 || abs(next - time - 1e-6) < 1e-6)
  }
}
