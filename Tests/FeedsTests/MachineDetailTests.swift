import Foundation
import Metrics
import TestSupport
import Testing

@testable import Feeds

/// The metrics beyond the basic ones.
@Suite struct MachineDetailTests {
  private static let before: [ProcFile: String] = [
    .stat: """
    cpu  100 0 100 800 0 0 0 0 0 0
    cpu0 100 0 100 800 0 0 0 0 0 0
    intr 5 6 7
    ctxt 1000
    btime 1795000000
    processes 50
    procs_running 2
    procs_blocked 1
    softirq 5 6

    """,
    .meminfo: """
    MemTotal:        8000 kB
    MemFree:         1000 kB
    MemAvailable:    6000 kB
    Buffers:          200 kB
    Cached:          3000 kB
    SwapCached:        10 kB
    SwapTotal:       4000 kB
    SwapFree:        3000 kB
    SReclaimable:     500 kB

    """,
    .netdev: "eth0: 0 10 1 2 0 0 0 0 0 20 3 4 0 0 0 0\nlo: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
    .diskstats: "8 0 sda 10 0 0 0 20 0 0 0 0 1000 0\n8 16 sdb 0 0 0 0 0 0 0 0 0 0 0\n",
    .loadavg: "0.5 0.4 0.3 2/311 48211\n",
    .pressureCPU: "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000000\n",
    .pressureIO:
      "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
    .mounts: "/ 1000 600 200\n/srv/my\\040data 500 0 0\n",
    .sensors: "temperature.coretemp.core-0 45.5\ntemperature.nvme.composite 38\nfan.x.fan1 900\n",
    .frequencies: "frequency.0 1000000\nfrequency.1 3000000\n",
  ]

  private static let after: [ProcFile: String] = before.merging([
    .stat: """
    cpu  120 10 110 840 10 2 3 5 0 0
    cpu0 100 0 100 900 0 0 0 0 0 0
    intr 5 6 7
    ctxt 3000
    processes 54
    procs_running 3
    procs_blocked 0

    """,
    .netdev: "eth0: 0 30 2 2 0 0 0 0 0 60 3 14 0 0 0 0\nlo: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
    .diskstats: "8 0 sda 14 0 0 0 26 0 0 0 0 2500 0\n8 16 sdb 2 0 0 0 0 0 0 0 0 100 0\n",
    .pressureCPU: "some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000\n",
    .pressureIO:
      "some avg10=0.00 avg60=0.00 avg300=0.00 total=9000000\nfull avg10=0.00 total=20000\n",
  ]) { $1 }

  @Test(
    arguments: [
      ("cpu.user", 30), ("cpu.system", 10), ("cpu.idle", 40), ("cpu.iowait", 10), ("cpu.irq", 5),
      ("cpu.steal", 5), ("cpu.busy", 50), ("cpu.0.idle", 100), ("cpu.0.user", 0),
      ("memory.available", 6_144_000), ("memory.free", 1_024_000), ("memory.cached", 3_584_000),
      ("memory.buffers", 204_800), ("memory.percent", 25), ("swap.used", 1_024_000),
      ("swap.total", 4_096_000), ("swap.percent", 25), ("net.eth0.in.packets", 10),
      ("net.out.packets", 20), ("net.in.errors", 0.5), ("net.eth0.out.drops", 5),
      ("net.out.errors", 0), ("disk.sda.read.operations", 2), ("disk.sda.write.operations", 3),
      ("disk.read.operations", 3), ("disk.write.operations", 3), ("disk.sda.busy", 75),
      ("disk.busy", 75), ("processes.running", 3), ("processes.blocked", 0),
      ("processes.total", 311), ("processes.created", 2), ("processes.switches", 1000),
      ("pressure.cpu.some", 25), ("pressure.io.some", 100), ("pressure.io.full", 1),
      ("disk.space./.used", 600), ("disk.space./.usable", 800), ("disk.space./.percent", 75),
      ("disk.space./srv/my data.total", 500), ("disk.space./srv/my data.percent", 0),
      ("temperature", 45.5), ("temperature.nvme.composite", 38), ("fan.x.fan1", 900),
      ("frequency", 2_000_000), ("frequency.1", 3_000_000),
    ] as [(String, Double)])
  func values(_ name: String, _ expected: Double) throws {
    let query = Query.metric(Metric(name))
    var rates = MachineRates(queries: [query])
    _ = rates.answer(sample(Self.before, at: 10))
    let maybeRow = rates.row(sample(Self.after, at: 12))
    let row = try #require(maybeRow)
    #expect(row.values.count == 1)
    #expect(abs(try #require(row[Metric(name)]) - expected) < 1e-9)
    // The metric needs only its own files.
    let files = MetricGroups(of: Metric(name)).files
    #expect(!files.isEmpty && files.count <= 3)
    var narrow = MachineRates(queries: [query])
    #expect(narrow.groups.files == files)
    _ = narrow.answer(sample(Self.before.filter { files.contains($0.key) }, at: 10))
    let again = narrow.row(sample(Self.after.filter { files.contains($0.key) }, at: 12))
    #expect(again?[Metric(name)] == row[Metric(name)])
  }

