import Geometry

/// A point of the device grid.
typealias GridPoint = SIMD2<Int32>

/// The upper envelope of lines that are added from left to right, such as one side of a stroke along a path that never
/// turns back: the highest of all lines at each x.
///
/// A smaller second coordinate is higher. Of two lines the later one rises relative to the earlier one, like the upper
/// halves of two equal pens: both cross at most once, and after the crossing the later line is the higher one. A stack
/// of parts of lines therefore holds the envelope so far, and a new line hides only parts at the top of the stack.
///
/// All decisions use whole numbers that depend only on differences, so a drawing that is moved by whole pixels has the
/// same envelope. Coordinates are within half of the grid's limit, so that products of two differences fit into 64
/// bits.
struct UpperEnvelope: ~Copyable {
  /// A line from left to right, and its visible part.
  struct Part: BitwiseCopyable {
    let from: GridPoint
    let to: GridPoint
    var start: GridPoint
    var end: GridPoint
  }

  private var parts = GrowingList<Part>()
  /// The parts that `addAnywhere` examines.
  private var tail = GrowingList<Part>()
  /// The x at which the last part ends.
  private var end = Int32.min
  /// The point at which the next line starts.
  var point = GridPoint.zero
  private var interior: ClosedRange<Int32> = .min ... .max

  /// The number of parts for which there is memory.
  var capacity: Int { parts.capacity + tail.capacity }

  /// Starts another envelope.
  /// - Parameter interior: the range of x in which a later line rises relative to the earlier ones. Elsewhere lines may
  ///   cross in any way, for example at a flat end of a stroke, which cuts off a part of the pen.
  mutating func begin(interior: ClosedRange<Int32>) {
    parts.removeAll()
    end = .min
    self.interior = interior
  }

  /// The first and the last point of the envelope; nil for none.
  var ends: (first: GridPoint, last: GridPoint)? {
    if parts.count == 0 { return nil }
    return (parts.base[0].start, parts.base[parts.count - 1].end)
  }

  /// Whether lines in a range of x, not above a height, are hidden because the last part is above all of them.
  @inline(__always)
  func hides(from left: Int32, to right: Int32, top: Int32) -> Bool {
    if parts.count == 0 { return false }
    let last = parts.base + (parts.count &- 1)
    return left >= last.pointee.start.x && right <= last.pointee.end.x
      && top >= max(last.pointee.start.y, last.pointee.end.y)
  }

  /// Adds the line from `point` to another one, which becomes `point`.
  @inline(__always)
  mutating func move(to next: GridPoint) {
    add(point, next)
    point = next
  }

  /// Adds a line; a line that does not go from left to right is left out.
  @inline(__always)
  mutating func add(_ from: GridPoint, _ to: GridPoint) {
    if from.x >= end, from.x < to.x, from.x >= interior.lowerBound, to.x <= interior.upperBound {
      parts.append(Part(from: from, to: to, start: from, end: to))
      end = to.x
    } else if from.x < to.x {
      addHidden(from, to)
    }
  }

  /// Adds a line that starts before the end of others, or at an x where lines may cross in any way.
  @inline(never)
  private mutating func addHidden(_ from: GridPoint, _ to: GridPoint) {
    if from.x < interior.lowerBound || to.x > interior.upperBound {
      addAnywhere(from, to)
    } else {
      addLater(from, to)
    }
    end = parts.base[parts.count &- 1].end.x
  }

  /// Adds a line that rises relative to all others.
  private mutating func addLater(_ from: GridPoint, _ to: GridPoint) {
    if isHidden(to) { return }
    var start = from
    while parts.count > 0 {
      let last = parts.base + (parts.count &- 1)
      let part = last.pointee
      if from.x >= part.end.x { break }
      let isLater = from.x >= part.start.x
      let isAbove = isLater ? isLine(part, below: from) : isPoint(part.start, below: from, to)
      if isAbove {
        if from.x > part.start.x {
          last.pointee.end = GridPoint(from.x, height(part.from, part.to, at: from.x))
          break
        }
        parts.removeLast()
        continue
      }
      let endsFirst = to.x <= part.end.x
      if endsFirst ? isLine(part, below: to) : isPoint(part.end, below: from, to) {
        start = crossing(part, from, to)
        last.pointee.end = start
      } else if endsFirst {
        return
      } else {
        start = GridPoint(part.end.x, height(from, to, at: part.end.x))
      }
      break
    }
    parts.append(Part(from: from, to: to, start: start, end: to))
  }

  /// Adds a line that may cross the others in any way. If the line is the later one of two that cross once, and others
  /// follow, the envelope is identical to that of `add`, bit by bit.
  private mutating func addAnywhere(_ from: GridPoint, _ to: GridPoint) {
    var first = parts.count
    while first > 0, parts.base[first - 1].end.x > from.x { first -= 1 }
    tail.removeAll()
    for i in first..<parts.count { tail.append(parts.base[i]) }
    parts.removeLast(tail.count)
    let line = Part(from: from, to: to, start: from, end: to)
    var point = from
    for i in 0..<tail.count {
      let part = tail.base[i]
      if point.x < part.start.x, point.x < to.x {
        let end = part.start.x < to.x ? on(line, at: part.start.x) : to
        append(line, point, end)
        point = end
      }
      if point.x >= to.x {
        append(part, part.start.x < to.x ? on(part, at: to.x) : part.start, part.end)
      } else {
        if point.x > part.start.x { append(part, part.start, on(part, at: point.x)) }
        point = appendHigher(part, line, from: point)
        if point.x < part.end.x { append(part, on(part, at: point.x), part.end) }
      }
    }
    append(line, point, to)
  }

