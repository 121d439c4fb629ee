import Geometry

/// The boxes around the segments in which two paths differ. Outside the boxes, the fills of both paths are the same.
/// For strokes, the boxes must be enlarged by the reach of the stroke.
package struct PathDifference {
  package let boxes: [Rect]

  /// The largest number of boxes. Paths with more differences have one box around all of them.
  private static let mostBoxes = 4
  /// The number of segments of the same subpath on either side of a different one whose joins may differ: the next one,
  /// and one more because a stroke may leave out a segment without length.
  private static let joined = 2

  /// Fails for paths that have nothing in common or are not finite, and for strokes if different subpaths turn back,
  /// because their whole strokes may differ.
  /// - Parameter isFill: true for fills, false for strokes without dashes.
  package init?(from old: Path, to new: Path, isFill: Bool) {
    guard old.isFinite, new.isFinite,
      isFill || old.subpathsTurningBack == new.subpathsTurningBack
    else { return nil }
    let margin = isFill ? 0 : Self.joined
    let (alike, a, b) = Self.segments(of: old, new, isFill, margin)
    guard alike + a.count > 0, alike + b.count > 0 else { return nil }
    let parts =
      a.count == b.count
      ? Self.clusters(a, b, isFill, margin).map { ($0, $0) }
      : Self.middle(a, b, isFill, margin, besides: alike).map { [$0] } ?? []
    let differs = parts.reduce(0) { $0 + $1.1.count }
    guard a.count == b.count || !parts.isEmpty, differs < alike + b.count else { return nil }
    let found = parts.map { Self.box(of: a[$0.0]).union(Self.box(of: b[$0.1])) }
    boxes = found.count > Self.mostBoxes ? [found.reduce(.null) { $0.union($1) }] : found
  }

  /// The segments of two paths, except most of the common segments at the start and at the end. Most compared paths
  /// differ only in a few segments.
  /// - Returns: the number of segments left out, and the other segments, which include `margin` common segments at the
  ///   start and at the end.
  private static func segments(
    of old: Path, _ new: Path, _ isFill: Bool, _ margin: Int
  ) -> (alike: Int, old: [PathSegment], new: [PathSegment]) {
    PathSegments.of(old, closesAll: isFill) { old in
      PathSegments.of(new, closesAll: isFill) { new in
        var (a, b): ([PathSegment], [PathSegment]) = ([], [])
        var alike = 0
        while let left = old.next() {
          a.append(left)
          guard let right = new.next() else { break }
          b.append(right)
          guard isSame(left, right, isFill) else { break }
          let skipped = old.skip(alike: &new, keeping: margin)
          if skipped > 0 {
            alike += a.count + skipped
            a.removeAll(keepingCapacity: true)
            b.removeAll(keepingCapacity: true)
          }
        }
        alike += old.cutEnd(alike: &new, keeping: margin)
        while let segment = old.next() { a.append(segment) }
        while let segment = new.next() { b.append(segment) }
        return (alike, a, b)
      }
    }
  }

  /// Whether two segments are the same. For a fill, level lines at the same height count as the same, such as the base
  /// of an area, whose ends are those of its sides.
  private static func isSame(_ a: PathSegment, _ b: PathSegment, _ isFill: Bool) -> Bool {
    guard a.isFirst == b.isFirst, a.closes == b.closes else { return false }
    return a == b || isFill && a.isLevel && b.isLevel && a.start.y == b.start.y
  }

  /// The ranges of different segments, in paths with equal numbers of segments.
  private static func clusters(
    _ a: [PathSegment], _ b: [PathSegment], _ isFill: Bool, _ margin: Int
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for i in a.indices where !isSame(a[i], b[i], isFill) {
      let range = first(of: a, b, before: i, margin)..<end(of: a, after: i + 1, margin)
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The ranges of segments between the common ones at the start and at the end, some of which are not in the arrays;
  /// nil if the paths have no common segments.
  private static func middle(
    _ a: [PathSegment], _ b: [PathSegment], _ isFill: Bool, _ margin: Int, besides alike: Int
  ) -> (Range<Int>, Range<Int>)? {
    let most = min(a.count, b.count)
    var (head, tail) = (0, 0)
    while head < most, isSame(a[head], b[head], isFill) { head += 1 }
    while head + tail < most,
      isSame(a[a.count - 1 - tail], b[b.count - 1 - tail], isFill)
    { tail += 1 }
    guard alike + head + tail > 0 else { return nil }
    let first = first(of: a, b, before: head, margin)
    return (
      first..<end(of: a, after: a.count - tail, margin),
      first..<end(of: b, after: b.count - tail, margin)
    )
  }

  /// The first of up to `margin` segments before the segment at an index, in the same subpath of either path.
  private static func first(
    of a: [PathSegment], _ b: [PathSegment], before i: Int, _ margin: Int
  ) -> Int {
    func startsSubpath(_ i: Int) -> Bool {
      (i >= a.count || a[i].isFirst) && (i >= b.count || b[i].isFirst)
    }
    var first = i
    while first > max(0, i - margin), !startsSubpath(first) { first -= 1 }
    return first
  }

  /// The end of up to `margin` segments from an index on, in the same subpath as the segment before.
  private static func end(of segments: [PathSegment], after i: Int, _ margin: Int) -> Int {
    var end = i
    while end < min(segments.count, i + margin), !segments[end].isFirst { end += 1 }
    return end
  }

  private static func box(of segments: ArraySlice<PathSegment>) -> Rect {
    segments.reduce(.null) { $0.union($1.box) }
  }
}
