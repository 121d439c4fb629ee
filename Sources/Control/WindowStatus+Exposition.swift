import Metrics

extension WindowStatus {
  /// The state in Prometheus' text format, version 0.0.4.
  public func exposition(_ use: ProcessUse) -> String {
    var text = ExpositionText()
    addWindow(to: &text)
    addFrames(to: &text)
    addFeeds(to: &text)
    use.add(to: &text, startTime: startTime)
    return text.text
  }

  private func addWindow(to text: inout ExpositionText) {
    text.add(
      "wallchart_build_info", .gauge, "The program's version; the value is 1.",
      [([("version", version)], 1)])
    text.add(
      "wallchart_display_up", .gauge, "Whether the window is there: 0 while its X server is away.",
      display.awaySince == nil ? 1 : 0)
    if let file {
      text.add(
        "wallchart_dashboard_valid", .gauge,
        "Whether the dashboard's file is valid: 0 while the last valid one is shown, or the mistakes.",
        file.reason == nil ? 1 : 0)
    }
    text.add(
      "wallchart_page", .gauge, "The number of the page that is shown, from 1.",
      Double(page.number))
    text.add("wallchart_pages", .gauge, "The number of pages.", Double(page.count))
    text.add(
      "wallchart_paused", .gauge, "Whether the display is paused.", page.isPaused ? 1 : 0)
    text.add("wallchart_samples", .gauge, "The number of samples kept.", Double(samples))
  }

  private func addFrames(to text: inout ExpositionText) {
    text.add(
      "wallchart_frames_total", .counter, "Frames that were shown.", Double(frames.frames))
    text.add(
      "wallchart_updates_total", .counter, "Times that the page had new data.",
      Double(frames.updates))
    text.add(
      "wallchart_frame_timer_wakeups_total", .counter, "Times that the frame timer has fired.",
      Double(frames.frameTimerWakeups))
    let durations = frames.durations
    text.addHistogram(
      "wallchart_frame_seconds", "The time from recording a frame to handing it over.",
      buckets: durations.octaves.map { ($0.bound, Double($0.count)) }, sum: durations.sum,
      count: Double(durations.count))
    text.add(
      "wallchart_frame_longest_seconds", .gauge, "The longest frame since the start.",
      durations.worst)
  }

  private func addFeeds(to text: inout ExpositionText) {
    func add(
      _ name: String, _ kind: ExpositionText.Kind, _ help: String, _ value: (Feed) -> Double?
    ) {
      text.add(
        name, kind, help,
        feeds.compactMap { feed in value(feed).map { ([("source", feed.source)], $0) } })
    }
    add("wallchart_feed_up", .gauge, "Whether the source's last attempt succeeded.") {
      $0.state == .live ? 1 : 0
    }
    add(
      "wallchart_feed_state_start_timestamp_seconds", .gauge,
      "The time since which the source has its state."
    ) { $0.since }
    add(
      "wallchart_feed_last_update_timestamp_seconds", .gauge,
      "The arrival of the source's latest samples."
    ) { $0.lastUpdate }
    add("wallchart_feed_updates_total", .counter, "Updates of the source with samples.") {
      Double($0.updates)
    }
    add("wallchart_feed_failures_total", .counter, "Times that the source began to fail.") {
      Double($0.failures)
    }
  }
}

extension ProcessUse {
  /// The metrics of a process that every client library of Prometheus exports, with the same names.
  fileprivate func add(to text: inout ExpositionText, startTime: Double) {
    func add(_ name: String, _ help: String, _ value: Double?) {
      if let value { text.add("process_" + name, .gauge, help, value) }
    }
    add(
      "start_time_seconds", "Start time of the process since unix epoch in seconds.", startTime)
    if let processorSeconds {
      text.add(
        "process_cpu_seconds_total", .counter,
        "Total user and system CPU time spent in seconds.", processorSeconds)
    }
    add("resident_memory_bytes", "Resident memory size in bytes.", residentBytes.map(Double.init))
    add("virtual_memory_bytes", "Virtual memory size in bytes.", virtualBytes.map(Double.init))
    add("open_fds", "Number of open file descriptors.", openDescriptors.map(Double.init))
    add("max_fds", "Maximum number of open file descriptors.", mostDescriptors.map(Double.init))
    add("threads", "Number of threads of the process.", threads.map(Double.init))
    if let proportionalBytes {
      text.add(
        "wallchart_proportional_memory_bytes", .gauge,
        "Memory of the process, with its share of pages that several processes use.",
        Double(proportionalBytes))
    }
  }
}

/// A text in Prometheus' text format, written metric by metric.
struct ExpositionText {
  enum Kind: String { case counter, gauge, histogram }

  typealias Label = (name: String, value: String)

  private(set) var text = ""

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    add(name, kind, help, [([], value)])
  }

  /// Adds a metric with some series; nothing without any.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, _ series: [(labels: [Label], value: Double)]
  ) {
    guard !series.isEmpty else { return }
    addHead(name, kind, help)
    for (labels, value) in series { addLine(name, labels, value) }
  }

  /// - Parameter buckets: the bounds, and the number of values up to each.
  mutating func addHistogram(
    _ name: String, _ help: String, buckets: [(bound: Double, count: Double)], sum: Double,
    count: Double
  ) {
    addHead(name, .histogram, help)
    for (bound, below) in buckets { addLine(name + "_bucket", [("le", Self.number(bound))], below) }
    addLine(name + "_bucket", [("le", "+Inf")], count)
    addLine(name + "_sum", [], sum)
    addLine(name + "_count", [], count)
  }

  private mutating func addHead(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private mutating func addLine(_ name: String, _ labels: [Label], _ value: Double) {
    let list = labels.map { "\($0.name)=\"\(Labels.escaped($0.value))\"" }.joined(separator: ",")
    text += name + (list.isEmpty ? "" : "{\(list)}") + " \(Self.number(value))\n"
  }

  private static func number(_ value: Double) -> String {
    value.isFinite ? JSONText.decimal(value, 6) : value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf"
  }
}
