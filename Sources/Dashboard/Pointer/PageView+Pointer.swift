import Charts
import Geometry

extension PageView {
  var panelIndices: Range<Int> { grid.panels.indices }

  /// A panel by its number; nil for one that has gone.
  func panel(_ index: Int) -> Panel? {
    grid.panels.indices.contains(index) ? grid.panels[index].panel : nil
  }

  func key(_ index: Int) -> String? {
    grid.panels.indices.contains(index) ? grid.panels[index].head.key : nil
  }

  /// Marks a sample in all plots, and says in full what one of them shows there.
  /// - Parameters:
  ///   - time: of the sample; nil for none.
  ///   - focus: the panel that says it.
  ///   - now: the frame clock; nil where nothing moves.
  func showCrosshair(at time: Double?, panel focus: Int?, now: Double?) {
    for (i, (_, panel)) in grid.panels.enumerated() {
      let shown = time.flatMap { time in
        // Where the panels' samples are at other times, each shows its own nearest one.
        panel.sampleTime(nearest: time)
      }
      panel.showCrosshair(at: shown, isFocused: i == focus, at: now)
    }
    guard let time, let reading = focus.flatMap({ panel($0)?.reading(at: time, now: now) }) else {
      return readout.hide()
    }
    readout.show(
      reading, page: Rect(origin: .zero, size: size).insetBy(dx: 4, dy: 4),
      environment: environment)
  }

  /// Explains what the header says where the pointer is at it.
  /// - Returns: whether this changes what is seen.
  func showHint(at place: Point?) -> Bool {
    let frame = header.detailFrame
    let isThere = place.map { frame?.insetBy(dx: -4, dy: -6).contains($0) == true } ?? false
    return hintCard.show(
      isThere ? headerText.hint : [], under: frame ?? .zero, page: size, environment: environment)
  }
}
