import Testing

@testable import Layers

/// The reference table of Core Animation's time mapping, for a linear animation from 0 to 1.
@Suite struct MediaTimingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let timing: MediaTiming
    var function = TimingFunction.linear
    /// Time, and the expected progress; nil for no effect.
    let samples: [(Double, Double?)]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "begin 10, removed", timing: MediaTiming(beginTime: 10, duration: 2),
      samples: [(9.9, nil), (10, 0), (10.5, 0.25), (11, 0.5), (11.5, 0.75), (12, nil)]),
    Case(
      name: "begin 10, forwards",
      timing: MediaTiming(beginTime: 10, duration: 2, fillMode: .forwards),
      samples: [(9.9, nil), (12, 1), (13, 1)]),
    Case(
      name: "begin 10, both", timing: MediaTiming(beginTime: 10, duration: 2, fillMode: .both),
      samples: [(9.9, 0), (12, 1)]),
    Case(
      name: "begin 10, backwards",
      timing: MediaTiming(beginTime: 10, duration: 2, fillMode: .backwards),
      samples: [(9.9, 0), (12, nil)]),
    Case(
      name: "repeat 2.5", timing: MediaTiming(duration: 2, repeatCount: 2.5, fillMode: .forwards),
      samples: [(0, 0), (1, 0.5), (2, 0), (3, 0.5), (4, 0), (4.5, 0.25), (5, 0.5), (9, 0.5)]),
    Case(
      name: "repeat 2.5, easeOut",
      timing: MediaTiming(duration: 2, repeatCount: 2.5, fillMode: .forwards),
      function: .easeOut, samples: [(4.5, 0.378138), (5, 0.684643)]),
    Case(
      name: "repeat 3", timing: MediaTiming(duration: 2, repeatCount: 3, fillMode: .forwards),
      samples: [(5.5, 0.75), (6, 1)]),
    Case(
      name: "autoreverses",
      timing: MediaTiming(duration: 2, autoreverses: true, fillMode: .forwards),
      samples: [(0, 0), (1, 0.5), (2, 1), (3, 0.5), (3.5, 0.25), (4, 0)]),
    Case(
      name: "autoreverses, repeat 1.5",
      timing: MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true, fillMode: .forwards),
      samples: [(4, 0), (5, 0.5), (5.5, 0.75), (6, 1)]),
    Case(
      name: "autoreverses, easeIn",
      timing: MediaTiming(duration: 2, autoreverses: true, fillMode: .forwards), function: .easeIn,
      samples: [(0.5, 0.093465), (1, 0.315357), (2, 1), (3, 0.315357), (3.5, 0.093465)]),
    Case(
      name: "speed 2", timing: MediaTiming(duration: 2, speed: 2, fillMode: .forwards),
      samples: [(0.25, 0.25), (0.5, 0.5), (0.75, 0.75), (1, 1)]),
    Case(
      name: "timeOffset wraps",
      timing: MediaTiming(duration: 2, timeOffset: 0.5, fillMode: .forwards),
      samples: [(0, 0.25), (1, 0.75), (1.5, 0), (1.75, 0.125), (2, 0.25)]),
    Case(
      name: "speed 2, timeOffset",
      timing: MediaTiming(duration: 1, speed: 2, timeOffset: 0.5, fillMode: .forwards),
      samples: [(0, 0.5), (0.125, 0.75), (0.25, 0), (0.375, 0.25), (0.5, 0.5)]),
    Case(
      name: "repeatDuration",
      timing: MediaTiming(duration: 2, repeatDuration: 3, fillMode: .forwards),
      samples: [(2.5, 0.25), (3, 0.5)]),
    Case(
      name: "speed 0", timing: MediaTiming(duration: 2, speed: 0, timeOffset: 0.8),
      samples: [(0, 0.4), (100, 0.4)]),
    Case(
      name: "article 000: 2.5 s linear", timing: MediaTiming(duration: 2.5),
      samples: [(0.25, 0.1), (0.5, 0.2), (1, 0.4), (1.25, 0.5), (2, 0.8)]),
    Case(
      name: "article 002: 3 s easeInEaseOut", timing: MediaTiming(duration: 3),
      function: .easeInEaseOut,
      samples: [(0.3, 0.019722), (0.75, 0.129162), (1.5, 0.5), (2.25, 0.870838), (2.7, 0.980278)]),
    Case(
      name: "article 002: morph 0.5 s easeOut", timing: MediaTiming(duration: 0.5),
      function: .easeOut,
      samples: [
        (0.05, 0.160572), (0.1, 0.308366), (0.125, 0.378138), (0.25, 0.684643),
        (0.375, 0.906535), (0.45, 0.982973),
      ]),
  ]

  @Test("2.2: the reference table", arguments: cases)
  func table(_ test: Case) {
    for (time, expected) in test.samples {
      let progress = test.timing.fraction(at: time).map { test.function($0) }
      if let expected {
        #expect(
          progress != nil && abs(progress! - expected) < 1e-6, "at \(time): \(progress as Any)")
      } else {
        #expect(progress == nil, "at \(time)")
      }
    }
  }

  @Test("2.1: defaults")
  func defaults() {
    let timing = MediaTiming()
    #expect(timing.beginTime == 0 && timing.duration == 0 && timing.speed == 1)
    #expect(timing.timeOffset == 0 && timing.repeatCount == 0 && timing.repeatDuration == 0)
    #expect(!timing.autoreverses && timing.fillMode == .removed)
    let animation = BasicAnimation(.opacity)
    #expect(animation.isRemovedOnCompletion && !animation.isAdditive && !animation.isCumulative)
    #expect(animation.timingFunction == .linear)
  }

  @Test("2.2: a negative speed plays from the end to the start")
  func aNegativeSpeedPlaysFromTheEnd() {
    let timing = MediaTiming(duration: 2, speed: -1, fillMode: .both)
    for (time, expected) in [(-1.0, 1.0), (0.5, 0.75), (1.5, 0.25), (2, 0), (9, 0)] {
      #expect(timing.fraction(at: time) == expected)
    }
  }

  @Test("2.2: a negative speed plays endless cycles from their ends, too")
  func aNegativeSpeedPlaysEndlessCyclesFromTheirEnds() {
    var timing = MediaTiming(duration: 2, speed: -1, repeatCount: .infinity)
    for (time, expected) in [(0.0, 1.0), (0.5, 0.75), (1.5, 0.25), (2, 1), (2.5, 0.75)] {
      #expect(timing.fraction(at: time) == expected)
    }
    timing.autoreverses = true
    for (time, expected) in [(0.5, 0.25), (1.5, 0.75), (2.5, 0.75), (3.5, 0.25)] {
      #expect(timing.fraction(at: time) == expected)
    }
  }

  @Test("2.2: repeatDuration wins over repeatCount")
  func aRepeatDurationWinsOverACount() {
    let timing = MediaTiming(duration: 2, repeatCount: 9, repeatDuration: 3)
    #expect(timing.activeDuration == 3)
  }

  @Test(
    "2.1: a duration of 0 or less, or none, is filled in",
    arguments: [Double.nan, .infinity, -.infinity, 0, -1])
  func oddValuesAreFilledIn(value: Double) {
    var timing = MediaTiming(
      beginTime: .nan, duration: value, speed: .nan, timeOffset: .infinity, repeatCount: .nan)
    timing.fillIn(begin: 5, duration: 0.25)
    #expect(timing.duration == 0.25 && timing.beginTime == 5 && timing.endTime == 5.25)
  }

  @Test func infiniteRepeatNeverEnds() {
    let timing = MediaTiming(duration: 2, repeatCount: .infinity)
    #expect(timing.phase(at: 1e9) == .active)
    #expect(timing.endTime == .infinity)
  }
}
