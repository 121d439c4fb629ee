import Geometry
import TestSupport
import Testing

@testable import Layers

/// The callbacks of animations, and their times (SEMANTICS 2.4).
@Suite struct CallbackTests {
  private final class Log {
    var lines: [String] = []
  }

  private let log = Log()

  private func add(
    _ name: String, to layer: Layer, key: String? = "k", duration: Double = 1, at time: Double = 0,
    begin: Double = 0, stays: Bool = false
  ) {
    var animation = BasicAnimation(
      .opacity, from: .scalar(0), to: .scalar(1), duration: duration)
    animation.timing.beginTime = begin
    animation.isRemovedOnCompletion = !stays
    layer.add(
      animation, forKey: key, at: time, completion: { [log] in log.lines.append("\(name) \($0)") },
      onStart: { [log] in log.lines.append("\(name) start") })
  }

  @Test("2.4: start and stop are told once")
  func startAndStopAreToldOnce() {
    let layer = Layer()
    add("a", to: layer)
    #expect(log.lines == ["a start"])
    for time in [0.5, 0.99, 1, 1.5, 2] { layer.completeAnimations(at: time) }
    #expect(log.lines == ["a start", "a true"])
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func aLaterBeginIsToldWhenItComes() {
    let layer = Layer()
    add("a", to: layer, begin: 5)
    layer.completeAnimations(at: 4.9)
    #expect(log.lines == [])
    layer.completeAnimations(at: 5)
    #expect(log.lines == ["a start"])
  }

  @Test func aTickThatComesTooLateTellsBoth() {
    let layer = Layer()
    add("a", to: layer, begin: 5)
    layer.completeAnimations(at: 100)
    #expect(log.lines == ["a start", "a true"])
  }

  @Test("2.4: a replacement stops the old, then starts the new")
  func replacementStopsTheOldThenStartsTheNew() {
    let layer = Layer()
    add("old", to: layer)
    add("new", to: layer, at: 0.5)
    #expect(log.lines == ["old start", "old false", "new start"])
    layer.completeAnimations(at: 1.5)
    #expect(log.lines.last == "new true" && log.lines.count == 4)
  }

  @Test("2.4: removal stops unfinished")
  func removalStopsUnfinished() {
    let layer = Layer()
    add("a", to: layer, key: "a")
    add("b", to: layer, key: "b")
    layer.removeAnimation(forKey: "a")
    layer.removeAllAnimations()
    layer.completeAnimations(at: 9)
    #expect(log.lines == ["a start", "b start", "a false", "b false"])
  }

  @Test("2.4: leaving the tree stops unfinished")
  func leavingTheTreeStopsUnfinishedAllBelow() {
    let (root, parent, child) = (Layer(), Layer(), Layer())
    root.addSublayer(parent)
    parent.addSublayer(child)
    child.mask = Layer()
    add("child", to: child)
    add("mask", to: child.mask!)
    parent.removeFromSuperlayer()
    #expect(log.lines.suffix(2) == ["child false", "mask false"])
    #expect(child.animationKeys.isEmpty)
    root.addSublayer(parent)
    add("again", to: child)
    root.removeAllSublayers()
    #expect(log.lines.last == "again false")
    let masked = Layer()
    masked.mask = parent
    add("third", to: child)
    masked.mask = nil
    #expect(log.lines.last == "third false")
  }

  @Test func movingWithinTheTreeStopsNothing() {
    let (root, a, b, child) = (Layer(), Layer(), Layer(), Layer())
    root.addSublayer(a)
    root.addSublayer(b)
    a.addSublayer(child)
    add("a", to: child)
    b.addSublayer(child)
    #expect(log.lines == ["a start"] && child.superlayer === b && a.sublayers.isEmpty)
  }

  @Test func aLayerIsNeverPutBelowItself() {
    let (a, b) = (Layer(), Layer())
    a.addSublayer(b)
    b.addSublayer(a)
    a.addSublayer(a)
    #expect(b.sublayers.isEmpty && a.sublayers.count == 1)
  }

  @Test("2.4: what is not removed is told of once")
  func whatStaysIsOverAllTheSame() {
    let layer = Layer()
    add("a", to: layer, stays: true)
    layer.completeAnimations(at: 1)
    layer.removeAllAnimations()
    #expect(log.lines == ["a start", "a true"])
  }

  @Test("2.1: a nil key replaces nothing, a key added again moves to the end")
  func nilKeysReplaceNothingAndKeysMoveToTheEnd() {
    let layer = Layer()
    for key in ["a", nil, "b", nil, "c", "a"] { add(key ?? "nil", to: layer, key: key) }
    #expect(layer.animationKeys == ["b", "c", "a"])
    #expect(layer.animations.count == 5)
    #expect(log.lines.filter { $0.hasSuffix("false") } == ["a false"])
  }

  @Test("2.4: told in order, never within another")
  func callbacksMayChangeAnimationsAndAreNeverNested() {
    let (root, layer) = (Layer(), Layer())
    root.addSublayer(layer)
    var depth = 0
    var order: [String] = []
    func note(_ text: String) {
      #expect(depth == 0, "\(text) is told within another")
      order.append(text)
    }
    layer.add(BasicAnimation(.opacity, duration: 1), forKey: "a", at: 0) { _ in
      note("a")
      depth += 1
      layer.removeAnimation(forKey: "b")
      layer.add(
        BasicAnimation(.opacity, duration: 1), forKey: "c", at: 1, completion: nil,
        onStart: { note("c starts") })
      layer.removeFromSuperlayer()
      depth -= 1
    }
    layer.add(BasicAnimation(.opacity, duration: 2), forKey: "b", at: 0) { _ in note("b") }
    root.completeAnimations(at: 1)
    #expect(order == ["a", "b", "c starts"])
  }

  @Test func inAHiddenLayerItIsToldInTimeToo() {
    let (root, layer, inner) = (Layer(), Layer(), Layer())
    root.addSublayer(layer)
    layer.addSublayer(inner)
    layer.isHidden = true
    _ = root.frame(at: 0)
    add("a", to: inner)
    _ = root.frame(at: 0.1)
    #expect(root.nextChange(after: 0.1, scale: 1, interval: 0.02) == 1)
    root.completeAnimations(at: 1)
    #expect(log.lines == ["a start", "a true"])
  }

  @Test func aPropertyThatTheLayerDoesNotHaveStillEnds() {
    let layer = Layer()
    var ends: [Bool] = []
    layer.add(BasicAnimation(.path, to: .path(Path()), duration: 1), forKey: "p", at: 0) {
      ends.append($0)
    }
    layer.completeAnimations(at: 1)
    #expect(ends == [true])
  }
}

/// Transactions (SEMANTICS 2.1, 2.4).
@Suite struct TransactionTests {
  @Test("2.4: a transaction without animations is over at once")
  func withoutAnimationsItIsOverAtOnce() {
    var count = 0
    let transaction = Transaction { count += 1 }
    #expect(count == 0)
    transaction.commit()
    transaction.commit()
    #expect(count == 1)
  }

