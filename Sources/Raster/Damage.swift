import Geometry

/// The pixels of several rectangles as rectangles that do not overlap, within `bounds`.
func disjoint(_ rects: [IntRect], within bounds: IntRect) -> [IntRect] {
  let cut = rects.map { $0.intersection(bounds) }.filter { !$0.isEmpty }
  if cut.count < 2 { return cut }
  let edges = Set(cut.flatMap { [$0.minY, $0.maxY] }).sorted()
  var result: [IntRect] = []
  // The rectangles of the slab above, which those of the next continue where they are as wide.
  var open: [IntRect] = []
  for (top, bottom) in zip(edges, edges.dropFirst()) {
    let spans = merged(
      cut.filter { $0.minY <= top && $0.maxY >= bottom }.map { ($0.minX, $0.maxX) })
    let slab = spans.map { IntRect(minX: $0, minY: top, maxX: $1, maxY: bottom) }
    let isContinued = open.map { [$0.minX, $0.maxX] } == slab.map { [$0.minX, $0.maxX] }
    if isContinued, open.first?.maxY == top {
      for i in open.indices { open[i].maxY = bottom }
    } else {
      result += open
      open = slab
    }
  }
  return result + open
}

/// Intervals that do not touch, in order, which hold the same numbers.
private func merged(_ spans: [(Int, Int)]) -> [(Int, Int)] {
  var result: [(Int, Int)] = []
  for span in spans.sorted(by: { $0.0 < $1.0 }) {
    if let last = result.last, span.0 <= last.1 {
      result[result.count - 1].1 = max(last.1, span.1)
    } else {
      result.append(span)
    }
  }
  return result
}
