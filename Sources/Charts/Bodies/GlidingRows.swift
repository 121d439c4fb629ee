import Geometry
import Layers

/// A row of a list, with a layer of its own whose origin is the row's top left corner.
protocol GlidingRow: AnyObject {
  var layer: Layer { get }
  init()
}

/// Rows with identifying numbers, which glide to their new places when their order changes.
final class GlidingRows<Row: GlidingRow> {
  let layer = Layer()
  private var rows: [Int: Row] = [:]

  init() { layer.anchorPoint = .zero }

  /// Removes all rows at once.
  func removeAll() {
    layer.removeAllSublayers()
    rows = [:]
  }

  /// Shows the given rows, and removes all others.
  /// - Parameters:
  ///   - items: the numbers of the rows and their places.
  ///   - environment: the environment, which decides on motion.
  ///   - time: the start of the motion; nil for no motion.
  ///   - show: shows the content of the item at an index in its row, which may be new.
  func update(
    _ items: [(id: Int, frame: Rect)], environment: ChartEnvironment, at time: Double?,
    show: (_ row: Row, _ index: Int, _ isNew: Bool) -> Void
  ) {
    let (travel, fade) = (environment.travelTime(time), environment.fadeTime(time))
    var leaving = rows
    for (i, item) in items.enumerated() {
      let row = leaving.removeValue(forKey: item.id)
      let shown = row ?? Row()
      let origin = AnimatableValue.point(item.frame.origin)
      if row == nil {
        shown.layer.anchorPoint = .zero
        layer.addSublayer(shown.layer)
        rows[item.id] = shown
        if let fade { shown.layer.fadeIn(at: fade, duration: Motion.sampleDuration) }
      } else if travel == nil, let fade, shown.layer.position != item.frame.origin {
        shown.layer.fadeIn(at: fade)
      }
      shown.layer.bounds = Rect(origin: .zero, size: item.frame.size)
      shown.layer.move(.position, to: origin, at: row == nil ? nil : travel)
      show(shown, i, row == nil)
    }
    for (id, row) in leaving {
      rows[id] = nil
      guard let fade else {
        row.layer.removeFromSuperlayer()
        continue
      }
      row.layer.move(.opacity, to: .scalar(0), at: fade, duration: Motion.leaveDuration) {
        [weak layer = row.layer] _ in layer?.removeFromSuperlayer()
      }
    }
  }
}
