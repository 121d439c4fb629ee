import Files
import Glibc
import Metrics

/// Writes samples to a file that `Recording` reads.
///
/// The format is lines of text:
///
///     wallchart-samples 1
///     host orion
///     system Debian 12
///     period 1
///     sample 1795267508.000000
///     stat cpu  1684 0 1537 167160 326 0 30 9 0 0
///     meminfo MemTotal:        8137924 kB
///     netdev eth0: 58408410 1344 0 0 0 0 0 0 56776 656 0 0 0 0 0 0
///     diskstats 254 0 vda 29650 7999 4431378 8202 10838 4804 795384 1434 0 6800 9779
///     loadavg 0.06 0.03 0.00 1/85 5692
///     uptime 3542400.12 7000000.34
///     space / 252000000000 156000000000 83000000000
///     end
///
/// The header comes first, with the seconds between samples. A block for each sample follows: the
/// sample's time in UTC seconds since 1970, and lines, each after the keyword of its `ProcFile`:
///
/// - `stat`, `meminfo`, `netdev`, `diskstats`, `loadavg`, `uptime`, `pressure-cpu`, `pressure-memory` and
///   `pressure-io`: the lines of the files below `/proc` that the parsers need;
/// - `space` and `mounts`: the size, the use and the available bytes of the file system at `/`, and of every
///   local file system;
/// - `sensors` and `frequencies`: the name of a metric and its value, for every temperature and fan, and for
///   every core.
///
/// A file that the machine does not have has no lines.
final class SampleRecorder {
  static let magic = "wallchart-samples 1"

  private let path: String
  private let descriptor: Int32

  /// Creates or empties the file and writes the header.
  init(path: String, host: HostInfo, period: Double) throws(SourceError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    try write(Self.header(host: host, period: period))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends a sample in one write, so that only a full disk or a stopped machine leaves half a sample.
  func write(_ sample: ProcSample) throws(SourceError) { try write(Self.block(sample)) }

  static func header(host: HostInfo, period: Double) -> [UInt8] {
    func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
    let text =
      "\(magic)\nhost \(line(host.name))\nsystem \(line(host.system))\n"
      + "period \(microseconds(period))\n"
    return Array(text.utf8)
  }

  static func block(_ sample: ProcSample) -> [UInt8] {
    var block = Array("sample \(microseconds(sample.time))\n".utf8)
    for file in ProcFile.allCases {
      for line in sample.neededLines(of: file) {
        file.keyword.withUTF8Buffer { block += $0 }
        block.append(.space)
        block += line.drop(while: \.isSpace)
        block.append(.newline)
      }
    }
    block += Array("end\n".utf8)
    return block
  }

  /// Seconds with six decimals.
  private static func microseconds(_ seconds: Double) -> String {
    let bounded = seconds.isNaN ? 0 : min(max(seconds, 0), 9e12)
    let total = UInt64((bounded * 1_000_000).rounded())
    return "\(total / 1_000_000).\((total % 1_000_000).padded(to: 6))"
  }

  private func write(_ bytes: [UInt8]) throws(SourceError) {
    let error = bytes.withUnsafeBytes { Files.Descriptor.write($0, to: descriptor) }
    if let error { throw Self.failure(path, error) }
  }

  private static func failure(_ path: String, _ error: Int32) -> SourceError {
    let reason = String(cString: strerror(error))
    return SourceError(kind: .cannotWrite, description: "\(path): \(reason); recording ends here")
  }
}
