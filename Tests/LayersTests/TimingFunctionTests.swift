import Testing

@testable import Layers

/// The tables of Core Animation's timing functions: fraction of time, and the five named curves.
@Suite struct TimingFunctionTests {
  static let named: [(String, TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInEaseOut", .easeInEaseOut), ("default", .default),
  ]

  static let table: [[Double]] = [
    [0.0, 0, 0, 0, 0, 0],
    [0.1, 0.1, 0.017027, 0.160572, 0.019722, 0.094796],
    [0.2, 0.2, 0.062282, 0.308366, 0.081660, 0.295244],
    [0.25, 0.25, 0.093465, 0.378138, 0.129162, 0.408511],
    [0.3, 0.3, 0.129577, 0.445186, 0.187396, 0.513315],
    [0.4, 0.4, 0.214861, 0.570880, 0.331884, 0.682541],
    [0.5, 0.5, 0.315357, 0.684643, 0.500000, 0.802403],
    [0.6, 0.6, 0.429120, 0.785139, 0.668116, 0.885229],
    [0.67, 0.67, 0.515911, 0.846581, 0.772850, 0.926526],
    [0.7, 0.7, 0.554814, 0.870423, 0.812604, 0.940765],
    [0.75, 0.75, 0.621862, 0.906535, 0.870838, 0.960459],
    [0.8, 0.8, 0.691634, 0.937718, 0.918340, 0.975625],
    [0.9, 0.9, 0.839428, 0.982973, 0.980278, 0.994316],
    [1.0, 1, 1, 1, 1, 1],
  ]

  @Test("1: the table of the five named curves", arguments: table)
  func namedCurve(row: [Double]) {
    for (i, (name, function)) in Self.named.enumerated() {
      #expect(abs(function(row[0]) - row[i + 1]) < 1e-6, "\(name) at \(row[0])")
    }
  }

  @Test("1: near the ends")
  func nearTheEnds() {
    #expect(abs(TimingFunction.easeIn(0.01) - 0.000187) < 1e-6)
    #expect(abs(TimingFunction.easeOut(0.01) - 0.016910) < 1e-6)
    #expect(abs(TimingFunction.easeIn(0.99) - 0.983090) < 1e-6)
    #expect(abs(TimingFunction.easeOut(0.99) - 0.999813) < 1e-6)
  }

  @Test(
    "1: custom curves, overshoot, a vertical tangent",
    arguments: [
      (TimingFunction(0.1, 1, 1, 0.2), 0.1, 0.351591),
      (TimingFunction(0.1, 1, 1, 0.2), 0.25, 0.500276),
      (TimingFunction(0.1, 1, 1, 0.2), 0.5, 0.570792),
      (TimingFunction(0.1, 1, 1, 0.2), 0.67, 0.589449),
      (TimingFunction(0.1, 1, 1, 0.2), 0.9, 0.679300),
      (TimingFunction(0.5, -0.5, 0.5, 1.5), 0.1, -0.070756),
      (TimingFunction(0.5, -0.5, 0.5, 1.5), 0.25, -0.038215),
      (TimingFunction(0.5, -0.5, 0.5, 1.5), 0.5, 0.5),
      (TimingFunction(0.5, -0.5, 0.5, 1.5), 0.75, 1.038215),
      (TimingFunction(0.5, -0.5, 0.5, 1.5), 0.9, 1.070756),
      (TimingFunction(1, 0, 0, 1), 0.3, 0.047395), (TimingFunction(1, 0, 0, 1), 0.49, 0.301419),
      (TimingFunction(1, 0, 0, 1), 0.5, 0.5), (TimingFunction(1, 0, 0, 1), 0.51, 0.698581),
      (TimingFunction(1, 0, 0, 1), 0.7, 0.952605),
    ])
  func customCurve(function: TimingFunction, x: Double, expected: Double) {
    #expect(abs(function(x) - expected) < 1e-6)
  }

  @Test("1: x up to 0 is 0, from 1 on 1, no number 0")
  func outsideOfTime() {
    for (name, function) in Self.named {
      #expect(function(-1) == 0, "\(name)")
      #expect(function(2) == 1, "\(name)")
      #expect(function(.nan) == 0, "\(name)")
    }
  }

  @Test("1: symmetries and strict order")
  func symmetryAndOrder() {
    var last = [Double](repeating: -1, count: Self.named.count)
    for step in 0...1000 {
      let t = Double(step) / 1000
      #expect(abs(TimingFunction.easeOut(t) - (1 - TimingFunction.easeIn(1 - t))) < 1e-8)
      let both = TimingFunction.easeInEaseOut(t)
      #expect(abs(both - (1 - TimingFunction.easeInEaseOut(1 - t))) < 1e-8)
      for (i, (name, function)) in Self.named.enumerated() {
        #expect(function(t) > last[i], "\(name)")
        last[i] = function(t)
      }
      #expect(TimingFunction.linear(t) == t)
    }
  }

  @Test("1: control points stay within the fractions of time")
  func controlPoints() {
    #expect(TimingFunction(-1, 0, 7, 1) == .linear)
  }
}
