/// The moment that identifies lines that belong together: the lines of one time, or, without times, the lines that
/// arrive together.
struct LineMoment: Equatable {
  var time: TextTime?
  var arrival: Double

  static func == (left: LineMoment, right: LineMoment) -> Bool {
    left.time == right.time && (left.time != nil || left.arrival == right.arrival)
  }
}

/// The choice between two columns of names: `NAMESPACE` and `NAME` of `kubectl top pods -A`, the name and the bus of
/// graphics cards.
///
/// The first column distinguishes rows until one of its names comes twice in the first moment, with different names in
/// the second column. Then both columns together distinguish rows, because a name of the second column may come again
/// beside another name of the first; identifiers of devices, which are unique, distinguish rows alone.
struct NameBeside {
  let field: Int
  fileprivate var first: LineMoment?
  /// The names of the second column, by the names of the first.
  fileprivate var names: [String: String] = [:]

  init(field: Int) { self.field = field }

  /// Whether a column of this name holds globally unique identifiers.
  static func isUnique(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("bus_id") || name.hasSuffix("uuid")
  }

  /// Whether a column of this name holds identifiers, which may consist of digits.
  static func isIdentifier(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "id" || name.hasSuffix("_id") || name.hasSuffix(" id") || isUnique(name)
  }

  /// Whether a column of this name may number things: graphics cards, ports, the processes of a training.
  static func mayNumber(_ name: String) -> Bool {
    let name = name.lowercased()
    return [
      "gpu", "card", "device", "cpu", "core", "socket", "thread", "rank", "worker", "node", "shard",
      "partition", "replica", "port", "lane", "channel", "slot", "drive", "disk", "fan", "phase",
      "queue", "sensor", "unit", "zone", "instance",
    ].contains(name)
  }

  /// Whether a column of this name may number things, or the rows of a text: `id`, `no`, `index`.
  static func mayBeSerial(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["no", "nr", "num", "index", "idx"].contains(name) || isIdentifier(name)
      || name.hasSuffix("_index") || name.hasSuffix("_no")
  }

  /// Whether a column of this name holds the names of things, not states or remarks.
  static func isThing(_ name: String) -> Bool {
    let name = name.lowercased()
    return [
      "name", "svname", "host", "hostname", "instance", "node", "pod", "container", "server",
      "service", "device", "dev", "disk", "gpu", "iface", "interface", "sensor", "model", "station",
      "location", "room", "zone", "site", "city", "symbol", "queue", "topic", "vm", "pool",
      "volume",
      "database", "datname", "app", "job", "worker", "cluster", "mountpoint",
    ].contains(name) || isUnique(name) || name.hasSuffix("_name")
  }
}

extension TextTable {
  /// Notes the names of a row, and chooses the column that distinguishes rows if the row shows the choice.
  func distinguish(_ fields: [TextField], arrival: Double, columns: inout TextColumns) {
    guard var beside = nameBeside, beside.field < fields.count else { return }
    nameBeside = nil
    let moment = LineMoment(time: roles.time(of: fields), arrival: arrival)
    guard beside.first == nil || beside.first == moment else { return }
    beside.first = moment
    let text = keyText(fields)
    let name = shown(fields[beside.field].bytes, limit: 128)
    if let other = beside.names[text] {
      guard other != name else { return }
      choose(beside, isAlone: NameBeside.isUnique(self.name(beside.field)), &columns)
    } else if beside.names.count < TextLimits.keys {
      beside.names[text] = name
      nameBeside = beside
    }
  }

  private func choose(_ beside: NameBeside, isAlone: Bool, _ columns: inout TextColumns) {
    keyNumbers.removeAll()
    for number in keys.indices {
      let name = beside.names[keys[number].text] ?? ""
      keys[number].text = isAlone ? name : keys[number].text + "/" + name
      keyNumbers[keys[number].identity] = number
    }
    takeNames(of: beside.field, isAlone: isAlone)
    for number in keys.indices {
      if !hasOneText { nameInFull(number, &columns) }
      for column in keys[number].columns where column >= 0 {
        columns.setKey(keys[number].text, named: keyName, of: column)
      }
    }
  }
}
