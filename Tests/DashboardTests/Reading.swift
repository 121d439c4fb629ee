import Feeds
import Metrics

@testable import Dashboard

/// Values at one time, of which tests make updates.
struct Reading {
  var time: Double
  /// NaN is a missing sample; a reading says nothing about a metric without a value.
  var values: [Metric: Double]
}

extension FeedUpdate {
  /// An update that answers each metric as a column, as a metric and as a path of its name.
  init(readings: [Reading], health: FeedHealth = .fresh, missing: [Query: String] = [:]) {
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
  func updates(_ queries: Set<Query>) -> [FeedUpdate] {
    var parts: [Double: [FeedUpdate.Samples]] = [:]
    for part in update(queries).samples {
      for (i, time) in part.batch.times.enumerated() {
        var batch = part.batch
        batch.times = [time]
        for column in batch.columns.indices {
          batch.columns[column].values = [part.batch.columns[column].values[i]]
        }
        parts[time, default: []].append(FeedUpdate.Samples(part.query, batch))
      }
    }
    return parts.keys.sorted().map { FeedUpdate(samples: parts[$0]!) }
  }
}

extension DashboardScene {
  /// Shows a whole recording.
  func ingest(_ recording: Recording, at time: Double) {
    for (source, selection) in spec.sources {
      ingest(recording.update(selection.queries), from: source, at: time)
    }
  }
}
