import Charts
import Feeds
import Foundation
import Geometry
import Layers
import Raster
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// With reduced motion nothing travels: changes fade, and take effect soon.
@Suite struct ReducedMotionTests {
  private let size = Size(640, 360)

  private func page(isAnimated: Bool = true, updates: Int) throws -> DashboardScene {
    let recording = try Recording(path: Program.fixture("orion.samples"))
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"),
      zone: .fixed(offset: 3600, abbreviation: "CET"), scale: 1, isAnimated: isAnimated,
      reducesMotion: true)
    let page = DashboardScene(
      spec: .system(host: recording.host), host: recording.host, environment: environment,
      lateAfter: .infinity)
    page.layOut(size: size, scale: 1)
    let all = recording.updates(page.spec.sources.values.first?.queries ?? [])
    for update in all.dropLast(updates) { page.ingest(update, from: .system(period: 1), at: 0) }
    for (i, update) in all.suffix(updates).enumerated() {
      page.ingest(update, from: .system(period: 1), at: Double(i + 1))
      page.root.completeAnimations(at: Double(i + 1))
    }
    return page
  }

  private func pixels(_ page: DashboardScene, at time: Double) -> [UInt32] {
    page.root.completeAnimations(at: time)
    let list = Compositor.record(
      page.root, at: time, scale: 1, bounds: IntRect(width: 640, height: 360))
    return draw(list.drawList.operations, width: 640, height: 360).pixels
  }

  @Test(arguments: [0, 2])
  func everythingOnlyFades(updates: Int) throws {
    let page = try page(updates: updates)
    let keys = page.root.dump(at: Double(updates)).split(separator: "\n").flatMap { line in
      line.range(of: "animations(").map {
        line[$0.upperBound...].dropLast().split(separator: " ").map(String.init)
      } ?? []
    }
    #expect(!keys.isEmpty)
    #expect(Set(keys).isSubset(of: ["fadeIn", "leave", "opacity"]), "\(Set(keys))")
  }

  @Test func afterTheFadeItIsAsWithoutMotion() throws {
    let (faded, still) = (try page(updates: 2), try page(isAnimated: false, updates: 2))
    let time = 2 + 0.2
    #expect(pixels(faded, at: 2.05) != pixels(still, at: 2.05))
    #expect(pixels(faded, at: time + 0.5) == pixels(still, at: time + 0.5))
    #expect(pixels(faded, at: 10) == pixels(still, at: 10))
  }
}
