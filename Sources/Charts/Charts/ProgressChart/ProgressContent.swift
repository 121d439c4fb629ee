extension ProgressChart {
  /// The content of a progress chart: the reached part of a goal.
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

    /// A share of the ring, 0...1, with an independent text.
    public init(progress: Double, stepLabel: String, stepUnit: String = "") {
      self.init(steps: progress, goal: 1, stepLabel: stepLabel, stepUnit: stepUnit)
    }

    /// A progress towards a goal, given as the share of the goal, 0...1, such as the value of a slider.
    public init(progress: Double, goal: Double = 2000, stepUnit: String = "") {
      self.init(steps: progress * goal, goal: goal, stepUnit: stepUnit)
    }

    /// The share of the ring that is filled, 0...1; 0 if the share is not a number, as for a goal of 0.
    public var progress: Double {
      let share = steps / goal
      return share > 0 ? min(share, 1) : 0
    }

    /// The text to show: `stepLabel`, or otherwise the number of whole steps, at least 0. A number above the goal is
    /// shown unchanged.
    public var stepText: String { stepLabel ?? Self.text(steps) }

    static func text(_ steps: Double) -> String {
      // A rounded quotient of a whole number must not lose a step.
      let whole = (steps + 1e-9 * max(1, steps)).rounded(.down)
      return whole > 0 ? String(Int(min(whole, 1e15))) : "0"
    }
  }
}
