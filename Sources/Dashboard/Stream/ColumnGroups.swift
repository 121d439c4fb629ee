import Charts
import Glibc
import Messages
import Metrics

/// A group of columns that share a panel.
struct ColumnGroup: Equatable {
  var title: String
  /// The indices of the columns, in order; at least one.
  var columns: [Int]
  /// The names of the columns in the legend.
  var names: [String]
  /// The unit of the axis.
  var unit: StreamUnit
  /// The columns' own units, which have the quantity of the axis and may have other prefixes; empty for the axis' unit.
  var units: [StreamUnit] = []
  /// Whether the columns are zero throughout.
  var isZero = false
  /// Whether the columns are those of a well-known command, or were grouped for a reason other than similarity.
  var isFixed = false
  /// The chart of the columns, unless the user chooses another one.
  var chart = PanelSpec.Chart.line

  /// The factor by which the numbers of a column are multiplied. A column without a unit has that of the axis.
  func factor(_ place: Int) -> Double {
    guard units.indices.contains(place), units[place] != .none else { return unit.factor }
    return units[place].factor
  }

  var key: String { title + "\u{0}" + columns.map(String.init).joined(separator: ",") }
}

/// Groups the columns that share a panel: first the columns of a known family, then the same quantity of several things
/// (`sda r/s`, `sdb r/s`), the columns under one heading, and then columns of similar unit and magnitude.
struct ColumnGrouping {
  struct Column {
    /// The name in the text, without a unit in brackets.
    var name: String
    /// The displayed name.
    var label: String
    var unit: StreamUnit
    /// The largest absolute value; nil if there are only zeros.
    var magnitude: Double?
    /// The name without the heading above the column.
    var bareName: String?
    /// Whether there is a number.
    var hasNumbers = true
    /// Whether the name is only the column's number.
    var isNumbered = false
    /// The text that names the column's rows; empty for none.
    var key = ""
    /// The quantity of a column that is named by its key alone; nil for other columns.
    var quantity: String?

    /// Whether the name ends with the labels of a series in Prometheus' format, whose points and blanks separate
    /// nothing.
    fileprivate var hasLabels: Bool { !key.isEmpty && name.hasSuffix("{\(key)}") }

    /// The heading above the name; nil without one.
    fileprivate var heading: String? {
      guard let bareName, name.hasSuffix(" " + bareName) else { return nil }
      return String(name.dropLast(bareName.count + 1))
    }

    /// Whether all numbers are zero, which is zero in every unit: `df -h` writes 0 without a unit.
    fileprivate var isZero: Bool { unit == .none && magnitude == nil }

    /// The thing and its quantity: `sda` and `r/s` of `sda r/s`; nil for another name. A number is a quantity only
    /// after a key: `Core 1` is a thing.
    fileprivate var parts: (thing: String, quantity: String)? {
      if let quantity, name == key { return (key, quantity) }
      if hasLabels { return (key, String(name.dropLast(key.count + 2))) }
      let isBehindKey = !key.isEmpty && name.hasPrefix(key + " ")
      let place =
        isBehindKey ? name.index(name.startIndex, offsetBy: key.count) : name.firstIndex(of: " ")
      guard let place else { return nil }
      let quantity = String(name[name.index(after: place)...])
      return isBehindKey || Double(quantity) == nil ? (String(name[..<place]), quantity) : nil
    }
  }

  private let columns: [Column]
  /// The largest number of columns of a panel.
  private let most: Int
  private var groups: [ColumnGroup] = []
  /// The first column of each group, which determines the group's place.
  private var places: [Int] = []
  private var taken: Set<Int> = []

  /// The largest number of columns of a panel of lines: one of each hue, so that the lines can be distinguished at a
  /// glance.
  static var mostColumns: Int { SeriesLook.hueCount }
  /// The largest ratio between the magnitudes of the columns in one panel.
  private static let likeMagnitude = 10.0

