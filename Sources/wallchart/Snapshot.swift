import Dashboard
import Dispatch
import Feeds
import Geometry
import Layers
import Raster
import Stage
import Typography

/// One picture of a page, without a display.
@MainActor
enum Snapshot {
  /// The default size of a picture, in points.
  static let defaultSize = (width: 1920, height: 1080)

  static func run(_ arguments: Arguments, file: String) throws(Failure) {
    let size = arguments.size ?? defaultSize
    let scale = arguments.scale ?? 1
    let pixels = try pixelSize(size, scale: scale)
    let fonts = FontLoading()
    let input = try Input(arguments)
    let shown = try ShownPage(arguments, input: input, fonts: fonts)
    let page = shown.page
    page.layOut(size: Size(Double(size.width), Double(size.height)), scale: scale)
    feed(shown, from: input, arguments)
    let time = arguments.at ?? settledTime(page.root, scale: scale)
    let bitmap = draw(
      page, width: pixels.width, height: pixels.height, scale: scale, at: time)
    try save(bitmap, to: file)
    if arguments.dumpsLayers { try Output.print(text: page.root.dump(at: time)) }
  }

  /// The device pixels of a size in points; nil if a picture cannot have that many.
  private static func pixelSize(
    _ size: (width: Int, height: Int), scale: Double
  ) throws(Failure) -> (width: Int, height: Int) {
    let width = Int((Double(size.width) * scale).rounded())
    let height = Int((Double(size.height) * scale).rounded())
    guard max(width, height) <= PNG.largestSide, width * height <= PNG.largestArea else {
      throw Failure(
        .usage,
        "a picture of \(width)x\(height) pixels is too large: at most \(PNG.largestSide) a side "
          + "and \(PNG.largestArea) in all; choose a smaller --size or --scale")
    }
    return (width, height)
  }

  /// Feeds the page with all data of its input, or with the data of some seconds.
  private static func feed(_ shown: ShownPage, from input: Input, _ arguments: Arguments) {
    switch (shown, input) {
    case (.dashboard(let scene), .metrics(let source, let recorded)):
      scene.ingest(recorded ?? collect(from: source, seconds: arguments.after), at: 0)
    case (.stream(let scene), .text(let source)): readAll(of: source, into: scene)
    case (.dashboard(let scene), .dashboard(let dashboard)):
      dashboard.collect(seconds: arguments.after) { source, update in
        scene.ingest(update, from: source, at: 0)
      }
    case (.gallery(let scene), _): scene.replay(at: 0)
    default: break
    }
  }

  private static func readAll(of source: TextSource, into scene: StreamScene) {
    let mailbox = Mailbox()
    source.start { mailbox.put($0) }
    while true {
      let delivery = mailbox.take()
      source.request()
      scene.ingest(delivery, at: delivery.isEnded ? 0 : nil)
      if delivery.isEnded { return }
    }
  }

  static func draw(
    _ page: any Page & Scene, width: Int, height: Int, scale: Double, at time: Double
  ) -> Bitmap {
    page.root.completeAnimations(at: time)
    return Compositor.picture(of: page.root, at: time, scale: scale, width: width, height: height)
  }

  static func save(_ bitmap: Bitmap, to file: String) throws(Failure) {
    do {
      try PNG.write(bitmap, to: file)
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
  }

  /// The end of the last animation.
  private static func settledTime(_ root: Layer, scale: Double) -> Double {
    var time = 0.0
    while let next = root.nextChange(after: time, scale: scale, interval: 1), next > time {
      time = next
    }
    return time
  }

  private static func collect(from source: any Source, seconds: Double) -> [Reading] {
    let queue = DispatchQueue(label: "wallchart.snapshot")
    let box = ReadingBox()
    source.start { readings in queue.async { box.readings += readings } }
    // The last sample is due at the end of the time. A little more time lets it arrive.
    let end = DispatchTime.now() + seconds + 0.1
    DispatchSemaphore(value: 0).waitUntil(end)
    source.stop()
    return queue.sync { box.readings }
  }
}

/// A queue of deliveries from one thread to another.
private final class Mailbox: @unchecked Sendable {
  private let lock = DispatchQueue(label: "wallchart.mailbox")
  private let count = DispatchSemaphore(value: 0)
  private var deliveries: [TextDelivery] = []

  func put(_ delivery: TextDelivery) {
    lock.sync { deliveries.append(delivery) }
    count.signal()
  }

  func take() -> TextDelivery {
    count.wait()
    return lock.sync { deliveries.removeFirst() }
  }
}

/// The readings collected on one queue.
private final class ReadingBox: @unchecked Sendable {
  var readings: [Reading] = []
}

extension DispatchSemaphore {
  fileprivate func waitUntil(_ time: DispatchTime) { _ = wait(timeout: time) }
}
