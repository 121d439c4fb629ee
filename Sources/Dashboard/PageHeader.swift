import Charts
import Geometry
import Layers
import Metrics
import Sources
import Typography

/// The line at the top of a page: the host, what it is, and the time of the latest data.
final class PageHeader {
  let layer = Layer()
  private let name = TextLayer()
  private let description = TextLayer()
  private let clock = TextLayer()
  private var frame: Rect?
  /// What stands before the time; nil for nothing.
  var status: String?
  /// The time and the uptime that were known first, from which later uptimes follow.
  private var firstTime: Double?

  var isShown: Bool { frame != nil }

  init() {
    for part in [name, description, clock] { layer.addSublayer(part) }
  }

  func layOut(frame: Rect?, host: HostInfo, time: Double?, environment: ChartEnvironment) {
    self.frame = frame
    layer.isHidden = frame == nil
    update(host: host, time: time, environment: environment)
  }

  func update(host: HostInfo, time: Double?, environment: ChartEnvironment) {
    guard let frame else { return }
    let (fonts, type, theme) = (environment.fonts, environment.type, environment.theme)
    let baseline = frame.midY + fonts.metrics(of: type.pageTitle).capHeight / 2
    name.line = fonts.line(host.name, font: type.pageTitle, fitting: frame.width / 2)
    name.foregroundColor = theme.text
    name.placeBaseline(at: Point(frame.minX, baseline))
    let clockText = time.map { environment.zone.civil($0).clockText }
    clock.line = fonts.line(
      [status, clockText].compactMap { $0 }.joined(separator: " · "), font: type.clock)
    clock.foregroundColor = theme.secondary
    clock.placeBaseline(at: Point(frame.maxX - clock.bounds.width, baseline))
    clock.isHidden = clock.bounds.width + name.bounds.width + type.gap > frame.width
    let left = frame.minX + name.bounds.width + type.length(14)
    description.line = fonts.line(text(host, time), font: type.clock)
    description.foregroundColor = theme.secondary
    description.placeBaseline(at: Point(left, baseline))
    let right = clock.isHidden ? frame.maxX : frame.maxX - clock.bounds.width - type.gap
    description.isHidden = left + description.bounds.width > right
  }

  private func text(_ host: HostInfo, _ time: Double?) -> String {
    firstTime = firstTime ?? time
    let uptime = host.uptime + ((time ?? 0) - (firstTime ?? 0))
    let cores = host.cores == 1 ? "1 core" : "\(host.cores) cores"
    return [host.system, cores, PageHeader.uptimeText(uptime)]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  static func uptimeText(_ seconds: Double) -> String {
    switch seconds {
    case ..<0: ""
    case ..<3600: "up \(Int(seconds / 60)) min"
    case ..<86_400: "up \(Int(seconds / 3600)) h"
    case ..<1e12: "up \(Int(seconds / 86_400)) d"
    default: ""
    }
  }
}
