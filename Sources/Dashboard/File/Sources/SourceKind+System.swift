import Feeds
import Metrics

extension SourceKind {
  /// A metric of this machine.
  static let system = SourceKind(
    key: "system", settings: ["every"],
    read: { value, entries in
      let period = entries.duration("every", in: 0.1...3600) ?? 1
      return entries.values.metric(value).map {
        (.system(period: period), .metric($0))
      }
    },
    select: { draft, entries in
      if let metric = entries["metric"].flatMap({ entries.values.metric($0) }) {
        draft.query = .metric(metric)
      }
    })
}
