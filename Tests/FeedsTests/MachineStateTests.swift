import Files
import TestSupport
import Testing

@testable import Feeds

@Suite struct ProcessorTests {
  @Test(
    arguments: [
      // A current kernel, Linux 2.6 (seven fields), and Linux 2.4 (four).
      ("cpu  1684 0 1537 167160 326 0 30 9 0 0\n", 167_486, 170_746),
      ("cpu  1 2 3 4 5 6 7\n", 9, 28),
      ("cpu 10 20 30 40", 40, 100),
      // Guest time is contained in user time. Later fields are unknown.
      ("cpu  100 0 0 100 0 0 0 0 50 7 1000 x\n", 100, 200),
      ("cpu 18446744073709551615 1 0 5 5 0 0 0\n", 10, .max),
      ("cpu 0 0 0 18446744073709551615 1 0 0 0\n", .max, .max),
    ] as [(String, UInt64, UInt64)])
  func times(_ text: String, _ idle: UInt64, _ total: UInt64) {
    let times = state(.stat, text).processor
    #expect(times?.idle == idle)
    #expect(times?.total == total)
  }

  @Test(arguments: ["", "\n", "cpu", "cpu 1 2 3", "cpu a b c d", "intr 5\ncpu 1 2 3 4\n", "cp"])
  func nothing(_ text: String) { #expect(state(.stat, text).processor == nil) }

  @Test func cores() {
    let text = """
      cpu  3 0 0 3 0 0 0 0 0 0
      cpu0 1 0 0 1 0 0 0 0 0 0
      cpu7 2 0 0 2 0 0 0 0 0 0
      cpux 9 0 0 9 0 0 0 0 0 0
      cpu-1 9 0 0 9 0 0 0 0 0 0
      cpu8 2 0
      intr 103538 0 0
      cpu9 1 1 1 1
      """
    #expect(
      state(.stat, text).cores.mapValues { [$0.idle, $0.total] } == [0: [1, 2], 7: [2, 4]])
  }
}

@Suite struct MemoryTests {
  @Test func used() {
    let text = """
      MemTotal:        8137924 kB
      MemFree:          512000 kB
      MemAvailable:    6000000 kB
      Buffers:               0 kB
      """
    let memory = state(.meminfo, text).memory
    #expect(memory.total == 8_137_924.0 * 1024)
    #expect(memory.used == 2_137_924.0 * 1024)
  }

  @Test(
    arguments: [
      ("", nil, nil), ("MemTotal: 1000 kB", 1_024_000, nil), ("MemAvailable: 1000 kB\n", nil, nil),
      ("MemTotal: x kB\nMemAvailable: 1 kB\n", nil, nil), ("MemTotal:", nil, nil),
      ("MemAvailable: 3 kB\nMemTotal: 2 kB\n", 2048, 0),
      ("MemTotal:\t4\nMemAvailable:1", 4096, 3072),
    ] as [(String, Double?, Double?)])
  func odd(_ text: String, _ total: Double?, _ used: Double?) {
    let memory = state(.meminfo, text).memory
    #expect(memory.total == total)
    #expect(memory.used == used)
  }
}

/// Without the counts of operations and errors.
private func bytesOnly(_ counters: [TrafficCounters]) -> [TrafficCounters] {
  counters.map { TrafficCounters(name: $0.name, inward: $0.inward, outward: $0.outward) }
}

@Suite struct NetworkTests {
  private static let headers = """
    Inter-|   Receive                                                |  Transmit
     face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs

    """

  @Test(
    arguments: [
      (
        "    lo:    3193      29    0    0    0     0          0         0     3190      29    0\n",
        [TrafficCounters(name: "lo", inward: 3193, outward: 3190)]
      ),
      (
        "eth0:58408410 1 0 0 0 0 0 0 56776 656 0 0\n",
        [TrafficCounters(name: "eth0", inward: 58_408_410, outward: 56_776)]
      ),
      (
        "a: 18446744073709551615 0 0 0 0 0 0 0 18446744073709551614",
        [TrafficCounters(name: "a", inward: .max, outward: .max - 1)]
      ),
      (
        "a: 1 0 0 0 0 0 0 0\nb: 1 0 0 0 0 0 0 0 2\n: 1 0 0 0 0 0 0 0 2\nc\nd : 1 0 0 0 0 0 0 0 2\n",
        [TrafficCounters(name: "b", inward: 1, outward: 2)]
      ),
      ("", []),
    ] as [(String, [TrafficCounters])])
  func interfaces(_ text: String, _ counters: [TrafficCounters]) {
    #expect(bytesOnly(state(.netdev, Self.headers + text).interfaces) == counters)
    #expect(bytesOnly(state(.netdev, text).interfaces) == counters)
  }

  @Test(arguments: [
    "eth0", "eno1", "enp3s0", "enx001122334455", "wlan0", "wlp2s0", "ens18", "usb0", "wwan0", "ib0",
    "broadcom0", "venet0", "ppp0", "end0",
  ])
  func physical(_ name: String) {
    #expect(TrafficCounters(name: name, inward: 0, outward: 0).isPhysicalInterface)
  }

  @Test(arguments: [
    "lo", "veth1a2b3c", "docker0", "br-5f1e", "br0", "virbr0", "vnet3", "tun0", "tap1", "wg0",
    "ifb0",
    "dummy0", "bond0", "team0", "eth0.10", "eth0:1", "vlan7", "cni0", "flannel.1", "cali12", "sit0",
    "ip6tnl0", "tailscale0", "lxcbr0", "vmbr0", "gre0", "br",
  ])
  func virtual(_ name: String) {
    #expect(!TrafficCounters(name: name, inward: 0, outward: 0).isPhysicalInterface)
  }
}

