import Charts
import Feeds
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Dashboard

/// The groups of columns in real output.
@Suite struct SamplePanelsTests {
  /// `title [unit]: names`, for the first eight panels.
  private func panels(of file: String) throws -> [String] {
    let page = try PointerPage(size: Size(6000, 4000), isFile: true, text: TextParts(fixture: file))
    let inference = try #require(page.scene.inference)
    let groups = inference.groups
    let columns = groups.flatMap(\.columns) + inference.hidden.map(\.column)
    #expect(columns.sorted() == Array(0..<inference.columns.count))
    return groups.enumerated().prefix(8).map { i, group in
      let symbol = page.content(i)?.axis.scale.symbol ?? ""
      let unit = symbol.isEmpty ? "" : " [\(symbol)]"
      return "\(group.title)\(unit): \(group.names.joined(separator: "|"))"
    } + (groups.count > 8 ? ["… \(groups.count)"] : [])
  }

  @Test(arguments: samplePanels) func share(file: String, expected: [String]) throws {
    let found = try panels(of: file)
    #expect(found == expected, "\(found.debugDescription)")
  }

  /// A file of the folder that is missing in the table would not be tested.
  @Test func everySampleIsInTheTable() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Program.fixture("text"))
    #expect(files.sorted() == samplePanels.map(\.0).sorted())
  }
}

