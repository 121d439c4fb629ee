import Geometry
import Layers
import Metrics
import TestSupport
import Testing
import Typography

@testable import Charts

/// One layer carries the labels that move with the axis, without a visible difference.
@Suite struct AxisSlideTests {
  private static let width = 900.0
  /// The largest distance of a label from its way: labels are whole pixels away from the epoch of times, and another
  /// epoch moves them by a pixel at most.
  private static let most = 1 + 1.0 / 32
  private let plot: Plot

  init() throws {
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: Size(1920, 1080)),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: true)
    plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: Self.width, height: 200), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: true, environment: environment)
  }

  /// The label layers below the plot, including those that are leaving.
  private var labels: [TextLayer] {
    plot.layer.sublayers.last!.all.compactMap { $0 as? TextLayer }
  }

  /// Rows from 1 to `end`, of which the last ones are visible.
  private func show(_ end: Double, window: Double, at time: Double) {
    plot.layer.completeAnimations(at: time)
    plot.update(
      PlotContent(
        series: [], time: (end - window)...end, axis: TickScale(fixed: 0, 1), xAxis: .number),
      at: time)
  }

  /// The place of the middle of a label on screen.
  private func middle(_ label: TextLayer, at time: Double) -> Double {
    var layer = label.superlayer
    var x = label.position.x + label.bounds.width / 2
    while let current = layer, current !== plot.layer {
      x += current.presentation(at: time).position.x
      layer = current.superlayer
    }
    return x
  }

  /// The defined way of each label: from its place on screen to its new place, within the edges.
  private struct Reference {
    private var ways: [String: (from: Double, to: Double, begin: Double)] = [:]

    func middle(_ text: String, at time: Double) -> Double? {
      ways[text].map {
        lerp($0.from, $0.to, Motion.sampleTiming((time - $0.begin) / Motion.sampleDuration))
      }
    }

    mutating func update(_ labels: [TextLayer], _ transition: PlotTransition, at time: Double) {
      var next = ways
      next.removeAll()
      for label in labels where label.opacity > 0 {
        let text = label.line!.text
        func place(_ map: AxisMap) -> Double {
          let half = label.bounds.width / 2
          // Labels are whole pixels away from the epoch.
          let x = map.xOffset + (map.xScale * (Double(text)! - map.epoch)).rounded()
          return min(max(x, half), AxisSlideTests.width - half)
        }
        let from = middle(text, at: time) ?? place(transition.from)
        next[text] = (from, place(transition.to), time)
      }
      ways = next
    }
  }

  @Test("Each label goes its own way, whatever carries it", arguments: 0..<24)
  func theWayIsTheSame(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var reference = Reference()
    var (time, end) = (0.0, 400.0)
    var window = [40.0, 299, 299][seed % 3]
    for step in 0..<120 {
      let before = labels.map { ($0, middle($0, at: time)) }
      show(end, window: window, at: time)
      for (label, place) in before where labels.contains(where: { $0 === label }) {
        #expect(isNear(middle(label, at: time), place, Self.most), "it jumps at \(time)")
      }
      reference.update(labels, plot.transition!, at: time)
      let pause = seed % 2 == 0 ? 0.1 : Double.random(in: 0.05...0.7, using: &random)
      for share in [0, 0.3, 1] {
        for label in labels where label.opacity > 0 {
          let now = time + share * pause
          let expected = reference.middle(label.line!.text, at: now)!
          #expect(isNear(middle(label, at: now), expected, Self.most), "\(label.line!.text)")
        }
      }
      time += pause
      end += Double(seed % 2 == 0 ? 1 : Int.random(in: 0...12, using: &random))
      if step % 30 == 29 { window = max(40, window * .random(in: 0.6...1.6, using: &random)) }
    }
  }

  @Test func oneLayerCarriesAllThatGoesWithTheAxis() {
    for row in 0...400 { show(400 + Double(row), window: 299, at: Double(row) / 10) }
    let time = 40.0
    let free = labels.filter {
      $0.frame.width / 2 + 40 < middle($0, at: time)
        && middle($0, at: time) < Self.width - $0.frame.width / 2 - 60
    }
    let carriers = Set(free.map { ObjectIdentifier($0.superlayer!.superlayer!) })
    #expect(free.count >= 3 && carriers.count == 1)
    #expect(free.allSatisfy { $0.superlayer!.animationKeys.isEmpty })
    #expect(free[0].superlayer!.superlayer!.animationKeys == ["position"])
    // The layer stays the same from row to row.
    let rests = free.map { $0.superlayer!.position }
    show(801, window: 299, at: 40.1)
    #expect(free.map { $0.superlayer!.position } == rests)
  }
}
