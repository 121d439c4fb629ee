import Geometry
import Layers
import Testing
import Typography

@testable import Charts
@testable import Dashboard

/// The rules of the look, over the layers of every page of the contact sheet.
@Suite struct SheetTests {
  /// A text as it is shown.
  private struct Text: CustomStringConvertible {
    let text: String
    /// The box from the first letter's edge and the tops of the capitals to the baseline.
    let box: Rect
    /// The size of the font in points.
    let size: Double
    let color: Color
    /// The part of the page in which it is shown.
    let clip: Rect
    /// The colour of the nearest mark under the text, within the panel; nil for none.
    let ground: Color?
    /// The panel; nil for the header.
    let panel: Int?

    var description: String { "'\(text)' \(Int(size)) at \(box)" }
  }

  /// The ascent of Inter, as a share of the font's size.
  private static let ascent = 0.96875
  private static let capHeight = 0.727

  private func texts(of scene: DashboardScene) -> [Text] {
    var found: [Text] = []
    let page = Rect(origin: .zero, size: scene.view.size)
    let panels = scene.view.grid.panels.map(\.panel.layer)
    func collect(
      _ layer: Layer, _ map: AffineTransform, _ clip: Rect, _ panel: Int?,
      _ ground: Color? = nil
    ) {
      guard !layer.isHidden, layer.opacity > 0 else { return }
      let anchor = Point(
        layer.bounds.minX + layer.anchorPoint.x * layer.bounds.width,
        layer.bounds.minY + layer.anchorPoint.y * layer.bounds.height)
      let map = AffineTransform.translation(-anchor.x, -anchor.y).concatenating(layer.transform)
        .concatenating(.translation(layer.position.x, layer.position.y)).concatenating(map)
      let own = layer.bounds.applying(map)
      let isPanel = panels.contains { $0 === layer }
      let panel = panels.firstIndex { $0 === layer } ?? panel
      let isOpaque = layer.backgroundColor?.alpha == 1
      let ground = isPanel ? nil : isOpaque ? layer.backgroundColor : ground
      if let layer = layer as? TextLayer, let line = layer.line, line.width > 0 {
        let size = line.ascent / Self.ascent
        let baseline = own.minY + line.ascent
        found.append(
          Text(
            text: line.text,
            box: Rect(
              minX: own.minX + max(0, line.inkBounds.minX), minY: baseline - Self.capHeight * size,
              maxX: own.minX + line.width,
              maxY: baseline), size: size, color: layer.foregroundColor, clip: clip, ground: ground,
            panel: panel))
      }
      let inner = layer.masksToBounds ? clip.intersection(own) : clip
      for sublayer in layer.sublayers { collect(sublayer, map, inner, panel, ground) }
    }
    collect(scene.root, .identity, page, nil)
    return found
  }

  /// All pages with the same panels, at all sizes, in both themes and at both distances.
  @Test(arguments: SheetPage.titles) func rules(title: String) throws {
    var (columns, edges) = (0, 0)
    for page in SheetPage.all where page.title == title {
      let scene = try page.scene()
      let texts = texts(of: scene)
      checkPlaces(texts, scene, page)
      columns += checkColumns(scene, page)
      edges += checkEdges(texts, scene, page)
      checkSizes(texts, page)
      checkValues(texts, scene, page)
      checkContrast(texts, scene, page)
    }
    let least = Self.leastCompared(title)
    #expect(columns >= least.columns && edges >= least.edges, "\(columns) and \(edges)")
  }

  /// The least number of pairs of columns, and of edges, that the pages with a title compare.
  private static func leastCompared(_ title: String) -> (columns: Int, edges: Int) {
    switch title {
    case "states-line", "states-area", "states-stacked", "states-spectrum": (30, 100)
    case "lines", "dense": (50, 110)
    case "states-number", "states-columns": (0, 100)
    case "states-bars", "states-table", "states-states": (0, 10)
    case "alone-line", "alone-area", "alone-stacked", "alone-spectrum", "alone-number": (0, 24)
    case "alone-columns", "many-1": (0, 24)
    case _ where title.hasPrefix("many-"): (3, 40)
    default: (0, 0)
    }
  }

  /// Every text lies within its panel, at least a few points from the panel's edge, and touches no other.
  private func checkPlaces(_ texts: [Text], _ scene: DashboardScene, _ page: SheetPage) {
    for (i, text) in texts.enumerated() {
      let panel = text.panel.map { scene.view.grid.panels[$0].panel }
      let kind = panel?.kind.name ?? "page"
      let room = (panel?.layer.frame ?? Rect(origin: .zero, size: page.size)).insetBy(dx: 3, dy: 3)
      #expect(room.contains(text.box), "\(page.name), \(kind): \(text) leaves \(room)")
      #expect(text.clip.contains(text.box), "\(page.name): \(text) is cut")
      for other in texts[..<i] where text.panel == other.panel {
        #expect(!text.box.intersects(other.box), "\(page.name): \(text) and \(other)")
      }
    }
  }

