import TestSupport
import Testing

@testable import Dashboard
@testable import Metrics

/// The brightness of a screen by schedule, wish and input.
struct ScreenLightTests {
  /// 1970-01-02 00:00:00 UTC.
  private static let midnight = 86_400.0

  private func time(_ hour: Double) -> Double { Self.midnight + hour * 3600 }

  private func light(_ from: Int, _ to: Int, _ level: ScreenLight.Level = .dimmed(0.3))
    -> ScreenLight
  {
    ScreenLight(night: NightSpec(from: from * 60, to: to * 60, level: level))
  }

  @Test(arguments: [
    (22, 6, 21.99, false), (22, 6, 22, true), (22, 6, 23.9, true), (22, 6, 0, true),
    (22, 6, 5.99, true), (22, 6, 6, false), (22, 6, 12, false), (1, 5, 0.99, false),
    (1, 5, 1, true), (1, 5, 4.99, true), (1, 5, 5, false), (0, 23, 22.5, true),
    (0, 23, 23.5, false),
  ])
  func theNightHasItsHours(from: Int, to: Int, hour: Double, isNight: Bool) {
    let level = light(from, to).level(at: time(hour), zone: .utc)
    #expect(level == (isNight ? .dimmed(0.3) : .full))
  }

  /// The schedule counts the local clock.
  @Test func theNightIsLocal() {
    let zone = TimeZoneRules.fixed(offset: -5 * 3600, abbreviation: "EST")
    #expect(light(22, 6).level(at: time(2.9), zone: zone) == .full)
    #expect(light(22, 6).level(at: time(3), zone: zone) == .dimmed(0.3))
  }

  /// The level between two times told by `nextChange` is constant, for random schedules and zones.
  @Test func everyChangeIsTold() {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<200 {
      let from = Int.random(in: 0..<1440, using: &random)
      let to = (from + Int.random(in: 1..<1440, using: &random)) % 1440
      let light = ScreenLight(night: NightSpec(from: from, to: to, level: .blank))
      let zone = TimeZoneRules.fixed(
        offset: Int.random(in: -48...56, using: &random) * 900, abbreviation: "")
      let start = Double(Int.random(in: 0..<1_000_000_000, using: &random))
      let next = light.nextChange(after: start, zone: zone)!
      #expect(next > start && next - start <= 86_400)
      let level = light.level(at: start, zone: zone)
      #expect(light.level(at: next - 1, zone: zone) == level || next - 1 < start)
      #expect(light.level(at: next, zone: zone) != level)
    }
  }

  /// Berlin in 2025: the clock goes from 2 to 3 on 30 March at 1 UTC, and from 3 to 2 on 26 October at 1 UTC.
  private static let berlin = TimeZoneRules { second in
    let isSummer = (1_743_296_400..<1_761_440_400).contains(second)
    return CivilTime(
      secondsOfClock: second + (isSummer ? 7200 : 3600), zoneAbbreviation: isSummer ? "CEST" : "CET"
    )
  }

  /// A night from 22:00 to 06:00 has seven hours when the clock is set forward, and nine when it is set back.
  @Test(arguments: [(1_743_282_000.0, 7.0), (1_761_422_400.0, 9.0)])
  func aNightWithAClockChange(begin: Double, hours: Double) {
    let light = light(22, 6)
    #expect(light.level(at: begin - 1, zone: Self.berlin) == .full)
    #expect(light.level(at: begin, zone: Self.berlin) == .dimmed(0.3))
    #expect(light.nextChange(after: begin, zone: Self.berlin) == begin + hours * 3600)
  }

  /// A night that ends at 02:30 ends once, when the clock shows that for the second time.
  @Test func aNightEndsOnceInAnHourThatComesTwice() {
    let light = ScreenLight(night: NightSpec(from: 22 * 60, to: 150, level: .blank))
    let last = 1_761_440_400.0 + 1800
    #expect(light.nextChange(after: last - 5 * 3600, zone: Self.berlin) == last)
    #expect(light.level(at: last, zone: Self.berlin) == .full)
  }

  @Test func anInputLightsTheScreenForAWhile() {
    var light = light(22, 6, .blank)
    let isTaken1 = light.userActed(at: time(23), zone: .utc)
    #expect(isTaken1)
    #expect(light.level(at: time(23), zone: .utc) == .full)
    #expect(light.nextChange(after: time(23), zone: .utc) == time(23) + 60)
    // Further inputs are the page's own, and the time begins anew with each.
    let isTaken2 = light.userActed(at: time(23) + 50, zone: .utc)
    #expect(!isTaken2)
    #expect(light.level(at: time(23) + 109, zone: .utc) == .full)
    #expect(light.level(at: time(23) + 110, zone: .utc) == .blank)
    // A clock that is set back does not keep the screen lit for hours.
    #expect(light.level(at: time(22.5), zone: .utc) == .blank)
  }

  @Test func anInputByDayIsThePagesOwn() {
    var light = light(22, 6)
    let isTaken3 = light.userActed(at: time(12), zone: .utc)
    #expect(!isTaken3)
    #expect(light.nextChange(after: time(12), zone: .utc) == time(22))
    var plain = ScreenLight()
    let isTaken = plain.userActed(at: 0, zone: .utc)
    #expect(!isTaken && plain.nextChange(after: 0, zone: .utc) == nil)
  }

  @Test func anOperatorsWishLastsUntilHeWakesTheScreen() {
    var light = light(22, 6)
    light.blank()
    #expect(light.level(at: time(12), zone: .utc) == .blank)
    let isTaken4 = light.userActed(at: time(12), zone: .utc)
    #expect(isTaken4)
    #expect(light.level(at: time(12) + 59, zone: .utc) == .full)
    #expect(light.level(at: time(12) + 60, zone: .utc) == .blank)
    light.dim(to: 0.5)
    #expect(light.level(at: time(12), zone: .utc) == .dimmed(0.5))
    light.dim(to: -1)
    #expect(light.level(at: time(12), zone: .utc) == .dimmed(0.05))
    light.wake(at: time(12))
    #expect(light.level(at: time(12) + 3600, zone: .utc) == .full)
    // At night the screen is dimmed again after a while.
    light.wake(at: time(23))
    #expect(light.level(at: time(23), zone: .utc) == .full)
    #expect(light.level(at: time(23) + 60, zone: .utc) == .dimmed(0.3))
  }

  // MARK: The movement

  @Test(arguments: [1, 2, 4, 32])
  func thePictureMovesByAPixelAtMostAndStaysWithinItsReach(distance: Int) {
    let shift = PixelShift(distance: distance)
    var places: Set<[Int]> = []
    var last = shift.offset(at: 0)
    for step in 1..<5000 {
      let time = Double(step) * PixelShift.period
      #expect(shift.nextChange(after: time - 1) == time)
      #expect(shift.offset(at: time - 1) == last)
      let place = shift.offset(at: time)
      #expect(max(abs(place.x), abs(place.y)) <= distance)
      #expect(abs(place.x - last.x) == 1 && abs(place.y - last.y) == 1)
      places.insert([place.x, place.y])
      last = place
    }
    #expect(Set(places.map { $0[0] }).count == 2 * distance + 1)
    #expect(distance == 1 || places.count >= 2 * distance * (distance - 1))
  }

  @Test func withoutADistanceNothingMoves() {
    let shift = PixelShift(distance: 0)
    #expect(shift.offset(at: 1e9) == (0, 0) && shift.nextChange(after: 1e9) == nil)
    #expect(PixelShift(distance: 4).offset(at: .infinity) == (0, 0))
  }
}
