import Testing

@testable import Feeds

/// A sample of real output with the expected first twelve columns and last row.
struct Sample: CustomTestStringConvertible, Sendable {
  let file: String
  let rows: Int
  let timeKind: TextTimeKind
  let columns: Int
  let unreadable: Int
  let names: String
  let units: String
  let lastTime: Double
  let last: [Double]

  init(
    _ file: String, rows: Int, _ timeKind: TextTimeKind, columns: Int, unreadable: Int,
    names: String, units: String, lastTime: Double, last: [Double]
  ) {
    self.file = file
    self.rows = rows
    self.timeKind = timeKind
    self.columns = columns
    self.unreadable = unreadable
    self.names = names
    self.units = units
    self.lastTime = lastTime
    self.last = last
  }

  var testDescription: String { file }
}

@Suite struct TextSampleTests {
  @Test(arguments: samples) func gives(_ sample: Sample) throws {
    let result = TextResult(try textSample(sample.file))
    #expect(result.rowCount == sample.rows)
    #expect(result.timeKind == sample.timeKind)
    #expect(result.columns.count == sample.columns)
    #expect(result.unreadable == sample.unreadable)
    let first = result.columns.prefix(12)
    let more = result.columns.count > 12 ? "|…" : ""
    #expect(first.map(\.name).joined(separator: "|") + more == sample.names)
    #expect(first.map { $0.unit ?? "" }.joined(separator: "|") == sample.units)
    let last = sample.rows - 1
    #expect(result.time(last).bitPattern == sample.lastTime.bitPattern)
    #expect(result.row(last).prefix(12).map(\.bitPattern) == sample.last.map(\.bitPattern))
  }

  /// The result does not depend on the place where a read ends.
  @Test(arguments: samples) func isTheSameCutAnywhere(_ sample: Sample) throws {
    let bytes = Array(try textSample(sample.file).prefix(2500))
    let whole = TextResult(bytes)
    for cut in 1..<bytes.count where TextResult(bytes, cuts: [cut]) != whole {
      Issue.record("another result when cut before byte \(cut)")
      return
    }
  }

  /// One byte per read.
  @Test(arguments: samples) func isTheSameByteByByte(_ sample: Sample) throws {
    let bytes = try textSample(sample.file)
    #expect(TextResult(bytes, cuts: Array(1..<bytes.count)) == TextResult(bytes))
  }
}

