import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// Laws that hold for every tree, at every time, after every change.
@Suite struct RandomTreeTests {
  private static let side = 80

  private func frame(_ root: Layer, at time: Double) -> DisplayList {
    root.frame(at: time, width: Self.side, height: Self.side)
  }

  private func fullDrawing(_ list: DisplayList) -> [UInt32] {
    draw(list.drawList.operations, width: Self.side, height: Self.side).pixels
  }

  /// The law of changes: moving and drawing the changed pixels gives the same bytes as drawing all.
  @Test(arguments: 0..<60)
  func changesLeaveTheBytesOfAFullRedraw(seed: Int) {
    var tree = RandomTree(seed: seed)
    var random = SeededGenerator(seed: UInt64(seed) + 99)
    let screen = Bitmap(width: Self.side, height: Self.side)
    let clear = DrawOperation(.clear(.white))
    var last: DisplayList?
    var time = 0.0
    for _ in 0..<25 {
      time += .random(in: 0...0.2, using: &random)
      if Bool.random(using: &random) { tree.change(at: time) }
      if Bool.random(using: &random) { tree.root.completeAnimations(at: time) }
      let list = frame(tree.root, at: time)
      let whole = IntRect(width: Self.side, height: Self.side)
      let change = last.map { list.change(from: $0) } ?? FrameChange(damage: [whole])
      let operations = DrawList([clear] + list.drawList(within: change.damage).operations)
      Renderer().draw(operations, into: screen, after: change)
      #expect(zip(screen.pixels, fullDrawing(list)).count { $0 != $1 } == 0, "at \(time)")
      last = list
    }
  }

