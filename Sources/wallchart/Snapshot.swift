import Dashboard
import Feeds
import Geometry
import Layers
import Messages
import Metrics
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
    let fonts = FontLoading.start()
    let input = try Input(arguments)
    let shown = try ShownPage(arguments, input: input, fonts: fonts.library())
    let page = shown.page
    page.layOut(size: Size(Double(size.width), Double(size.height)), scale: scale)
    let clock = Clock()
    feed(shown, from: input, arguments, clock)
    var time = arguments.at ?? max(settledTime(page.root, scale: scale), clock.now)
    if case .dashboard(let scene) = shown {
      scene.advance(to: time)
      // Late data has set off the motion of its gap.
      time = arguments.at ?? max(settledTime(page.root, scale: scale), time)
    }
    // A failed picture does not replace an earlier picture.
    try shown.checkInput()
    if let format = PictureFormat(path: file), format != .png {
      try VectorPicture.save(
        page, format, to: file, width: pixels.width, height: pixels.height, scale: scale, at: time,
        title: arguments.stream.title ?? shown.title)
    } else {
      let bitmap = draw(
        page, width: pixels.width, height: pixels.height, scale: scale, at: time)
      try save(bitmap, to: file, texts: shown.texts(title: arguments.stream.title))
    }
    if arguments.dumpsLayers { try Output.print(text: page.root.dump(at: time)) }
  }

  /// The size in device pixels for a size in points. Throws an error if a picture cannot be that large.
  static func pixelSize(
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
  ///
  /// Data arrives at its time by the clock, so that the picture shows late sources. For a picture of the opening
  /// animation, all data arrives at the start.
  private static func feed(
    _ shown: ShownPage, from input: Input, _ arguments: Arguments, _ clock: Clock
  ) {
    guard case .dashboard(let scene) = shown else { return shown.page.replay(at: 0) }
    scene.reportsEnd = false
    func arrival() -> Double { arguments.at == nil ? clock.now : 0 }
    switch input {
    case .none: break
    case .recording(let recording): scene.ingest(recording)
    case .machine(let feeds, _):
      // The last sample is due at the end of the time, and arrives slightly later.
      feeds.collect(seconds: arguments.after + 0.1) { scene.ingest($1, from: $0, at: arrival()) }
    case .dashboard(let dashboard):
      dashboard.feeds.collect(seconds: arguments.after) {
        scene.ingest($1, from: $0, at: arrival())
      }
    case .rows, .files: scene.collect(input, arguments)
    }
  }

  static func draw(
    _ page: any Page & Scene, width: Int, height: Int, scale: Double, at time: Double
  ) -> Bitmap {
    page.root.completeAnimations(at: time)
    return Compositor.picture(of: page.root, at: time, scale: scale, width: width, height: height)
  }

  static func save(
    _ bitmap: Bitmap, to file: String, texts: [PNG.Text] = []
  ) throws(Failure) {
    let bytes: [UInt8]
    do throws(PNGError) {
      bytes = try PNG.encode(bitmap, texts: texts)
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
    try PictureFormat.png.write(bytes, to: file)
  }

  /// The end of the last animation.
  private static func settledTime(_ root: Layer, scale: Double) -> Double {
    var time = 0.0
    while let next = root.nextChange(after: time, scale: scale, interval: 1), next > time {
      time = next
    }
    return time
  }
}

extension ShownPage {
  /// The title of a dashboard or of data; nil if there is none.
  var title: String? { if case .dashboard(let scene) = self { scene.ownTitle } else { nil } }

  /// The texts about a picture of the page: the title, the time in the format of e-mail, and the program.
  func texts(title: String?) -> [PNG.Text] {
    guard case .dashboard(let scene) = self else { return [.software] }
    let title = title ?? self.title
    return (title.map { [PNG.Text("Title", $0)] } ?? [])
      + (scene.now.map { [PNG.Text("Creation Time", TimeZoneRules.utc.civil($0).mailText)] } ?? [])
      + [.software]
  }
}

extension PNG.Text {
  /// The program and its version.
  static let software = PNG.Text("Software", "Wallchart \(version)")
}

extension DashboardScene {
  /// Shows the rows of a text until its end, or for the seconds of `--after`. A followed file has no end.
  @MainActor
  func collect(_ input: Input, _ arguments: Arguments) {
    let isOpen = arguments.given.contains("--after") || arguments.followsFile
    input.feeds?.collect(seconds: isOpen ? arguments.after : .infinity) { source, update in
      self.ingest(update, from: source, at: isOpen || update.health == .ended ? 0 : nil)
    }
  }

  /// Shows a whole recording.
  func ingest(_ recording: Recording) {
    for (source, selection) in spec.sources {
      ingest(recording.update(selection.queries), from: source, at: 0)
    }
  }
}