  /// Every metric of a machine has a unit or is a plain number, and has a meaning in words.
  @Test func allHaveAMeaning() {
    let rows = SystemListing.rows(sample(Self.before, at: 10), sample(Self.after, at: 12))
    #expect(rows.count == 83)
    for row in rows {
      #expect(!row.meaning.isEmpty, "\(row.metric)")
      #expect(row.value != nil, "\(row.metric)")
    }
    #expect(rows.first?.metric == "cpu.busy")
    let texts = Dictionary(uniqueKeysWithValues: rows.map { ($0.metric.name, $0) })
    #expect(texts["cpu.0.idle"]?.text == "100 %")
    #expect(texts["cpu.0.idle"]?.meaning == "core 0: idle, waiting for nothing")
    #expect(texts["net.eth0.in.packets"]?.text == "10.0 /s")
    #expect(texts["net.eth0.in.packets"]?.meaning == "eth0: packets received")
    #expect(texts["net.out"]?.meaning == "all physical interfaces: sent")
    #expect(texts["disk.sda.read.operations"]?.meaning == "sda: read operations")
    #expect(texts["disk.busy"]?.meaning == "all disks: time at work of the busiest")
    #expect(texts["disk.space./srv/my data.total"]?.meaning == "size of /srv/my data")
    #expect(texts["frequency"]?.text.hasSuffix(" MHz") == true)
    #expect(texts["temperature.nvme.composite"]?.meaning == "sensor composite of nvme")
  }

  /// The share in use of the file system at `/` is the one that `df` prints: the blocks that are
  /// reserved for root are not free. `df` rounds up.
  @Test func diskSpaceCountsAsDfDoes() throws {
    let rates = MachineRates(queries: [
      .metric(.diskSpaceUsed), .metric(.diskSpaceUsable), .metric(.diskSpaceTotal),
    ])
    // Other programs write meanwhile, so a reading counts if nothing has changed around it.
    var (shown, row) = ([Int](), Row(time: 0, values: [:]))
    let stoodStill = try eventually {
      var rates = rates
      shown = try df("/")
      let reading = rates.row(
        sample([.space: String(decoding: ProcFiles.rootSpace(), as: UTF8.self)]))
      row = try #require(reading)
      return try df("/") == shown
    }
    try #require(stoodStill)
    let (used, usable) = (try #require(row[.diskSpaceUsed]), try #require(row[.diskSpaceUsable]))
    #expect(
      shown.map { Double($0) } == [
        row[.diskSpaceTotal], used, usable - used, (100 * used / usable).rounded(.up),
      ])
  }

  /// The size, the bytes in use, the bytes available, and the percentage in use.
  private func df(_ path: String) throws -> [Int] {
    let text = try Shell.run("df -B1 --output=size,used,avail,pcent '\(path)'").output
    return text.split(separator: "\n").last.map {
      $0.split { !$0.isNumber }.compactMap { Int($0) }
    } ?? []
  }

  /// Blocks reserved for root count neither as used nor as free. A recording from before 0.1 has no number
  /// for such blocks.
  @Test(arguments: [("/ 1000 600 350\n", 950.0), ("/ 1000 600\n", 1000), ("/ 500 600\n", 600)])
  func reservedBlocksAreNotFree(line: String, usable: Double) {
    var rates = MachineRates(queries: [.metric(.diskSpaceUsable)])
    #expect(rates.row(sample([.space: line]))?[.diskSpaceUsable] == usable)
  }