  /// The drawing is the same, but now lies below an unchanged layer.
  @Test func anotherOrderIsDamage() {
    let (still, moving) = (box(0, 0, 40, 40, .black), box(20, 20, 40, 40, .white))
    let root = stage(still, moving)
    moving.add(
      BasicAnimation(.opacity, from: .scalar(1), to: .scalar(1), duration: 9), forKey: "o", at: 0)
    let before = root.frame(at: 1)
    root.insertSublayer(moving, at: 0)
    let damage = root.frame(at: 1).damage(from: before)
    #expect(
      damage.contains {
        $0.intersection(IntRect(minX: 20, minY: 20, maxX: 40, maxY: 40)).area == 400
      })
  }

  /// Segments between shared segments are compared separately.
  @Test func whatComesBetweenIsAllDamage() {
    let root = stage(box(0, 0, 10, 10, .black), box(80, 80, 10, 10, .black))
    root.sublayers[0].add(
      BasicAnimation(.opacity, from: .scalar(1), to: .scalar(1), duration: 9), forKey: "o", at: 0)
    let before = root.frame(at: 1)
    root.insertSublayer(box(40, 40, 10, 10, .white), at: 1)
    let after = root.frame(at: 1)
    for damage in [after.damage(from: before), before.damage(from: after)] {
      #expect(damage == after.segments[1].items.map(\.bounds))
    }
  }

  /// A frame reuses the segments of parts that do not move.
  @Test func whatDoesNotMoveIsTheSame() {
    let still = box(0, 0, 50, 50)
    for x in 0..<4 { still.addSublayer(box(Double(x) * 10, 0, 5, 5, .black)) }
    let moving = box(0, 60, 5, 5, .black)
    let root = stage(still, moving)
    moving.add(
      BasicAnimation(.position, to: .point(Point(90, 62)), duration: 1), forKey: "p", at: 0)
    let frames = [0.1, 0.2].map { root.frame(at: $0) }
    #expect(frames.map(\.segments.count) == [2, 2])
    #expect(frames[0].segments[0] === frames[1].segments[0])
    #expect(frames[0].segments[0].items.count == 4)
    let recording = root.memory.recording
    // Another way of a moving layer does not change the structure.
    moving.position = Point(50, 62)
    moving.add(
      BasicAnimation(.position, to: .point(Point(10, 62)), duration: 1), forKey: "p", at: 0.2)
    #expect(root.memory.recording === recording)
    #expect(root.frame(at: 1.2).segments[1].bounds == moving.intBounds)
  }

  /// A frame in which only a position moves asks nothing of the layer.
  @Test func aMovingStepIsComplete() {
    final class Watched: Layer {
      var questions = 0
      override func visibleTravel(perUnitOf keyPath: AnimationKeyPath) -> Double {
        questions += 1
        return super.visibleTravel(perUnitOf: keyPath)
      }
      override func record(into recorder: inout Recorder) {
        questions += 1
        super.record(into: &recorder)
      }
    }
    let moving = Watched()
    moving.bounds = Rect(x: 0, y: 0, width: 5, height: 5)
    moving.backgroundColor = .black
    let root = stage(moving)
    moving.add(
      BasicAnimation(.position, from: .point(Point(0, 9)), to: .point(Point(90, 9)), duration: 1),
      forKey: "p", at: 0)
    let first = root.frame(at: 0.1)
    let questions = moving.questions
    #expect(questions > 0)
    #expect(root.frame(at: 0.5).drawList != first.drawList)
    #expect(moving.questions == questions)
  }

  /// The kept way of a layer ends with everything that it was made from.
  @Test(arguments: 0..<5) func aMovingStepFollowsEachChange(change: Int) {
    func slide(to x: Double) -> BasicAnimation {
      BasicAnimation(.position, from: .point(Point(0, 9)), to: .point(Point(x, 9)), duration: 1)
    }
    let moving = box(0, 0, 5, 5, .black)
    let inner = box(1, 1, 2, 2, .white)
    moving.addSublayer(inner)
    let root = ReplicatorLayer()
    root.anchorPoint = .zero
    (root.instanceCount, root.instanceTransform) = (2, .translation(0, 40))
    root.addSublayer(moving)
    moving.add(slide(to: 90), forKey: "p", at: 0)
    _ = root.frame(at: 0.25)
    switch change {
    case 0: moving.add(slide(to: 30), forKey: "p", at: 0)
    case 1:
      moving.add(
        BasicAnimation(.position, by: .point(Point(9, 0)), duration: 1), forKey: "q", at: 0)
    case 2: moving.speed = 0.5
    case 3: inner.backgroundColor = .clear
    default:
      moving.removeAllAnimations()
      moving.position = Point(70, 9)
    }
    let kept = root.frame(at: 0.5)
    forget(root)
    #expect(kept.drawList == root.frame(at: 0.5).drawList)
    #expect(root.flawInMemory() == nil)
  }

  /// Kept recordings draw the same as new recordings.
  @Test(arguments: 0..<40)
  func keptRecordingsAreTrue(seed: Int) {
    var (kept, fresh) = (RandomTree(seed: seed), RandomTree(seed: seed))
    for step in 0..<20 {
      let time = Double(step) * 0.11
      kept.change(at: time)
      fresh.change(at: time)
      #expect(kept.root.flawInMemory() == nil)
      forget(fresh.root)
      #expect(
        frame(kept.root, at: time).drawList == frame(fresh.root, at: time).drawList
          || fullDrawing(frame(kept.root, at: time)) == fullDrawing(frame(fresh.root, at: time)))
    }
  }

  /// Callbacks come at the same times with and without the layers' memory.
  @Test(arguments: 0..<60)
  func nothingThatIsDueIsMissed(seed: Int) {
    var (kept, fresh) = (RandomTree(seed: seed), RandomTree(seed: seed))
    func keys(_ layer: Layer) -> [String] {
      layer.animationKeys + (layer.mask.map(keys) ?? []) + layer.sublayers.flatMap(keys)
    }
    for step in 0..<60 {
      let time = Double(step) * 0.05
      if step % 3 == 0 {
        kept.change(at: time)
        fresh.change(at: time)
      }
      forget(fresh.root)
      kept.root.completeAnimations(at: time)
      fresh.root.completeAnimations(at: time)
      #expect(keys(kept.root) == keys(fresh.root), "at \(time)")
    }
  }

  /// A tree that loses its root, or whose mask moves to another layer, still works.
  @Test func whatIsLeftOfATreeGoesOn() {
    let (a, b, mask) = (box(0, 0, 10, 10, .black), box(20, 0, 10, 10, .black), box(0, 0, 9, 9))
    var root: Layer? = stage(a, b)
    a.mask = mask
    mask.add(
      BasicAnimation(.position, to: .point(Point(90, 62)), duration: 1), forKey: "p", at: 0)
    #expect(!a.isStill && b.isStill)
    b.mask = mask
    #expect(a.mask == nil && a.isStill && b.isStill)
    mask.add(
      BasicAnimation(.position, to: .point(Point(90, 62)), duration: 1), forKey: "p", at: 0)
    #expect(!b.isStill && mask.root === root)
    root = nil
    #expect(a.superlayer == nil && mask.root === b)
    #expect(b.nextChange(after: 2, scale: 1, interval: 0.1) == nil)
  }

  private func forget(_ layer: Layer) {
    layer.memory = LayerMemory()
    if let mask = layer.mask { forget(mask) }
    layer.sublayers.forEach(forget)
  }

  @Test(arguments: 0..<40)
  func presentationIsPureAndTimesComeInAnyOrder(seed: Int) {
    let tree = RandomTree(seed: seed)
    var random = SeededGenerator(seed: UInt64(seed))
    let times = (0..<12).map { _ in Double.random(in: -1...3, using: &random) }
    let forward = times.sorted().map { ($0, tree.root.dump(at: $0), frame(tree.root, at: $0)) }
    for (time, dump, list) in forward.shuffled(using: &random) {
      #expect(tree.root.dump(at: time) == dump)
      #expect(fullDrawing(frame(tree.root, at: time)) == fullDrawing(list))
    }
  }

  /// Without an announced change nothing changes: frames between two changes are equal, also where slow changes keep
  /// their pictures for several frames.
  @Test(arguments: 0..<40, [false, true])
  func nothingChangesUnannounced(seed: Int, sparesSlowChanges: Bool) {
    let tree = RandomTree(seed: seed)
    let interval = sparesSlowChanges ? 1.0 / 64 : 1.0 / 32
    var frame = FrameTime(0, sparesSlowChanges: sparesSlowChanges)
    func list(_ frame: FrameTime) -> DisplayList {
      Compositor.record(
        tree.root, in: frame, scale: 1, bounds: IntRect(width: Self.side, height: Self.side))
    }
    for _ in 0..<80 {
      let shown = list(frame)
      let next = tree.root.nextChange(after: frame, scale: 1, interval: interval) ?? .infinity
      var between = frame.now + interval
      // A sum of intervals may be rounded to just before the announced time.
      while between < min(next, frame.now + 10 * interval) - 1e-9 {
        let damage = list(frame.next(at: between)).damage(from: shown)
        #expect(damage.isEmpty, "\(between) of \(next)")
        between += interval
      }
      // A frame comes a little late: the end of a delayed copy may be rounded to a time just before the end.
      frame = frame.next(at: min(next, between) + 1e-9)
    }
  }

  @Test func whatDoesNotChangeAPixelCostsNothing() {
    let root = stage(box(0, 0, 10, 10, .black), ShapeLayer())
    let layer = root.sublayers[0]
    var still = BasicAnimation(
      .position, from: .point(layer.position), to: .point(layer.position), duration: 2)
    still.timing.repeatCount = .infinity
    layer.add(still, forKey: "still", at: 0)
    // A stroke without a colour is invisible, and so are hidden and clear layers.
    let before = root.frame(at: 0)
    for time in [0.3, 1, 5.5] { #expect(root.frame(at: time).damage(from: before).isEmpty) }
    #expect(root.nextChange(after: 0, scale: 1, interval: 0.02) == nil)
    for hide in [{ $0.isHidden = true }, { $0.opacity = 0 }] as [(Layer) -> Void] {
      let unseen = box(0, 0, 10, 10, .black)
      root.addSublayer(unseen)
      hide(unseen)
      var move = BasicAnimation(.position, to: .point(Point(80, 80)), duration: 2)
      move.timing.repeatCount = .infinity
      unseen.add(move, forKey: "move", at: 0)
      #expect(root.nextChange(after: 0, scale: 1, interval: 0.02) == nil)
      #expect(root.frame(at: 1).damage(from: before).isEmpty)
    }
  }
}

extension Layer {
  /// The pixels of a layer at the top of a tree.
  fileprivate var intBounds: IntRect { IntRect(covering: frame) }
}