  /// - Parameter most: the largest number of columns of a panel.
  static func groups(_ columns: [Column], atMost most: Int = mostColumns) -> [ColumnGroup] {
    var grouping = ColumnGrouping(columns: columns, most: most)
    grouping.takeFamilies()
    grouping.takeKeyed()
    grouping.takeHeaded()
    grouping.takeAlike()
    let order = grouping.groups.indices.sorted { grouping.places[$0] < grouping.places[$1] }
    return grouping.withZerosTogether(order.map { grouping.groups[$0] })
  }

  /// Combines the groups whose columns are zero throughout into one group at the end.
  private func withZerosTogether(_ groups: [ColumnGroup]) -> [ColumnGroup] {
    func isZero(_ group: ColumnGroup) -> Bool {
      !group.isFixed
        && group.columns.allSatisfy { columns[$0].magnitude == nil && columns[$0].hasNumbers }
    }
    let zeros = groups.filter(isZero)
    guard zeros.count > 1, zeros.count < groups.count else { return groups }
    let members = zeros.flatMap(\.columns).sorted()
    var together = ColumnGroup(
      title: String(localized: "Zero so far"), columns: members,
      names: members.map { columns[$0].label },
      unit: members.map { columns[$0].unit }.first { $0 != .none } ?? .none)
    if !zeros.allSatisfy({ $0.unit == zeros[0].unit }) { together.unit = .none }
    together.isZero = true
    return groups.filter { !isZero($0) } + [together]
  }

  private init(columns: [Column], most: Int) { (self.columns, self.most) = (columns, most) }

  private mutating func add(_ title: String, _ members: [Int], names: [String]? = nil) {
    let inOrder = members.sorted()
    for start in stride(from: 0, to: members.count, by: most) {
      let part = start..<min(start + most, members.count)
      places.append(inOrder[start])
      groups.append(
        ColumnGroup(
          title: numbers(of: members[part])
            ?? (part.count == 1 ? columns[members[start]].label : title),
          columns: Array(members[part]),
          names: names.map { Array($0[part]) } ?? members[part].map { columns[$0].label },
          unit: members[part].map { columns[$0].unit }.first { $0 != .none } ?? .none,
          units: members[part].map { columns[$0].unit }))
    }
    taken.formUnion(members)
  }

  // MARK: Families

  private mutating func takeFamilies() {
    let numbers = Dictionary(
      columns.enumerated().map { ($1.bareName ?? $1.name, $0) }, uniquingKeysWith: { a, _ in a })
    for family in ColumnFamily.known where family.signature.allSatisfy({ numbers[$0] != nil }) {
      let members = family.members.compactMap { numbers[$0] }.filter { !taken.contains($0) }
        .sorted()
      guard !members.isEmpty else { continue }
      let start = groups.count
      let names = members.map { columns[$0].bareName ?? columns[$0].label }
      add(family.title, members, names: members.allSatisfy(isUnlabelled) ? names : nil)
      for i in start..<groups.count {
        groups[i].title = family.title
        groups[i].isFixed = true
      }
    }
  }

  /// Whether a column has a heading above its name, and no label of the user.
  private func isUnlabelled(_ column: Int) -> Bool {
    columns[column].bareName != nil && columns[column].label == columns[column].name
  }

  // MARK: The same quantity of several things

  /// Groups columns such as `sda r/s`: the quantity `r/s` of the key `sda`.
  private mutating func takeKeyed() {
    var members: [String: [(column: Int, key: String)]] = [:]
    var order: [String] = []
    for (i, column) in columns.enumerated()
    where !taken.contains(i) && column.label == column.name && column.bareName == nil {
      guard let (thing, quantity) = column.parts else { continue }
      if members[quantity] == nil { order.append(quantity) }
      members[quantity, default: []].append((i, thing))
    }
    for quantity in order {
      guard var found = members[quantity], found.count > 1, haveOneUnit(found.map(\.column)) else {
        continue
      }
      // If there are more columns than a panel holds, the large ones come first.
      if found.count > most {
        found.sort { (magnitude($1.column), $0.column) < (magnitude($0.column), $1.column) }
      }
      // A number denotes a field without a name, and a unit names no quantity.
      let title = Double(quantity) == nil ? quantity : String(localized: "Column \(quantity)")
      let unit = StreamUnit.isKnown(quantity) ? StreamUnit(quantity).title : nil
      add(unit ?? title, found.map(\.column), names: found.map(\.key))
    }
  }

