import Control
import Dashboard
import Files
import Geometry
import Glibc
import Layers
import Messages
import Metrics
import Raster

/// The answers to requests of other programs.
extension WindowProgram {
  /// Opens the control socket; nil without a directory for sockets, and after a failure, which is reported and does not
  /// stop the window.
  func openControl() -> ControlServer? {
    guard let folder = ControlFolder() else { return nil }
    do throws(ControlError) {
      return try ControlServer(in: folder, name: name) { [weak self] request, file in
        self?.answer(to: request, file) ?? .refused(Self.busy)
      }
    } catch {
      printError("wallchart: no control socket: \(error.message)")
      return nil
    }
  }

  /// Reports the program's own health to clients of a listening socket.
  func openMetrics(_ listener: Int32) throws(Failure) -> MetricsServer {
    do throws(ControlError) {
      return try MetricsServer(listener, host: arguments.metrics?.host ?? "") { [weak self] in
        MainThread.ask { self?.status() }?.flatMap { $0.exposition(.now()) }
      }
    } catch {
      throw Failure(error, about: "--metrics: ")
    }
  }

  /// The name of the window for other programs.
  var name: String {
    switch input {
    case .machine: "machine"
    case .recording: "recording"
    case .rows(_, let rows): rows.name ?? "pipe"
    case .files: "files"
    case .dashboard(let dashboard): Self.fileName(dashboard.file.path)
    case .none: GalleryOptions.name
    }
  }

  /// A file's name without its directory and suffix.
  private static func fileName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  private nonisolated static var busy: ControlError {
    ControlError(69, "the window does not answer: its main thread is busy")
  }

  /// Answers a request on the control socket's thread. Only the main thread may access the window; all long work is
  /// done on this thread.
  private nonisolated func answer(to request: ControlRequest, _ file: Int32) -> ControlAnswer {
    switch request {
    case .status:
      guard let status = MainThread.ask({ self.status() }) else { return .refused(Self.busy) }
      return .done(status.json(.now()))
    case .snapshot(let format):
      guard let picture = MainThread.ask({ self.recordedPicture() }) else {
        return .refused(Self.busy)
      }
      return picture.write(format, to: file)
    case .reload: return reload()
    default: return MainThread.ask { self.perform(request) } ?? .refused(Self.busy)
    }
  }

  private func perform(_ request: ControlRequest) -> ControlAnswer {
    defer { loop.setNeedsFrame() }
    switch request {
    case .page(let wanted): return showPage(wanted)
    case .pause: setPaused(true)
    case .resume: setPaused(false)
    case .dim: care.dim()
    case .blank: care.blank()
    case .wake: care.wake()
    case .message(let text, let seconds): page.announce(text, at: loop.time, for: seconds)
    // These requests are answered on the control socket's thread.
    case .snapshot, .status, .reload: break
    }
    return .done()
  }

  private func showPage(_ wanted: ControlRequest.Page) -> ControlAnswer {
    guard case .dashboard(let scene) = shown else {
      return .refused(ControlError(64, "the gallery has one page"))
    }
    switch wanted {
    case .next: scene.turnPage(by: 1, at: loop.time)
    case .previous: scene.turnPage(by: -1, at: loop.time)
    case .named(let name):
      guard let index = scene.pageIndex(named: name) else {
        return .refused(ControlError(64, scene.spec.lack(ofPage: name)))
      }
      scene.showPage(index, at: loop.time)
    }
    sides.turn(with: screen) { $0.showPage(beside: $1, at: $2) }
    return .done()
  }

  private nonisolated func reload() -> ControlAnswer {
    guard let input = MainThread.ask({ self.input }) else { return .refused(Self.busy) }
    guard case .dashboard(let dashboard) = input else {
      return .refused(ControlError(64, "only the file of a dashboard can be read again"))
    }
    let silence = dashboard.reload()
    let mistake = MainThread.ask { () -> Message? in
      if let silence { dashboard.take(.failure(silence)) }
      self.loop.setNeedsFrame()
      return dashboard.mistake
    }
    guard let mistake else { return .refused(Self.busy) }
    return mistake.map { .refused(ControlError(78, $0)) } ?? .done()
  }

