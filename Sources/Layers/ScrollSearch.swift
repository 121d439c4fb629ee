import Geometry
import Raster

/// The search for areas of a frame whose pixels have only moved sideways, apart from a few that are drawn: those under
/// the ends of sliding lines, and under everything that stays in place while the lines slide behind or in front.
struct ScrollSearch {
  private let old: DisplayList
  private let new: DisplayList
  /// The damage of the items that do not slide.
  private var damage: [IntRect] = []
  private var plots: [SlidingPlot] = []

  /// Fails for lists that do not have the same items in the same order.
  init?(from old: DisplayList, to new: DisplayList) {
    (self.old, self.new) = (old, new)
    let (before, after) = DisplayList.different(old.segments, new.segments) { $0 === $1 }
    let (items, oldItems) = (after.flatMap(\.items), before.flatMap(\.items))
    guard items.count == oldItems.count else { return nil }
    for (item, before) in zip(items, oldItems) where before !== item {
      guard before.key == item.key else { return nil }
      add(item, before)
    }
  }

  /// All items before and after, in drawing order.
  private var pairs: [(old: DisplayItem, new: DisplayItem)] {
    Array(zip(old.segments.flatMap(\.items), new.segments.flatMap(\.items)))
  }

  private mutating func add(_ item: DisplayItem, _ old: DisplayItem) {
    let change = item.damage(from: old) ?? [item.bounds, old.bounds]
    guard let slide = item.slide(from: old) else {
      damage += change
      return
    }
    let i = plots.firstIndex { $0.contains(slide) }
    if i == nil { plots.append(SlidingPlot(slide)) }
    plots[i ?? plots.count - 1].add(slide, of: item, damage: change)
  }

  /// The difference between the frames.
  var change: FrameChange {
    var change = FrameChange(damage: damage)
    let pairs = plots.isEmpty ? [] : self.pairs
    for plot in plots {
      let drawn = plot.drawnPixels(pairs)
      // A moved pixel costs a fraction of a drawn one.
      let isCheaper = drawn.area + plot.area.area / 4 < Damage.simplified(plot.damage).area
      guard isCheaper, !change.scrolls.contains(where: { $0.area.intersects(plot.area) }) else {
        change.damage += plot.damage
        continue
      }
      change.damage = change.damage.flatMap { $0.without(plot.area) } + drawn
      change.scrolls.append(Scroll(plot.area, by: plot.distance))
    }
    change.damage = Damage.simplified(change.damage)
    return change
  }
}

/// The items of a plot that have slid by the same number of columns.
private struct SlidingPlot {
  let distance: Int
  /// The rows and columns of the plot.
  private var frame: IntRect
  private var slides: [ObjectIdentifier: ItemSlide] = [:]
  /// The pixels to draw if none are moved.
  private(set) var damage: [IntRect] = []

  init(_ slide: ItemSlide) { (distance, frame) = (slide.distance, slide.frame) }

  /// The area in which pixels move.
  var area: IntRect {
    damage.reduce(IntRect(width: 0, height: 0)) { $0.union($1) }.intersection(frame)
  }

  func contains(_ slide: ItemSlide) -> Bool {
    slide.distance == distance && slide.frame.minX == frame.minX && slide.frame.maxX == frame.maxX
      && slide.frame.intersects(frame)
  }

  mutating func add(_ slide: ItemSlide, of item: DisplayItem, damage change: [IntRect]) {
    frame = frame.union(slide.frame)
    slides[ObjectIdentifier(item)] = slide
    damage += change
  }

  /// The pixels to draw after the move.
  func drawnPixels(_ pairs: [(old: DisplayItem, new: DisplayItem)]) -> [IntRect] {
    let area = self.area
    var result = [Scroll(area, by: distance).uncovered]
    for (old, item) in pairs where item.bounds.intersects(area) || old.bounds.intersects(area) {
      if let slide = slides[ObjectIdentifier(item)] {
        result += slide.changes
      } else if old !== item || !item.isLevel(in: area) {
        result += [item.bounds, old.bounds.offsetBy(dx: distance)]
      }
    }
    return Damage.simplified(result.map { $0.intersection(area) })
  }
}