  // MARK: Headings

  /// Groups columns under one heading, such as `net recv` and `net send`, if they have one unit, in any prefix, and
  /// similar magnitudes: the limit of a memory would flatten its use.
  private mutating func takeHeaded() {
    var members: [String: [Int]] = [:]
    var order: [String] = []
    for (i, column) in columns.enumerated() where !taken.contains(i) && isUnlabelled(i) {
      guard let heading = column.heading else { continue }
      if members[heading] == nil { order.append(heading) }
      members[heading, default: []].append(i)
    }
    for heading in order {
      guard let found = members[heading], found.count > 1, found.count <= most else { continue }
      let units = Set(found.filter { !columns[$0].isZero }.map { columns[$0].unit.unit })
      let sizes = found.compactMap { column in
        columns[column].magnitude.map { $0 * columns[column].unit.factor }
      }
      guard units.count < 2,
        Self.areAlike(sizes.min(), sizes.max(), columns[found[0]].unit)
      else { continue }
      add(heading, found, names: found.map { columns[$0].bareName ?? columns[$0].label })
    }
  }

  private func haveOneUnit(_ members: [Int]) -> Bool {
    let units = members.map { columns[$0] }.filter { !$0.isZero }.map(\.unit)
    return units.allSatisfy { $0 == units[0] }
  }

  private func magnitude(_ column: Int) -> Double { columns[column].magnitude ?? 0 }

  // MARK: Unit and magnitude