  /// Appends the higher of two lines, from a point of the new line up to the end of the shorter one.
  /// - Returns: the point of the new line at that end.
  private mutating func appendHigher(_ old: Part, _ new: Part, from point: GridPoint) -> GridPoint {
    let wasAbove =
      point.x > old.start.x || point == new.from
      ? isLine(old, below: point) : isPoint(old.start, below: new.from, new.to)
    let endsFirst = new.to.x <= old.end.x
    let isAbove =
      endsFirst ? isLine(old, below: new.to) : isPoint(old.end, below: new.from, new.to)
    let end = endsFirst ? new.to : on(new, at: old.end.x)
    let oldStart = on(old, at: point.x)
    let oldEnd = endsFirst ? on(old, at: new.to.x) : old.end
    if wasAbove == isAbove {
      if isAbove { append(new, point, end) } else { append(old, oldStart, oldEnd) }
      return end
    }
    let middle = crossing(old, new.from, new.to)
    if isAbove {
      append(old, oldStart, middle)
      append(new, middle, end)
    } else {
      append(new, point, middle)
      append(old, middle, oldEnd)
    }
    return end
  }

  /// Appends a section of a part, unless the section is empty.
  private mutating func append(_ part: Part, _ start: GridPoint, _ end: GridPoint) {
    if start.x >= end.x { return }
    if parts.count > 0 {
      let last = parts.base + (parts.count - 1)
      if last.pointee.from == part.from, last.pointee.to == part.to, last.pointee.end.x == start.x {
        last.pointee.end = end
        return
      }
    }
    parts.append(Part(from: part.from, to: part.to, start: start, end: end))
  }

  /// The point of a part at an x.
  private func on(_ part: Part, at x: Int32) -> GridPoint {
    x == part.start.x
      ? part.start
      : x == part.end.x ? part.end : GridPoint(x, height(part.from, part.to, at: x))
  }

  /// Whether the envelope is above the right end of a line. If the end is higher, all parts to its right are dropped,
  /// because later lines are above them.
  @inline(__always)
  private mutating func isHidden(_ end: GridPoint) -> Bool {
    var i = parts.count &- 1
    while i >= 0, parts.base[i].start.x >= end.x { i &-= 1 }
    if i == parts.count &- 1 { return false }
    if i < 0 || end.x <= parts.base[i].end.x && !isLine(parts.base[i], below: end) { return true }
    parts.removeLast(parts.count &- 1 &- i)
    return false
  }

  /// Passes the lines of the envelope from left to right, including the lines that join its parts.
  @inline(__always)
  func forEachLine(_ body: (GridPoint, GridPoint) -> Void) {
    if parts.count == 0 { return }
    var last = parts.base[0].start
    for i in 0..<parts.count {
      let part = parts.base + i
      let (start, end) = (part.pointee.start, part.pointee.end)
      if start != last { body(last, start) }
      body(start, end)
      last = end
    }
  }

  /// Whether the line of a part is below a point.
  @inline(__always)
  private func isLine(_ part: Part, below point: GridPoint) -> Bool {
    cross(part.from, part.to, point) < 0
  }

  /// Whether a point is below a line.
  @inline(__always)
  private func isPoint(_ point: GridPoint, below from: GridPoint, _ to: GridPoint) -> Bool {
    cross(from, to, point) > 0
  }

  /// The cross product of the line and a point; above zero for a point below the line.
  @inline(__always)
  private func cross(_ from: GridPoint, _ to: GridPoint, _ point: GridPoint) -> Int {
    let (width, height) = (Int(to.x) &- Int(from.x), Int(to.y) &- Int(from.y))
    return (Int(point.y) &- Int(from.y)) &* width &- (Int(point.x) &- Int(from.x)) &* height
  }

  /// The height of a line at an x within the line.
  private func height(_ from: GridPoint, _ to: GridPoint, at x: Int32) -> Int32 {
    let part = Double(Int(x) &- Int(from.x)) / Double(Int(to.x) &- Int(from.x))
    return from.y &+ rounded(part * Double(Int(to.y) &- Int(from.y)))
  }

  /// The point in which a line crosses the visible part of another; an end of one of them if rounding puts the crossing
  /// outside.
  private func crossing(_ part: Part, _ from: GridPoint, _ to: GridPoint) -> GridPoint {
    let before = Double(cross(part.from, part.to, from))
    let after = Double(cross(part.from, part.to, to))
    // Ends of parts are rounded, so the whole lines may cross far away if they are nearly the same.
    let share = before == after ? 0 : min(max(before / (before - after), 0), 1)
    let x = from.x &+ rounded(share * Double(Int(to.x) &- Int(from.x)))
    let y = from.y &+ rounded(share * Double(Int(to.y) &- Int(from.y)))
    let first = from.x > part.start.x ? from : part.start
    let last = to.x < part.end.x ? to : part.end
    return x < first.x ? first : x > last.x ? last : GridPoint(x, y)
  }

  @inline(__always)
  private func rounded(_ value: Double) -> Int32 {
    // Half a step is added before rounding down, so that a move by a whole step changes nothing.
    let sum = value + 0.5
    let whole = Int32(sum)
    return Double(whole) > sum ? whole &- 1 : whole
  }
}