  // MARK: The state

  /// The state of the window.
  func status() -> WindowStatus {
    var place = WindowStatus.Page(number: 1, count: 1, name: "", isPaused: loop.isPaused)
    var (title, samples) = ("Wallchart", 0)
    if case .dashboard(let scene) = shown {
      place.number = scene.pageIndex + 1
      place.count = scene.pageCount
      place.name = scene.spec.pages[scene.pageIndex].name
      title = arguments.stream.title ?? scene.ownTitle ?? title
      samples = scene.sampleCount
    }
    var status = WindowStatus(
      version: version, process: getpid(), name: name, title: title, time: SystemClock.utc,
      startTime: startTime, uptime: clock.now, page: place,
      display: WindowStatus.Display(
        width: window.width, height: window.height, awaySince: awaySince, light: light),
      feeds: feeds.all, frames: loop.statistics, samples: samples)
    status.history = history?.status
    if case .dashboard(let dashboard) = input {
      status.file = WindowStatus.File(reason: dashboard.mistake?.text, since: dashboard.since)
    }
    return status
  }

  private var light: WindowStatus.Display.Light {
    switch care.level {
    case .full: .full
    case .dimmed: .dimmed
    case .blank: .blank
    }
  }

  private func recordedPicture() -> RecordedPicture {
    let (width, height) = (window.width, window.height)
    // A window that nobody sees draws no frames, so the page still has the ages and clocks of its last frame.
    screen.scene.advance(to: loop.time)
    let root = screen.scene.picture
    root.completeAnimations(at: loop.time)
    return RecordedPicture(
      list: Compositor.record(
        root, at: loop.time, scale: window.scale,
        bounds: IntRect(width: width, height: height)),
      width: width, height: height, scale: window.scale, texts: texts(of: screen),
      title: arguments.stream.title ?? screen.shown.title)
  }
}

extension Arguments {
  /// Opens the listening socket for metrics, if an address is given, before anything else starts.
  func listenForMetrics() throws(Failure) -> Int32? {
    do throws(ControlError) {
      return try metrics?.listen()
    } catch {
      throw Failure(error, about: "--metrics: ")
    }
  }
}

extension Failure {
  /// - Parameter subject: the start of the message.
  init(_ error: ControlError, about subject: String = "") {
    self.init(
      ExitCode(rawValue: error.code) ?? .failure, Message(verbatim: subject + error.message))
  }
}

extension DashboardSpec {
  /// The message about a requested page that does not exist.
  func lack(ofPage name: String) -> Message {
    let pages = pages.enumerated().map { $1.name.isEmpty ? "\($0 + 1)" : "'\($1.name)'" }
      .joined(separator: ", ")
    return "there is no page '\(name)': there is \(pages)"
  }
}

/// A picture of a page that any thread can draw.
private struct RecordedPicture: Sendable {
  let list: DisplayList
  let width: Int
  let height: Int
  let scale: Double
  let texts: [PNG.Text]
  let title: String?

  /// Draws the picture into a file.
  /// - Parameter file: the descriptor of a regular file. Others are refused, because a write might block.
  func write(_ format: ControlRequest.Picture, to file: Int32) -> ControlAnswer {
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .refused(
        ControlError(64, "snapshot needs the descriptor of a regular file beside the request"))
    }
    do {
      let error = try bytes(format).withUnsafeBytes { Descriptor.write($0, to: file) }
      guard let error else { return .done() }
      return .refused(ControlError(73, Message(verbatim: String(cString: strerror(error)))))
    } catch {
      return .refused(ControlError(73, "\(error)"))
    }
  }

  private func bytes(_ format: ControlRequest.Picture) throws(PNGError) -> [UInt8] {
    switch format {
    case .svg:
      return SVG.encode(list.drawList, width: width, height: height, scale: scale, title: title)
    case .png:
      let bitmap = Bitmap(width: width, height: height)
      Renderer().draw(list.drawList, into: bitmap)
      return try PNG.encode(bitmap, texts: texts)
    }
  }
}
