import Geometry

/// The edges that one thread has made for a frame, by bands.
final class EdgeArena: @unchecked Sendable {
  private(set) var lists: UnsafeMutablePointer<EdgeList>
  private(set) var bandCount: Int
  /// For each shape and band, where its edges lie in the band's list.
  private(set) var ranges: [Range<Int32>] = []
  private var starts: [Int32] = []
  private var vertices = StrokeVertices()
  private let kernels: Kernels

  init(kernels: Kernels) {
    self.kernels = kernels
    bandCount = 0
    lists = .allocate(capacity: 1)
  }

  deinit {
    for i in 0..<bandCount { lists[i].deallocate() }
    lists.deallocate()
    vertices.deallocate()
  }

  /// Forgets all edges and makes room for a number of bands.
  func reset(bandCount count: Int) {
    ranges.removeAll(keepingCapacity: true)
    for i in 0..<min(count, bandCount) { lists[i].removeAll() }
    if count == bandCount { return }
    let larger = UnsafeMutablePointer<EdgeList>.allocate(capacity: max(count, 1))
    larger.moveInitialize(from: lists, count: min(count, bandCount))
    for i in bandCount..<max(count, bandCount) { (larger + i).initialize(to: EdgeList()) }
    for i in count..<max(count, bandCount) { lists[i].deallocate() }
    lists.deallocate()
    lists = larger
    bandCount = count
  }

  /// Builds one shape from its source.
  func shape(_ source: ShapeSource) -> Shape {
    let region = source.region
    if source.style == nil, let rect = wholeRectangle(source) {
      return Shape(kind: .rectangle, bounds: rect.intersection(region))
    }
    var sink = EdgeSink(lists: lists, region: region)
    let top = Int(sink.firstBand)
    starts.removeAll(keepingCapacity: true)
    for i in top..<max(min(Int(sink.lastBand) + 1, bandCount), top) {
      starts.append(Int32(lists[i].count))
    }
    let visible = region.rect.insetBy(dx: -1, dy: -1)
    if let style = source.style {
      if var stroker = Stroker(
        style: style, transform: source.transform, visible: visible,
        isCut: source.isCut, sink: sink, vertices: vertices, kernels: kernels)
      {
        stroker.stroke(source.path.pieces(of: style))
        (sink, vertices) = (stroker.sink, stroker.vertices)
      }
    } else {
      Flattener(visible: visible, isCut: source.isCut, kernels: kernels).fill(
        source.path, source.transform, into: &sink)
    }
    let bounds = sink.bounds.intersection(region)
    if bounds.isEmpty { return .empty }
    let first = bounds.minY >> Band.shift
    let from = ranges.count
    for band in first...((bounds.maxY - 1) >> Band.shift) {
      ranges.append(starts[band - top]..<Int32(lists[band].count))
    }
    return Shape(
      kind: .edges(self, firstBand: first, ranges: from..<ranges.count, source.rule),
      bounds: bounds)
  }

  /// The pixels of a path that is an upright rectangle on whole pixels; nil for any other.
  private func wholeRectangle(_ source: ShapeSource) -> IntRect? {
    guard let rect = source.path.rectangle, source.transform.isScaleAndTranslation else {
      return nil
    }
    let r = rect.applying(source.transform)
    func isWhole(_ value: Double) -> Bool { value.magnitude < 1e9 && value == Double(Int(value)) }
    guard isWhole(r.minX), isWhole(r.minY), isWhole(r.maxX), isWhole(r.maxY) else { return nil }
    return IntRect(minX: Int(r.minX), minY: Int(r.minY), maxX: Int(r.maxX), maxY: Int(r.maxY))
  }
}

extension Path {
  /// The rectangle that the path is: four corners in either direction, closed or not; else nil.
  var rectangle: Rect? {
    let verbs = self.verbs
    guard verbs.count >= 4, verbs.count <= 6, verbs[0] == .move, verbs[1] == .line,
      verbs[2] == .line, verbs[3] == .line
    else { return nil }
    let end = verbs.last == .close ? verbs.count - 1 : verbs.count
    guard end == 4 || end == 5 && verbs[4] == .line else { return nil }
    let p = points
    if p.count == 5, p[4] != p[0] { return nil }
    let isUpright =
      (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x)
      || (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y)
    guard isUpright else { return nil }
    return Rect(
      minX: min(p[0].x, p[2].x), minY: min(p[0].y, p[2].y), maxX: max(p[0].x, p[2].x),
      maxY: max(p[0].y, p[2].y))
  }
}
