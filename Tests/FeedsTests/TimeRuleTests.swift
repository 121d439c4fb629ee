import Testing

@testable import Feeds

/// The rules by which a number or a short text is the time of a row.
@Suite struct TimeRuleTests {
  private static func options(isFile: Bool = false, format: String? = nil) -> TextOptions {
    var options = TextOptions(timeFormat: format)
    options.isFile = isFile
    return options
  }

  // MARK: Numbers

  /// Rows arrive on 2026-11-21. A number without a name is a time in a pipe if it is near that day.
  @Test(
    arguments: [
      ("1795236440 5", true, true), ("1795236440000 5", true, true),
      ("1764000000 5", true, true), ("1760000000 5", false, true),
      ("1500000000 400000000", false, true), ("2500000000,7", false, true),
      ("1700000000,0", true, true), ("1700000000;5", true, true),
    ]) func numbersNearThePresentAreTimes(_ row: String, _ isInPipe: Bool, _ isInFile: Bool)
  {
    for (isFile, isTime) in [(false, isInPipe), (true, isInFile)] {
      let result = TextResult(row + "\n", Self.options(isFile: isFile))
      #expect(result.timeKind == (isTime ? .date : .none))
      #expect(result.columns.count == (isTime ? 1 : 2))
    }
    // A name tells.
    let named = TextResult("time v\n" + row.replacing(",", with: " ") + "\n")
    #expect(named.timeKind == .date)
  }