  @Test("2.4: a transaction is over with its last animation")
  func itIsOverWithItsLastAnimation() {
    let (root, a, b) = (Layer(), Layer(), Layer())
    root.addSublayer(a)
    root.addSublayer(b)
    var order: [String] = []
    let transaction = Transaction { order.append("all") }
    a.add(BasicAnimation(.opacity, duration: 1), forKey: "x", at: 0, in: transaction) { _ in
      order.append("a")
    }
    b.add(BasicAnimation(.opacity, duration: 2), forKey: "x", at: 0, in: transaction) { _ in
      order.append("b")
    }
    transaction.commit()
    root.completeAnimations(at: 1)
    #expect(order == ["a"])
    b.removeAllAnimations()
    #expect(order == ["a", "b", "all"])
  }

  @Test func animationsThatEndBeforeTheCommitDoNotEndIt() {
    var isOver = false
    let layer = Layer()
    let transaction = Transaction { isOver = true }
    layer.add(BasicAnimation(.opacity, duration: 1), forKey: "x", at: 0, in: transaction)
    layer.completeAnimations(at: 5)
    #expect(!isOver)
    transaction.commit()
    #expect(isOver)
  }

  @Test func itsDurationIsForAnimationsWithoutOne() {
    let layer = Layer()
    let transaction = Transaction(duration: 3)
    layer.add(BasicAnimation(.opacity), forKey: "a", at: 0, in: transaction)
    layer.add(BasicAnimation(.opacity, duration: 1), forKey: "b", at: 0, in: transaction)
    #expect(layer.animation(forKey: "a")?.timing.duration == 3)
    #expect(layer.animation(forKey: "b")?.timing.duration == 1)
  }

  @Test("2.4: implicit animations are off unless asked for")
  func actionsAreOffUntilATransactionAsksForThem() {
    let layer = ShapeLayer()
    Transaction().set(.scalar(4), for: .lineWidth, of: layer, at: 0)
    layer.opacity = 0.5
    #expect(layer.strokeStyle.width == 4 && layer.animationKeys.isEmpty)
    let transaction = Transaction(enablesActions: true)
    transaction.set(.scalar(8), for: .lineWidth, of: layer, at: 0)
    #expect(layer.strokeStyle.width == 8 && layer.animationKeys == ["lineWidth"])
    #expect(layer.animation(forKey: "lineWidth")?.timing.duration == 0.25)
    #expect(isNear(layer.scalar(.lineWidth, at: 0.125), 4 + 4 * 0.802403, 4e-6))
  }

  @Test("2.4: a path is never animated implicitly")
  func aPathIsNeverAnimatedImplicitly() {
    let layer = ShapeLayer()
    layer.path = Path(rect: Rect(x: 0, y: 0, width: 1, height: 1))
    let next = Path(rect: Rect(x: 0, y: 0, width: 9, height: 9))
    Transaction(enablesActions: true).set(.path(next), for: .path, of: layer, at: 0)
    #expect(layer.path == next && layer.animationKeys.isEmpty)
  }
}
