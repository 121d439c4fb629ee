import Testing

@testable import Metrics

/// The content that a series is meant to have: samples sorted by time, with the gaps between them.
struct SeriesModel {
  var samples: [Double: Double] = [:]
  let gapAfter: Double

  init(gapAfter: Double = .infinity) { self.gapAfter = gapAfter }

  mutating func append(_ times: [Double], _ values: [Double]) {
    var last = samples.keys.max() ?? -.infinity
    for (time, value) in zip(times, values) where time.isFinite && time > last {
      samples[time] = value
      last = time
    }
  }

  mutating func merge(_ times: [Double], _ values: [Double], past: ClosedRange<Double>? = nil) {
    if let past { samples = samples.filter { !$1.isNaN || !past.contains($0) } }
    for (time, value) in zip(times, values) where time.isFinite && samples[time]?.isNaN ?? true {
      samples[time] = value.isFinite ? value : .nan
    }
  }

  mutating func remove(from time: Double) { samples = samples.filter { $0.key < time } }

  var content: [Sample] {
    var result: [Sample] = []
    for (time, value) in samples.sorted(by: { $0.key < $1.key }) {
      if let last = result.last?.time,
        let middle = Gap.time(from: last, to: time, after: gapAfter)
      {
        result.append(Sample(time: middle, value: .nan))
      }
      result.append(Sample(time: time, value: value))
    }
    return result
  }
}

/// The difference between a series and its model; nil if there is none.
func difference(_ series: TimeSeries, _ model: [Sample]) -> String? {
  if series.count != model.count { return "\(series.count) samples for \(model.count)" }
  let (times, values) = series.columns
  let place = model.indices.first {
    times[$0] != model[$0].time
      || values[$0] != model[$0].value && !(values[$0].isNaN && model[$0].value.isNaN)
  }
  return place.map { "at \($0): \(series[$0]) for \(model[$0])" }
}
