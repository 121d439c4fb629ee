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
