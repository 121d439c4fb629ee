import Geometry

/// A group of animations with a common duration, and with one moment when all of them are over.
///
/// A transaction is passed as an argument, like time; there is no implicit transaction. Setting a
/// property of a layer never animates; `set` does if the transaction enables actions.
public final class Transaction {
  /// The seconds of an animation without a duration. Default 0.25.
  public let duration: Double
  /// The pace of animations made by `set`. Default `default`.
  public let timingFunction: TimingFunction
  /// Whether `set` animates. Default false.
  public let enablesActions: Bool
  private var completion: (() -> Void)?
  private var pending = 0
  private var isCommitted = false

  /// - Parameter completion: called once the transaction is committed and all of its animations have
  ///   ended or were removed.
  public init(
    duration: Double = Layer.defaultDuration, timingFunction: TimingFunction = .default,
    enablesActions: Bool = false, completion: (() -> Void)? = nil
  ) {
    self.duration = duration > 0 && duration.isFinite ? duration : Layer.defaultDuration
    self.timingFunction = timingFunction
    self.enablesActions = enablesActions
    self.completion = completion
  }

  /// Sets a property of a layer's model, with an animation if actions are enabled. A path has no implicit
  /// animation.
  public func set(
    _ value: AnimatableValue, for keyPath: AnimationKeyPath, of layer: Layer, at time: Double
  ) {
    let shown = layer.presentationValue(for: keyPath, at: time)
    layer.setValue(value, for: keyPath)
    guard enablesActions, keyPath != .path, let shown, shown != value else { return }
    layer.add(
      BasicAnimation(keyPath, from: shown, to: value, timingFunction: timingFunction),
      forKey: keyPath.rawValue, at: time, in: self)
  }

  /// Ends the transaction. The completion is called at once if no animation of the transaction is
  /// running.
  public func commit() {
    isCommitted = true
    completeIfOver()
  }

  func animationAdded() { pending += 1 }

  func animationEnded() {
    pending -= 1
    completeIfOver()
  }

  private func completeIfOver() {
    guard isCommitted, pending == 0, let completion else { return }
    self.completion = nil
    completion()
  }
}
