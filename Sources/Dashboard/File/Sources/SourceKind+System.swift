import Feeds
import Metrics

extension SourceKind {
  /// A metric of this machine.
  static let system = SourceKind(
    key: "system", settings: ["every"],
    read: { value, entries in
      let period = entries.duration("every", in: 0.1...3600) ?? 1
      return entries.values.text(value).map {
        (.system(period: period), .metric(Metric($0)))
      }
    },
    select: { draft, entries in
      if let name = entries.text("metric") { draft.query = .metric(Metric(name)) }
    })
}
