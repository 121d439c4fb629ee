import CLanes
import Geometry

/// The edges that one thread has made for a frame, grouped by bands.
final class EdgeArena: @unchecked Sendable {
  /// The lists of edges, one for each band of the highest drawing so far.
  private(set) var lists: UnsafeMutablePointer<EdgeList>
  private var listCount = 0
  private var bandCount = 0
  /// The range of each shape's edges in the list of each band.
  private(set) var ranges: [Range<Int32>] = []
  private var starts: [Int32] = []
  private var vertices: StrokeVertices? = StrokeVertices()
  private let kernels: UnsafePointer<KernelTable>

  init(kernels: UnsafePointer<KernelTable>) {
    self.kernels = kernels
    lists = .allocate(capacity: 0)
  }

  deinit {
    lists.deinitialize(count: listCount)
    lists.deallocate()
  }

  /// The number of edges and vertices for which there is memory.
  var capacity: Int {
    var sum = vertices?.room ?? 0
    for i in 0..<listCount { sum += lists[i].capacity }
    return sum
  }

  /// Forgets all edges and makes room for a number of bands.
  func reset(bandCount count: Int) {
    ranges.removeAll(keepingCapacity: true)
    for i in 0..<listCount { lists[i].removeAll() }
    vertices?.endFrame()
    bandCount = count
    if count <= listCount { return }
    let larger = UnsafeMutablePointer<EdgeList>.allocate(capacity: count)
    larger.moveInitialize(from: lists, count: listCount)
    for i in listCount..<count { (larger + i).initialize(to: EdgeList()) }
    lists.deallocate()
    (lists, listCount) = (larger, count)
  }

  /// Builds one shape from its source.
  func shape(_ source: ShapeSource) -> Shape {
    let region = source.region
    if source.style == nil, let rect = wholeRectangle(source) {
      return Shape(kind: .rectangle, bounds: rect.intersection(region))
    }
    var sink = EdgeSink(lists: lists, kernels: kernels, region: region)
    let top = Int(sink.firstBand)
    starts.removeAll(keepingCapacity: true)
    for i in top..<max(min(Int(sink.lastBand) + 1, bandCount), top) {
      starts.append(Int32(lists[i].count))
    }
    if let style = source.style {
      stroke(source, style, into: &sink)
    } else {
      Flattener(visible: region.visible, isCut: source.isCut).fill(
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

  private func stroke(_ source: ShapeSource, _ style: StrokeStyle, into sink: inout EdgeSink) {
    guard
      var stroker = Stroker(
        style: style, transform: source.transform, sink: sink,
        vertices: vertices.take() ?? StrokeVertices())
    else { return }
    var culling = StrokeCulling(
      stroker, visible: source.isCut ? source.region.visible : nil)
    culling.stroke(source.path.pieces(of: style), with: &stroker)
    sink = stroker.sink
    vertices = stroker.finish()
  }

  /// The pixels of a path that is an upright rectangle on whole pixels; nil for any other path.
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

extension IntRect {
  /// The part of device space in which geometry may be visible in these pixels.
  fileprivate var visible: Rect { rect.insetBy(dx: -1, dy: -1) }
}
