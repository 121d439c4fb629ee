import Files
import Messages
import Metrics

/// A recording of a machine's samples. The samples pass through the same parsers and rates as live samples.
public struct Recording {
  /// The machine that was recorded.
  public let host: HostInfo
  /// Seconds between samples.
  public let period: Double
  /// A line for the terminal about an ignored part of the file: a last sample that is cut off.
  public let notice: String?
  private let samples: [ProcSample]

  /// The limit of a file's bytes.
  private static let largest = 1 << 30

  /// Reads the file, of at most 1 GiB, with at least one whole sample.
  public init(path: String) throws(SourceError) {
    let file = try SampleFile(Self.bytes(of: path), path: path)
    guard !file.samples.isEmpty else {
      throw SourceError(kind: .badData, description: "\(path): no samples")
    }
    host = HostInfo(
      name: file.hostName, system: file.system, state: file.samples.last.map { MachineState($0) })
    period = file.period
    notice = file.notice
    samples = file.samples
  }

  private static func bytes(of path: String) throws(SourceError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(WholeFile.Failure) {
      bytes = try WholeFile.read(path, atMost: largest)
    } catch {
      throw SourceError(kind: .noInput, description: Message(verbatim: error.description))
    }
    if let bytes { return bytes }
    throw SourceError(
      kind: .badData, description: "\(path): larger than \(largest >> 20) MiB; split it")
  }

  /// The time of the last sample, in UTC seconds since 1970; nil for a recording without samples.
  public var end: Double? { samples.last?.time }

  /// All samples of the recording that answer the queries.
  public func update(_ queries: Set<Query>) -> FeedUpdate {
    var rates = MachineRates(queries: queries, period: period)
    var status = FeedStatus()
    var result = FeedUpdate()
    for sample in samples {
      let answer = rates.answer(sample)
      result.append(
        status.succeed(answer, answeredAt: sample.time, asked: queries, at: sample.time))
    }
    return result
  }
}
