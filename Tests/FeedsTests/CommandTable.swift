@testable import Feeds

/// A recorded output of a command, and the way in which it is to be understood.
struct CommandOutput: Sendable {
  /// The name of the file in Tests/Fixtures/commands, without `.txt`. An ending `-c`, `-de`, `-fr` or `-zh`
  /// is the locale.
  var file: String
  var rows: Int
  var unreadable: Int
  var times: TextTimeKind
  /// The number of columns, and the first eight with their units in brackets.
  var count: Int
  var columns: String

  init(
    _ file: String, rows: Int, unreadable: Int = 0, _ times: TextTimeKind = .none, count: Int,
    _ columns: String
  ) {
    (self.file, self.rows, self.unreadable, self.times) = (file, rows, unreadable, times)
    (self.count, self.columns) = (count, columns)
  }
}

/// The outputs. Those of `docker stats`, `iperf` 2, `sensors`, `zpool iostat`, `nvidia-smi` and of loggers are written after the
/// tools' manuals; the others were recorded on Debian 12.
let commandOutputs: [CommandOutput] = [
  CommandOutput(
    "apache", rows: 3, .date, count: 2,
    "status|bytes[B]"),
  CommandOutput(
    "atop", rows: 6, unreadable: 2, count: 18,
    "cpu orion|1|2|3|4|5|6|7"),
  CommandOutput(
    "bracket-time", rows: 3, .timeOfDay, count: 2,
    "load|mem[B]"),
  CommandOutput(
    "bwm-ng", rows: 9, .date, count: 57,
    "lo 3|lo 4|lo 5|lo 6|lo 7|lo 8|lo 9|lo 10"),
  CommandOutput(
    "bwm-plain", rows: 3, unreadable: 1, count: 10,
    "lo 1[B/s]|lo 2[B/s]|lo 3[B/s]|eth0 1[B/s]|eth0 2[B/s]|eth0 3[B/s]|total 1[B/s]|"
      + "total 2[B/s]"),
  CommandOutput(
    "collectl", rows: 3, count: 12,
    "cpu|sys|inter|ctxsw|KBRead|Reads|KBWrit|Writes"),
  CommandOutput(
    "date-s", rows: 3, count: 1,
    "1"),
  CommandOutput(
    "df-de", rows: 1, count: 12,
    "/ Größe[B]|/ Benutzt[B]|/ Verf.[B]|/ Verw%[%]|/dev Größe[B]|/dev Benutzt|"
      + "/dev Verf.[B]|/dev Verw%[%]"),
  CommandOutput(
    "df-fr", rows: 1, count: 12,
    "/ Taille[B]|/ Utilisé[B]|/ Dispo[B]|/ Uti%[%]|/dev Taille[B]|/dev Utilisé|"
      + "/dev Dispo[B]|/dev Uti%[%]"),
  CommandOutput(
    "df-zh", rows: 1, count: 12,
    "/ 大小[B]|/ 已用[B]|/ 可用[B]|/ 已用%[%]|/dev 大小[B]|/dev 已用|/dev 可用[B]|/dev 已用%[%]"),
  CommandOutput(
    "docker-stats", rows: 2, count: 18,
    "web CPU %[%]|web MEM USAGE[B]|web MEM LIMIT[B]|web MEM %[%]|web NET I[B]|"
      + "web NET O[B]|web BLOCK I[B]|web BLOCK O[B]"),
  CommandOutput(
    "dstat-t", rows: 3, .timeOfDay, count: 9,
    "cpu usr[%]|cpu sys[%]|cpu idl[%]|cpu wai[%]|cpu stl[%]|memory used[B]|memory free[B]|memory buff[B]"
  ),
  CommandOutput(
    "dstat", rows: 3, count: 13,
    "cpu usr[%]|cpu sys[%]|cpu idl[%]|cpu wai[%]|cpu stl[%]|dsk read[B]|dsk writ[B]|net recv"),
  CommandOutput(
    "durations", rows: 3, count: 1,
    "1[ms]"),
  CommandOutput(
    "error-log", rows: 3, .date, count: 1,
    "AH00094 workers busy"),
  CommandOutput(
    "free-c", rows: 2, count: 12,
    "Mem total|Mem used|Mem free|Mem shared|Mem buff/cache|Mem available|Swap total|"
      + "Swap used"),
  CommandOutput(
    "free-de", rows: 2, count: 12,
    "Speicher gesamt|Speicher benutzt|Speicher frei|Speicher gemns.|"
      + "Speicher Puffer/Cache|Speicher verfügbar|Swap gesamt|Swap benutzt"),
  CommandOutput(
    "free-fr", rows: 2, count: 12,
    "Mem total|Mem utilisé|Mem libre|Mem partagé|Mem tamp/cache|Mem disponible|"
      + "Échange total|Échange utilisé"),
  CommandOutput(
    "free-w-c", rows: 2, count: 14,
    "Mem total[B]|Mem used[B]|Mem free[B]|Mem shared[B]|Mem buffers[B]|Mem cache[B]|"
      + "Mem available[B]|Swap total[B]"),
  CommandOutput(
    "free-w-de", rows: 2, count: 14,
    "Speicher gesamt[B]|Speicher benutzt[B]|Speicher frei[B]|Speicher gemeins.[B]|"
      + "Speicher Puffer[B]|Speicher Cache[B]|Speicher verfügbar[B]|Swap gesamt[B]"),
  CommandOutput(
    "free-w-fr", rows: 2, count: 14,
    "Mem total[B]|Mem utilisé[B]|Mem libre[B]|Mem partagé[B]|Mem tampons[B]|Mem cache[B]|"
      + "Mem disponible[B]|Échange total[B]"),
  CommandOutput(
    "free-w-zh", rows: 2, count: 14,
    "内存 total[B]|内存 used[B]|内存 free[B]|内存 shared[B]|内存 buffers[B]|内存 cache[B]|"
      + "内存 available[B]|交换 total[B]"),
  CommandOutput(
    "free-zh", rows: 2, count: 12,
    "内存 total|内存 used|内存 free|内存 shared|内存 buff/cache|内存 available|交换 total|交换 used"),
  CommandOutput(
    "ifstat", rows: 3, .timeOfDay, count: 2,
    "eth0 KB/s in[KB/s]|eth0 KB/s out[KB/s]"),
  CommandOutput(
    "iostat-d", rows: 1, count: 7,
    "tps|kB_read/s[KiB/s]|kB_wrtn/s[KiB/s]|kB_dscd/s[KiB/s]|kB_read[KiB]|kB_wrtn[KiB]|"
      + "kB_dscd[KiB]"),
  CommandOutput(
    "iostat-p", rows: 1, count: 76,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|loop0 tps|"
      + "loop0 kB_read/s[KiB/s]"),
  CommandOutput(
    "iostat-t-c", rows: 1, .date, count: 13,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|tps|kB_read/s[KiB/s]"),
  CommandOutput(
    "iostat-t-de", rows: 1, .date, count: 13,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|tps|kB_read/s[KiB/s]"),
  CommandOutput(
    "iostat-t-fr", rows: 1, .date, count: 13,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|tps|kB_read/s[KiB/s]"),
  CommandOutput(
    "iostat-t-zh", rows: 1, count: 13,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|tps|kB_read/s[KiB/s]"),
  CommandOutput(
    "iostat-x-c", rows: 1, count: 28,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|r/s|rkB/s[KiB/s]"),
  CommandOutput(
    "iostat-x-de", rows: 1, count: 28,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|r/s|rkB/s[KiB/s]"),
  CommandOutput(
    "iostat-x-fr", rows: 1, count: 28,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|r/s|rkB/s[KiB/s]"),
  CommandOutput(
    "iostat-x-zh", rows: 1, count: 28,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]|r/s|rkB/s[KiB/s]"),
  CommandOutput(
    "ip-s", rows: 2, unreadable: 1, count: 6,
    "bytes|packets|errors|dropped|missed|mcast"),
  CommandOutput(
    "iperf2", rows: 3, count: 3,
    "TCP window size KByte|Transfer[B]|Bandwidth[bit/s]"),
  CommandOutput(
    "iperf3-p2", rows: 2, unreadable: 1, count: 6,
    "5 Transfer[B]|5 Bitrate[bit/s]|7 Transfer[B]|7 Bitrate[bit/s]|SUM Transfer[B]|"
      + "SUM Bitrate[bit/s]"),
  CommandOutput(
    "iperf3", rows: 3, unreadable: 1, count: 4,
    "Transfer[B]|Bitrate[bit/s]|Retr|Cwnd[B]"),
  CommandOutput(
    "loadavg", rows: 1, count: 4,
    "1|2|3|5"),
  CommandOutput(
    "log-info", rows: 3, .date, count: 2,
    "queue|heap[B]"),
  CommandOutput(
    "log-items", rows: 3, .date, count: 2,
    "processed items|processed in[ms]"),
  CommandOutput(
    "meminfo", rows: 1, count: 12,
    "MemTotal[B]|MemFree[B]|MemAvailable[B]|Buffers[B]|Cached[B]|SwapCached[B]|Active[B]|"
      + "Inactive[B]"),
  CommandOutput(
    "mpstat-all", rows: 2, .timeOfDay, count: 30,
    "all %usr[%]|all %nice[%]|all %sys[%]|all %iowait[%]|all %irq[%]|all %soft[%]|"
      + "all %steal[%]|all %guest[%]"),
  CommandOutput(
    "mpstat-c", rows: 3, .timeOfDay, count: 10,
    "%usr[%]|%nice[%]|%sys[%]|%iowait[%]|%irq[%]|%soft[%]|%steal[%]|%guest[%]"),
  CommandOutput(
    "mpstat-de", rows: 3, .timeOfDay, count: 10,
    "%usr[%]|%nice[%]|%sys[%]|%iowait[%]|%irq[%]|%soft[%]|%steal[%]|%guest[%]"),
  CommandOutput(
    "mpstat-fr", rows: 3, .timeOfDay, count: 10,
    "%usr[%]|%nice[%]|%sys[%]|%iowait[%]|%irq[%]|%soft[%]|%steal[%]|%guest[%]"),
  CommandOutput(
    "mpstat-i", rows: 2, .timeOfDay, count: 1,
    "intr/s"),
  CommandOutput(
    "mpstat-zh", rows: 3, .timeOfDay, count: 10,
    "%usr[%]|%nice[%]|%sys[%]|%iowait[%]|%irq[%]|%soft[%]|%steal[%]|%guest[%]"),
  CommandOutput(
    "netdev", rows: 1, count: 64,
    "lo Receive bytes[B]|lo Receive packets|lo Receive errs|lo Receive drop|"
      + "lo Receive fifo|lo Receive frame|lo Receive compressed|lo Receive multicast"),
  CommandOutput(
    "netstat-i", rows: 1, count: 18,
    "eth0 MTU|eth0 RX-OK|eth0 RX-ERR|eth0 RX-DRP|eth0 RX-OVR|eth0 TX-OK|eth0 TX-ERR|"
      + "eth0 TX-DRP"),
  CommandOutput(
    "nicstat", rows: 2, .timeOfDay, count: 16,
    "lo rKB/s[KB/s]|lo wKB/s[KB/s]|lo rPk/s|lo wPk/s|lo rAvs|lo wAvs|lo %Util[%]|lo Sat"),
  CommandOutput(
    "numastat", rows: 1, count: 6,
    "numa_hit|numa_miss|numa_foreign|interleave_hit|local_node|other_node"),
  CommandOutput(
    "nvidia-dmon", rows: 3, count: 9,
    "pwr[W]|gtemp[°C]|mtemp[°C]|sm[%]|mem[%]|enc[%]|dec[%]|mclk[MHz]"),
  CommandOutput(
    "nvidia-smi-csv", rows: 3, count: 5,
    "utilization.gpu [%][%]|memory.used [MiB][B]|temperature.gpu|power.draw [W][W]|"
      + "clocks.current.sm [MHz][MHz]"),
  CommandOutput(
    "perf-csv", rows: 4, count: 3,
    "cpu-clock[ms]|context-switches|page-faults"),
  CommandOutput(
    "perf-stat", rows: 2, count: 4,
    "cpu-clock[ms]|context-switches|cpu-migrations|cycles"),
  CommandOutput(
    "pidstat-c", rows: 2, .timeOfDay, count: 20,
    "swift-frontend %usr[%]|swift-frontend %system[%]|swift-frontend %guest[%]|"
      + "swift-frontend %wait[%]|swift-frontend %CPU[%]|bash %usr[%]|bash %system[%]|"
      + "bash %guest[%]"),
  CommandOutput(
    "pidstat-d", rows: 2, .timeOfDay, count: 44,
    "swift-build kB_rd/s[KiB/s]|swift-build kB_wr/s[KiB/s]|swift-build kB_ccwr/s[KiB/s]|"
      + "swift-build iodelay|backup.sh kB_rd/s[KiB/s]|backup.sh kB_wr/s[KiB/s]|"
      + "backup.sh kB_ccwr/s[KiB/s]|backup.sh iodelay"),
  CommandOutput(
    "pidstat-de", rows: 2, .timeOfDay, count: 10,
    "swift-frontend %usr[%]|swift-frontend %system[%]|swift-frontend %guest[%]|"
      + "swift-frontend %wait[%]|swift-frontend %CPU[%]|swiftc %usr[%]|swiftc %system[%]|"
      + "swiftc %guest[%]"),
  CommandOutput(
    "pidstat-fr", rows: 2, .timeOfDay, count: 15,
    "swift-frontend %usr[%]|swift-frontend %system[%]|swift-frontend %guest[%]|"
      + "swift-frontend %wait[%]|swift-frontend %CPU[%]|swiftc %usr[%]|swiftc %system[%]|"
      + "swiftc %guest[%]"),
  CommandOutput(
    "pidstat-r", rows: 2, .timeOfDay, count: 25,
    "backup.sh minflt/s|backup.sh majflt/s|backup.sh VSZ|backup.sh RSS|backup.sh %MEM[%]|"
      + "swift-frontend minflt/s|swift-frontend majflt/s|swift-frontend VSZ"),
  CommandOutput(
    "pidstat-zh", rows: 2, .timeOfDay, count: 15,
    "swift-build %usr[%]|swift-build %system[%]|swift-build %guest[%]|"
      + "swift-build %wait[%]|swift-build %CPU[%]|swiftc %usr[%]|swiftc %system[%]|"
      + "swiftc %guest[%]"),
  CommandOutput(
    "ping-c", rows: 3, unreadable: 3, count: 1,
    "time[ms]"),
  CommandOutput(
    "ping-de", rows: 3, unreadable: 3, count: 1,
    "time[ms]"),
  CommandOutput(
    "ping-fr", rows: 3, unreadable: 3, count: 1,
    "time[ms]"),
  CommandOutput(
    "ping-zh", rows: 3, unreadable: 3, count: 1,
    "time[ms]"),
  CommandOutput(
    "pressure", rows: 4, count: 4,
    "avg10|avg60|avg300|total"),
  CommandOutput(
    "redis-stat", rows: 3, count: 6,
    "data keys|data mem[B]|load clients|load blocked|load requests|load connections"),
  CommandOutput(
    "sadf-j", rows: 1, .date, count: 17,
    "sysstat.hosts.0.number-of-cpus|sysstat.hosts.0.statistics.0.timestamp.utc|"
      + "sysstat.hosts.0.statistics.0.timestamp.interval|"
      + "sysstat.hosts.0.statistics.0.cpu-load.0.user|"
      + "sysstat.hosts.0.statistics.0.cpu-load.0.nice|"
      + "sysstat.hosts.0.statistics.0.cpu-load.0.system|"
      + "sysstat.hosts.0.statistics.0.cpu-load.0.iowait|"
      + "sysstat.hosts.0.statistics.0.cpu-load.0.steal"),
  CommandOutput(
    "sadf", rows: 2, .date, count: 8,
    "interval|CPU|%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]"),
  CommandOutput(
    "sar-b-c", rows: 2, .timeOfDay, count: 9,
    "pgpgin/s|pgpgout/s|fault/s|majflt/s|pgfree/s|pgscank/s|pgscand/s|pgsteal/s"),
  CommandOutput(
    "sar-b-de", rows: 2, .timeOfDay, count: 9,
    "pgpgin/s|pgpgout/s|fault/s|majflt/s|pgfree/s|pgscank/s|pgscand/s|pgsteal/s"),
  CommandOutput(
    "sar-b-fr", rows: 2, .timeOfDay, count: 9,
    "pgpgin/s|pgpgout/s|fault/s|majflt/s|pgfree/s|pgscank/s|pgscand/s|pgsteal/s"),
  CommandOutput(
    "sar-b-zh", rows: 2, .timeOfDay, count: 9,
    "pgpgin/s|pgpgout/s|fault/s|majflt/s|pgfree/s|pgscank/s|pgscand/s|pgsteal/s"),
  CommandOutput(
    "sar-dev-c", rows: 2, .timeOfDay, count: 32,
    "lo rxpck/s|lo txpck/s|lo rxkB/s[KiB/s]|lo txkB/s[KiB/s]|lo rxcmp/s|lo txcmp/s|"
      + "lo rxmcst/s|lo %ifutil[%]"),
  CommandOutput(
    "sar-dev-de", rows: 2, .timeOfDay, count: 32,
    "lo rxpck/s|lo txpck/s|lo rxkB/s[KiB/s]|lo txkB/s[KiB/s]|lo rxcmp/s|lo txcmp/s|"
      + "lo rxmcst/s|lo %ifutil[%]"),
  CommandOutput(
    "sar-dev-fr", rows: 2, .timeOfDay, count: 32,
    "lo rxpck/s|lo txpck/s|lo rxkB/s[KiB/s]|lo txkB/s[KiB/s]|lo rxcmp/s|lo txcmp/s|"
      + "lo rxmcst/s|lo %ifutil[%]"),
  CommandOutput(
    "sar-dev-zh", rows: 2, .timeOfDay, count: 32,
    "lo rxpck/s|lo txpck/s|lo rxkB/s[KiB/s]|lo txkB/s[KiB/s]|lo rxcmp/s|lo txcmp/s|"
      + "lo rxmcst/s|lo %ifutil[%]"),
  CommandOutput(
    "sar-p-all", rows: 2, .timeOfDay, count: 18,
    "all %user[%]|all %nice[%]|all %system[%]|all %iowait[%]|all %steal[%]|all %idle[%]|"
      + "0 %user[%]|0 %nice[%]"),
  CommandOutput(
    "sar-q", rows: 2, .timeOfDay, count: 6,
    "runq-sz|plist-sz|ldavg-1|ldavg-5|ldavg-15|blocked"),
  CommandOutput(
    "sar-r", rows: 2, .timeOfDay, count: 11,
    "kbmemfree[KiB]|kbavail[KiB]|kbmemused[KiB]|%memused[%]|kbbuffers[KiB]|kbcached[KiB]|"
      + "kbcommit[KiB]|%commit[%]"),
  CommandOutput(
    "sar-u-c", rows: 3, .timeOfDay, count: 6,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]"),
  CommandOutput(
    "sar-u-de", rows: 3, .timeOfDay, count: 6,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]"),
  CommandOutput(
    "sar-u-fr", rows: 3, .timeOfDay, count: 6,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]"),
  CommandOutput(
    "sar-u-zh", rows: 3, .timeOfDay, count: 6,
    "%user[%]|%nice[%]|%system[%]|%iowait[%]|%steal[%]|%idle[%]"),
  CommandOutput(
    "sar-w-c", rows: 2, .timeOfDay, count: 2,
    "proc/s|cswch/s"),
  CommandOutput(
    "sar-w-de", rows: 2, .timeOfDay, count: 2,
    "proc/s|cswch/s"),
  CommandOutput(
    "sar-w-fr", rows: 2, .timeOfDay, count: 2,
    "proc/s|cswch/s"),
  CommandOutput(
    "sar-w-zh", rows: 2, .timeOfDay, count: 2,
    "proc/s|cswch/s"),
  CommandOutput(
    "sysbench", rows: 5, unreadable: 18, count: 5,
    "Number of threads|Prime numbers limit|thds|eps|lat (ms,95%)[ms]"),
  CommandOutput(
    "pgbench", rows: 5, unreadable: 13, count: 4,
    "tps|lat[ms]|stddev[ms]|failed"),
  CommandOutput(
    "sensors", rows: 3, count: 9,
    "Package id 0[°C]|Core 0[°C]|Core 1[°C]|nvme-pci-0100 Composite[°C]|Sensor 1[°C]|"
      + "nvme-pci-0200 Composite[°C]|Vcore[V]|fan1[rpm]"),
  CommandOutput(
    "ss-s", rows: 1, count: 21,
    "Total|TCP|TCP estab|TCP closed|TCP orphaned|TCP timewait|RAW Total|RAW IP"),
  CommandOutput(
    "stat", rows: 1, count: 455,
    "cpu 2|cpu 3|cpu 4|cpu 5|cpu 6|cpu 7|cpu 8|cpu 9"),
  CommandOutput(
    "syslog", rows: 3, .date, count: 2,
    "processed items|processed in[ms]"),
  CommandOutput(
    "top-b", rows: 1, count: 90,
    "user|load average 1min|load average 5min|load average 15min|Tasks total|Tasks running|"
      + "Tasks sleeping|Tasks stopped"),
  CommandOutput(
    "uptime-c", rows: 1, .timeOfDay, count: 4,
    "user|load average 1min|load average 5min|load average 15min"),
  CommandOutput(
    "uptime-de", rows: 1, .timeOfDay, count: 4,
    "user|load average 1min|load average 5min|load average 15min"),
  CommandOutput(
    "uptime-fr", rows: 1, .timeOfDay, count: 4,
    "user|load average 1min|load average 5min|load average 15min"),
  CommandOutput(
    "uptime-zh", rows: 1, .timeOfDay, count: 4,
    "user|load average 1min|load average 5min|load average 15min"),
  CommandOutput(
    "vmstat-a-c", rows: 2, .date, count: 17,
    "r|b|swpd[KiB]|free[KiB]|inact[KiB]|active[KiB]|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-a-de", rows: 2, .date, count: 17,
    "r|b|swpd[KiB]|frei|inakt|aktiv|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-a-fr", rows: 2, .date, count: 17,
    "r|b|swpd[KiB]|libre|inact[KiB]|actif|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-a-zh", rows: 2, .date, count: 17,
    "r|b|交换|空闲|不活动|活动|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-c", rows: 2, count: 17,
    "r|b|swpd[KiB]|free[KiB]|buff[KiB]|cache[KiB]|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-d", rows: 2, count: 100,
    "loop0 reads total|loop0 reads merged|loop0 reads sectors|loop0 reads ms[ms]|"
      + "loop0 writes total|loop0 writes merged|loop0 writes sectors|loop0 writes ms[ms]"),
  CommandOutput(
    "vmstat-de", rows: 2, count: 17,
    "r|b|swpd[KiB]|frei|buff[KiB]|Cache|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-fr", rows: 2, count: 17,
    "r|b|swpd[KiB]|libre|tampon|cache[KiB]|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-w", rows: 2, count: 18,
    "r|b|swpd[KiB]|free[KiB]|buff[KiB]|cache[KiB]|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "vmstat-zh", rows: 2, count: 17,
    "r|b|交换|空闲|缓冲|缓存|si[KiB/s]|so[KiB/s]"),
  CommandOutput(
    "wc", rows: 1, count: 4,
    "/etc/passwd|/etc/group|/etc/hosts|total"),
  CommandOutput(
    "zpool-iostat", rows: 3, count: 6,
    "capacity alloc[B]|capacity free[B]|operations read|operations write|"
      + "bandwidth read[B]|bandwidth write[B]"),
]
