import Geometry
import Raster

/// Frames of curves that grow, slide and morph as charts let them, each a drawing list whose paths are
/// marked as worth keeping, with what is damaged.
extension DrawingGenerator {
  fileprivate struct Frame {
    var list: DrawList
    var damage: [IntRect]

    /// Whether a wide stroke has round joins, most of which lie under others: the crossings of their outlines are
    /// rounded in another place where only a part of the line is stroked.
    var hasWideRoundJoins: Bool {
      list.operations.contains {
        guard case .stroke(_, let style, _, _) = $0.content else { return false }
        return style.join == .round && style.width >= 8
      }
    }

    /// Whether something lies so far out that lines to it are cut, and where depends on where they
    /// are drawn.
    var isFar: Bool {
      list.operations.contains {
        switch $0.content {
        case .fill(let path, _, let transform, _), .stroke(let path, _, let transform, _):
          path.points.contains {
            let point = $0.applying(transform)
            return !(point.x.magnitude < 1e6 && point.y.magnitude < 1e6)
          }
        default: false
        }
      }
    }
  }

  /// The pixels of these frames: some blocks of kept coverage and a part of one.
  fileprivate static let frameSize = (width: 210, height: 40)

  fileprivate mutating func frames() -> [Frame] {
    var plots = (0..<(1 + byte() % 2)).map { _ in plot() }
    let isWhole = chance(128)
    return (0..<(4 + byte() % 8)).map { _ in
      for i in plots.indices { change(&plots[i]) }
      return Frame(
        list: DrawList(
          [DrawOperation(.clear(color()))] + plots.flatMap { $0.operations }),
        damage: isWhole
          ? [IntRect(width: Self.frameSize.width, height: Self.frameSize.height)]
          : frameDamage())
    }
  }

  private mutating func frameDamage() -> [IntRect] {
    (0..<(1 + byte() % 3)).map { _ in
      let (x, y) = (byte() % 210, byte() % 50 - 8)
      return IntRect(minX: x, minY: y, maxX: x + byte(), maxY: y + byte() % 50)
    }
  }

  /// A curve or any other path, its stroke and what lies between it and its ground.
  private struct Plot {
    var values: [Double]
    var first = 0
    let step: Double
    let isCurved: Bool
    let hasArea: Bool
    let isEvenOdd: Bool
    /// The path that is drawn in place of the curve, if any.
    var other: Path?
    var ground: Double
    var transform: AffineTransform
    let style: StrokeStyle
    let paints: [Paint]
    let clip: Clip
    /// The paths as `draw` last made them: the same storage while nothing has changed.
    private(set) var line = Path()
    private(set) var area = Path()

    var points: [Point] {
      values.enumerated().map { Point(Double(first + $0.offset) * step, $0.element) }
    }

    mutating func draw() {
      line = other ?? curve
      area = line
      guard let last = line.currentPoint, let first = line.points.first, other == nil else {
        return
      }
      area.addLine(to: Point(last.x, ground))
      area.addLine(to: Point(first.x, ground))
      area.closeSubpath()
    }

    private var curve: Path {
      var path = Path()
      path.addRun(through: points, step: step, isSmooth: isCurved)
      return path
    }

    var operations: [DrawOperation] {
      let stroke = DrawOperation(
        .stroke(line, style, transform: transform, paints[0]), clip: clip,
        keepsCoverage: true)
      if !hasArea { return [stroke] }
      let fill = DrawOperation(
        .fill(area, isEvenOdd ? .evenOdd : .nonZero, transform: transform, paints[1]), clip: clip,
        keepsCoverage: true)
      return [fill, stroke]
    }
  }

  private mutating func value() -> Double { Double(byte()) / 8 - 2 }

