import Charts
import Dashboard
import Dispatch
import Feeds
import Geometry
import Glibc
import Layers
import Messages
import Raster
import Stage
import Synchronization
import Typography

/// A film of a page, made without a display: the content of a window from its opening on, with an exact number of
/// pictures a second.
///
/// Data that is available from the start is filmed as fast as pictures can be drawn; live data is filmed in real time.
@MainActor
final class Film {
  /// The default length of a film in seconds.
  nonisolated static let standardLength = 10.0
  /// The largest length of a film in seconds.
  nonisolated static let longest = 86_400.0

  private let arguments: Arguments
  private let format: FilmFormat
  private let shown: ShownPage
  private let input: Input
  /// The time of the film's start in UTC seconds.
  private let start: Double
  private let time: SetClock
  private let size: (width: Int, height: Int)
  private let scale: Double
  private let feed: FilmFeed
  /// The last picture, and the time of the next change.
  private var last: (bitmap: Bitmap, next: Double)?

  static func run(_ arguments: Arguments, file: String) throws(Failure) {
    guard let format = FilmFormat(path: file) else {
      throw Failure(.usage, "a film is an mp4, webm or gif file, not '\(file)'")
    }
    try Film(arguments, format).record(to: file)
  }

  private init(_ arguments: Arguments, _ format: FilmFormat) throws(Failure) {
    (self.arguments, self.format) = (arguments, format)
    let points = arguments.size ?? Snapshot.defaultSize
    scale = arguments.scale ?? 1
    size = try Snapshot.pixelSize(points, scale: scale)
    let fonts = FontLoading.start()
    input = try Input(arguments)
    start = SystemClock.utc
    let time = SetClock(start)
    self.time = time
    feed = FilmFeed(input.isLive ? input.feeds : nil)
    shown = try ShownPage(
      arguments, input: input, fonts: fonts.library(), wallClock: time.reading)
    shown.page.layOut(
      size: Size(Double(points.width), Double(points.height)), scale: scale)
  }

  private func record(to file: String) throws(Failure) {
    let interruption = Interruption()
    let encoder = try FilmEncoder(
      format, to: file, width: size.width, height: size.height, title: title)
    if input.isLive { feed.start() } else { showAll() }
    defer { feed.stop() }
    let length = arguments.length ?? Self.standardLength
    for number in 0..<max(1, Int((length * Double(format.rate)).rounded())) {
      let now = Double(number) / Double(format.rate)
      time.utc = start + now
      let news = feed.updates(until: now)
      for (source, update) in news { scene?.ingest(update, from: source, at: now) }
      // Ctrl-C ends the film early, with at least one picture.
      if number > 0, interruption.hasCome { break }
      guard encoder.add(picture(at: now, hasNews: !news.isEmpty)) else { break }
    }
    // A failed film does not replace an earlier film.
    try shown.checkInput()
    try encoder.finish()
  }

  private var scene: DashboardScene? {
    if case .dashboard(let scene) = shown { scene } else { nil }
  }

  private var title: String? { arguments.stream.title ?? shown.title }

  /// Shows data that is available from the start, like a window that opens.
  private func showAll() {
    guard let scene else { return shown.page.replay(at: 0) }
    switch input {
    case .recording(let recording): scene.ingest(recording)
    default: scene.collect(input, arguments)
    }
  }

  /// The picture at a time: the last one if nothing has changed since.
  private func picture(at time: Double, hasNews: Bool) -> Bitmap {
    if let last, !hasNews, last.next > time { return last.bitmap }
    scene?.advance(to: time)
    let page = shown.page
    let bitmap = Snapshot.draw(
      page, width: size.width, height: size.height, scale: scale, at: time)
    let motion = page.root.nextChange(
      after: time, scale: scale, interval: 1 / Double(format.rate))
    let next = [motion, page.nextChange(after: time)].compactMap { $0 }.min()
    last = (bitmap, next ?? .infinity)
    return bitmap
  }
}

/// Detects a request to end early: Ctrl-C, or a signal of the system.
private final class Interruption {
  private final class Flag: Sendable {
    let isSet = Mutex(false)
  }

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]

  init() {
    let queue = DispatchQueue(label: "wallchart.film")
    sources = ProgramEnd.signals.map { [flag] number in
      // The source replaces this action a moment after its activation. A signal in between would end the program.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { flag.isSet.withLock { $0 = true } }
      source.activate()
      return source
    }
  }

  var hasCome: Bool { flag.isSet.withLock { $0 } }
}

/// The live data of a film.
@MainActor
private final class FilmFeed {
  private let feeds: LiveInput?
  private let queue = UpdateQueue()
  private let clock = Clock()
  private var running: Set<SourceSpec> = []
  /// Updates that have come, with the times of their arrival.
  private var pending: [(arrival: Double, source: SourceSpec, update: FeedUpdate)] = []

  /// - Parameter feeds: the live data; nil if there is none.
  init(_ feeds: LiveInput?) { self.feeds = feeds }

  func start() {
    running = Set(feeds?.names.map { $0 } ?? [])
    feeds?.start { [queue] in queue.put($0, $1) }
  }

  func stop() { if !running.isEmpty { feeds?.stop() } }

  /// Waits for the time of a picture, and returns the updates that have come before. A film whose pictures take longer
  /// than their time does not wait, and does not get updates that came after the time of the picture.
  func updates(until time: Double) -> [(source: SourceSpec, update: FeedUpdate)] {
    repeat {
      let wait = running.isEmpty ? 0 : max(0, time - clock.now)
      guard let (source, update) = queue.take(until: .now() + wait) else { break }
      if update.health == .ended { running.remove(source) }
      pending.append((clock.now, source, update))
      feeds?.request(source)
    } while true
    let isOver = running.isEmpty
    let due = pending.prefix { isOver || $0.arrival <= time }
    pending.removeFirst(due.count)
    return due.map { ($0.source, $0.update) }
  }
}
