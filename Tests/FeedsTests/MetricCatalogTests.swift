import Testing

@testable import Feeds

/// Names of metrics that are checked before a dashboard runs.
struct MetricCatalogTests {
  private let catalog = MetricCatalog(names: [
    "cpu.busy", "cpu.user", "cpu.0.busy", "cpu.0.user", "memory.used", "load.1", "net.in",
    "net.eth0.in", "disk.read", "disk.sda.read", "uptime",
  ])

  @Test(arguments: [
    "cpu.busy", "cpu.*", "cpu.*.busy", "net.*.in", "net.eth0.in", "disk.*.read", "uptime",
  ])
  func thisMachineHasThem(name: String) { #expect(catalog.verdict(on: name) == .here) }

  @Test(arguments: [
    "net.wlan0.in", "net.wlan0.out.packets", "disk.nvme0n1.read", "disk.space./srv.used",
    "temperature.coretemp.core-0", "fan.*", "frequency.3", "cpu.7.busy", "pressure.io.full",
  ])
  func anotherMachineMayHaveThem(name: String) {
    #expect(catalog.verdict(on: name) == .elsewhere("this machine has no '\(name)'"))
  }

  @Test(arguments: [
    ("cpu.bussy", " (did you mean 'cpu.busy'?)"), ("memry.used", " (did you mean 'memory.used'?)"),
    ("load.2", " (did you mean 'load.1'?)"), ("net.eth0.inn", " (did you mean 'net.eth0.in'?)"),
    ("cpu.0.bussy", " (did you mean 'cpu.0.busy'?)"), ("nonsense", ""),
  ])
  func noMachineHasThem(name: String, hint: String) {
    guard case .nowhere(let message) = catalog.verdict(on: name) else {
      Issue.record("\(name) is there")
      return
    }
    #expect(message.english == "this machine has no '\(name)'" + hint)
  }
}