let samples: [Sample] = [
  Sample(
    "csv-de.csv", rows: 3, .date, columns: 3, unreadable: 0,
    names: "Temperatur (°C)|Luftfeuchte %|Niederschlag",
    units: "°C|%|",
    lastTime: 1795220400.0, last: [.nan, 83.75, 0.25]),
  Sample(
    "csv-epoch-ms.csv", rows: 3, .date, columns: 1, unreadable: 0,
    names: "load",
    units: "",
    lastTime: 1795236442.5, last: [1.3]),
  Sample(
    "csv-fr.csv", rows: 3, .date, columns: 2, unreadable: 0,
    names: "Consommation|Montant",
    units: "|",
    lastTime: 1795226400.0, last: [2345678.5, 0.0]),
  Sample(
    "csv-rfc3339.csv", rows: 3, .date, columns: 2, unreadable: 0,
    names: "cpu|mem",
    units: "|",
    lastTime: 1795236443.0, last: [14.0, 2050.0]),
  Sample(
    "csv-us.csv", rows: 3, .date, columns: 2, unreadable: 0,
    names: "Revenue|Growth",
    units: "|%",
    lastTime: 1795266000.0, last: [12.0, .nan]),
  Sample(
    "df-h.txt", rows: 3, .none, columns: 20, unreadable: 0,
    names: "/dev Size|/dev Used|/dev Avail|/dev Use%|/dev/shm Size|/dev/shm Used|"
      + "/dev/shm Avail|/dev/shm Use%|/ Size|/ Used|/ Avail|/ Use%|…",
    units: "B||B|%|B||B|%|B|B|B|%",
    lastTime: .nan,
    last: [
      12884901888.0, 0.0, 12884901888.0, 0.0, 25769803776.0, 0.0, 25769803776.0, 0.0,
      270582939648.0, 17179869184.0, 84825604096.0, 17.0,
    ]),
  Sample(
    "df.txt", rows: 3, .none, columns: 20, unreadable: 0,
    names: "/dev 1K-blocks|/dev Used|/dev Available|/dev Use%|/dev/shm 1K-blocks|"
      + "/dev/shm Used|/dev/shm Available|/dev/shm Use%|/ 1K-blocks|/ Used|"
      + "/ Available|/ Use%|…",
    units: "KiB|KiB|KiB|%|KiB|KiB|KiB|%|KiB|KiB|KiB|%",
    lastTime: .nan,
    last: [
      12334492.0, 0.0, 12334492.0, 0.0, 24684092.0, 0.0, 24684092.0, 0.0, 264212084.0, 16741080.0,
      82324532.0, 17.0,
    ]),
  Sample(
    "dstat.txt", rows: 4, .none, columns: 13, unreadable: 0,
    names: "cpu usr|cpu sys|cpu idl|cpu wai|cpu stl|dsk read|dsk writ|net recv|net send|paging in|"
      + "paging out|system int|…",
    units: "%|%|%|%|%|B|B|B|B|||",
    lastTime: .nan,
    last: [46.0, 14.0, 38.0, 2.0, 0.0, 16777216.0, 2220032.0, 0.0, 0.0, 0.0, 0.0, 1432.0]),
  Sample(
    "free-h.txt", rows: 3, .none, columns: 12, unreadable: 0,
    names: "Mem total|Mem used|Mem free|Mem shared|Mem buff/cache|Mem available|"
      + "Swap total|Swap used|Swap free|Swap shared|Swap buff/cache|"
      + "Swap available",
    units: "B|B|B|B|B|B|B|B|B|||",
    lastTime: .nan,
    last: [
      24696061952.0, 506462208.0, 22548578304.0, 9646899.2, 1825361100.8, 24696061952.0, 0.0, 0.0,
      0.0, .nan, .nan, .nan,
    ]),
  Sample(
    "free-s.txt", rows: 3, .none, columns: 12, unreadable: 0,
    names: "Mem total|Mem used|Mem free|Mem shared|Mem buff/cache|Mem available|"
      + "Swap total|Swap used|Swap free|Swap shared|Swap buff/cache|"
      + "Swap available",
    units: "|||||||||||",
    lastTime: .nan,
    last: [
      24684092.0, 495684.0, 22650428.0, 9456.0, 1824888.0, 24188408.0, 0.0, 0.0, 0.0, .nan, .nan,
      .nan,
    ]),
  Sample(
    "ifstat.txt", rows: 3, .none, columns: 2, unreadable: 0,
    names: "KB/s in|KB/s out",
    units: "KB/s|KB/s",
    lastTime: .nan, last: [0.1, 0.1]),
  Sample(
    "iostat-c.txt", rows: 2, .none, columns: 6, unreadable: 0,
    names: "%user|%nice|%system|%iowait|%steal|%idle",
    units: "%|%|%|%|%|%",
    lastTime: .nan, last: [5.61, 0.0, 6.12, 0.51, 0.0, 87.76]),
  Sample(
    "iostat-d.txt", rows: 2, .none, columns: 7, unreadable: 0,
    names: "tps|kB_read/s|kB_wrtn/s|kB_dscd/s|kB_read|kB_wrtn|kB_dscd",
    units: "|KiB/s|KiB/s|KiB/s|KiB|KiB|KiB",
    lastTime: .nan, last: [723.0, 3988.0, 544.0, 40.0, 3988.0, 544.0, 40.0]),
  Sample(
    "iostat-x.txt", rows: 2, .none, columns: 28, unreadable: 0,
    names: "%user|%nice|%system|%iowait|%steal|%idle|r/s|rkB/s|rrqm/s|%rrqm|r_await|rareq-sz|…",
    units: "%|%|%|%|%|%||KiB/s||%|ms|KiB",
    lastTime: .nan, last: [5.61, 0.0, 6.12, 0.51, 0.0, 87.76, 627.0, 3988.0, 1.0, 0.16, 0.59, 6.36]),
  Sample(
    "json-arrays.txt", rows: 3, .none, columns: 3, unreadable: 0,
    names: "0|1|3",
    units: "||",
    lastTime: .nan, last: [3.0, 4.5, 12.0]),
  Sample(
    "json.log", rows: 3, .date, columns: 7, unreadable: 0,
    names: "latency_ms|cpu.0.user|cpu.0.sys|cpu.1.user|cpu.1.sys|ok|queue.depth",
    units: "ms||||||",
    lastTime: 1795236443.25, last: [.nan, 5.5, 0.5, 6.5, 0.25, .nan, 7.0]),
  Sample(
    "loadavg.txt", rows: 3, .none, columns: 4, unreadable: 0,
    names: "1|2|3|5",
    units: "|||",
    lastTime: .nan, last: [0.9, 1.33, 1.07, 6997.0]),
  Sample(
    "logfmt.log", rows: 3, .date, columns: 4, unreadable: 0,
    names: "status|bytes|dur|retries",
    units: "||ms|",
    lastTime: 1795236443.0, last: [502.0, 0.0, 1200.0, 3.0]),
  Sample(
    "mpstat-all.txt", rows: 3, .timeOfDay, columns: 30, unreadable: 0,
    names: "all %usr|all %nice|all %sys|all %iowait|all %irq|all %soft|all %steal|"
      + "all %guest|all %gnice|all %idle|0 %usr|0 %nice|…",
    units: "%|%|%|%|%|%|%|%|%|%|%|%",
    lastTime: 1795236443.0,
    last: [41.33, 0.0, 14.29, 2.04, 0.0, 0.51, 0.0, 0.0, 0.0, 41.84, 22.45, 0.0]),
  Sample(
    "mpstat-de.txt", rows: 2, .timeOfDay, columns: 10, unreadable: 0,
    names: "%usr|%nice|%sys|%iowait|%irq|%soft|%steal|%guest|%gnice|%idle",
    units: "%|%|%|%|%|%|%|%|%|%",
    lastTime: 1795236442.0, last: [6.06, 0.0, 6.06, 0.51, 0.0, 0.0, 0.0, 0.0, 0.0, 87.37]),
  Sample(
    "mpstat.txt", rows: 3, .timeOfDay, columns: 10, unreadable: 0,
    names: "%usr|%nice|%sys|%iowait|%irq|%soft|%steal|%guest|%gnice|%idle",
    units: "%|%|%|%|%|%|%|%|%|%",
    lastTime: 1795236443.0, last: [40.61, 0.0, 14.72, 2.03, 0.0, 0.51, 0.0, 0.0, 0.0, 42.13]),
  Sample(
    "netstat-i.txt", rows: 3, .none, columns: 18, unreadable: 0,
    names: "eth0 MTU|eth0 RX-OK|eth0 RX-ERR|eth0 RX-DRP|eth0 RX-OVR|eth0 TX-OK|"
      + "eth0 TX-ERR|eth0 TX-DRP|eth0 TX-OVR|lo MTU|lo RX-OK|lo RX-ERR|…",
    units: "|||||||||||",
    lastTime: .nan,
    last: [1400.0, 4603.0, 0.0, 0.0, 0.0, 2699.0, 0.0, 0.0, 0.0, 65536.0, 4832.0, 0.0]),
  Sample(
    "pidstat.txt", rows: 2, .timeOfDay, columns: 40, unreadable: 0,
    names: "systemd %usr|systemd %system|systemd %guest|systemd %wait|"
      + "systemd %CPU|postgres %usr|postgres %system|postgres %guest|"
      + "postgres %wait|postgres %CPU|top %usr|top %system|…",
    units: "%|%|%|%|%|%|%|%|%|%|%|%",
    lastTime: 1795236442.0,
    last: [0.0, 1.0, 0.0, 0.0, 1.0, .nan, .nan, .nan, .nan, .nan, .nan, .nan]),
  Sample(
    "ping-d.txt", rows: 4, .date, columns: 1, unreadable: 3,
    names: "time",
    units: "ms",
    lastTime: 1795236441.387493, last: [0.049]),
  Sample(
    "ping-lost.txt", rows: 3, .none, columns: 1, unreadable: 3,
    names: "time",
    units: "ms",
    lastTime: .nan, last: [0.231]),
  Sample(
    "ping.txt", rows: 5, .none, columns: 1, unreadable: 3,
    names: "time",
    units: "ms",
    lastTime: .nan, last: [0.054]),
  Sample(
    "sadf-d.txt", rows: 3, .date, columns: 8, unreadable: 0,
    names: "interval|CPU|%user|%nice|%system|%iowait|%steal|%idle",
    units: "||%|%|%|%|%|%",
    lastTime: 1795236443.0, last: [1.0, -1.0, 42.86, 0.0, 14.29, 2.04, 0.0, 40.82]),
  Sample(
    "sar-12h.txt", rows: 2, .timeOfDay, columns: 6, unreadable: 0,
    names: "%user|%nice|%system|%iowait|%steal|%idle",
    units: "%|%|%|%|%|%",
    lastTime: 1795279642.0, last: [6.57, 0.0, 7.07, 0.51, 0.0, 85.86]),
  Sample(
    "sar-n-dev.txt", rows: 3, .timeOfDay, columns: 32, unreadable: 0,
    names: "lo rxpck/s|lo txpck/s|lo rxkB/s|lo txkB/s|lo rxcmp/s|lo txcmp/s|"
      + "lo rxmcst/s|lo %ifutil|ifb0 rxpck/s|ifb0 txpck/s|ifb0 rxkB/s|"
      + "ifb0 txkB/s|…",
    units: "||KiB/s|KiB/s||||%|||KiB/s|KiB/s",
    lastTime: 1795236443.0, last: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
  Sample(
    "sar-q.txt", rows: 3, .timeOfDay, columns: 6, unreadable: 0,
    names: "runq-sz|plist-sz|ldavg-1|ldavg-5|ldavg-15|blocked",
    units: "|||||",
    lastTime: 1795236443.0, last: [3.0, 152.0, 0.9, 1.33, 1.07, 0.0]),
  Sample(
    "sar-r.txt", rows: 3, .timeOfDay, columns: 11, unreadable: 0,
    names: "kbmemfree|kbavail|kbmemused|%memused|kbbuffers|kbcached|kbcommit|"
      + "%commit|kbactive|kbinact|kbdirty",
    units: "KiB|KiB|KiB|%|KiB|KiB|KiB|%|KiB|KiB|KiB",
    lastTime: 1795236443.0,
    last: [
      22549156.0, 24108800.0, 260720.0, 1.06, 10896.0, 1710684.0, 753372.0, 3.05, 1064652.0,
      822504.0, 4076.0,
    ]),
  Sample(
    "sar-u.txt", rows: 4, .timeOfDay, columns: 6, unreadable: 0,
    names: "%user|%nice|%system|%iowait|%steal|%idle",
    units: "%|%|%|%|%|%",
    lastTime: 1795236444.0, last: [95.5, 0.0, 4.0, 0.0, 0.5, 0.0]),
  Sample(
    "sensors.txt", rows: 2, .none, columns: 3, unreadable: 0,
    names: "Package id 0|Core 0|Core 1",
    units: "°C|°C|°C",
    lastTime: .nan, last: [46.0, 44.0, 46.0]),
  Sample(
    "ss-s.txt", rows: 3, .none, columns: 21, unreadable: 0,
    names: "Total|TCP|TCP estab|TCP closed|TCP orphaned|TCP timewait|RAW Total|"
      + "RAW IP|RAW IPv6|UDP Total|UDP IP|UDP IPv6|…",
    units: "|||||||||||",
    lastTime: .nan, last: [61.0, 1.0, 0.0, 0.0, 0.0, 0.0, 6.0, 3.0, 3.0, 4.0, 4.0, 0.0]),
  Sample(
    "top-b.txt", rows: 3, .none, columns: 90, unreadable: 0,
    names: "user|load average 1min|load average 5min|load average 15min|Tasks total|"
      + "Tasks running|Tasks sleeping|Tasks stopped|Tasks zombie|%Cpu(s) us|"
      + "%Cpu(s) sy|%Cpu(s) ni|…",
    units: "|||||||||%|%|%",
    lastTime: .nan, last: [0.0, 0.9, 1.33, 1.07, 111.0, 3.0, 108.0, 0.0, 0.0, 12.2, 9.6, 0.0]),
  Sample(
    "tsv-ch.tsv", rows: 3, .date, columns: 2, unreadable: 0,
    names: "Verbrauch|Preis",
    units: "|",
    lastTime: 1795221000.0, last: [1000000.0, 0.27]),
  Sample(
    "uptime.txt", rows: 3, .timeOfDay, columns: 4, unreadable: 0,
    names: "user|load average 1min|load average 5min|load average 15min",
    units: "|||",
    lastTime: 1795236442.0, last: [0.0, 0.9, 1.33, 1.07]),
  Sample(
    "vmstat-d.txt", rows: 2, .none, columns: 100, unreadable: 0,
    names: "loop0 reads total|loop0 reads merged|loop0 reads sectors|"
      + "loop0 reads ms|loop0 writes total|loop0 writes merged|"
      + "loop0 writes sectors|loop0 writes ms|loop0 IO cur|loop0 IO sec|"
      + "loop1 reads total|loop1 reads merged|…",
    units: "|||ms||||ms||s||",
    lastTime: .nan, last: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
  Sample(
    "vmstat-t.txt", rows: 3, .date, columns: 17, unreadable: 0,
    names: "r|b|swpd|free|buff|cache|si|so|bi|bo|in|cs|…",
    units: "||KiB|KiB|KiB|KiB|KiB/s|KiB/s|KiB/s|KiB/s|/s|/s",
    lastTime: 1795236443.0,
    last: [
      3.0, 0.0, 0.0, 22669436.0, 10416.0, 1838588.0, 0.0, 0.0, 18436.0, 2136.0, 1454.0, 2569.0,
    ]),
  Sample(
    "vmstat-w.txt", rows: 3, .none, columns: 18, unreadable: 0,
    names: "r|b|swpd|free|buff|cache|si|so|bi|bo|in|cs|…",
    units: "||KiB|KiB|KiB|KiB|KiB/s|KiB/s|KiB/s|KiB/s|/s|/s",
    lastTime: .nan,
    last: [
      4.0, 0.0, 0.0, 22671180.0, 10028.0, 1838368.0, 0.0, 0.0, 18700.0, 2136.0, 1462.0, 2576.0,
    ]),
  Sample(
    "vmstat.txt", rows: 4, .none, columns: 17, unreadable: 0,
    names: "r|b|swpd|free|buff|cache|si|so|bi|bo|in|cs|…",
    units: "||KiB|KiB|KiB|KiB|KiB/s|KiB/s|KiB/s|KiB/s|/s|/s",
    lastTime: .nan,
    last: [3.0, 0.0, 0.0, 22670380.0, 10152.0, 1838344.0, 0.0, 0.0, 1744.0, 32.0, 683.0, 686.0]),
]
