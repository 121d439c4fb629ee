import Dashboard
import Feeds
import Metrics

/// Values at one time, of which tests make updates.
public struct Reading {
  public var time: Double
  /// NaN is a missing sample; a reading says nothing about a metric without a value.
  public var values: [Metric: Double]

  public init(time: Double, values: [Metric: Double]) {
    self.time = time
    self.values = values
  }
}

extension FeedUpdate {
  /// An update that answers each metric as a column, as a metric and as a path of its name.
  public init(readings: [Reading], health: FeedHealth = .fresh, missing: [Query: String] = [:]) {
    let times = readings.map(\.time)
    let metrics = Set(readings.flatMap(\.values.keys)).sorted { $0.name < $1.name }
    let samples = metrics.flatMap { metric in
      let values = readings.map { $0.values[metric] ?? SampleBatch.absent }
      let batch = SampleBatch(times: times, columns: [.init(metric, values)])
      let queries: [Query] = [.column(metric.name), .metric(metric), .path(metric.name)]
      return queries.map { Samples($0, batch) }
    }
    self.init(samples: samples, health: health, missing: missing)
  }
}

extension Recording {
  /// Everything in the recording, in one update for each time.
  public func updates(_ queries: Set<Query>) -> [FeedUpdate] {
    var parts: [Double: [FeedUpdate.Samples]] = [:]
    for part in update(queries).samples {
      for (i, time) in part.batch.times.enumerated() {
        let columns = part.batch.columns.map { SampleBatch.Column($0.metric, [$0.values[i]]) }
        let batch = SampleBatch(part.batch.origin, times: [time], columns: columns)
        parts[time, default: []].append(FeedUpdate.Samples(part.query, batch))
      }
    }
    return parts.keys.sorted().map { FeedUpdate(samples: parts[$0]!) }
  }
}

extension DashboardScene {
  /// Shows a whole recording.
  public func ingest(_ recording: Recording, at time: Double) {
    for (source, selection) in spec.sources {
      ingest(recording.update(selection.queries), from: source, at: time)
    }
  }
}