  @Test func thisMachineIsListed() {
    let rows = SystemListing.rows()
    let names = Set(rows.map(\.metric.name))
    for name in ["cpu.user", "memory.available", "processes.created", "load.1", "uptime"] {
      #expect(names.contains(name))
    }
    #expect(Set(SystemListing.names()) == names)
  }

  @Test func otherQueriesCanBeAskedMeanwhile() {
    var rates = MachineRates(queries: [.metric("memory.free"), .metric("swap.used")])
    _ = rates.answer(sample(Self.before, at: 10))
    rates.queries = [.metric("memory.free"), .metric("net.eth0.in.packets")]
    let row = rates.row(sample(Self.after, at: 12))
    #expect(row?.values == ["memory.free": 1_024_000, "net.eth0.in.packets": 10])
  }

  // MARK: Patterns

  /// A series for each part of a machine that the stars stand for.
  @Test(
    arguments: [
      ("net.*.in.packets", ["net.in.packets{interface=\"eth0\"}": 10]),
      (
        "cpu.*",
        [
          "cpu{mode=\"busy\"}": 50, "cpu{mode=\"user\"}": 30, "cpu{mode=\"system\"}": 10,
          "cpu{mode=\"iowait\"}": 10, "cpu{mode=\"irq\"}": 5, "cpu{mode=\"steal\"}": 5,
          "cpu{mode=\"idle\"}": 40,
        ]
      ),
      ("cpu.*.idle", ["cpu.idle{core=\"0\"}": 100]),
      (
        "disk.space.*.used",
        [
          "disk.space.used{mountpoint=\"/\"}": 600,
          "disk.space.used{mountpoint=\"/srv/my data\"}": 0,
        ]
      ),
      (
        "disk.*.read.operations",
        [
          "disk.read.operations{disk=\"sda\"}": 2, "disk.read.operations{disk=\"sdb\"}": 1,
        ]
      ),
      (
        "temperature.*",
        [
          "temperature{sensor=\"coretemp.core-0\"}": 45.5,
          "temperature{sensor=\"nvme.composite\"}": 38,
        ]
      ),
      ("frequency.*", ["frequency{core=\"0\"}": 1e6, "frequency{core=\"1\"}": 3e6]),
      (
        "pressure.*.some",
        ["pressure.some{resource=\"cpu\"}": 25, "pressure.some{resource=\"io\"}": 100]
      ),
      ("net.*.nothing", [:]),
    ] as [(String, [String: Double])])
  func aPatternGivesSeriesWithLabels(_ pattern: String, _ expected: [String: Double]) {
    let query = Query.metric(Metric(pattern))
    #expect(query.givesMany)
    var rates = MachineRates(queries: [query])
    _ = rates.answer(sample(Self.before, at: 10))
    let row = rates.row(sample(Self.after, at: 12))
    let values = (row?.values ?? [:]).map { ($0.key.description, $0.value) }
    #expect(values.count == expected.count)
    for (name, value) in values {
      #expect(abs((expected[name] ?? .nan) - value) < 1e-9, "\(name): \(value)")
    }
    // The pattern needs only the files of its metrics.
    #expect(rates.groups.files.count <= 3)
  }

  @Test(
    arguments: [
      ("net.*.in", "net.eth0.5.in", "net.in{interface=\"eth0.5\"}"),
      ("net.*.in", "net.in", nil), ("net.*.in", "net.eth0.in.packets", nil),
      ("net.*.in", "net.eth0.out", nil), ("cpu.*", "cpu.0.busy", nil), ("cpu.*", "cpu", nil),
      ("cpu.*.*", "cpu.3.user", "cpu{core=\"3\",mode=\"user\"}"),
      ("cpu.0.*", "cpu.0.user", "cpu.0{mode=\"user\"}"),
      (
        "disk.space.*.used", "disk.space./srv/v1.2.used",
        "disk.space.used{mountpoint=\"/srv/v1.2\"}"
      ),
      ("disk.space.*.used", "disk.space.used", nil),
      ("fan.*.*", "fan.nct6775.fan1", "fan{sensor=\"nct6775\",sensor2=\"fan1\"}"),
      ("memory.*", "memory.used", "memory{part=\"used\"}"),
      ("*.used", "memory.used", "used{part=\"memory\"}"), ("*", "uptime", "*{part=\"uptime\"}"),
      ("net.*", "disk.read", nil), ("", "uptime", nil), ("net..in", "net.eth0.in", nil),
    ] as [(String, String, String?)])
  func matchesNames(_ pattern: String, _ name: String, _ expected: String?) {
    #expect(MetricPattern(pattern).series(of: Metric(name))?.description == expected)
    guard expected != nil else { return }
    #expect(MetricGroups(of: Metric(pattern)).isSuperset(of: MetricGroups(of: Metric(name))))
  }

