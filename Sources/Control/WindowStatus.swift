import Stage

/// The state of a running window. The control socket, the metrics and the report to the service manager show
/// this one value.
public struct WindowStatus: Sendable, Equatable {
  /// The page that is shown.
  public struct Page: Sendable, Equatable {
    /// The number of the page, from 1.
    public var number: Int
    /// The number of pages.
    public var count: Int
    /// The page's name; empty for the only page.
    public var name: String
    /// Whether the page is paused.
    public var isPaused: Bool

    /// A page by its number and name.
    public init(number: Int, count: Int, name: String, isPaused: Bool) {
      (self.number, self.count, self.name, self.isPaused) = (number, count, name, isPaused)
    }
  }

  /// The X server and the light of the screen.
  public struct Display: Sendable, Equatable {
    /// The width of the window in pixels.
    public var width: Int
    /// The height of the window in pixels.
    public var height: Int
    /// The time since which the X server is away, in UTC seconds; nil while the window is there.
    public var awaySince: Double?
    /// The brightness of the screen, by the night's schedule and by requests.
    public var light: Light

    /// The brightness of a screen: as usual, reduced, or off.
    public enum Light: String, Sendable { case full, dimmed, blank }

    /// A window of a size in pixels. Default at full brightness.
    public init(width: Int, height: Int, awaySince: Double?, light: Light = .full) {
      (self.width, self.height, self.awaySince) = (width, height, awaySince)
      self.light = light
    }
  }

  /// One source and its health.
  public struct Feed: Sendable, Equatable {
    /// The health of a source.
    public enum State: String, Sendable, CaseIterable {
      /// Nothing has come yet, and nothing has failed.
      case starting
      /// The last attempt has succeeded.
      case live
      /// The last attempt has failed.
      case failing
      /// The source has come to its end.
      case ended
    }

    /// The name of the source, without secrets. No two sources of a window have the same name.
    public var source: String
    /// The health of the source.
    public var state: State
    /// The time since which the source has this state, in UTC seconds.
    public var since: Double
    /// The reason of the last failure, without secrets; nil while the source does not fail.
    public var reason: String?
    /// The arrival of the latest samples, in UTC seconds; nil before the first ones.
    public var lastUpdate: Double?
    /// The number of updates with samples.
    public var updates: Int
    /// The number of times that the source has begun to fail.
    public var failures: Int

    /// A source in a state. Default without a failure, and without updates.
    public init(
      source: String, state: State, since: Double, reason: String? = nil, lastUpdate: Double? = nil,
      updates: Int = 0, failures: Int = 0
    ) {
      self.source = source
      self.state = state
      self.since = since
      self.reason = reason
      self.lastUpdate = lastUpdate
      self.updates = updates
      self.failures = failures
    }
  }

  /// The state of the history on the disk.
  public struct History: Sendable, Equatable {
    /// `starting`, `writing`, `reading` while another window writes, or `off`.
    public var state: String
    /// The reason why nothing is kept; nil while something is.
    public var reason: String?
    /// The path of the file.
    public var path: String

    /// A history in a state, at a path.
    public init(state: String, reason: String?, path: String) {
      (self.state, self.reason, self.path) = (state, reason, path)
    }
  }

  /// The state of the dashboard's file.
  public struct File: Sendable, Equatable {
    /// The mistake in the file, or the reason why the file is not read; nil for a valid file.
    public var reason: String?
    /// The time since which the file is valid, or is not, in UTC seconds.
    public var since: Double

    /// A valid file, or one with a mistake.
    public init(reason: String?, since: Double) { (self.reason, self.since) = (reason, since) }
  }

  /// The program's version.
  public var version: String
  /// The number of the process.
  public var process: Int32
  /// The name of the window: that of the dashboard's file, or of the kind of data.
  public var name: String
  /// The title of the page.
  public var title: String
  /// The time of this state, in UTC seconds.
  public var time: Double
  /// The start of the program in UTC seconds, by the clock at that time. The clock may have been set since.
  public var startTime: Double
  /// Seconds since the start of the program.
  public var uptime: Double
  /// The page that is shown.
  public var page: Page
  /// The X server and the light of the screen.
  public var display: Display
  /// The sources in the order of their names.
  public var feeds: [Feed]
  /// The counts of the frame loop.
  public var frames: FrameStatistics
  /// The number of samples that are kept.
  public var samples: Int
  /// The history on the disk; nil if nothing is to be kept.
  public var history: History?
  /// The dashboard's file; nil for a window without one.
  public var file: File?

  /// The state of a window without a history on the disk, and without a dashboard's file.
  public init(
    version: String, process: Int32, name: String, title: String, time: Double, startTime: Double,
    uptime: Double, page: Page, display: Display, feeds: [Feed], frames: FrameStatistics,
    samples: Int
  ) {
    self.version = version
    self.process = process
    self.name = name
    self.title = title
    self.time = time
    self.startTime = startTime
    self.uptime = uptime
    self.page = page
    self.display = display
    self.feeds = feeds
    self.frames = frames
    self.samples = samples
  }
}