  private mutating func plot() -> Plot {
    let step = [7, 1.3, 2.9, 16.1, 31, 4, 0.5, Double(byte() + 1) / 8][byte() & 7]
    let scale = [1, 1, 1, 0.75, 2, 1 / 3.0, 1.1, Double(byte() + 1) / 64][byte() & 7]
    let count = min(Int(220 / (step * scale)) + 1, 120)
    let values = (0..<count).map { _ in value() }
    var style = style()
    // Others are never kept.
    if !chance(16) {
      (style.dashPattern, style.start, style.end) = ([], 0, 1)
    }
    var clip = chance(32) ? clip() : Clip(rect: Rect(x: 3, y: 2, width: 200, height: 37))
    if chance(40) { clip.rect = clip.rect.insetBy(dx: 0.3, dy: unit()) }
    var plot = Plot(
      values: values, step: step, isCurved: chance(128), hasArea: chance(128),
      isEvenOdd: chance(64), other: chance(40) ? path() : nil, ground: value(),
      transform: AffineTransform(
        a: scale, b: 0, c: 0, d: [1, 1, -1, 0.9][byte() & 3], tx: Double(byte()) / 4,
        ty: chance(128) ? number() : 0),
      style: style, paints: [paint(), paint()], clip: clip)
    plot.draw()
    return plot
  }

  private mutating func change(_ plot: inout Plot) {
    if chance(128) {
      changePath(of: &plot)
      plot.draw()
    }
    switch byte() & 7 {
    case 0: break
    case 1: plot.transform.tx -= Double(byte()) / 50
    case 2: plot.transform.tx += number()
    default: plot.transform.tx -= Double(byte() & 7) / 4
    }
  }

  private mutating func changePath(of plot: inout Plot) {
    let count = plot.values.count
    switch byte() & 15 {
    case 0...5: plot.values.append(value())
    case 6, 7:
      plot.values.append(value())
      plot.values.removeFirst()
      plot.first += 1
    case 8:
      let gone = min(1 + byte() % 5, count - 1)
      plot.values.removeFirst(gone)
      plot.first += gone
    case 9: plot.values[count - 1] = value()
    case 10: plot.values[byte() % count] = value()
    case 11: if count > 1 { plot.values.removeLast() }
    case 12:
      plot.values.insert(value(), at: 0)
      plot.first -= 1
    case 13: for i in 0..<count { plot.values[i] += (value() - plot.values[i]) / 4 }
    case 14: plot.ground = value()
    default: if plot.other != nil { plot.other = path() }
    }
  }
}

/// Finds a flaw in frames drawn by a renderer that keeps coverage: pixels that are not as one
/// draws them that has kept nothing; those of far paths and of wide strokes with round joins may differ by one
/// level. Nil where all is well.
public func slidingFlaw(in bytes: [UInt8]) -> String? {
  var generator = DrawingGenerator(bytes)
  let frames = generator.frames()
  let (width, height) = DrawingGenerator.frameSize
  let renderer = Renderer()
  for (number, frame) in frames.enumerated() {
    let (kept, plain) = (
      Bitmap(width: width, height: height), Bitmap(width: width, height: height)
    )
    renderer.draw(frame.list, into: kept, damage: frame.damage)
    Renderer().draw(frame.list, into: plain, damage: frame.damage)
    if kept.pixels == plain.pixels { continue }
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (kept[x, y], plain[x, y])
        if a == b { continue }
        let difference = [0, 8, 16, 24].map {
          abs(Int(a >> $0 & 255) - Int(b >> $0 & 255))
        }.max()!
        if difference > (frame.isFar || frame.hasWideRoundJoins ? 1 : 0) {
          return "frame \(number), pixel (\(x), \(y)): kept coverage differs by \(difference)"
        }
      }
    }
  }
  return nil
}

extension Path {
  /// Adds a subpath of lines or curves through points. A tangent depends on both neighbours, so that a
  /// point more changes the segment before it.
  /// - Parameter step: the horizontal distance of each point from the one before.
  public mutating func addRun(through points: [Point], step: Double, isSmooth: Bool) {
    move(to: points[0])
    func slope(_ i: Int) -> Double {
      let (a, b) = (points[max(i - 1, 0)], points[min(i + 1, points.count - 1)])
      return (b.y - a.y) / (b.x - a.x)
    }
    for i in points.indices.dropFirst() {
      if isSmooth {
        let third = step / 3
        addCurve(
          to: points[i], control1: points[i - 1] + Point(third, slope(i - 1) * third),
          control2: points[i] - Point(third, slope(i) * third))
      } else {
        addLine(to: points[i])
      }
    }
  }
}