  /// A column called like a clock has times. `t` and `clock` may also be a temperature or a frequency: their numbers
  /// are times if they grow, and in a pipe come before the present.
  @Test(
    arguments: [
      ("unix,v\n1700000000,5\n1700000010,6\n", true, true),
      ("v,unix_ms\n5,1700000000000\n6,1700000010000\n", true, true),
      ("epoch v\n1700000000 5\n1700000010 6\n", true, true),
      ("unix,v\n1700000010,5\n1700000000,6\n", true, true),
      ("t,v\n1795236440,5\n1795236441,6\n", true, true),
      ("t v\n1700000000 5\n1700000010 6\n", true, true),
      ("v;Clock\n5;1700000000\n6;1700000000\n7;1700000009\n", true, true),
      ("t_ms,v\r\n1795236440000,5\r\n1795236441000,6\r\n", true, true),
      ("v,t\r\n5,1795236440\r\n6,1795236430\r\n", false, false),
      ("clock,v\n2400000000,5\n2500000000,6\n", false, true),
      ("clock,v\n1500000000,5\n1400000000,6\n", false, false),
      ("clock,v\n1500000000,5\n1500000000,6\n", true, false),
      ("t,v\n21,5\n22,6\n", false, false), ("t\n1795236440\n1795236441\n", false, false),
      ("dt,v\n1795236440,5\n1795236441,6\n", false, false),
    ] as [(String, Bool, Bool)])
  func namesOfClocks(_ text: String, _ isInPipe: Bool, _ isInFile: Bool) {
    for (isFile, isTime) in [(false, isInPipe), (true, isInFile)] {
      let result = TextResult(text, Self.options(isFile: isFile))
      let isLast = result.times.last.map { !Double(bitPattern: $0).isNaN }
      #expect(isLast == isTime, "isFile \(isFile)")
      #expect(result.rowCount == text.split(separator: "\n").count - 1 || text.contains("\r"))
      if isFile { #expect(result.columns.count == (isTime || !text.contains("v") ? 1 : 2)) }
    }
  }

  /// A growing number alone, as of `awk '/VmRSS/{print $2 * 1024}'`, is a value, and no time.
  @Test(
    arguments: [
      ("", "", "\n"), ("", "", "\n\n"), ("rss\n", "", "\n"), ("time\n", "", "\n"),
      ("", "", " rss\n"), ("", "", " bytes\n"), ("", "time=", "\n"), ("", "{\"time\":", "}\n"),
      ("", "rss ", "\n"), ("", "rss: ", "\n"),
    ] as [(String, String, String)])
  func aNumberAlone(_ header: String, _ before: String, _ after: String) {
    let numbers: [Double] = [1_795_236_000, 1_795_240_096, 1_795_244_192]
    let rows = numbers.map { before + String(Int($0)) + after }
    for isFile in [false, true] {
      let result = TextResult(header + rows.joined(), Self.options(isFile: isFile))
      #expect(result.timeKind == .none && result.columns.count == 1)
      #expect(result.names.first.flatMap { result.column($0) } == numbers)
    }
  }

  /// A number with a unit is not a time.
  @Test(arguments: [false, true]) func bytesAreNoTime(isFile: Bool) {
    let text = "1500000000 bytes free, 3 users\n1400000000 bytes free, 4 users\n"
    let result = TextResult(text, Self.options(isFile: isFile))
    #expect(result.timeKind == .none)
    #expect(result.column("bytes free") == [1_500_000_000, 1_400_000_000])
    #expect(result.column("users") == [3, 4])
    let load = TextResult("1795236440 load: 0.5\n", Self.options(isFile: isFile))
    #expect(load.time(0) == 1_795_236_440)
  }

  /// A counter in front of words has no time when it grows past a thousand million.
  @Test(arguments: [false, true]) func aCounterInFrontOfWords(isFile: Bool) {
    let text =
      "986000000 bytes (986 MB, 940 MiB) copied, 1 s, 9 MB/s\n"
      + "1106000000 bytes (1.1 GB, 1.0 GiB) copied, 2 s, 9 MB/s\n"
    let result = TextResult(text, Self.options(isFile: isFile))
    #expect(result.timeKind == .none && result.rowCount == 2)
    #expect(result.column("bytes") == [986_000_000, 1_106_000_000])
  }

  // MARK: Formats

  /// 2026-11-26 17:00:00 UTC, and the same time a year before: an arrival is at most a day before its time.
  @Test(
    arguments: [
      ("%b %d %H:%M:%S", "Nov 20 17:00:00", 1_795_194_000),
      ("%b %d %H:%M:%S", "Nov 26 17:00:00", 1_764_176_400),
      ("%d-%m %H:%M:%S", "20-11 17:00:00", 1_795_194_000),
      ("%H:%M:%S", "04:47:00", 1_795_236_420), ("%Hh%M", "04h47", 1_795_236_420),
      ("%d.%m.%y %H:%M", "20.11.26 17:00", 1_795_194_000),
      ("%Y-%j", "2026-324", 1_795_132_800), ("%s", "1795194000", 1_795_194_000),
    ] as [(String, String, Double)])
  func formatsWithoutAYear(_ format: String, _ text: String, _ time: Double) {
    let result = TextResult("\(text) 5\n", Self.options(format: format))
    #expect(result.time(0) == time)
    #expect(result.timeKind == (format.hasPrefix("%H") ? .timeOfDay : .date))
    let log = TextResult("\(text) web1 app[812]: took 5 ms\n", Self.options(format: format))
    #expect(log.rowCount == 0 || log.time(0) == time)
  }

  // MARK: Short texts

  @Test(
    arguments: [
      ("10:00,5", 1_795_255_200, .timeOfDay), ("2025-01,5", 1_735_689_600, .date),
      ("Jan 2025,5", 1_735_689_600, .date), ("December 2024;5", 1_733_011_200, .date),
      ("20-11 17:00:00,5", 1_795_194_000, .date), ("2025-01 5", 1_735_689_600, .date),
    ] as [(String, Double, TextTimeKind)])
  func shortTimesInTheFirstField(_ row: String, _ time: Double, _ kind: TextTimeKind) {
    let result = TextResult(row + "\n")
    #expect(result.timeKind == kind && result.time(0) == time && result.row(0) == [5])
    let behind = row.split { ",; ".contains($0) }
    if behind.count == 2 {
      #expect(TextResult("a,\(behind[0]),5\n").timeKind == .none)
    }
  }

  @Test(arguments: [
    "2025-13,5", "1:75,5", "25:61,5", "Janus 2025,5", "1234-5678,5", "99-99 10:00,5",
  ])
  func otherShortTexts(_ row: String) { #expect(TextResult(row + "\n").timeKind == .none) }

  /// The hours of a file follow one another, whenever it is read: at 04:47:20.
  @Test func timesOfDayInAFile() {
    let hours = (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" }
    let text = "time,v\n" + (hours + hours).map { "\($0):00,1\n" }.joined()
    let result = TextResult(text, Self.options(isFile: true))
    let midnight = 1_795_219_200.0
    #expect((0..<48).map { result.time($0) } == (0..<48).map { midnight + Double($0) * 3600 })
    let evening = TextResult("time,v\n23:00,1\n23:30,1\n00:00,1\n", Self.options(isFile: true))
    #expect((0..<3).map { evening.time($0) - midnight } == [-3600, -1800, 0])
  }

  // MARK: Dates beside times of day

  /// 2026-11-20 10:00 UTC.
  private static let ten = 1_795_168_800.0

  @Test(arguments: [
    "date,time,v\n2026-11-20,10:00:00,5\n2026-11-20,10:05:00,6\n",
    "2026-11-20;10:00:00;5\n2026-11-20;10:05:00;6\n",
    "2026-11-20,10:00,5\n2026-11-20,10:05,6\n",
    "Datum\tUhrzeit\tv\n20.11.2026\t10:00\t5\n20.11.2026\t10:05\t6\n",
    "date,time,v\n20261120,10:00:00,5\n20261120,10:05:00,6\n",
    "date,time,v\n11/20/2026,10:00,5\n11/20/2026,10:05,6\n",
    "time,v,date\n10:00:00,5,2026-11-20\n10:05:00,6,2026-11-20\n",
    "date,v,time\n\"Nov 20, 2026\",5,10:00:00 AM\n\"Nov 20, 2026\",6,10:05:00 AM\n",
    "Date  Time  v\n2026-11-20  10:00:00  5\n2026-11-20  10:05:00  6\n",
    "date time v\n2026-11-20 10:00:00 5\n2026-11-20 10:05:00 6\n",
  ])
  func aDateAndATimeOfDayAreOneTime(_ text: String) {
    for isFile in [false, true] {
      let result = TextResult(text, Self.options(isFile: isFile))
      #expect(result.timeKind == .date && result.columns.count == 1 && result.rowCount == 2)
      #expect([result.time(0), result.time(1)] == [Self.ten, Self.ten + 300])
      #expect([result.row(0), result.row(1)] == [[5], [6]])
    }
  }

  @Test func otherFieldsBesideADateAndATimeOfDay() {
    let numbered = TextResult("id,date,time,v\n1,2026-11-20,10:00:00,5\n")
    #expect(numbered.names == ["id", "v"] && numbered.time(0) == Self.ten)
    let named = TextResult(
      "date,time,host,v\n2026-11-20,10:00:00,a,5\n2026-11-20,10:00:00,b,6\n")
    #expect(named.names == ["a", "b"] && named.row(0) == [5, 6] && named.time(0) == Self.ten)
    let lacking = TextResult("date,time,v\n2026-11-20,10:00:00,5\n2026-11-20,,6\n")
    #expect(lacking.rowCount == 1 && lacking.unreadable == 1)
    let gap = TextResult("date,time,v\n2026-11-20,10:00:00,\n2026-11-20,10:05:00,6\n")
    #expect(gap.rowCount == 2 && gap.time(0) == Self.ten)
  }

  /// A time among the words of a command is no time of the row, whatever column the user chose.
  @Test(arguments: [nil, "A", "4"] as [String?]) func timesInCommands(_ chosen: String?) {
    var options = TextOptions()
    options.horizontal = chosen
    for time in ["10:00:00", "2026-11-20 10:00:00", "2026-11-20  10:00:00"] {
      let result = TextResult("A COMMAND\n1 x \(time)\n2 x \(time)\n", options)
      #expect(result.timeKind == .none && result.column("A") == [1, 2])
    }
  }

  @Test(
    arguments: [
      ("date,v\n20261120,5\n", 1_795_132_800, .date), ("day;v\n20261120;5\n", 1_795_132_800, .date),
      ("count,v\n20261120,5\n", nil, .none), ("date,v\n20261320,5\n", nil, .none),
      ("20261120,5\n", nil, .none),
    ] as [(String, Double?, TextTimeKind)])
  func daysAsNumbers(_ text: String, _ time: Double?, _ kind: TextTimeKind) {
    let result = TextResult(text)
    #expect(result.timeKind == kind && result.columns.count == (time == nil ? 2 : 1))
    if let time { #expect(result.time(0) == time) }
  }

  /// A column of times that the user chooses in place of another one has its own kind of times.
  @Test(
    arguments: [
      ("year,t,v\n2026,1764500010,1\n2026,1764500020,2\n", 1_764_500_010.0),
      ("year,day,v\n2026,20261120,1\n2026,20261121,2\n", 1_795_132_800),
      ("time,t,v\n1764500010,1764500010000,1\n1764500011,1764500020000,2\n", 1_764_500_010),
    ] as [(String, Double)]) func chosenTimes(_ text: String, _ time: Double)
  {
    var options = TextOptions()
    options.isFile = true
    options.horizontal = "2"
    let result = TextResult(text, options)
    #expect(result.timeKind == .date && result.rowCount == 2)
    #expect(result.time(0) == time && result.time(1) > time)
  }

  // MARK: Durations

  @Test(
    arguments: [
      ("date,elapsed,v\n2026-11-20,00:01:23,5\n2026-11-21,120:00:05,6\n", [83, 432_005], .date),
      ("time,elapsed,v\n10:00:00,1:02:03.5,5\n", [3723.5], .timeOfDay),
      ("host,elapsed,v\na,00:01:23,5\n", [83], .none),
    ] as [(String, [Double], TextTimeKind)])
  func durationsAreSeconds(_ text: String, _ seconds: [Double], _ kind: TextTimeKind) {
    let result = TextResult(text)
    #expect(result.timeKind == kind && result.names == ["elapsed", "v"])
    #expect(result.column("elapsed") == seconds && result.columns[0].unit == "s")
  }

  /// A short time behind other fields without names is a duration, such as the remaining time of `rsync`.
  @Test(
    arguments: [
      ("1,234 15% 11.21MB/s 0:00:08\n2,234 30% 11.22MB/s 0:00:07\n", TextTimeKind.none, [8.0, 7]),
      ("9:00:08 15 3\n9:00:09 30 3\n", .timeOfDay, nil),
      ("15 3 09:00:08\n30 3 09:00:09\n", .timeOfDay, nil),
      ("a b time\n15 3 9:00:08\n30 3 9:00:09\n", .timeOfDay, nil),
    ] as [(String, TextTimeKind, [Double]?)])
  func shortTimesWithoutNames(text: String, kind: TextTimeKind, seconds: [Double]?) throws {
    let result = TextResult(text)
    #expect(result.timeKind == kind)
    let last = try #require(result.columns.last)
    #expect(seconds == nil || last.unit == "s" && result.column(last.name) == seconds)
  }

  /// A time of day that is the only time of a row is its time, whatever the name.
  @Test func timesOfDayAreNoDurations() {
    let result = TextResult("sensor,when,v\na,10:00:00,5\n")
    #expect(result.timeKind == .timeOfDay && result.names == ["v"])
  }

  // MARK: Lines above

  /// 2026-11-19 00:00 UTC.
  private static let day = 1_795_046_400.0

  @Test(arguments: ["11/19/2026", "11/19/26", "19/11/2026", "19/11/26", "2026-11-19", "19.11.2026"])
  func theHeadOfSarHasTheDate(_ date: String) {
    func text(_ first: String, _ last: String) -> String {
      """
      Linux 6.1.0-18-amd64 (orion) \t\(date) \t_x86_64_\t(2 CPU)

      23:40:01        CPU     %user     %idle
      \(first)        all      1.00     99.00
      \(last)        all      2.00     98.00
      Average:        all      1.50     98.50

      """
    }
    for isFile in [false, true] {
      let night = TextResult(text("23:50:01", "00:00:01"), Self.options(isFile: isFile))
      #expect(night.rowCount == 2)
      #expect([night.time(0), night.time(1)] == [Self.day + 85_801, Self.day + 86_401])
      // The first row comes on the day after that of the header.
      let early = TextResult(text("00:00:01", "00:10:01"), Self.options(isFile: isFile))
      #expect([early.time(0), early.time(1)] == [Self.day + 86_401, Self.day + 87_001])
    }
  }

  /// The rows of `sar 1` go on after the machine has slept. Each row comes when it is made.
  @Test(
    arguments: [
      (64_800, 86_400 + 32_400), (64_800, 86_400 + 64_000), (64_800, 2 * 86_400 + 68_400),
      (82_800, 86_400 + 3600), (3600, 50_000),
    ] as [(Double, Double)]) func theDateOfTheHeadFollowsTheArrival(before: Double, after: Double)
  {
    let reader = TextReader(options: Self.options(), zone: .utc)
    var batch = TextBatch()
    func feed(_ text: String, at seconds: Double) {
      var text = text
      text.withUTF8 {
        reader.feed(UnsafeRawBufferPointer($0), arrival: Self.day + seconds, into: &batch)
      }
      reader.pause(into: &batch)
    }
    func ofDay(_ seconds: Double) -> String {
      let parts = [seconds / 3600, seconds / 60, seconds].map { Int($0) }
      return zip(parts, [24, 60, 60]).map { part, limit in
        (part % limit < 10 ? "0" : "") + "\(part % limit)"
      }.joined(separator: ":")
    }
    feed("Linux 6.1.0-18-amd64 (orion) \t11/19/26 \t_x86_64_\t(2 CPU)\n\n", at: before)
    feed("\(ofDay(before))        CPU     %user     %idle\n", at: before)
    let times = [before, before + 1, after, after + 1, after + 2]
    for time in times {
      feed("\(ofDay(time))        all      1.00     99.00\n", at: time + 0.25)
    }
    #expect(batch.times.map { $0 - Self.day } == times)
  }

  /// The statistics of yesterday end near the present, and the next table begins with yesterday again.
  @Test func oldStatisticsInAPipeKeepTheirDate() {
    let table = "00:00:01        CPU     %user     %idle\n"
    func rows(_ name: String) -> String {
      ["00:10:01", "12:00:01", "23:50:01"].map { "\($0)        \(name)      1.00     99.00\n" }
        .joined() + "Average:        \(name)      1.00     99.00\n\n"
    }
    let reader = TextReader(options: Self.options(), zone: .utc)
    var batch = TextBatch()
    var text =
      "Linux 6.1.0-18-amd64 (orion) \t11/19/26 \t_x86_64_\t(2 CPU)\n\n" + table + rows("all")
      + table + rows("all")
    text.withUTF8 {
      reader.feed(UnsafeRawBufferPointer($0), arrival: Self.day + 86_700, into: &batch)
    }
    reader.finish(into: &batch)
    let day = [601.0, 43_201, 85_801]
    #expect(batch.times.map { $0 - Self.day } == day + day)
  }

  /// The statistics of a file follow one another, each from midnight on.
  @Test func timesOfDayBeginAgainBehindASummary() {
    let result = TextResult(
      """
      Linux 6.1.0-18-amd64 (orion) \t11/19/2026 \t_x86_64_\t(2 CPU)

      00:00:01        CPU     %user     %idle
      00:10:01        all      1.00     99.00
      23:50:01        all      2.00     98.00
      Average:        all      1.50     98.50

      00:00:01    kbmemfree   kbavail
      00:10:01            5         6
      23:50:01            7         8
      Average:            6         7

      """, Self.options(isFile: true))
    #expect(result.rowCount == 4)
    #expect(
      (0..<4).map { result.time($0) - Self.day } == [601, 85_801, 601, 85_801].map { Double($0) })
  }

  @Test(
    arguments: [
      ("11/19/26 10:00:00", "11/19/26 10:00:05"),
      ("11/19/2026 10:00:00 AM", "11/19/2026 10:00:05 AM"),
      ("2026-11-19T10:00:00+0000", "2026-11-19T10:00:05+0000"),
      ("19.11.2026 10:00:00", "19.11.2026 10:00:05"),
    ]) func theLinesOfIostatHaveTimes(_ first: String, _ second: String)
  {
    func report(_ time: String) -> String {
      """
      \(time)
      avg-cpu:  %user   %idle
                 5.00   95.00

      Device             tps    kB_read/s
      vda             197.14      4024.95


      """
    }
    let result = TextResult(report(first) + report(second), Self.options(isFile: true))
    #expect(result.rowCount == 2 && result.columns.count == 4 && result.unreadable == 0)
    #expect([result.time(0), result.time(1)] == [Self.day + 36_000, Self.day + 36_005])
    #expect(result.timeKind == .date)
  }

  /// A single time above a table, as of `date; vmstat 1`, is not that of its rows.
  @Test func aTimeAboveIsARemark() {
    let result = TextResult("2026-11-19 10:00:00\nr b\n1 2\n3 4\n5 6\n")
    #expect(result.timeKind == .none && result.names == ["r", "b"] && result.rowCount == 3)
  }

  @Test func yearsAreTimes() {
    let result = TextResult("country,year,gdp\na,2023,5\na,2024,6\nb,2024,7\n")
    #expect(result.names == ["a", "b"] && result.timeKind == .date)
    #expect(result.time(0) == 1_672_531_200 && result.time(1) == 1_704_067_200)
    #expect(TextResult("year month v\n2024 1 5\n2024 2 6\n").timeKind == .none)
    #expect(TextResult("year v\n12 5\n").timeKind == .none)
  }
}
