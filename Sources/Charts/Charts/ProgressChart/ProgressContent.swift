extension ProgressChart {
  /// The content of a progress chart: how much of a goal is reached.
  public struct Content: Sendable, Equatable {
    /// The count: of steps, in the article.
    public var steps: Double
    /// The count that makes the ring full.
    public var goal: Double
    /// The text in the ring; nil for the number of `steps`, which counts along with the ring.
    public var stepLabel: String?
    /// The text under the number.
    public var stepUnit: String

    /// A number of steps of a goal.
    public init(
      steps: Double = 0, goal: Double = 2000, stepLabel: String? = nil, stepUnit: String = ""
    ) {
      self.steps = steps
      self.goal = goal
      self.stepLabel = stepLabel
      self.stepUnit = stepUnit
    }

    /// A share of the ring, 0...1, and a text that is set apart from it.
    public init(progress: Double, stepLabel: String, stepUnit: String = "") {
      self.init(steps: progress, goal: 1, stepLabel: stepLabel, stepUnit: stepUnit)
    }

    /// A progress of a goal, as a slider gives it.
    public init(progress: Double, goal: Double = 2000, stepUnit: String = "") {
      self.init(steps: progress * goal, goal: goal, stepUnit: stepUnit)
    }

    /// The share of the ring that is filled, 0...1; 0 where that is not a number, as with no goal
    /// at all.
    public var progress: Double {
      let share = steps / goal
      return share > 0 ? min(share, 1) : 0
    }

    /// The text that is shown: `stepLabel`, or else whole steps, none below zero. More than the goal
    /// are shown as they are.
    public var stepText: String { stepLabel ?? Self.text(steps) }

    static func text(_ steps: Double) -> String {
      // A rounded quotient of a whole number must not lose a step.
      let whole = (steps + 1e-9 * max(1, steps)).rounded(.down)
      return whole > 0 ? String(Int(min(whole, 1e15))) : "0"
    }
  }
}