  /// Panels of one width below one another have their plots' left edges at one place, and the labels of
  /// lines' ends have one width.
  /// - Returns: the number of compared pairs.
  private func checkColumns(_ scene: DashboardScene, _ page: SheetPage) -> Int {
    var compared = 0
    let panels = scene.view.grid.panels.map(\.panel).filter {
      // Without ticks a plot is as wide as its panel.
      $0.kind == .line && $0.content.state != .waiting && $0.geometry?.showsTicks == true
    }
    for (i, panel) in panels.enumerated() {
      for other in panels[..<i]
      where panel.layer.frame.minX == other.layer.frame.minX
        && panel.layer.frame.width == other.layer.frame.width
      {
        guard let plot = panel.plotFrame, let above = other.plotFrame else { continue }
        compared += 1
        #expect(plot.minX == above.minX, "\(page.name)")
        let full = panel.layer.frame.maxX - (panel.geometry?.padding ?? 0)
        let hasLabels = [plot, above].allSatisfy { $0.maxX < full - 1 }
        #expect(!hasLabels || plot.maxX == above.maxX, "\(page.name)")
        let gutters = [plot, above].map { full - $0.maxX }
        #expect(gutters.allSatisfy { $0.truncatingRemainder(dividingBy: 8) == 0 }, "\(gutters)")
      }
    }
    return compared
  }

  /// The first digit's edge stands under the title's edge, whatever the digit.
  /// - Returns: the number of compared panels.
  private func checkEdges(_ texts: [Text], _ scene: DashboardScene, _ page: SheetPage) -> Int {
    var compared = 0
    for (i, (_, panel)) in scene.view.grid.panels.enumerated()
    where ![.ring, .tiles].contains(panel.kind) && panel.geometry?.isInline == false {
      let own = texts.filter { $0.panel == i }
      let digits = panel.content.value?.digits ?? panel.content.lead?.value.digits
      let size = panel.geometry?.valueFont.size ?? 0
      guard let title = own.first(where: { $0.text.hasPrefix(panel.header.text.prefix(3)) }),
        let value = own.first(where: { $0.text == digits && abs($0.size - size) < 0.6 })
      else { continue }
      compared += 1
      #expect(abs(value.box.minX - title.box.minX) < 0.6, "\(page.name): \(value) and \(title)")
    }
    return compared
  }

  /// No letter is smaller than 11 points, or than ten minutes of arc on a wall.
  private func checkSizes(_ texts: [Text], _ page: SheetPage) {
    let size = page.size
    let diagonal = (size.width * size.width + size.height * size.height).squareRoot()
    let letter = 0.0029 * 3 / (55 * 0.0254) * diagonal / Self.capHeight
    // A page has at least twelve lines, however far away it is.
    let lines = min(size.height, size.width * 0.75)
    let least = page.isDistant ? max(11, min(letter, lines / 12)) : 11
    for text in texts {
      #expect(text.size >= least - 0.01, "\(page.name): \(text) is below \(least)")
    }
  }

  /// Every panel that has data shows its value, or that of a series, or the age of an old value.
  private func checkValues(_ texts: [Text], _ scene: DashboardScene, _ page: SheetPage) {
    for (i, (_, panel)) in scene.view.grid.panels.enumerated()
    where panel.content.state != .waiting {
      let content = panel.content
      guard panel.kind.arrangement != .filling else { continue }
      var values =
        content.value.map { [$0.digits] }
        ?? [content.lead?.value.digits ?? ""] + content.legend.map(\.value)
      // An old value without room for its age gives way to the age.
      if case .late(let age) = content.state { values.append(age) }
      let shown = texts.filter { $0.panel == i }.map(\.text)
      #expect(values.contains { shown.contains($0) }, "\(page.name): panel \(i) of \(shown)")
    }
  }

  /// Text stands out from its panel with 4.5 to 1, values that are up to date with 7 to 1.
  private func checkContrast(_ texts: [Text], _ scene: DashboardScene, _ page: SheetPage) {
    for text in texts {
      let panel = text.panel.map { scene.view.grid.panels[$0].panel }
      let ground = text.ground ?? panel?.layer.backgroundColor ?? scene.theme.background
      let isValue =
        panel.map { !$0.content.isValueLate && $0.content.value?.digits == text.text } ?? false
      let contrast = Contrast.ratio(lerp(ground, text.color.opacity(1), text.color.alpha), ground)
      #expect(contrast >= (isValue ? 7 : 4.5), "\(page.name): \(text) has \(contrast)")
    }
  }
}

extension SheetPage {
  /// The names of the pages' panels.
  fileprivate static var titles: [String] {
    var titles: [String] = []
    for page in all where titles.last != page.title { titles.append(page.title) }
    return titles
  }
}
