import Sources

/// The samples that a page shows: this machine's, or recorded ones.
struct Input {
  let source: any Source
  /// All there is, for a recording; nil for a source that goes on.
  let recorded: [Reading]?

  init(_ arguments: Arguments) throws(Failure) {
    do throws(SourceError) {
      if let file = arguments.replay {
        let replay = try ReplaySource(path: file)
        if let notice = replay.notice { printError("wallchart: \(notice)") }
        source = replay
        recorded = replay.readings
      } else {
        source = try SystemSource(
          recording: arguments.recordSamples,
          recordingFailed: { printError("wallchart: \($0)") })
        recorded = nil
      }
    } catch {
      throw Failure(error.exitCode, error.description)
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
