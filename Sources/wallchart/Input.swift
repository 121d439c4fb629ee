import Sources

/// What a page shows: the metrics of this machine, recorded ones, or the rows of a text.
enum Input {
  /// - recorded: all there is, for a recording; nil for a source that goes on.
  case metrics(any Source, recorded: [Reading]?)
  case text(TextSource)
  /// The gallery has its own data.
  case none

  init(_ arguments: Arguments) throws(Failure) {
    do throws(SourceError) {
      self = try Input.open(arguments)
    } catch {
      throw Failure(error.exitCode, error.description)
    }
  }

  private static func open(_ arguments: Arguments) throws(SourceError) -> Input {
    if arguments.gallery != nil { return .none }
    if let file = arguments.replay {
      let replay = try ReplaySource(path: file)
      if let notice = replay.notice { printError("wallchart: \(notice)") }
      return .metrics(replay, recorded: replay.readings)
    }
    // A recording is of this machine, whatever the standard input is.
    let readsText =
      arguments.file != nil
      || (TextSource.standardInputIsConnected && arguments.recordSamples == nil)
    if readsText { return .text(try TextSource(path: arguments.file, options: arguments.text)) }
    return .metrics(
      try SystemSource(
        recording: arguments.recordSamples, recordingFailed: { printError("wallchart: \($0)") }),
      recorded: nil)
  }

  /// Whether a command writes into the input.
  static func isPipe(_ arguments: Arguments) -> Bool {
    let isStandardInput = arguments.file == nil || arguments.file == "-"
    return isStandardInput && arguments.gallery == nil && arguments.replay == nil
      && arguments.recordSamples == nil && TextSource.standardInputIsPipe
  }

  func stop() {
    switch self {
    case .metrics(let source, _): source.stop()
    case .text(let source): source.stop()
    case .none: break
    }
  }

  var wakeups: Int {
    switch self {
    case .metrics(let source, _): source.wakeups
    case .text(let source): source.wakeups
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