private let samplePanels: [(String, [String])] = [
  (
    "csv-de.csv",
    [
      "Temperatur [°C]: Temperatur",
      "Luftfeuchte % [%]: Luftfeuchte %",
      "Niederschlag: Niederschlag",
    ]
  ),
  (
    "csv-epoch-ms.csv",
    [
      "load: load"
    ]
  ),
  (
    "csv-fr.csv",
    [
      "Consommation [M]: Consommation",
      "Montant: Montant",
    ]
  ),
  (
    "csv-rfc3339.csv",
    [
      "cpu: cpu",
      "mem: mem",
    ]
  ),
  (
    "csv-us.csv",
    [
      "Revenue [M]: Revenue",
      "Growth [%]: Growth",
    ]
  ),
  (
    "df-h.txt",
    [
      "Size [GiB]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
      "Used [GiB]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
      "Avail [GiB]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
      "Use% [%]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
    ]
  ),
  (
    "df.txt",
    [
      "1K-blocks [GiB]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
      "Used [GiB]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
      "Available [GiB]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
      "Use% [%]: /dev|/dev/shm|/|/var/lib/docker|/sys/fs/cgroup",
    ]
  ),
  (
    "dstat.txt",
    [
      "CPU [%]: usr|sys|idl|wai|stl",
      "dsk [MiB]: read|writ",
      "net [B]: recv|send",
      "paging: in|out",
      "system: int|csw",
    ]
  ),
  (
    "free-h.txt",
    [
      "total [GiB]: Mem|Swap",
      "used [MiB]: Mem|Swap",
      "free [GiB]: Mem|Swap",
      "Mem shared [MiB]: Mem shared",
      "Mem buff/cache [GiB]: Mem buff/cache",
      "Mem available [GiB]: Mem available",
    ]
  ),
  (
    "free-s.txt",
    [
      "total [M]: Mem|Swap",
      "used: Mem|Swap",
      "free [M]: Mem|Swap",
      "Mem shared: Mem shared",
      "Mem buff/cache [M]: Mem buff/cache",
      "Mem available [M]: Mem available",
    ]
  ),
  (
    "ifstat.txt",
    [
      "Throughput [B/s]: in|out"
    ]
  ),
  (
    "iostat-c.txt",
    [
      "CPU [%]: user|nice|system|iowait|steal|idle"
    ]
  ),
  (
    "iostat-d.txt",
    [
      "tps: tps",
      "Throughput [MiB/s]: kB_read/s|kB_wrtn/s",
      "kB_dscd/s [KiB/s]: kB_dscd/s",
      "Size [GiB]: kB_read|kB_wrtn|kB_dscd",
    ]
  ),
  (
    "iostat-x.txt",
    [
      "CPU [%]: user|nice|system|iowait|steal|idle",
      "r/s, rrqm/s, w/s, drqm/s: r/s|rrqm/s|w/s|drqm/s",
      "Throughput [MiB/s]: rkB/s|wkB/s",
      "Percent [%]: rrqm|wrqm|drqm|util",
      "Time [ms]: r_await|w_await",
      "Size [KiB]: rareq-sz|wareq-sz|dareq-sz",
      "wrqm/s, d/s, f/s: wrqm/s|d/s|f/s",
      "dkB/s [KiB/s]: dkB/s",
      "… 10",
    ]
  ),
  (
    "json-arrays.txt",
    [
      "0, 1: 0|1",
      "3: 3",
    ]
  ),
  (
    "json.log",
    [
      "latency_ms [ms]: latency_ms",
      "cpu user: 0|1",
      "cpu sys: 0|1",
      "ok: ok",
      "queue.depth: queue.depth",
    ]
  ),
  (
    "loadavg.txt",
    [
      "Columns 1–3: 1|2|3",
      "Column 5: 5",
    ]
  ),
  (
    "logfmt.log",
    [
      "status, bytes: status|bytes",
      "dur [s]: dur",
      "retries: retries",
    ]
  ),
  (
    "mpstat-all.txt",
    [
      "%usr [%]: all|0|1",
      "%sys [%]: all|0|1",
      "%iowait [%]: all|0|1",
      "%soft [%]: all|0|1",
      "%idle [%]: all|0|1",
      "Zero so far [%]: all %nice|all %irq|all %steal|all %guest|all %gnice|0 %nice|0 "
        + "%irq|0 %steal|0 %guest|0 %gnice|1 %nice|1 %irq|1 %steal|1 %guest|1 %gnice",
    ]
  ),
  (
    "mpstat-de.txt",
    [
      "CPU [%]: usr|nice|sys|iowait|steal|idle",
      "Percent [%]: irq|soft|guest|gnice",
    ]
  ),
  (
    "mpstat.txt",
    [
      "CPU [%]: usr|nice|sys|iowait|steal|idle",
      "Percent [%]: irq|soft|guest|gnice",
    ]
  ),
  (
    "netstat-i.txt",
    [
      "MTU: eth0|lo",
      "RX-OK: eth0|lo",
      "TX-OK: eth0|lo",
      "Zero so far: eth0 RX-ERR|eth0 RX-DRP|eth0 RX-OVR|eth0 TX-ERR|eth0 TX-DRP|eth0 "
        + "TX-OVR|lo RX-ERR|lo RX-DRP|lo RX-OVR|lo TX-ERR|lo TX-DRP|lo TX-OVR",
    ]
  ),
  (
    "pidstat.txt",
    [
      "CPU by process [%]: firefox|dstat|gnome-shell|postgres|systemd|kworker"
    ]
  ),
  (
    "ping-d.txt",
    [
      "time [µs]: time"
    ]
  ),
  (
    "ping-lost.txt",
    [
      "time [µs]: time"
    ]
  ),
  (
    "ping.txt",
    [
      "time [µs]: time"
    ]
  ),
  (
    "sadf-d.txt",
    [
      "interval, CPU: interval|CPU",
      "CPU [%]: user|nice|system|iowait|steal|idle",
    ]
  ),
  (
    "sar-12h.txt",
    [
      "CPU [%]: user|nice|system|iowait|steal|idle"
    ]
  ),
  (
    "sar-n-dev.txt",
    [
      "rxpck/s: lo|ifb0|ifb1|eth0",
      "txpck/s: lo|ifb0|ifb1|eth0",
      "rxkB/s [KiB/s]: lo|ifb0|ifb1|eth0",
      "txkB/s [KiB/s]: lo|ifb0|ifb1|eth0",
      "Zero so far: lo rxcmp/s|lo txcmp/s|lo rxmcst/s|lo %ifutil|ifb0 rxcmp/s|ifb0 "
        + "txcmp/s|ifb0 rxmcst/s|ifb0 %ifutil|ifb1 rxcmp/s|ifb1 txcmp/s|ifb1 rxmcst/s|ifb1 "
        + "%ifutil|eth0 rxcmp/s|eth0 txcmp/s|eth0 rxmcst/s|eth0 %ifutil",
    ]
  ),
  (
    "sar-q.txt",
    [
      "runq-sz, ldavg-1, ldavg-5, ldavg-15, blocked: runq-sz|ldavg-1|ldavg-5|ldavg-15|blocked",
      "plist-sz: plist-sz",
    ]
  ),
  (
    "sar-r.txt",
    [
      "Size [GiB]: kbmemfree|kbavail",
      "Size [GiB]: kbmemused|kbcached|kbcommit|kbactive|kbinact",
      "Percent [%]: memused|commit",
      "Size [MiB]: kbbuffers|kbdirty",
    ]
  ),
  (
    "sar-u.txt",
    [
      "CPU [%]: user|nice|system|iowait|steal|idle"
    ]
  ),
  (
    "sensors.txt",
    [
      "Temperature [°C]: Package id 0|Core 0|Core 1"
    ]
  ),
  (
    "ss-s.txt",
    [
      "Total, TCP estab, TCP closed, TCP orphaned, TCP timewait: Total|TCP estab|TCP "
        + "closed|TCP orphaned|TCP timewait",
      "TCP: TCP",
      "Total: RAW|UDP|TCP|INET|FRAG",
      "IP: RAW|UDP|TCP|INET|FRAG",
      "IPv6: RAW|UDP|TCP|INET|FRAG",
    ]
  ),
  (
    "top-b.txt",
    [
      "CPU by process [%]: dstat|swift-bui+|top|postgres|wallchart+|swiftc",
      "user, load average 1min, load average 5min, load average 15min, Tasks running, Tasks "
        + "stopped: user|load average 1min|load average 5min|load average 15min|Tasks running|Tasks "
        + "stopped",
      "Tasks: total|sleeping|zombie",
      "%Cpu(s) [%]: us|sy|ni|id|wa|hi",
      "%Cpu(s) [%]: si|st",
      "Size [GiB]: Mem total|Mem free|Swap total|Swap free|Swap used|Swap avail Mem",
      "Mem [GiB]: used|buff/cache",
    ]
  ),
  (
    "tsv-ch.tsv",
    [
      "Verbrauch [M]: Verbrauch",
      "Preis: Preis",
    ]
  ),
  (
    "uptime.txt",
    [
      "user, load average 1min, load average 5min, load average 15min: user|load average 1min|"
        + "load average 5min|load average 15min"
    ]
  ),
  (
    "vmstat-d.txt",
    [
      "reads total: vda|loop0|loop1|loop2|loop3|loop4",
      "reads merged: vda|loop0|loop1|loop2|loop3|loop4",
      "reads sectors [M]: vda|loop0|loop1|loop2|loop3|loop4",
      "reads ms [min]: vda|loop0|loop1|loop2|loop3|loop4",
      "writes total: vda|loop0|loop1|loop2|loop3|loop4",
      "writes merged: vda|loop0|loop1|loop2|loop3|loop4",
      "writes sectors [M]: vda|loop0|loop1|loop2|loop3|loop4",
      "writes ms [s]: vda|loop0|loop1|loop2|loop3|loop4",
      "… 10",
    ]
  ),
  (
    "vmstat-t.txt",
    [
      "Processes: r|b",
      "Memory [GiB]: swpd|free|buff|cache",
      "Swap [B/s]: si|so",
      "Disk [MiB/s]: bi|bo",
      "System [/s]: in|cs",
      "CPU [%]: us|sy|id|wa|st",
    ]
  ),
  (
    "vmstat-w.txt",
    [
      "Processes: r|b",
      "Memory [GiB]: swpd|free|buff|cache",
      "Swap [B/s]: si|so",
      "Disk [MiB/s]: bi|bo",
      "System [/s]: in|cs",
      "CPU [%]: us|sy|id|wa|st|gu",
    ]
  ),
  (
    "vmstat.txt",
    [
      "Processes: r|b",
      "Memory [GiB]: swpd|free|buff|cache",
      "Swap [B/s]: si|so",
      "Disk [MiB/s]: bi|bo",
      "System [/s]: in|cs",
      "CPU [%]: us|sy|id|wa|st",
    ]
  ),
]