@Suite struct DiskTests {
  private func disks(_ names: [String]) -> [String] {
    let text = names.enumerated().map { "8 \($0) \($1) 1 2 3 4 5 6 7 8 9 10 11\n" }.joined()
    return state(.diskstats, text).disks.map(\.name)
  }

  @Test(
    arguments: [
      (["sda", "sda1", "sda2", "sdb"], ["sda", "sdb"]),
      (["sda", "sda1", "sda10", "sdaa", "sdaa1"], ["sda", "sdaa"]),
      (["nvme0n1", "nvme0n1p1", "nvme0n1p12", "nvme1n1"], ["nvme0n1", "nvme1n1"]),
      (["mmcblk0", "mmcblk0p1", "mmcblk1"], ["mmcblk0", "mmcblk1"]),
      (["loop0", "ram1", "zram0", "dm-0", "md127", "sr0", "fd0", "nbd0", "vda"], ["vda"]),
      // Xen has partitions without their disk.
      (["xvda1", "xvda2"], ["xvda1", "xvda2"]),
      (["sda1", "sda"], ["sda"]), (["sda", "sdap1"], ["sda", "sdap1"]), ([], []),
    ] as [([String], [String])])
  func whole(_ names: [String], _ expected: [String]) { #expect(disks(names) == expected) }

  @Test(
    arguments: [
      (
        "254 0 vda 29650 7999 4431378 8202 10838 4804 795384 1434 0 6800 9779 1279 0\n",
        [TrafficCounters(name: "vda", inward: 4_431_378 * 512, outward: 795_384 * 512)]
      ),
      // Linux 2.6.0 has four counters for partitions; then fields are missing, or are not numbers.
      ("8 1 sda1 1 2 3 4\n8 0 sdb 1 2 3 4 5 6\nx 0 sdc 1 2 3 4 5 6 7\n8 0\n\n", []),
      ("8 0 sdd 0 0 1 0 0 0 2", [TrafficCounters(name: "sdd", inward: 512, outward: 1024)]),
      ("", []),
    ] as [(String, [TrafficCounters])])
  func counters(_ text: String, _ counters: [TrafficCounters]) {
    #expect(bytesOnly(state(.diskstats, text).disks) == counters)
  }
}

@Suite struct OtherFilesTests {
  @Test(
    arguments: [
      ("0.06 0.03 0.00 1/85 5692\n", [0.06, 0.03, 0]), ("12 3 4", [12, 3, 4]), ("0.06 0.03", nil),
      ("", nil), ("a b c\n", nil),
    ] as [(String, [Double]?)])
  func load(_ text: String, _ expected: [Double]?) {
    #expect(state(.loadavg, text).load.map { [$0.one, $0.five, $0.fifteen] } == expected)
  }

  @Test(
    arguments: [("3542400.12 7000.50\n", 3_542_400.12), ("5", 5), ("", nil), ("-1 2", nil)]
      as [(String, Double?)])
  func uptime(_ text: String, _ expected: Double?) {
    #expect(state(.uptime, text).uptime == expected)
  }

  @Test(
    arguments: [("/ 252 156\n", [252, 156]), ("/ 252", nil), ("252 156", nil), ("", nil)]
      as [(String, [Double]?)])
  func space(_ text: String, _ expected: [Double]?) {
    #expect(state(.space, text).space.map { [$0.total, $0.used] } == expected)
  }

  @Test(
    arguments: [
      ("NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\n", "Debian 12"),
      ("PRETTY_NAME=\"Debian GNU/Linux trixie/sid\"\nNAME=\"Debian GNU/Linux\"\n", "Debian"),
      ("NAME=Fedora Linux\nVERSION_ID=41\n", "Fedora 41"),
      ("NAME=Ubuntu\nVERSION_ID='24.04'", "Ubuntu 24.04"),
      ("NAME=\"Arch Linux\"\r\n", "Arch"), ("PRETTY_NAME=\"My own\"\n", "My own"), ("", "Linux"),
      ("=\n==\nNAME=\n", "Linux"),
    ] as [(String, String)])
  func systemName(_ text: String, _ expected: String) {
    #expect(HostInfo.systemName(osRelease: text) == expected)
  }

  /// Real texts with random bytes changed, dropped and doubled are read or skipped, without a trap.
  @Test func survivesDamage() throws {
    let bytes = try WholeFile.read(fixture("gap-and-reset.samples"), atMost: 1 << 20)
    let whole = try SampleFile(#require(bytes), path: "")
    var random = SeededGenerator(seed: 4)
    var known = 0
    for round in 0..<4000 {
      var damaged = whole.samples[round % whole.samples.count]
      for file in ProcFile.allCases where !damaged[file].isEmpty {
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
          let place = Int.random(in: 0..<damaged[file].count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: damaged[file][place] = UInt8.random(in: 0...255, using: &random)
          case 1: damaged[file][place] = UInt8(ascii: "9")
          case 2: damaged[file].insert(damaged[file][place], at: place)
          default: damaged[file].removeSubrange(place...min(place + 3, damaged[file].count - 1))
          }
          if damaged[file].isEmpty { break }
        }
      }
      var rates = MachineRates(queries: .basic)
      _ = rates.row(whole.samples[0])
      let row = rates.row(damaged)
      #expect(row?.values.values.allSatisfy { $0.isNaN || $0 >= 0 } ?? true)
      guard let busy = row?[.cpuBusy] else { continue }
      known += 1
      #expect(busy <= 100)
    }
    #expect(known > 1000)
  }
}
