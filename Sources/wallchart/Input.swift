import Dashboard
import Feeds
import Messages
import Metrics

/// The data of a page: the metrics of this machine, recorded metrics, the rows of a text, or the sources
/// of a dashboard's file.
@MainActor
enum Input {
  case machine(LiveInput, MachineInput)
  case recording(Recording)
  case rows(LiveInput, RowsInput)
  /// The rows of several files, with a dashboard for them.
  case files(LiveInput, DashboardSpec)
  case dashboard(DashboardInput)
  /// The gallery has its own data.
  case none

  /// The machine whose metrics are shown, with a dashboard for the machine.
  struct MachineInput {
    let host: HostInfo
    let dashboard: DashboardSpec
  }

  /// The text whose rows are shown.
  struct RowsInput {
    var source: SourceSpec
    /// The file's name without its directory; nil for the standard input.
    var name: String?
    /// Whether the text is a complete file, all rows of which are available at once.
    var isFile: Bool
  }

  init(_ arguments: Arguments) throws(Failure) {
    if let region = arguments.region { RegionalFormat.current = region }
    if arguments.kind == .dashboard, let file = arguments.file {
      let dashboard = try DashboardInput(
        path: file, override: arguments.override,
        waits: arguments.opensKiosk,
        keepsCopy: arguments.opensKiosk && arguments.history != .off)
      // An error of the command line is reported before any feed runs.
      if !dashboard.isWaiting, !arguments.opensKiosk {
        _ = try arguments.pageIndex(in: dashboard.spec)
      }
      self = .dashboard(dashboard)
      return
    }
    do throws(SourceError) {
      self = try Input.open(arguments)
    } catch {
      throw Failure(error.exitCode, Message(verbatim: error.description))
    }
  }

  private static func open(_ arguments: Arguments) throws(SourceError) -> Input {
    switch arguments.kind {
    case .gallery: return .none
    case .rows: return try arguments.furtherFiles.isEmpty ? rows(arguments) : files(arguments)
    case .recording:
      let recording = try Recording(path: arguments.replay ?? "")
      if let notice = recording.notice { printError("wallchart: \(notice)") }
      return .recording(recording)
    case .machine, .dashboard: return try machine(arguments)
    }
  }

  private static func machine(_ arguments: Arguments) throws(SourceError) -> Input {
    let host = HostInfo.ofThisMachine
    let machine = MachineInput(host: host, dashboard: .system(host: host))
    let sources = machine.dashboard.sources
    guard let path = arguments.recordSamples else { return .machine(LiveInput(sources), machine) }
    // The file is created now, so that a failure is reported before a window opens.
    let feed = try SystemFeed(
      period: 1, sources.values.first ?? [], host: host, recording: path,
      recordingFailed: { printError("wallchart: \($0)") })
    return .machine(LiveInput(sources) { _, _ in feed }, machine)
  }

  private static func rows(_ arguments: Arguments) throws(SourceError) -> Input {
    let path = arguments.file == "-" ? nil : arguments.file
    var spec = TextFeedSpec(
      origin: path.map { .wholeFile($0) } ?? .standardInput, options: arguments.text,
      numbersRows: true)
    var isFile = try spec.checkInput()
    if arguments.followsFile, let path {
      spec.origin = .file(path, every: nil)
      isFile = false
    }
    return .rows(
      LiveInput([.text(spec): [.columns]]),
      RowsInput(source: .text(spec), name: path.map(fileName), isFile: isFile))
  }

  /// The name of a file without its directory.
  private static func fileName(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// Reads several files, to determine the columns that belong together.
  private static func files(_ arguments: Arguments) throws(SourceError) -> Input {
    let paths = [arguments.file].compactMap { $0 } + arguments.furtherFiles
    let names = Set(paths.map(fileName)).count == paths.count ? paths.map(fileName) : paths
    var files: [RowFiles.File] = []
    for (path, name) in zip(paths, names) {
      let spec = TextFeedSpec(
        origin: .wholeFile(path), options: arguments.text, numbersRows: true)
      _ = try spec.checkInput()
      let source = SourceSpec.text(spec)
      var file = RowFiles.File(source, name: name, options: arguments.stream)
      LiveInput([source: [.columns]]).collect(seconds: .infinity) { file.take($1) }
      if let diagnosis = file.diagnosis {
        throw SourceError(kind: .badData, description: "\(path): \(diagnosis)")
      }
      files.append(file)
    }
    let all = RowFiles(files, options: arguments.stream)
    if let diagnosis = all.diagnosis {
      throw SourceError(kind: .badData, description: Message(verbatim: diagnosis))
    }
    let dashboard = all.dashboard
    return .files(LiveInput(dashboard.sources), dashboard)
  }

  /// The title of a dashboard that is known before the first data; nil if there is none.
  var title: String? {
    switch self {
    case .machine(_, let machine): machine.dashboard.title
    case .files(_, let dashboard): dashboard.title
    case .dashboard(let dashboard): dashboard.spec.title
    case .recording, .rows, .none: nil
    }
  }

  /// The running feeds; nil for data that is available from the start.
  var feeds: LiveInput? {
    switch self {
    case .machine(let feeds, _), .rows(let feeds, _), .files(let feeds, _): feeds
    case .dashboard(let dashboard): dashboard.feeds
    case .recording, .none: nil
    }
  }

  /// The working directory of a dashboard's commands; nil for this program's.
  var folder: String? {
    guard case .dashboard(let dashboard) = self, let slash = dashboard.file.path.lastIndex(of: "/")
    else { return nil }
    return String(dashboard.file.path[...slash])
  }

  /// Whether data comes over time.
  var isLive: Bool {
    switch self {
    case .machine, .dashboard: true
    case .rows(_, let rows): !rows.isFile
    case .recording, .files, .none: false
    }
  }

  /// Whether the first data comes at once, independently of other programs.
  var hasDataAtOnce: Bool {
    switch self {
    case .machine, .recording, .none: true
    case .rows, .files, .dashboard: false
    }
  }

  /// Whether the input is a pipe, into which a command writes.
  static func isPipe(_ arguments: Arguments) -> Bool {
    let isStandardInput = arguments.file == nil || arguments.file == "-"
    return isStandardInput && arguments.gallery == nil && arguments.replay == nil
      && arguments.recordSamples == nil && TextFeedSpec.standardInputIsPipe
  }
}

extension SourceError {
  fileprivate var exitCode: ExitCode {
    switch kind {
    case .noInput: .noInput
    case .badData: .badData
    case .cannotWrite: .cannotCreate
    }
  }
}
