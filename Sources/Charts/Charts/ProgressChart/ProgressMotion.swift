import Geometry
import Layers

/// The eased way from one progress to another.
struct ProgressMotion {
  typealias State = (progress: Double, steps: Double)

  let from: State
  let to: State
  let begin: Double
  let duration: Double
  let timing: TimingFunction

  init(
    from: State, to content: ProgressChart.Content, begin: Double, duration: Double,
    timing: TimingFunction
  ) {
    self.from = from
    to = (content.progress, content.steps > 0 ? min(content.steps, 1e15) : 0)
    self.begin = begin
    self.duration = duration
    self.timing = timing
  }

  /// A way that has ended.
  init(to content: ProgressChart.Content) {
    self.init(from: (0, 0), to: content, begin: -.infinity, duration: 1, timing: .linear)
  }

  func state(at time: Double) -> State { state(fraction: (time - begin) / duration) }

  func state(fraction: Double) -> State {
    let u = timing(fraction)
    return (lerp(from.progress, to.progress, u), lerp(from.steps, to.steps, u))
  }
}
