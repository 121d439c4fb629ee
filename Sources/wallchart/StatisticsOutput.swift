import Glibc
import Messages
import Metrics
import Stage

/// The output of `--stats`: one JSON object per line on standard error.
enum StatisticsOutput {
  static func print(_ report: FrameReport) {
    printError(
      verbatim: "{\"frame\":\(report.frame),\"time\":\(decimal(report.time, 4)),"
        + "\"raster_ms\":\(decimal(report.rasterMilliseconds, 3)),"
        + "\"present_ms\":\(decimal(report.presentMilliseconds, 3)),"
        + "\"damage_px\":\(report.damagePixels),\"moved_px\":\(report.movedPixels),"
        + "\"display_bytes\":\(report.bytesPut),"
        + "\"animating\":\(report.isAnimating)}")
  }

  static func printLast(_ statistics: FrameStatistics, sourceWakeups: Int) {
    printError(
      verbatim: "{\"frames\":\(statistics.frames),"
        + "\"frame_timer_wakeups\":\(statistics.frameTimerWakeups),"
        + "\"source_wakeups\":\(sourceWakeups),\"updates\":\(statistics.updates),"
        + "\"display_bytes\":\(statistics.bytesPut),"
        + "\"peak_rss_kb\":\(peakResidentKilobytes())}")
  }

  private static func peakResidentKilobytes() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss
  }

  /// A number with a fixed number of decimals, independent of the locale.
  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "null" }
    var power = 1
    for _ in 0..<places { power *= 10 }
    let scaled = Int((abs(value) * Double(power)).rounded())
    let fraction = (scaled % power).padded(to: places)
    return (value < 0 && scaled != 0 ? "-" : "") + "\(scaled / power).\(fraction)"
  }
}
