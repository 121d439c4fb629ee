/// A line of a protocol by which agents send metrics: InfluxDB's line protocol (`telegraf`), Graphite's plain text,
/// OpenTSDB's `put` and collectd's `PUTVAL`.
struct MetricLine {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A name and a value that distinguish a line from others of the same metric: `host=web1`.
  struct Tag: Hashable {
    var name: String
    var value: String

    var identity: String { name + "=" + value }

    /// The texts that distinguish the series of a metric: the values of the first tag that does so alone, or of all
    /// tags that differ; nil for a single series.
    static func texts(distinguishing series: [[Tag]]) -> [String?] {
      guard series.count > 1 else { return series.map { _ in nil } }
      let names = namesOfDifferences(series)
      let chosen = series.map { tags in
        names.compactMap { name in tags.first { $0.name == name } }
      }
      let texts = chosen.map { $0.map(\.shortText).joined(separator: "/") }
      if Set(texts).count == texts.count, !texts.contains("") { return texts }
      return series.map { $0.isEmpty ? nil : $0.map(\.identity).joined(separator: "/") }
    }

    private static func namesOfDifferences(_ series: [[Tag]]) -> [String] {
      var (names, seen): ([String], Set<String>) = ([], [])
      for tag in series.joined() where seen.insert(tag.name).inserted { names.append(tag.name) }
      let differing = names.map { name in
        (name, count: Set(series.map { tags in tags.first { $0.name == name }?.value }).count)
      }.filter { $0.count > 1 }
      if let alone = differing.first(where: { $0.count == series.count }) { return [alone.0] }
      return differing.map(\.0)
    }

    /// The value, behind the name if it is only a number: `cpu 0`.
    private var shortText: String { Double(value) == nil ? value : name + " " + value }
  }

  /// The name of the metric.
  var name: String
  var tags: [Tag] = []
  /// The values, each with the name of its field; the name is empty for the only value.
  var values: [(name: String, value: FieldValue)] = []
  /// The texts of fields.
  var texts: [(name: String, text: Bytes)] = []
  var time: TextTime?

  /// Reads a line of any of the protocols; nil for another line.
  init?(_ line: Bytes) {
    let words = Self.split(line, at: 0x20)
    guard words.count > 1,
      let read = Self.openTSDB(words) ?? Self.collectd(words) ?? Self.graphite(words)
        ?? Self.influx(words)
    else { return nil }
    self = read
  }

  /// The number of tags that are read. All pairs of series are compared by them.
  private static let mostTags = 32

  /// A metric without values; nil if a text is no tag.
  /// - Parameter tags: the texts of the tags: `host=web1`.
  private init?(name: String, tags: ArraySlice<Bytes>) {
    self.name = name
    for tag in tags.prefix(Self.mostTags) {
      guard let (name, value) = Self.pair(tag) else { return nil }
      self.tags.append(Tag(name: Self.text(name), value: Self.text(value)))
    }
  }

  /// The line with its only value; nil if the text of the value is no number.
  private func with(_ text: Bytes, at time: TextTime) -> MetricLine? {
    let value = FieldValue(text)
    guard value.double != nil || value == .missing else { return nil }
    var line = self
    (line.values, line.time) = ([("", value)], time)
    return line
  }

  // MARK: Protocols

  /// InfluxDB's line protocol: `cpu,host=web1 user=1.9,count=3i 1764439200000000000`. Without tags and a time, the line
  /// is one of pairs. `telegraf --test` writes `> ` in front.
  private static func influx(_ words: [Bytes]) -> MetricLine? {
    var words = words
    if words[0].elementsEqual([0x3E]) { words.removeFirst() }
    guard (2...3).contains(words.count) else { return nil }
    let parts = split(words[0], at: 0x2C)
    guard let measurement = parts.first, !measurement.isEmpty, !measurement.contains(0x3D),
      parts.count > 1 || words.count == 3
    else { return nil }
    guard var line = MetricLine(name: text(measurement), tags: parts.dropFirst()) else {
      return nil
    }
    if words.count == 3 {
      guard let time = timestamp(words[2]) else { return nil }
      line.time = time
    }
    for field in split(words[1], at: 0x2C) {
      guard let (name, value) = pair(field) else { return nil }
      line.take(influxValue(value), text: value, of: text(name))
    }
    return line
  }

  /// Graphite's plain text: `servers.web1.cpu.user 12.5 1764439200`, with tags after semicolons. A name with fewer than
  /// two points may be that of a file.
  private static func graphite(_ words: [Bytes]) -> MetricLine? {
    guard words.count == 3, let time = timestamp(words[2]) else { return nil }
    let parts = split(words[0], at: 0x3B)
    let path = parts[0]
    guard parts.count > 1 || path.count(where: { $0 == 0x2E }) > 1, isPath(path) else { return nil }
    return MetricLine(name: text(path), tags: parts.dropFirst())?.with(words[1], at: time)
  }

  /// OpenTSDB's line: `put sys.cpu.user 1764439200 42.5 host=web1 cpu=0`.
  private static func openTSDB(_ words: [Bytes]) -> MetricLine? {
    guard words.count > 3, words[0].elementsEqual("put".utf8), let time = timestamp(words[2])
    else { return nil }
    return MetricLine(name: text(words[1]), tags: words.dropFirst(4))?.with(words[3], at: time)
  }

