import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// The damage of a change inside a layer that is composited as one picture.
@Suite struct GroupDamageTests {
  private let part = box(10, 10, 20, 20, .black)
  private let group = box(0, 0, 100, 100)
  private let root: Layer

  init() {
    root = stage(box(0, 0, 100, 100, .white), group)
    group.opacity = 0.5
    group.addSublayer(part)
    group.addSublayer(box(50, 50, 20, 20, .black))
    group.addSublayer(box(80, 80, 5, 5, .black))
  }

  /// The damage of a change.
  private func damage(_ change: () -> Void) -> [IntRect] {
    let before = root.frame(at: 0)
    change()
    return root.frame(at: 0).damage(from: before)
  }

  /// Coverage reaches a pixel beyond an edge.
  private let old = IntRect(minX: 9, minY: 9, maxX: 31, maxY: 31)

  @Test func aPartThatChangesIsAllDamage() {
    #expect(damage { part.backgroundColor = .white } == [old])
    #expect(damage { part.position.x += 5 } == [IntRect(minX: 9, minY: 9, maxX: 36, maxY: 31)])
    part.position.x -= 5
    #expect(damage { part.removeFromSuperlayer() } == [old])
    #expect(damage {}.isEmpty)
  }

  /// A mask that changes in a part, such as the end of a ring that fills.
  @Test func thePartOfAMaskThatChangesIsAllDamage() {
    let mask = ShapeLayer()
    func show(_ right: Double) {
      var path = Path(rect: Rect(x: 0, y: 0, width: 60, height: 50))
      path.append(Path(rect: Rect(x: 60, y: 50, width: right - 60, height: 40)))
      mask.path = path
    }
    show(70)
    group.mask = mask
    let grown = damage { show(80) }
    let area = IntRect(minX: 57, minY: 47, maxX: 83, maxY: 93)
    let new = IntRect(minX: 70, minY: 50, maxX: 80, maxY: 90)
    #expect(grown.allSatisfy { area.intersection($0) == $0 })
    #expect(grown.contains { $0.intersection(new) == new })
    #expect(damage { part.backgroundColor = .white } == [old])
    #expect(damage {}.isEmpty)
    let gone = damage { mask.path = nil }
    #expect(gone.contains { $0.intersection(old) == old })
    #expect(damage { show(80) } == gone)
  }

  /// Another opacity or mask changes all that the group draws.
  @Test func aGroupThatChangesIsAllDamage() {
    let both = [old, IntRect(minX: 50, minY: 50, maxX: 70, maxY: 70)]
    func isAll(_ damage: [IntRect]) -> Bool {
      both.allSatisfy { part in damage.contains { $0.intersection(part) == part } }
    }
    #expect(isAll(damage { group.opacity = 0.6 }))
    #expect(isAll(damage { group.mask = box(0, 0, 60, 60, .black) }))
    #expect(isAll(damage { group.mask = nil }))
  }
}
