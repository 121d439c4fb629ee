import Metrics

extension Metric {
  /// The meaning of the metric in a few words; empty for a name that no machine offers.
  public var meaning: String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.count > 1 ? parts[parts.count - 1] : ""
    switch parts[0] {
    case "cpu": return processorMeaning(core: parts.count > 2 ? parts[1] : nil, part: last)
    case "memory", "swap": return Self.memoryMeanings[name] ?? ""
    case "net": return trafficMeaning(parts, of: "all physical interfaces")
    case "disk" where name.hasPrefix("disk.space."): return spaceMeaning(last)
    case "disk": return trafficMeaning(parts, of: "all disks")
    case "load": return "load average of \(last) min"
    case "processes": return Self.taskMeanings[last] ?? ""
    case "pressure" where parts.count == 3:
      let who = last == "some" ? "some tasks" : "all tasks"
      return "time in which \(who) waited for \(parts[1] == "cpu" ? "the cpu" : parts[1])"
    case "temperature":
      return parts.count == 1 ? "the hottest sensor" : "sensor " + sensorName(parts)
    case "fan": return "fan " + sensorName(parts)
    case "frequency": return parts.count == 1 ? "mean of all cores" : "core \(last)"
    case "uptime": return "since the machine started"
    default: return ""
    }
  }

  private func sensorName(_ parts: [String]) -> String {
    parts.count > 2 ? parts[2...].joined(separator: ".") + " of " + parts[1] : parts[1]
  }

  private func processorMeaning(core: String?, part: String) -> String {
    let meanings = [
      "busy": "busy", "user": "running programs", "system": "in the kernel",
      "iowait": "idle and waiting for a disk", "irq": "serving interrupts",
      "steal": "taken by the host for other machines", "idle": "idle, waiting for nothing",
    ]
    guard let meaning = meanings[part] else { return "" }
    return (core.map { "core \($0): " } ?? "all cores: ") + meaning
  }

  private static let memoryMeanings = [
    "memory.used": "all memory less the available", "memory.total": "all memory",
    "memory.available": "available without swapping", "memory.free": "not used",
    "memory.cached": "files kept in memory", "memory.buffers": "buffers of block devices",
    "memory.percent": "share in use", "swap.used": "swapped out", "swap.total": "all swap space",
    "swap.percent": "share of swap in use",
  ]

  private static let taskMeanings = [
    "total": "programs and their threads", "running": "running or ready to run",
    "blocked": "waiting for a disk", "created": "started", "switches": "context switches",
  ]

  private func spaceMeaning(_ part: String) -> String {
    let place = name.dropFirst("disk.space.".count).dropLast(part.utf8.count + 1)
    let meanings = [
      "used": "used", "total": "size", "available": "available",
      "usable": "used and available", "percent": "share in use",
    ]
    return meanings[part].map { "\($0) of \(place.isEmpty ? "/" : String(place))" } ?? ""
  }

  /// The meaning of `net.in`, `net.eth0.in`, `net.in.packets`, `net.eth0.in.packets`, and of the same
  /// names of disks.
  private func trafficMeaning(_ parts: [String], of all: String) -> String {
    let directions = ["in": "received", "out": "sent", "read": "read", "write": "written"]
    let counts = [
      "packets": "packets", "errors": "faulty packets", "drops": "dropped packets",
    ]
    var middle = parts[1...]
    guard let last = middle.popLast() else { return "" }
    var words = directions[last]
    if last == "busy" {
      words = middle.isEmpty ? "time at work of the busiest" : "time at work"
    } else if words == nil, let direction = middle.popLast(), let word = directions[direction] {
      words =
        last == "operations" ? "\(direction) operations" : counts[last].map { "\($0) \(word)" }
    }
    guard let words else { return "" }
    return "\(middle.isEmpty ? all : middle.joined(separator: ".")): \(words)"
  }
}
