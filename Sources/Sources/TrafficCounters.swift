/// Bytes that went through a network interface or a disk since it appeared.
struct TrafficCounters: Hashable, Sendable {
  var name: String
  /// Received, or read.
  var inward: UInt64
  /// Sent, or written.
  var outward: UInt64
  /// How many packets were received, or reads completed; and so on.
  var operationsIn: UInt64 = 0
  var operationsOut: UInt64 = 0
  /// Of interfaces.
  var errorsIn: UInt64 = 0
  var errorsOut: UInt64 = 0
  var dropsIn: UInt64 = 0
  var dropsOut: UInt64 = 0
  /// For how many milliseconds a disk had something to do; nil for an interface.
  var busy: UInt64?
}

extension TrafficCounters {
  /// `  eth0: 58408410 1344 0 0 0 0 0 0 56776 656 0 …`: eight counters of receiving, of which the
  /// first is bytes, and as many of sending. Old kernels leave no space after the colon.
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

  /// Whether an interface carries traffic of the machine that no other listed one carries too.
  ///
  /// Told from the name alone, so that a recording gives the same sums as the machine it comes
  /// from: loopback, bridges, bonds, tunnels, VLANs and the machine's ends of containers and
  /// virtual machines are not physical.
  var isPhysicalInterface: Bool {
    if name == "lo" || name.contains(where: { ".:@".contains($0) }) { return false }
    return !Self.virtualNames.contains { prefix in
      guard name.hasPrefix(prefix) else { return false }
      // `br0` and `br-1f2e` are bridges, `broadcom0` would not be.
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
  /// `254 0 vda 29650 7999 4431378 8202 10838 4804 795384 1434 …`: the sixth and the tenth field
  /// are sectors read and written, always of 512 bytes, whatever the disk's own sectors are.
  init(diskLine line: ArraySlice<UInt8>) throws(FieldError) {
    var fields = Fields(line)
    _ = try fields.count("the major number of a device")
    _ = try fields.count("the minor number of a device")
    name = try fields.word("the name of a disk").text
    operationsIn = try fields.count("the reads completed")
    _ = try fields.count()
    // Wraps where a counter is absurd: a rate is the difference of two of them.
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
  /// The lines of disks whose traffic counts once: no partitions (a name that is another's, or
  /// another's that ends in a digit and `p`, followed by digits: `sda1`, `nvme0n1p2`), and nothing
  /// that lies on top of disks or in memory.
  static func wholeDiskLines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let lines = text.split(separator: .newline)
    let names = lines.map(diskName)
    return zip(lines, names).compactMap { line, name in
      isLayered(name) || isPartition(name, of: names) ? nil : line
    }
  }

  /// The third field; empty where there is none.
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