  // MARK: Recordings

  /// Old recordings have whole lines, with more values than were requested at the time.
  @Test func anOldRecordingAnswersNewQuestions() throws {
    let names = ["net.in.packets", "disk.nvme0n1.busy", "cpu.user", "swap.used"]
    let recording = try Recording(path: fixture("orion.samples"))
    let update = recording.update(Set(names.map { .metric(Metric($0)) }))
    let last = try #require(update.rows.last)
    #expect(last[.init("net.in.packets")] ?? 0 > 100)
    #expect(last[.init("cpu.user")] ?? 0 > 1)
    #expect(last.values[.init("disk.nvme0n1.busy")] != nil)
    #expect(last.values[.init("swap.used")] == nil)
  }

  /// Eight seconds of a busy machine, recorded; its sensors were added by hand.
  @Test func aRecordingOfEverything() throws {
    let parts = ["user", "system", "iowait", "irq", "steal", "idle"].map { Metric("cpu." + $0) }
    let others: [Metric] = [
      "pressure.cpu.some", "processes.total", "disk.space./.used", "temperature", "frequency",
      "fan.nct6775.fan1", "memory.cached", "disk.busy",
    ]
    let recording = try Recording(path: fixture("details.samples"))
    let rows = recording.update(Set((parts + others + [.cpuBusy]).map { .metric($0) })).rows
      .sorted { $0.time < $1.time }
    #expect(rows.count == 8)
    for row in rows.dropFirst() {
      #expect(row.values.count == 15)
      let sum = try parts.reduce(0) { try $0 + #require(row[$1]) }
      #expect(abs(sum - 100) < 1e-9)
      #expect(try abs(#require(row["cpu.idle"]) + #require(row[.cpuBusy]) - 100) < 3)
    }
    let last = try #require(rows.last)
    #expect(last["temperature"] == 44.5)
    #expect(last["frequency"] == 1.65e9)
    #expect(last["fan.nct6775.fan1"] == 907)
    #expect(recording.end == last.time)
  }

  @Test func aNewRecordingHasEverything() async throws {
    var recorded = SampleRecorder.header(
      host: HostInfo(name: "h", system: "S", state: nil), period: 2)
    for (time, texts) in [(10.0, Self.before), (12, Self.after)] {
      recorded += SampleRecorder.block(sample(texts, at: time))
    }
    let file = try SampleFile(recorded, path: "f")
    let live = SystemListing.rows(sample(Self.before, at: 10), sample(Self.after, at: 12))
    #expect(SystemListing.rows(file.samples[0], file.samples[1]) == live)
  }

  // MARK: Sensors and mounts

  @Test func sensorsBelowAFolder() throws {
    try withFolder { root in
      func put(_ path: String, _ text: String) throws {
        let url = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try url.write(text)
      }
      try put("class/thermal/thermal_zone0/type", "acpitz\n")
      try put("class/thermal/thermal_zone0/temp", "27800\n")
      func text() -> String {
        String(decoding: SensorFiles(root: root.path).sensorText(), as: UTF8.self)
      }
      #expect(text() == "temperature.acpitz 27.8\n")
      try put("class/hwmon/hwmon0/name", "coretemp\n")
      try put("class/hwmon/hwmon0/temp1_input", "45000\n")
      try put("class/hwmon/hwmon0/temp1_label", "Package id 0\n")
      try put("class/hwmon/hwmon0/temp10_input", "-1500\n")
      try put("class/hwmon/hwmon0/temp2_input", "bad\n")
      try put("class/hwmon/hwmon0/fan1_input", "912\n")
      try put("class/hwmon/hwmon1/name", "nvme\n")
      try put("class/hwmon/hwmon1/temp1_input", "30000\n")
      try put("class/hwmon/hwmon2/name", "nvme\n")
      try put("class/hwmon/hwmon2/temp1_input", "31000\n")
      #expect(
        text() == """
          temperature.coretemp.package-id-0 45.0
          temperature.coretemp.temp10 -1.5
          fan.coretemp.fan1 912.0
          temperature.nvme.temp1 30.0
          temperature.nvme-2.temp1 31.0

          """)
      for core in [0, 10, 2] {
        try put("devices/system/cpu/cpu\(core)/cpufreq/scaling_cur_freq", "\(1_000_000 + core)\n")
      }
      let files = SensorFiles(root: root.path)
      let frequencies = String(decoding: files.frequencyText(), as: UTF8.self)
      #expect(
        frequencies
          == "frequency.0 1000000000.0\nfrequency.2 1000002000.0\nfrequency.10 1000010000.0\n")
      // The files stay open and are read again.
      try put("devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "5\n")
      #expect(
        String(decoding: files.frequencyText(), as: UTF8.self).hasPrefix("frequency.0 5000.0\n"))
    }
  }

  /// A driver for the frequencies of the cores may be loaded after the program has started.
  @Test func sensorsThatComeLateAreFound() throws {
    try withFolder { root in
      let files = SensorFiles(root: root.path)
      #expect(files.frequencyText() == [] && files.sensorText() == [])
      for (path, number) in [
        ("devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "5"),
        ("class/thermal/thermal_zone0/temp", "7000"),
      ] {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.write(number + "\n")
      }
      for _ in 1..<SensorFiles.pace {
        #expect(files.frequencyText() == [] && files.sensorText() == [])
      }
      #expect(String(decoding: files.frequencyText(), as: UTF8.self) == "frequency.0 5000.0\n")
      #expect(String(decoding: files.sensorText(), as: UTF8.self) == "temperature.zone0 7.0\n")
    }
  }

  @Test func localFileSystems() {
    let text = """
      proc /proc proc rw 0 0
      /dev/sda1 / ext4 rw 0 0
      tmpfs /run tmpfs rw 0 0
      /dev/sda2 /srv/my\\040data xfs rw 0 0
      server:/export /mnt/nfs nfs4 rw 0 0
      /dev/loop3 /snap/x squashfs ro 0 0
      pool/home /home zfs rw 0 0
      /dev/fuse /mnt/f fuse.sshfs rw 0 0
      /dev/sda1 / ext4 rw 0 0
      broken

      """
    #expect(
      MountFiles.mountPoints(of: Array(text.utf8)) == ["/", "/srv/my\\040data", "/home"])
    #expect(MountSpace.unescaped(Array("/a\\040b\\134\\0x\\".utf8)) == Array("/a b\\\\0x\\".utf8))
    #expect(MountFiles.space(of: Array("/etc/passwd".utf8)) == nil)
    #expect(MountFiles.space(of: Array("/nonexistent".utf8)) == nil)
    #expect(MountFiles.space(of: Array("/".utf8)) != nil)
  }

  // MARK: As a feed

  @Test func aFeedGivesWhatIsSelected() async throws {
    let spec = SourceSpec.system(period: 0.1)
    try await withFeed(
      spec, [.metric("cpu.user"), .metric("memory.usd")]
    ) { feed, log in
      try await log.wait("the processor") { $0.values("cpu.user").count >= 2 }
      try await log.waitForFailure(
        containing: "this machine has no 'memory.usd' (did you mean 'memory.used'?)")
      #expect(log.all.last?.health(of: [.metric("cpu.user")]) == .fresh)
      feed.select([.metric("memory.used")])
      try await log.wait("the memory") { $0.values("memory.used").count >= 2 }
      #expect(log.all.last?.health == .fresh)
      #expect(feed.wakeups > 3)
      feed.select([.column("x")])
      try await log.waitForFailure(containing: "this machine has metrics, but no 'x'")
    }
  }

  @Test func anUnknownLineOfPressureIsLeftOut() {
    for text in ["some", "some avg10=1", "none total=5", "some total=x", "some total=-1", ""] {
      #expect(state(.pressureCPU, text).pressure.isEmpty, "\(text)")
    }
    #expect(state(.sensors, "temperature.x nan\n").sensors.isEmpty)
    #expect(state(.mounts, "/ 1 2\n").mounts.isEmpty)
  }
}
