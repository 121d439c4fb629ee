import Testing

@testable import Feeds

/// Lines of commands that have a form of their own.
@Suite struct KnownCommandTests {
  @Test func countersOfPerf() {
    func block(_ time: Int, _ clock: Double, _ cycles: String) -> String {
      """
           \(time).000123000             \(clock) msec task-clock              #    2.000 CPUs utilized
           \(time).000123000       \(cycles)      cycles                  #    3.600 GHz
           \(time).000123000     9,001,123,456      instructions            #    2.00  insn per cycle
           \(time).000123000     <not supported>      LLC-loads

      """
    }
    let result = TextResult(
      "#           time             counts unit events\n" + block(1, 2972.75, "7,109,535,602")
        + block(2, 3143.5, "7,603,258,842"))
    #expect(
      result.names == [
        "time", "task-clock", "cycles", "cycles GHz", "instructions", "instructions insn per cycle",
        "LLC-loads",
      ])
    #expect(result.columns.map(\.unit) == [nil, "ms", nil, "GHz", nil, nil, nil])
    #expect(
      result.row(1).dropLast() == [2.000123, 3143.5, 7_603_258_842, 3.6, 9_001_123_456, 2])
    #expect(result.rowCount == 2 && result.row(1)[6].isNaN)
    #expect(result.unreadable == 0)
  }

  /// The date above each table of psql's `\watch` is no row.
  @Test func tablesUnderDates() {
    let table = """
                    Thu 26 Nov 2026 05:00:00 PM UTC (every 1s)

       state  | count
      --------+-------
       active |    12
       idle   |    80


      """
    let result = TextResult(table + table.replacing("12", with: "13"))
    #expect(result.names == ["active", "idle"] && result.rowCount == 2)
    #expect(result.row(0) == [12, 80] && result.row(1) == [13, 80])
  }

  /// Other remarks behind a time have numbers.
  @Test func remarksBehindTimes() {
    let result = TextResult("10:00:01 (took 5 ms)\n10:00:02 (took 6 ms)\n")
    #expect(result.names == ["took"] && result.rowCount == 2 && result.row(1) == [6])
  }

  /// A word that is a symbol of a unit may be a name in a list.
  @Test func countedWords() {
    let result = TextResult("12 cd\n30 ls\n7 git\n")
    #expect(result.names == ["cd", "ls", "git"])
  }

  /// The states of switches are numbers in cells, except as the names of rows and in headers.
  @Test(
    arguments: [
      ("time,pump,v\n10:00:00,on,1\n10:00:10,off,2\n", ["pump", "v"], [1, 1]),
      ("time;v;run\n10:00:00;1,5;FALSE\n10:00:10;1,6;True\n", ["v", "run"], [1.5, 0]),
      ("pump=on temp=21\npump=off temp=22\n", ["pump", "temp"], [1, 21]),
      ("log of a day\ntime,on,off\n10:00:00,3,5\n10:00:10,4,6\n", ["on", "off"], [3, 5]),
      ("on\noff\non\n", ["1"], [1]),
    ] as [(String, [String], [Double])])
  func switches(_ text: String, _ names: [String], _ first: [Double]) {
    let result = TextResult(text)
    #expect(result.names == names)
    #expect(result.row(0) == first)
  }

  /// Typography's minus sign is one, too.
  @Test func minusSigns() {
    let result = TextResult("t;v\n10:00:00;1,5\n10:00:10;\u{2212}1,6\n10:00:20;\u{2212}\u{2212}1\n")
    #expect(result.column("v").map { Array($0.prefix(2)) } == [1.5, -1.6])
  }

  /// A unit behind the only number of a row is no name.
  @Test(
    arguments: [
      ("12 ms\n13 ms\n", "1", "ms", [12, 13]), ("12 s\n1 min\n", "1", "s", [12, 60]),
      ("12 A\n13 A\n", "1", "A", [12, 13]), ("12 days\n13 days\n", "days", nil, [12, 13]),
      ("900 W\n950 W\n", "1", "W", [900, 950]), ("1e-9 mbar\n2 mbar\n", "1", "mbar", [1e-9, 2]),
      ("1.5 m3/h\n2 m3/h\n", "1", "m3/h", [1.5, 2]), ("12 kg\n500 mg\n", "1", "kg", [12, 0.0005]),
    ] as [(String, String, String?, [Double])])
  func numbersWithUnits(_ text: String, _ name: String, _ unit: String?, _ values: [Double]) {
    let result = TextResult(text)
    #expect(result.names == [name] && result.columns[0].unit == unit)
    #expect(result.column(name) == values)
  }

  @Test(arguments: ["load average: 0.90, 1.33, 1.07", "load averages: 0.90 1.33 1.07"])
  func loadAverages(_ words: String) {
    let result = TextResult(" 04:47:20 up 3 days, 2:10,  1 user,  \(words)\n")
    #expect(
      result.names.suffix(3).map { $0.split(separator: " ").last } == ["1min", "5min", "15min"])
    #expect(result.row(0).suffix(3) == [0.9, 1.33, 1.07])
  }

  /// The first line of `top` continues whatever the form of the uptime.
  @Test(
    arguments: [
      Array(repeating: " 3:04", count: 3), Array(repeating: "31 min", count: 3),
      Array(repeating: "12 days, 5 min", count: 3), Array(repeating: "12 days,  3:04", count: 3),
      Array(repeating: "1 day,  3:04", count: 3), ["59 min", " 1:00", "1 day, 0 min"],
    ]) func theFirstLineOfTop(_ uptimes: [String])
  {
    let text = uptimes.enumerated().map { index, uptime in
      """
      top - 22:32:5\(index) up \(uptime),  2 users,  load average: 0.5\(index), 0.76, 0.60
      Tasks: 213 total,   1 running

          PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
            1 root      20   0  168140  12345   8000 S   5.0   0.1   0:03.21 systemd


      """
    }.joined()
    let result = TextResult(text)
    #expect(result.rowCount == 3 && result.unreadable == 0)
    #expect(result.column("users") == [2, 2, 2])
    #expect(result.column("load average 1min") == [0.5, 0.51, 0.52])
    #expect(
      result.names.prefix(6) == [
        "users", "load average 1min", "load average 5min", "load average 15min", "Tasks total",
        "Tasks running",
      ])
    #expect(result.columns.allSatisfy { !$0.isProcess || $0.key == "systemd" || $0.key.isEmpty })
  }

  /// A time of day is part of no name.
  @Test func timesOfDayInSentences() {
    let result = TextResult("job at 10:00:01 took 5 ms\njob at 10:00:02 took 6 ms\n")
    #expect(result.names == ["took"] && result.row(1) == [6])
  }

  /// `ifstat` centres the names of interfaces above their columns.
  @Test func centredHeadings() {
    let result = TextResult(
      """
              lo                 eth0               wlan0       
       KB/s in  KB/s out   KB/s in  KB/s out   KB/s in  KB/s out
         23.80     54.42     37.00     60.39     62.57      6.55
          1.32     83.75     25.94     23.43     99.56     47.03

      """)
    #expect(
      result.names == ["lo", "eth0", "wlan0"].flatMap { [$0 + " KB/s in", $0 + " KB/s out"] })
    #expect(result.row(0) == [23.8, 54.42, 37, 60.39, 62.57, 6.55])
  }

  @Test(
    arguments: [
      (
        "  Time           eth0               wlan0       ",
        "HH:MM:SS   KB/s in  KB/s out   KB/s in  KB/s out",
        ["Time", "eth0", "eth0", "wlan0", "wlan0"]
      ),
      (
        "              capacity     operations     bandwidth ",
        "pool        alloc   free   read  write   read  write",
        ["", "capacity", "capacity", "operations", "operations", "bandwidth", "bandwidth"]
      ),
      ("   one                 two", " a  b  c  d", nil),
      ("--total-cpu-usage-- -dsk/total-", "usr sys idl wai stl| read  writ", nil),
    ] as [(String, String, [String]?)])
  func headingsAboveTheMiddleOfTheirColumns(
    _ headings: String, _ columns: String, _ expected: [String]?
  ) {
    let line = Array(headings.utf8).withUnsafeBufferPointer { HeadingLine($0) }
    var places: [Range<Int>] = []
    Array(columns.utf8).withUnsafeBufferPointer { bytes in
      var index = 0
      while let (start, end) = FieldSplitter.nextWideCell(bytes, &index) {
        places.append(start..<end)
      }
    }
    #expect(line.centredNames(over: places) == expected)
  }

  @Test(
    arguments: [
      ("r_await", "ms"), ("f_await", "ms"), ("rareq-sz", "KiB"), ("rkB/s", "KiB/s"),
      ("rMB/s", "MiB/s"), ("kB_rd/s", "KiB/s"), ("MB_read", "MiB"), ("kbmemused", "KiB"),
      ("disk_kB/s", "kB/s"), ("await", nil),
    ] as [(String, String?)]) func unitsOfIostat(_ name: String, _ unit: String?)
  {
    #expect(unitHint(inName: name) == unit)
  }

  /// A unit has the same symbol wherever a name has it.
  @Test(
    arguments: [
      ("lat_seconds", "s"), ("lat (seconds)", "s"), ("lat [msec]", "ms"), ("lat (ms,95%)", "ms"),
      ("lat (a,b)", nil), ("temp (C)", "°C"), ("size [Bytes]", "B"), ("size [MBytes]", "MBytes"),
      ("read_bytes_total", "B"), ("cpu_seconds_total", "s"), ("total", nil), ("_total", nil),
      ("length (m)", "m"), ("temperature_C", "°C"), ("Temp_F", "°F"), ("vitamin_C", nil),
      ("temp_celsius", "°C"), ("pressure_hPa", "hPa"), ("C", nil),
      // Letters that need the name of their quantity, and words in small letters.
      ("power_W", "W"), ("gpu_power_w", "W"), ("group_W", nil), ("energy_J", "J"), ("team_J", nil),
      ("volt_V", "V"), ("current_A", "A"), ("plan_A", nil), ("temp_c", "°C"), ("gpu_temp_c", "°C"),
      ("temp °C", "°C"), ("freq_mhz", "MHz"), ("mem_mb", "MB"), ("rss_kb", "kB"),
      ("used_gib", "GiB"), ("bw_gbps", "Gbit/s"), ("net_mbps", "Mbit/s"),
      // Rates.
      ("tokens_per_sec", nil), ("tokens_per_s", nil), ("samples_per_second", nil),
      ("tokens_per_ms", nil), ("iter/s", nil), ("bytes_per_sec", "B/s"), ("mb_per_sec", "MB/s"),
      ("read_kib_per_s", "KiB/s"), ("net_bits_per_second", "bit/s"), ("ms_per_step", nil),
      ("train/steps per sec", nil),
      // Letters in brackets behind a count.
      ("Count(C)", nil), ("Temp(C)", "°C"), ("power (W)", "W"), ("size(B)", "B"),
    ] as [(String, String?)]) func unitsInNames(_ name: String, _ unit: String?)
  {
    #expect(unitHint(inName: name) == unit)
    for text in ["\(name);b\n5;6\n", "{\"\(name)\":5,\"b\":6}\n"] {
      #expect(TextResult(text).columns.first?.unit == unit)
    }
  }

  /// Fractions are no bytes: the letter says that boxes are measured.
  @Test(
    arguments: [
      ("0.26", "0.28", nil), ("0", "0.28", nil), ("512", "0.5", "B"), ("1", "512", "B"),
      ("1.5", "0.5", "B"), ("0", "1", "B"),
    ] as [(String, String, String?)])
  func lettersBehindAWord(_ first: String, _ second: String, _ unit: String?) {
    for text in [
      "mAP50(B),b\n\(first),5\n\(second),6\n",
      "{\"mAP50(B)\":\(first),\"b\":5}\n{\"mAP50(B)\":\(second),\"b\":6}\n",
    ] {
      let result = TextResult(text)
      #expect(result.columns.first?.unit == unit && result.column("b") == [5, 6], "\(text)")
    }
    #expect(TextResult("part (B),b\n0.5,6\n").columns.first?.unit == "B")
  }

  /// The kernel's kB are 1024 bytes.
  @Test(
    arguments: [
      ("VmRSS:\t 1048576 kB\n", 0x1p30), ("MemFree:       512 kB\n", 524_288),
      ("sent: 12.5 kB\n", 12_500), ("sent: 5 kB in 3 s\n", 5000),
    ] as [(String, Double)])
  func kilobytesOfTheKernel(_ line: String, _ bytes: Double) {
    let result = TextResult(line)
    #expect(result.row(0).first == bytes && result.columns.first?.unit == "B")
  }

  /// The rows of `nvidia-smi --query-gpu` are told apart by the numbers of the cards; other indices count the rows.
  @Test(
    arguments: [
      (
        "index, power.draw [W]\n0, 312.5 W\n1, 52.5 W\n0, 313.5 W\n1, 53.5 W\n",
        ["0", "1"], [313.5, 53.5]
      ), ("index,power\n0,312\n1,52\n", ["index", "power"], [1, 52]),
    ] as [(String, [String], [Double])])
  func graphicsCards(_ text: String, _ names: [String], _ last: [Double]) {
    let result = TextResult(text)
    #expect(result.names == names && result.row(result.rowCount - 1) == last)
  }

  /// The units of a command's columns do not depend on which columns are selected.
  @Test(arguments: [nil, ["free", "cache", "bi", "us", "cs"]] as [[String]?])
  func unitsOfVmstat(_ columns: [String]?) {
    let result = TextResult(
      """
       r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
       1  0      0 270012  11624 835544    0    0     9    37   81  146  1  1 98  0  0

      """, TextOptions(columns: columns))
    let units = ["free": "KiB", "cache": "KiB", "bi": "KiB/s", "us": "%", "cs": "/s"]
    let found = result.columns.filter { units[$0.name] != nil }
    #expect(found.count == units.count && found.allSatisfy { $0.unit == units[$0.name] })
  }
}
