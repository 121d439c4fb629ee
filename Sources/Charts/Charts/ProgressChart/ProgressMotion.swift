import Geometry
import Layers

/// The eased way from one progress to another.
struct ProgressMotion {
  typealias State = (progress: Double, steps: Double)

  let from: State
  let to: State
  let pace: Pace

  init(from: State = (0, 0), to content: ProgressChart.Content, _ pace: Pace = .ended) {
    self.from = from
    to = (content.progress, content.steps > 0 ? min(content.steps, 1e15) : 0)
    self.pace = pace
  }

  func state(at time: Double) -> State { state(fraction: (time - pace.begin) / pace.duration) }

  func state(fraction: Double) -> State {
    let u = pace.timing(fraction)
    return (lerp(from.progress, to.progress, u), lerp(from.steps, to.steps, u))
  }
}
