import Geometry

/// The ranges in which a path differs from the path from which it has grown: at the end, and perhaps at the start. The
/// path of a band runs along the upper edge and back along the lower one, so that the band's end is in the middle of
/// the path.
struct PathChanges {
  /// The ranges of x of the segments that only one of the two paths has.
  private(set) var ranges: [ClosedRange<Double>] = []

  /// The largest number of segments at the start that may be gone, and that may differ.
  private static let mostGone = 128
  private static let mostOthers = 4

  /// Fails if the paths have less than half of the new path in common, and for strokes of closed paths.
  init?(from old: Path, to new: Path, _ outline: Outline) {
    let isFill = outline.style == nil
    // Most paths differ from their first point on.
    guard let first = new.points.first,
      old.points.prefix(3 * PathChanges.mostGone + 1).contains(first)
    else { return nil }
    let isAlike = PathSegments.of(old, closesAll: isFill) { a in
      PathSegments.of(new, closesAll: isFill) { b in compare(&a, &b, isFill: isFill) }
    }
    if !isAlike { return nil }
  }

  private mutating func compare(
    _ old: inout PathSegments, _ new: inout PathSegments, isFill: Bool
  ) -> Bool {
    var level = Level()
    guard var a = old.next(), var b = new.next() else { return false }
    var gone = 0
    while a.start != b.start {
      add(a, &level.old, isFill)
      gone += 1
      guard gone <= PathChanges.mostGone, let next = old.next() else { return false }
      a = next
    }
    var (common, others) = (0, 0)
    var last = a
    var (left, right): (PathSegment?, PathSegment?) = (a, b)
    while true {
      guard let s = left, let t = right else { break }
      (a, b) = (s, t)
      if !isFill, a.closes || b.closes { return false }
      // The first segment of a path may have been in the middle of the other one.
      if a == b, isFill || a.isFirst == b.isFirst || common + others == 0 {
        // A stroked segment next to a different one has different joins.
        if !isFill, common == 0, gone + others > 0 { add(a, &level.old, isFill) }
        common += 1 + old.skip(alike: &new)
        last = a
      } else if common == 0, others < PathChanges.mostOthers {
        add(a, &level.old, isFill)
        add(b, &level.new, isFill)
        others += 1
      } else {
        break
      }
      (left, right) = (old.next(), new.next())
    }
    if common == 0 { return false }
    if isFill, left != nil, right != nil {
      if gone > 0, let range = old.cutGone(before: &new, most: PathChanges.mostGone) {
        add(range.lowerBound, range.upperBound)
      }
      common += old.cutEnd(alike: &new, keeping: 0)
    }
    if !isFill, left != nil || right != nil { add(last, &level.old, isFill) }
    guard addRest(left, of: &old, &level.old, isFill) != nil,
      let rest = addRest(right, of: &new, &level.new, isFill)
    else { return false }
    addLevel(level)
    return common > others + rest
  }

  /// Adds a segment and all following ones.
  /// - Returns: the number of segments; nil for a stroke with a closed subpath.
  private mutating func addRest(
    _ first: PathSegment?, of segments: inout PathSegments, _ level: inout [PathSegment],
    _ isFill: Bool
  ) -> Int? {
    var count = 0
    var next = first
    while let segment = next {
      if !isFill, segment.closes { return nil }
      add(segment, &level, isFill)
      count += 1
      next = segments.next()
    }
    return count
  }

  /// Level lines that only one of the paths has; kept apart for fills.
  private struct Level {
    var old: [PathSegment] = []
    var new: [PathSegment] = []
  }

  private mutating func add(
    _ segment: PathSegment, _ level: inout [PathSegment], _ isFill: Bool
  ) {
    if isFill, segment.isLevel {
      level.append(segment)
    } else {
      add(segment.low, segment.high)
    }
  }

  /// Adds a range, joined with the last range if both meet.
  private mutating func add(_ low: Double, _ high: Double) {
    if let last = ranges.last, low <= last.upperBound, high >= last.lowerBound {
      ranges[ranges.count - 1] = min(low, last.lowerBound)...max(high, last.upperBound)
    } else {
      ranges.append(low...high)
    }
  }

  /// Adds the ranges in which level lines differ. Overlapping level lines enclose the same pixels, so that the base of
  /// an area differs only at its ends.
  private mutating func addLevel(_ level: Level) {
    let count = max(level.old.count, level.new.count)
    for i in 0..<count {
      let a = i < level.old.count ? level.old[level.old.count - 1 - i] : nil
      let b = i < level.new.count ? level.new[level.new.count - 1 - i] : nil
      if let a, let b, a.start.y == b.start.y {
        for (p, q) in [(a.start.x, b.start.x), (a.end.x, b.end.x)] where p != q {
          add(min(p, q), max(p, q))
        }
      } else {
        for segment in [a, b].compactMap({ $0 }) { add(segment.low, segment.high) }
      }
    }
  }

  /// The x at which the leftmost change that reaches some columns starts; nil if no change reaches them.
  func first(in columns: ClosedRange<Double>) -> Double? {
    var result: Double?
    for range in ranges
    where range.upperBound >= columns.lowerBound && range.lowerBound <= columns.upperBound {
      result = min(result ?? range.lowerBound, range.lowerBound)
    }
    return result
  }
}

extension Path {
  /// The ranges of x in which the picture of the path differs from that of the path from which it has grown; nil for
  /// paths with too little in common.
  /// - Parameter style: the style of a stroke without dashes; nil for a fill.
  package func changedRanges(from old: Path, style: StrokeStyle?) -> [ClosedRange<Double>]? {
    if self == old { return [] }
    guard isFinite, old.isFinite else { return nil }
    let outline = style.map { Outline.stroke($0) } ?? .fill(.nonZero)
    let reach = style?.reach ?? 0
    return PathChanges(from: old, to: self, outline)?.ranges.map {
      $0.lowerBound - reach...$0.upperBound + reach
    }
  }
}