  private mutating func takeAlike() {
    let kinds = ColumnKind.all(of: columns)
    var open: [(unit: StreamUnit, magnitude: Double?, members: [Int])] = []
    for (i, column) in columns.enumerated() where !taken.contains(i) {
      let place = open.firstIndex {
        $0.unit == column.unit && $0.members.count < most
          && kinds[$0.members[0]] == kinds[i]
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

  /// Adds a group of similar columns. The common part of their names becomes the title: `cpu.0.user`,
  /// `cpu.1.user`; `Tasks total`, `Tasks running`.
  private mutating func addAlike(_ members: [Int], unit: StreamUnit) {
    let separator: Character =
      members.allSatisfy { columns[$0].label.contains(" ") } ? " " : "."
    let paths = members.map { member in
      let column = columns[member]
      return column.hasLabels ? [column.label[...]] : column.label.split(separator: separator)
    }
    let first = paths[0]
    // A label of separators alone has no parts.
    let mostShared = max(0, (paths.map(\.count).min() ?? 0) - 1)
    let start = (0..<mostShared).prefix { i in paths.allSatisfy { $0[i] == first[i] } }.count
    let end = (0..<(mostShared - start)).prefix { i in
      paths.allSatisfy { $0[$0.count - 1 - i] == first[first.count - 1 - i] }
    }.count
    let shared = first.prefix(start) + first.suffix(end)
    // `Core 1` and `Sensor 1` have nothing in common.
    guard members.count > 1, shared.contains(where: { Double($0) == nil }) else {
      return add(title(of: members, unit: unit), members)
    }
    let common = shared.filter { !StreamUnit.isKnown($0) }
    // The parts behind the names of things, such as those of a domain, follow each other.
    let joint = start == 0 ? String(separator) : " "
    add(
      common.isEmpty ? title(of: members, unit: unit) : common.joined(separator: joint), members,
      names: paths.map { $0[start..<($0.count - end)].joined(separator: String(separator)) })
  }

  private static func areAlike(_ a: Double?, _ b: Double?, _ unit: StreamUnit) -> Bool {
    if unit.unit == .percent { return true }
    guard let a, let b else { return true }
    return max(a, b) <= min(a, b) * likeMagnitude
  }

  private func title(of members: [Int], unit: StreamUnit) -> String {
    if let title = unit.title { return title }
    let labels = members.map { columns[$0].label }
    if labels.count > 3, Self.isNumberedRun(labels) {
      return "\(labels[0]) … \(labels[labels.count - 1])"
    }
    return labels.count > Self.mostColumns
      ? String(localized: "\(labels.count) columns") : labels.joined(separator: ", ")
  }

  /// Whether labels differ only in a number at their ends, which counts up by one.
  private static func isNumberedRun(_ labels: [String]) -> Bool {
    let parts = labels.map { label in
      let digits = label.reversed().prefix { $0.isASCII && $0.isNumber }.count
      return (name: label.dropLast(digits), number: Int(label.suffix(digits)))
    }
    return zip(parts, parts.dropFirst()).allSatisfy { a, b in
      guard a.name == b.name, let number = a.number, let next = b.number else { return false }
      return number < Int.max && next == number + 1
    }
  }

  /// The title of columns that have numbers alone; nil for others.
  private func numbers(of members: ArraySlice<Int>) -> String? {
    guard members.allSatisfy({ columns[$0].isNumbered }) else { return nil }
    let labels = members.map { columns[$0].label }
    if labels.count == 1 { return String(localized: "Column \(labels[0])") }
    let numbers = labels.compactMap { Int($0) }
    let isRun = numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
    if !isRun, labels.count > Self.mostColumns {
      return String(localized: "\(labels.count) columns")
    }
    let list = isRun ? "\(labels[0])–\(labels[labels.count - 1])" : labels.joined(separator: ", ")
    return String(localized: "Columns \(list)")
  }
}

/// The properties, besides the unit, that the columns of a panel share.
private struct ColumnKind: Equatable {
  /// The first part of a path; the rest of the path for columns that share the rest and have different first parts:
  /// `web1.example.org` and `web2.example.org`.
  let path: String
  /// Whether the name marks a rate.
  let isRate: Bool

  static func all(of columns: [ColumnGrouping.Column]) -> [ColumnKind] {
    let paths = columns.map { column in
      column.name.firstIndex(of: ".").map {
        (root: String(column.name[..<$0]), rest: String(column.name[$0...]))
      } ?? (root: "", rest: "")
    }
    let roots = Dictionary(paths.map { ($0.root, 1) }, uniquingKeysWith: +)
    let lone = paths.filter { !$0.root.isEmpty && roots[$0.root] == 1 }
    let rests = Dictionary(lone.map { ($0.rest, 1) }, uniquingKeysWith: +)
    return zip(columns, paths).map { column, path in
      let isShared = roots[path.root] == 1 && rests[path.rest, default: 0] > 1
      return ColumnKind(
        path: isShared ? path.rest : path.root, isRate: column.name.hasSuffix("/s"))
    }
  }
}

/// The columns of a well-known command that belong together, with the words of its manual.
private struct ColumnFamily {
  /// Names that occur together only in the output of the command.
  let signature: [String]
  let title: String
  let members: [String]

  private static let vmstat = ["si", "so", "bi", "bo", "us", "sy", "id"]

  static var known: [ColumnFamily] {
    [
      ColumnFamily(
        signature: vmstat, title: String(localized: "Processes"), members: ["r", "b", "w"]),
      ColumnFamily(
        signature: vmstat, title: String(localized: "Memory"),
        members: ["swpd", "free", "buff", "cache", "inact", "active"]),
      ColumnFamily(signature: vmstat, title: String(localized: "Swap"), members: ["si", "so"]),
      ColumnFamily(signature: vmstat, title: String(localized: "Disk"), members: ["bi", "bo"]),
      ColumnFamily(signature: vmstat, title: String(localized: "System"), members: ["in", "cs"]),
      ColumnFamily(
        signature: ["%user", "%system", "%iowait", "%idle"], title: "CPU",
        members: ["%user", "%nice", "%system", "%iowait", "%steal", "%idle"]),
      ColumnFamily(
        signature: ["%usr", "%sys", "%iowait", "%idle"], title: "CPU",
        members: ["%usr", "%nice", "%sys", "%iowait", "%steal", "%idle"]),
      ColumnFamily(
        signature: ["usr", "sys", "idl", "wai"], title: "CPU",
        members: ["usr", "sys", "idl", "wai", "stl"]),
      ColumnFamily(
        signature: ["us", "sy", "id"], title: "CPU",
        members: ["us", "sy", "id", "wa", "st", "gu"]),
    ]
  }
}
