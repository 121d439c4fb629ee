import Dashboard
import Feeds

/// The data of a page: the metrics of this machine, recorded metrics, the rows of a text, or the sources
/// of a dashboard's file.
@MainActor
enum Input {
  /// - recorded: the whole recording; nil for a source without an end.
  case metrics(any Source, recorded: [Reading]?)
  case text(TextSource)
  case dashboard(DashboardInput)
  /// The gallery has its own data.
  case none

  init(_ arguments: Arguments) throws(Failure) {
    if arguments.kind == .dashboard, let file = arguments.file {
      self = .dashboard(
        try DashboardInput(
          path: file, theme: arguments.theme, waits: arguments.isKiosk))
      return
    }
    do throws(SourceError) {
      self = try Input.open(arguments)
    } catch {
      throw Failure(error.exitCode, error.description)
    }
  }

  private static func open(_ arguments: Arguments) throws(SourceError) -> Input {
    switch arguments.kind {
    case .gallery: return .none
    case .rows: return .text(try TextSource(path: arguments.file, options: arguments.text))
    case .recording:
      let replay = try ReplaySource(path: arguments.replay ?? "")
      if let notice = replay.notice { printError("wallchart: \(notice)") }
      return .metrics(replay, recorded: replay.readings)
    case .machine, .dashboard:
      return .metrics(
        try SystemSource(
          recording: arguments.recordSamples, recordingFailed: { printError("wallchart: \($0)") }),
        recorded: nil)
    }
  }

  /// Whether the first data comes within a moment, independently of other programs.
  var hasDataAtOnce: Bool {
    switch self {
    case .metrics, .none: true
    case .text, .dashboard: false
    }
  }

  /// Whether the input is a pipe that a command writes into.
  static func isPipe(_ arguments: Arguments) -> Bool {
    let isStandardInput = arguments.file == nil || arguments.file == "-"
    return isStandardInput && arguments.gallery == nil && arguments.replay == nil
      && arguments.recordSamples == nil && TextSource.standardInputIsPipe
  }

  func stop() {
    switch self {
    case .metrics(let source, _): source.stop()
    case .text(let source): source.stop()
    case .dashboard(let dashboard): dashboard.stop()
    case .none: break
    }
  }

  var wakeups: Int {
    switch self {
    case .metrics(let source, _): source.wakeups
    case .text(let source): source.wakeups
    case .dashboard(let dashboard): dashboard.wakeups
    case .none: 0
    }
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