  /// collectd's line: `PUTVAL "web1/load/load" interval=10 1764439200.123:0.5:0.4:0.3`, whose `N` is the present.
  private static func collectd(_ words: [Bytes]) -> MetricLine? {
    guard words.count > 2, words[0].elementsEqual("PUTVAL".utf8), let last = words.last else {
      return nil
    }
    let path = Bytes(rebasing: words[1].drop { $0 == 0x22 })
    let parts = split(path.last == 0x22 ? Bytes(rebasing: path.dropLast()) : path, at: 0x2F)
    let numbers = split(last, at: 0x3A)
    guard parts.count == 3, numbers.count > 1 else { return nil }
    let (plugin, type) = (text(parts[1]), text(parts[2]))
    guard var line = MetricLine(name: type.hasPrefix(plugin) ? type : plugin + "." + type, tags: [])
    else { return nil }
    line.tags = [Tag(name: "host", value: text(parts[0]))]
    if !numbers[0].elementsEqual([0x4E]) {
      guard let time = timestamp(numbers[0]) else { return nil }
      line.time = time
    }
    for (place, number) in numbers.dropFirst().enumerated() {
      line.take(
        number.elementsEqual([0x55]) ? .missing : FieldValue(number), text: number,
        of: numbers.count == 2 ? "" : String(place + 1))
    }
    return line
  }

  // MARK: Parts

  private mutating func take(_ value: FieldValue, text: Bytes, of field: String) {
    if value == .text {
      texts.append((field, text))
    } else {
      values.append((field == "value" ? "" : field, value))
    }
  }

  /// A number without the `i` or `u` that InfluxDB's line protocol writes after whole numbers; any other text itself.
  static func withoutMark(ofWhole text: Bytes) -> Bytes {
    let digits = Bytes(rebasing: text.dropLast())
    let isWhole =
      (text.last == 0x69 || text.last == 0x75) && !digits.isEmpty
      && digits.dropFirst(digits[0] == 0x2D ? 1 : 0).allSatisfy { digitValue($0) != nil }
    return isWhole ? digits : text
  }

  /// The meaning of a field of InfluxDB's line protocol, in which truth is 1.
  private static func influxValue(_ bytes: Bytes) -> FieldValue {
    switch String(decoding: bytes.prefix(6), as: UTF8.self) {
    case "t", "T", "true", "True", "TRUE": return .number(1)
    case "f", "F", "false", "False", "FALSE": return .number(0)
    default: break
    }
    return FieldValue(withoutMark(ofWhole: bytes))
  }

  /// The time in a number of seconds, or of parts of seconds, since 1970.
  private static func timestamp(_ bytes: Bytes) -> TextTime? {
    guard case .number(let value) = FieldValue(bytes), let scale = epochScale(value) else {
      return nil
    }
    return .date(value * scale)
  }

  private static func isPath(_ bytes: Bytes) -> Bool {
    bytes.contains { (0x61...0x7A).contains($0 | 0x20) } && !bytes.contains(0x2F)
  }

  /// The parts between separators that neither a backslash nor quotes protect.
  private static func split(_ bytes: Bytes, at separator: UInt8) -> [Bytes] {
    var parts: [Bytes] = []
    var (start, index, isQuoted) = (0, 0, false)
    while index < bytes.count {
      switch bytes[index] {
      case 0x5C: index += 1
      case 0x22: isQuoted.toggle()
      case separator where !isQuoted:
        parts.append(Bytes(rebasing: bytes[start..<index]))
        start = index + 1
      default: break
      }
      index += 1
    }
    parts.append(Bytes(rebasing: bytes[start...]))
    return parts
  }

  private static func pair(_ bytes: Bytes) -> (name: Bytes, value: Bytes)? {
    let parts = split(bytes, at: 0x3D)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    return (parts[0], parts[1])
  }

  /// The text without backslashes before commas, blanks and equal signs.
  private static func text(_ bytes: Bytes) -> String {
    guard bytes.contains(0x5C) else { return shown(bytes, limit: 128) }
    var plain: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == 0x5C && index + 1 < bytes.count && ", =".utf8.contains(bytes[index + 1])
      if !isEscape { plain.append(byte) }
    }
    return plain.withUnsafeBufferPointer { shown($0, limit: 128) }
  }
}

extension MetricLine {
  /// Reads a line as a row, whose columns are called `TAGS NAME.FIELD`.
  static func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    guard let read = MetricLine(line.text) else { return false }
    reader.dropHeaderLines(&batch)
    reader.style = .metrics
    for (name, text) in read.texts { reader.noteText(text, of: read.column(name)) }
    guard !read.values.isEmpty else { return true }
    let values = read.values.enumerated().map { place, item in
      (name: read.column(item.name), field: place, value: item.value)
    }
    reader.put(
      MemberValues(
        values: values, quantity: read.name, tags: read.tags, source: RowSource.pairs,
        time: read.time), &batch)
    return true
  }

  private func column(_ field: String) -> String { field.isEmpty ? name : name + "." + field }
}
