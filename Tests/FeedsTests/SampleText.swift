import Metrics
import Testing

@testable import Feeds

/// A sample made of texts; other files are missing.
func sample(_ texts: [ProcFile: String], at time: Double = 0) -> ProcSample {
  var sample = ProcSample(time: time)
  for (file, text) in texts { sample[file] = Array(text.utf8) }
  return sample
}

func state(_ file: ProcFile, _ text: String) -> MachineState {
  MachineState(sample([file: text]))
}

/// The path of a file in Tests/Fixtures.
func fixture(_ name: String) -> String {
  let here = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
  return here.joined(separator: "/") + "/Fixtures/" + name
}

/// Whether two lists of rows are equal, missing samples included.
func same(_ left: [Row], _ right: [Row]) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy { left, right in
      left.time == right.time && left.values.count == right.values.count
        && left.values.allSatisfy { metric, value in
          guard let other = right.values[metric] else { return false }
          return value == other || (value.isNaN && other.isNaN)
        }
    }
}

extension Set<Query> {
  /// The metrics that the built-in dashboard may ask of any machine.
  static let basic: Set<Query> = [
    .metric(.cpuBusy), .metric(.memoryUsed), .metric(.memoryTotal), .metric(.networkIn),
    .metric(.networkOut), .metric(.diskRead), .metric(.diskWrite), .metric(.diskSpaceUsed),
    .metric(.diskSpaceUsable), .metric(.diskSpaceTotal), .metric(.load1), .metric(.load5),
    .metric(.load15), .metric(.uptime),
  ]
}

extension MachineRates {
  /// The answer as a row; nil if there is none.
  mutating func row(_ sample: ProcSample) -> Row? {
    let rows = answer(sample).rows
    precondition(rows.count <= 1)
    return rows.first
  }
}

extension HTTPAnswer {
  /// The samples of a first answer.
  static func freshSamples(
    of queries: Set<Query>, in body: [UInt8], format: HTTPFeedSpec.Format, at time: Double
  ) throws(SourceError) -> Samples {
    var counters: [Query: CounterSums] = [:]
    return try samples(of: queries, in: body, format: format, at: time, counters: &counters)
  }

  /// The answer to queries that give one series each: values and reasons by the texts of the queries.
  static func values(
    of queries: Set<Query>, in body: [UInt8], format: HTTPFeedSpec.Format
  ) throws(SourceError) -> (values: [String: Double], missing: [String: String]) {
    let (samples, missing) = try HTTPAnswer.freshSamples(
      of: queries, in: body, format: format, at: 1)
    let values = samples.map { ($0.query.name, $0.batch.columns[0].values[0]) }
    return (
      Dictionary(uniqueKeysWithValues: values),
      Dictionary(uniqueKeysWithValues: missing.map { ($0.key.name, $0.value) })
    )
  }
}
