import Dashboard
import Feeds
import Glibc
import History
import Messages

extension Arguments {
  /// The command line's choice for the history.
  enum HistoryChoice: Equatable {
    /// The default: a history is kept for dashboards and this machine, but not for pipes and files.
    case usual
    case off
    /// A history is kept under a name.
    case named(String)
  }
}

extension WindowProgram {
  /// The settings and the path of the history; nil if nothing is kept.
  var historySpec: (spec: HistorySpec, path: String)? {
    guard let (spec, name) = wantedHistory, let path = spec.path ?? HistorySpec.path(named: name)
    else { return nil }
    return (spec, path)
  }

  /// The settings and the name of the requested history; nil for none.
  private var wantedHistory: (spec: HistorySpec, name: String)? {
    guard arguments.history != .off else { return nil }
    var spec = HistorySpec()
    var name: String?
    switch input {
    case .machine: name = "machine"
    case .dashboard(let dashboard):
      spec = dashboard.spec.history
      name = HistorySpec.name(ofFile: dashboard.file.path.absolutePath)
    case .rows, .files, .recording, .none: break
    }
    if case .named(let own) = arguments.history { name = own }
    return name.flatMap { spec.isOn ? (spec, $0) : nil }
  }

  /// Starts, changes or ends the history, as the dashboard requires.
  func followHistory() {
    if arguments.replaysHistory { return replayHistory() }
    let wanted = historySpec
    if let history, history.path != wanted?.path {
      history.retire()
      retiredHistories.append(history)
      self.history = nil
    }
    guard let wanted, screen.dashboard != nil else {
      for scene in dashboards.map(\.scene) { equip(scene) }
      if let missingPlace { printError(verbatim: "wallchart: \(missingPlace)") }
      return
    }
    if let history { return history.follow(wanted.spec.limits) }
    history = WindowHistory(
      path: wanted.path, limits: wanted.spec.limits,
      scenes: { [weak self] in self?.dashboards ?? [] },
      didChange: { [weak self] in for screen in self?.screens ?? [] { screen.loop.sceneDidUpdate() }
      })
    screen.dashboard?.awaitReportedBreaches(at: loop.time)
    if isShown { history?.start() }
  }

  /// The notice that a requested history has no path; nil if it has one, or if none is requested.
  private var missingPlace: String? {
    guard wantedHistory != nil, historySpec == nil else { return nil }
    return String(localized: "no history is kept: \(HistorySpec.noPlace)")
  }

  /// Fails if there is no history to replay.
  func checkReplay() throws(Failure) {
    guard arguments.replaysHistory else { return }
    if wantedHistory == nil { throw Failure(.noInput, "the dashboard's history is off") }
    guard let (_, path) = historySpec else {
      throw Failure(.noInput, HistorySpec.noPlace)
    }
    guard access(path, R_OK) == 0 else {
      throw Failure(.noInput, "\(path): there is no history yet")
    }
    try checkStart(inHistory: path)
  }

  /// Fails if the history cannot be read, or if the replay would start after its end.
  private func checkStart(inHistory path: String) throws(Failure) {
    guard let start = arguments.replayStart else { return }
    let span: ClosedRange<Double>?
    do throws(HistoryFailure) {
      let history = try HistoryFile(path, .reading)
      defer { history.close() }
      span = try history.span()
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
    guard let last = span?.upperBound else {
      throw Failure(.noInput, "\(path): there is no history yet")
    }
    guard start <= last else {
      throw Failure(
        .noInput, "\(path): the history ends at \(Moment.text(last)), before the time of --from")
    }
  }

  /// Lets a page show the past. A replay queries no source.
  func equip(_ scene: DashboardScene) {
    guard !arguments.replaysHistory else { return }
    if let history { return history.equip(scene) }
    scene.setHistoryNotice(missingPlace)
    sourcePast.equip(scene, oldest: nil)
  }

  /// Shows the past from the command line's time on.
  private func replayHistory() {
    guard let clock = replayClock, let (_, path) = historySpec, let scene = screen.dashboard
    else { return }
    if let replay { return replay.setSources(scene.sourcesWithPast) }
    replay = HistoryReplay(
      path: path, sources: scene.sourcesWithPast, clock: clock,
      speed: arguments.replaySpeed ?? Self.usualSpeed,
      isPaused: loop.isPaused,
      receive: { [weak self] past, isWindow in
        for (scene, frame) in self?.dashboards ?? [] {
          if isWindow {
            scene.restore(past, at: frame, now: clock.utc)
          } else {
            for (source, update) in past.updates { scene.ingest(update, from: source, at: frame) }
          }
          scene.showPastMoment(at: frame)
        }
        self?.checkThresholds()
        for screen in self?.screens ?? [] { screen.loop.sceneDidUpdate() }
      },
      atEnd: { [weak self] in
        guard let self else { return }
        screen.dashboard?.notify(
          String(localized: "the replay has reached the end of the history"), at: loop.time)
        loop.setNeedsFrame()
      })
    replay?.start()
  }

  /// The default number of seconds of the past in one second of a replay.
  private static let usualSpeed = 60.0

  /// The pages that show data, with the times of their frame clocks.
  var dashboards: [(scene: DashboardScene, time: Double)] {
    screens.compactMap { screen in screen.dashboard.map { ($0, screen.loop.time) } }
  }
}

extension String {
  /// The absolute path without `.` and `..`. Symbolic links stay: a link to the newest release of a dashboard names the
  /// same dashboard after each release.
  var absolutePath: String {
    let whole = hasPrefix("/") ? self : (Self.workingFolder ?? "") + "/" + self
    var parts: [Substring] = []
    for part in whole.split(separator: "/" as Character) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The working folder, by the name that the shell gives it if that is still its name; nil for none.
  private static var workingFolder: String? {
    var (named, present) = (stat(), stat())
    if let name = getenv("PWD").map({ String(cString: $0) }), name.hasPrefix("/"),
      stat(name, &named) == 0, stat(".", &present) == 0,
      (named.st_dev, named.st_ino) == (present.st_dev, present.st_ino)
    {
      return name
    }
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }
}

extension HistorySpec {
  /// The reason why a history has no path.
  static var noPlace: Message { "neither XDG_STATE_HOME nor HOME is set" }
}
