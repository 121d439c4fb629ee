/// Bytes through a network interface or a disk since the device appeared.
struct TrafficCounters: Hashable, Sendable {
  var name: String
  /// Bytes received or read.
  var inward: UInt64
  /// Bytes sent or written.
  var outward: UInt64
  /// Packets received, or reads completed. `operationsOut` counts packets sent, or writes completed.
  var operationsIn: UInt64 = 0
  var operationsOut: UInt64 = 0
  /// Receive errors of an interface. Disks have none.
  var errorsIn: UInt64 = 0
  var errorsOut: UInt64 = 0
  var dropsIn: UInt64 = 0
  var dropsOut: UInt64 = 0
  /// Milliseconds in which a disk was busy; nil for an interface.
  var busy: UInt64?
}

extension TrafficCounters {
  /// `  eth0: 58408410 1344 0 0 0 0 0 0 56776 656 0 …`: eight counters for receiving and eight for
  /// sending. The first counter of each eight is bytes. Old kernels leave no space after the colon.
  init(interfaceLine line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    name = try fields.name(beforeColon: "the name of an interface and a colon").text
    inward = try fields.count("the bytes received")
    operationsIn = try fields.count()
    errorsIn = try fields.count()
    dropsIn = try fields.count()
    for _ in 0..<4 { _ = try fields.count() }
    outward = try fields.count("the bytes sent")
    operationsOut = (try? fields.countIfAny()) ?? 0
    errorsOut = (try? fields.countIfAny()) ?? 0
    dropsOut = (try? fields.countIfAny()) ?? 0
  }

  /// Whether the interface carries traffic of the machine that no other listed interface also carries.
  ///
  /// The name alone decides, so that a recording has the same sums as the recorded machine: loopback, bridges,
  /// bonds, tunnels, VLANs, and the machine's ends of containers and virtual machines are not physical.
  var isPhysicalInterface: Bool {
    if name == "lo" || name.contains(where: { ".:@".contains($0) }) { return false }
    return !Self.virtualNames.contains { prefix in
      guard name.hasPrefix(prefix) else { return false }
      // `br0` and `br-1f2e` are bridges; a `broadcom0` is not.
      return prefix != "br" || name.dropFirst(2).first.map { $0 == "-" || $0.isNumber } ?? true
    }
  }

  private static let virtualNames = [
    "bond", "br", "cali", "cilium", "cni", "docker", "dummy", "erspan", "flannel", "gre", "ifb",
    "ip6", "ipip", "ipvlan", "kube", "lxc", "lxd", "macvlan", "macvtap", "nlmon", "ovs", "podman",
    "sit", "tailscale", "tap", "team", "tun", "vcan", "veth", "virbr", "vlan", "vmbr", "vnet",
    "vti", "vxlan", "wg", "zt",
  ]
}

extension TrafficCounters {
  /// `254 0 vda 29650 7999 4431378 8202 10838 4804 795384 1434 …`: the sixth and the tenth field count
  /// sectors read and written. The kernel counts sectors of 512 bytes, whatever sectors the disk has.
  init(diskLine line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    _ = try fields.count("the major number of a device")
    _ = try fields.count("the minor number of a device")
    name = try fields.word("the name of a disk").text
    operationsIn = try fields.count("the reads completed")
    _ = try fields.count()
    // Absurd counters wrap around. Rates are differences of counters, so wrapping does no harm.
    inward = try fields.count("the sectors read") &* 512
    _ = try fields.count()
    operationsOut = try fields.count("the writes completed")
    _ = try fields.count()
    outward = try fields.count("the sectors written") &* 512
    for _ in 0..<2 { _ = try? fields.countIfAny() }
    busy = (try? fields.countIfAny()) ?? nil
  }
}

extension MachineState {
  /// The lines of disks whose traffic counts once. Partitions (`sda1`, `nvme0n1p2`: the name of another
  /// device, followed by digits, or by `p` and digits if that name ends in a digit) are left out, and so
  /// are devices that lie on top of disks or in memory.
  static func wholeDiskLines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let lines = text.split(separator: .newline)
    let names = lines.map(diskName)
    return zip(lines, names).compactMap { line, name in
      isLayered(name) || isPartition(name, of: names) ? nil : line
    }
  }

  /// The third field; empty if the line has no third field.
  private static func diskName(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.split(maxSplits: 3, whereSeparator: \.isSpace).dropFirst(2).first ?? []
  }

  private static func isLayered(_ name: ArraySlice<UInt8>) -> Bool {
    let prefixes: [StaticString] = [
      "loop", "ram", "zram", "dm-", "md", "sr", "fd", "bcache", "drbd", "nbd", "rbd", "zd",
    ]
    return prefixes.contains { name.starts(with: $0) }
  }

  private static func isPartition(
    _ name: ArraySlice<UInt8>, of listed: [ArraySlice<UInt8>]
  ) -> Bool {
    guard let lastOther = name.lastIndex(where: { $0.digit == nil }), lastOther < name.endIndex - 1
    else { return false }
    let stem = name[...lastOther]
    if listed.contains(stem) { return true }
    let disk = stem.dropLast()
    return stem.last == UInt8(ascii: "p") && disk.last?.digit != nil && listed.contains(disk)
  }
}
