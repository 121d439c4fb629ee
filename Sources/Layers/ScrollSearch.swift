import Geometry
import Raster

/// The search for areas of a frame whose pixels have only moved sideways, apart from a few that are drawn: those under
/// the ends of sliding lines, and under everything that stays in place while the lines slide behind or in front.
struct ScrollSearch {
  /// The segments at the start and at the end that both frames share.
  private let (head, tail): (ArraySlice<DisplaySegment>, ArraySlice<DisplaySegment>)
  /// The items between the shared segments.
  private let middle: [ItemPair]
  /// The damage of the items that do not slide.
  private var damage: [IntRect] = []
  private var plots: [SlidingPlot] = []

  /// Fails for lists whose common items have another order.
  init?(from old: DisplayList, to new: DisplayList) {
    let (before, after) = DisplayList.different(old.segments, new.segments) { $0 === $1 }
    guard let pairs = ItemPair.all(from: before.flatMap(\.items), to: after.flatMap(\.items))
    else { return nil }
    (head, tail) = (new.segments[..<after.startIndex], new.segments[after.endIndex...])
    middle = pairs
    for pair in pairs where pair.old !== pair.new {
      if let old = pair.old, let new = pair.new {
        add(new, old)
      } else {
        damage += [pair.old, pair.new].compactMap { $0?.bounds }
      }
    }
  }

  /// All items before and after, in drawing order.
  private var pairs: [ItemPair] {
    func unchanged(_ segments: ArraySlice<DisplaySegment>) -> [ItemPair] {
      segments.flatMap { $0.items.map { ItemPair(old: $0, new: $0) } }
    }
    return unchanged(head) + middle + unchanged(tail)
  }

  private mutating func add(_ item: DisplayItem, _ old: DisplayItem) {
    let change = item.damage(from: old) ?? [item.bounds, old.bounds]
    guard let slide = item.slide(from: old) else {
      damage += change
      return
    }
    let i = plots.firstIndex { $0.contains(slide) }
    if i == nil { plots.append(SlidingPlot(slide)) }
    plots[i ?? plots.count - 1].add(slide, damage: change)
  }

  /// The difference between the frames.
  var change: FrameChange {
    var change = FrameChange(damage: damage)
    let pairs = plots.isEmpty ? [] : self.pairs
    for plot in plots {
      let scroll = plot.scroll
      let drawn = plot.drawnPixels(pairs, after: scroll)
      // A moved pixel costs a fraction of a drawn one.
      let isCheaper = drawn.area + scroll.parts.area / 4 < Damage.simplified(plot.damage).area
      guard isCheaper, !change.scrolls.contains(where: { $0.area.intersects(scroll.area) }) else {
        change.damage += plot.damage
        continue
      }
      change.damage += drawn
      change.scrolls.append(scroll)
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
  private var slides: [ItemSlide] = []
  /// The pixels to draw if none are moved.
  private(set) var damage: [IntRect] = []

  init(_ slide: ItemSlide) { (distance, frame) = (slide.distance, slide.frame) }

  /// The cost of one more part, as the number of pixels that are moved and presented in the same time.
  private static let partCost = 1024

  /// The area in which pixels move.
  private var area: IntRect {
    damage.reduce(IntRect(width: 0, height: 0)) { $0.union($1) }.intersection(frame)
  }

  /// The move of the pixels at the outlines.
  var scroll: Scroll {
    let area = self.area
    var parts: [IntRect] = []
    // The number of parts in the stretch before: a single part may grow into the next stretch.
    var count = 0
    for left in stride(from: area.minX, to: area.maxX, by: ItemSlide.stretch) {
      let new = self.parts(of: area, fromColumn: left)
      if count == 1, new.count == 1, let last = parts.last, Self.isWorthJoining(last, new[0]) {
        parts[parts.count - 1] = last.union(new[0])
      } else {
        parts += new
        count = new.count
      }
    }
    return Scroll(area, by: distance, parts: parts)
  }

  /// The rows of the outlines in a stretch of columns, from the top.
  private func parts(of area: IntRect, fromColumn left: Int) -> [IntRect] {
    let right = min(left + ItemSlide.stretch, area.maxX)
    var outlines: [IntRect] = []
    for slide in slides {
      let outline = slide.pixels(fromColumn: left, to: right).intersection(area)
      if !outline.isEmpty { outlines.append(outline) }
    }
    outlines.sort { $0.minY < $1.minY }
    var parts: [IntRect] = []
    for outline in outlines {
      if let last = parts.last, last.maxY >= outline.minY || Self.isWorthJoining(last, outline) {
        parts[parts.count - 1] = last.union(outline)
      } else {
        parts.append(outline)
      }
    }
    return parts
  }

  /// Whether two rectangles side by side have few pixels between them.
  private static func isWorthJoining(_ one: IntRect, _ other: IntRect) -> Bool {
    one.union(other).area - one.area - other.area <= partCost
  }

  func contains(_ slide: ItemSlide) -> Bool {
    slide.distance == distance && slide.frame.minX == frame.minX && slide.frame.maxX == frame.maxX
      && slide.frame.intersects(frame)
  }

  mutating func add(_ slide: ItemSlide, damage change: [IntRect]) {
    frame = frame.union(slide.frame)
    slides.append(slide)
    damage += change
  }

  /// The pixels to draw after the move.
  func drawnPixels(_ pairs: [ItemPair], after scroll: Scroll) -> [IntRect] {
    let area = scroll.area
    var result = scroll.uncovered
    for pair in pairs where pair.touches(area) {
      if pair.old !== pair.new, let slide = slides.first(where: { $0.item === pair.new }) {
        result += slide.changes
      } else if pair.old !== pair.new || pair.new?.isLevel(in: area) == false {
        if let old = pair.old { result.append(old.bounds.offsetBy(dx: distance)) }
        if let new = pair.new { result.append(new.bounds) }
      }
    }
    let cut = slides.flatMap(\.cutPixels)
    return Damage.simplified(result.map { $0.intersection(area) } + cut)
  }
}
