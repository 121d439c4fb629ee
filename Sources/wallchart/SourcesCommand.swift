import Feeds
import Metrics

/// `wallchart sources`: lists the metrics of this machine with their current values.
enum SourcesCommand {
  static func run() throws(Failure) { try Output.print(table(SystemListing.rows())) }

  /// A line for each metric, with its name, its value, aligned to the right, and its meaning.
  static func table(_ rows: [SystemListing.Row]) -> [String] {
    let names = rows.map(\.metric.name.visible)
    let values = rows.map(\.text)
    let nameWidth = names.map(\.count).max() ?? 0
    let valueWidth = values.map(\.count).max() ?? 0
    func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
    return rows.indices.map { row in
      names[row] + blanks(nameWidth - names[row].count + 2)
        + blanks(valueWidth - values[row].count) + values[row] + "  " + rows[row].meaning
    }
  }
}
