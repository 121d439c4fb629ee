import Charts
import Glibc
import Metrics

/// Columns that share a panel.
struct ColumnGroup: Equatable {
  var title: String
  /// The numbers of its columns, in order; one at least.
  var columns: [Int]
  /// What they are called in the legend, one for each.
  var names: [String]
  var unit: StreamUnit

  var key: String { title + "\u{0}" + columns.map(String.init).joined(separator: ",") }
}

/// Says which columns share a panel: those of a known family, those that say the same of several
/// things (`sda r/s`, `sdb r/s`), and then those of like unit and magnitude.
struct ColumnGrouping {
  struct Column {
    /// As the text has it.
    var name: String
    /// As it is shown.
    var label: String
    var unit: StreamUnit
    /// The largest value without its sign; nil where there is none but zero.
    var magnitude: Double?
  }

  private let columns: [Column]
  private var groups: [ColumnGroup] = []
  private var taken: Set<Int> = []

  /// The most columns of a panel: as many as are told apart.
  static var mostColumns: Int { Theme.mostSeries }
  /// Of values in one panel, the largest of one column is at most so many times that of another.
  private static let likeMagnitude = 10.0

  static func groups(_ columns: [Column]) -> [ColumnGroup] {
    var grouping = ColumnGrouping(columns: columns)
    grouping.takeFamilies()
    grouping.takeKeyed()
    grouping.takeAlike()
    return grouping.groups.sorted { $0.columns[0] < $1.columns[0] }
  }

  private init(columns: [Column]) { self.columns = columns }

  private mutating func add(_ title: String, _ members: [Int], names: [String]? = nil) {
    let most = ColumnGrouping.mostColumns
    for start in stride(from: 0, to: members.count, by: most) {
      let part = start..<min(start + most, members.count)
      groups.append(
        ColumnGroup(
          title: part.count == 1 ? columns[members[start]].label : title,
          columns: Array(members[part]),
          names: names.map { Array($0[part]) } ?? members[part].map { columns[$0].label },
          unit: columns[members[start]].unit))
    }
    taken.formUnion(members)
  }

  // MARK: Families

  private mutating func takeFamilies() {
    let numbers = Dictionary(
      columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
    for family in ColumnFamily.known where family.signature.allSatisfy({ numbers[$0] != nil }) {
      let members = family.members.compactMap { numbers[$0] }.filter { !taken.contains($0) }
        .sorted()
      guard !members.isEmpty else { continue }
      let start = groups.count
      add(family.title, members)
      for i in start..<groups.count {
        groups[i].title = family.title
        if columns[members[0]].unit == .none { groups[i].unit = family.unit }
      }
    }
  }

  // MARK: The same of several things

  /// `sda r/s` says `r/s` of `sda`.
  private mutating func takeKeyed() {
    var members: [String: [(column: Int, key: String)]] = [:]
    var order: [String] = []
    for (i, column) in columns.enumerated() where !taken.contains(i) && column.label == column.name
    {
      guard let blank = column.name.firstIndex(of: " ") else { continue }
      let what = String(column.name[column.name.index(after: blank)...])
      if members[what] == nil { order.append(what) }
      members[what, default: []].append((i, String(column.name[..<blank])))
    }
    for what in order {
      guard let found = members[what], found.count > 1,
        found.allSatisfy({ columns[$0.column].unit == columns[found[0].column].unit })
      else { continue }
      add(what, found.map(\.column), names: found.map(\.key))
    }
  }

  // MARK: Unit and magnitude

  private mutating func takeAlike() {
    var open: [(unit: StreamUnit, magnitude: Double?, members: [Int])] = []
    for (i, column) in columns.enumerated() where !taken.contains(i) {
      let place = open.firstIndex {
        $0.unit == column.unit && $0.members.count < ColumnGrouping.mostColumns
          && columns[$0.members[0]].kind == column.kind
          && ColumnGrouping.areAlike($0.magnitude, column.magnitude, column.unit)
      }
      if let place {
        open[place].members.append(i)
        open[place].magnitude = open[place].magnitude ?? column.magnitude
      } else {
        open.append((column.unit, column.magnitude, [i]))
      }
    }
    for group in open { addAlike(group.members, unit: group.unit) }
  }

  /// What all names of paths have in common is the title's: `cpu.0.user`, `cpu.1.user`.
  private mutating func addAlike(_ members: [Int], unit: StreamUnit) {
    let paths = members.map { columns[$0].label.split(separator: ".") }
    let first = paths[0]
    let most = (paths.map(\.count).min() ?? 1) - 1
    let start = (0..<most).prefix { i in paths.allSatisfy { $0[i] == first[i] } }.count
    let end = (0..<(most - start)).prefix { i in
      paths.allSatisfy { $0[$0.count - 1 - i] == first[first.count - 1 - i] }
    }.count
    guard members.count > 1, start + end > 0 else {
      return add(title(of: members, unit: unit), members)
    }
    add(
      (first.prefix(start) + first.suffix(end)).joined(separator: " "), members,
      names: paths.map { $0[start..<($0.count - end)].joined(separator: ".") })
  }

  private static func areAlike(_ a: Double?, _ b: Double?, _ unit: StreamUnit) -> Bool {
    if unit.unit == .percent { return true }
    guard let a, let b else { return true }
    return max(a, b) <= min(a, b) * likeMagnitude
  }

  private func title(of members: [Int], unit: StreamUnit) -> String {
    unit.title ?? members.map { columns[$0].label }.joined(separator: ", ")
  }
}

extension ColumnGrouping.Column {
  /// What must be equal in a panel besides the unit: the first part of a path, and whether it is said
  /// to be a rate.
  fileprivate var kind: [String] {
    let root = name.firstIndex(of: ".").map { String(name[..<$0]) } ?? ""
    return [root, name.hasSuffix("/s") ? "/s" : ""]
  }
}

/// Columns of a well-known command that belong together, with what its manual says of them.
private struct ColumnFamily {
  /// Names that are all there only where the command is meant.
  let signature: [String]
  let title: String
  let members: [String]
  let unit: StreamUnit

  private static let vmstat = ["si", "so", "bi", "bo", "us", "sy", "id"]

  static let known = [
    ColumnFamily(
      signature: vmstat, title: "Processes", members: ["r", "b", "w"], unit: .none),
    ColumnFamily(
      signature: vmstat, title: "Memory",
      members: ["swpd", "free", "buff", "cache", "inact", "active"], unit: StreamUnit("KiB")),
    ColumnFamily(
      signature: vmstat, title: "Swap", members: ["si", "so"], unit: StreamUnit("KiB/s")),
    ColumnFamily(
      signature: vmstat, title: "Disk", members: ["bi", "bo"], unit: StreamUnit("KiB/s")),
    ColumnFamily(
      signature: vmstat, title: "System", members: ["in", "cs"],
      unit: StreamUnit(unit: .custom("/s"), factor: 1)),
    ColumnFamily(
      signature: ["us", "sy", "id"], title: "CPU", members: ["us", "sy", "id", "wa", "st", "gu"],
      unit: StreamUnit("%")),
  ]
}
