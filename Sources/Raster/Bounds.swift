import Geometry

extension DrawOperation {
  /// A rectangle that contains all device pixels that a content may change.
  static func extent(of content: Content) -> Rect {
    switch content {
    case .clear:
      return everywhere
    case .fill(let path, _, let transform, _):
      return bounds(of: path, transform, reach: 0)
    case .stroke(let path, let style, let transform, _):
      guard style.width > 0, style.width.isFinite else { return .null }
      return bounds(of: path, transform, reach: style.reach)
    case .glyphs(let run, let transform, _):
      // Glyphs are drawn at quarters of a pixel, at most an eighth of a pixel from their exact positions.
      return deviceBounds(run.bounds, transform).insetBy(dx: -0.2, dy: -0.2)
    case .group(let group):
      let inner = group.list.operations.reduce(Rect.null) { $0.union($1.bounds) }
      return group.mask.map { mask in
        inner.intersection(mask.operations.reduce(Rect.null) { $0.union($1.bounds) })
      } ?? inner
    }
  }

  private static let everywhere = Rect(minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9)

  private static func bounds(
    of path: Path, _ transform: AffineTransform, reach: Double
  ) -> Rect {
    deviceBounds(path.controlPointBounds.insetBy(dx: -reach, dy: -reach), transform)
  }

  private static func deviceBounds(_ box: Rect, _ transform: AffineTransform) -> Rect {
    if box.isNull { return .null }
    let device = box.applying(transform)
    guard device.minX.isFinite, device.minY.isFinite, device.width.isFinite,
      device.height.isFinite
    else { return everywhere }
    // Snapping to the grid and flattening move edges by less than a fifth of a pixel.
    return device.insetBy(dx: -0.2, dy: -0.2).intersection(everywhere)
  }
}

extension StrokeStyle {
  /// The largest distance of the stroke's points from the path, in user space.
  package var reach: Double { width * reachPerWidth }

  /// The reach of a stroke that is one unit wide.
  package var reachPerWidth: Double {
    let miter = join == .miter ? max(miterLimit.isNaN ? 10 : miterLimit, 1) : 1
    return max(miter, cap == .square ? 1.5 : 1.1) / 2
  }
}

extension Clip {
  /// A rectangle that contains all pixels inside.
  var bounds: Rect {
    paths.reduce(rect) { result, clip in
      result.intersection(
        DrawOperation.extent(
          of: .fill(clip.path, clip.rule, transform: clip.transform, .color(.black)))
      )
    }
  }
}
