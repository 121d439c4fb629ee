import Metrics

/// The text format of Prometheus, version 0.0.4 (and the additions of OpenMetrics 1.0 to its lines): samples
/// by name and labels.
///
///     http_requests_total{method="post",code="200"} 1027 1395066363000
///
/// A sample without a time has the time of the answer. A sample with a time is valid until it is too old, as in
/// Prometheus' own answers, because exporters keep offering the last value of a device that is gone.
///
/// Only the selected samples are kept, so a text of a megabyte costs one pass over its bytes.
struct Exposition {
  struct Query: Hashable, Sendable {
    var name: String
    /// The labels that a sample must have. A sample may have more.
    var labels = Labels.none
    /// The labels whose values distinguish the sums.
    var by: [String] = []
    /// Whether the counters of each sum are wanted.
    var areCounters = false
  }

  struct Result: Sendable {
    /// The sums of the matching samples, by the values of the query's labels; NaN if one of the samples is NaN.
    var sums: [Labels: Double] = [:]
    /// The matching counters, if they are wanted.
    var counters: [CounterSums.Counter] = []
    /// Whether samples of further sums than `mostSeries` are left out.
    var isOverfull = false
    /// The number of samples with the query's name.
    var namesakes = 0
    /// The number of matching samples that are too old for the sums.
    var stale = 0
    /// Whether a matching line has a value that is not a number.
    var hasBadValue = false

    fileprivate mutating func add(_ value: Double, to labels: Labels) {
      if sums.count < Exposition.mostSeries || sums[labels] != nil {
        sums[labels, default: 0] += value
      } else {
        isOverfull = true
      }
    }
  }

  /// The age in seconds up to which a sample is valid: Prometheus' `query.lookback-delta`.
  static let mostAge = 300.0

  /// The limit of sums of a query.
  static let mostSeries = 1000

  private(set) var results: [Result]
  /// The number of all samples.
  private(set) var samples = 0
  /// The number, from 1, of the first line that is not a sample.
  private(set) var firstBadLine: Int?

  /// The earliest time of a valid sample, in the unit of the text's times.
  private let oldest: Double

  /// - Parameter time: the time of the answer in UTC seconds; nil takes samples of any age.
  init(_ text: UnsafeRawBufferPointer, queries: [Query], at time: Double? = nil) {
    oldest = time.map { ($0 - Self.mostAge) * Self.unitsPerSecond(in: text) } ?? -.infinity
    results = [Result](repeating: Result(), count: queries.count)
    var names: [[UInt8]: [Int]] = [:]
    for (place, query) in queries.enumerated() {
      names[Array(query.name.utf8), default: []].append(place)
    }
    let wanted = names.map { (name: $0.key, places: $0.value) }
    Self.forEachLine(text) { number, line in
      guard let name = Self.name(of: line) else {
        if firstBadLine == nil { firstBadLine = number }
        return
      }
      samples += 1
      for entry in wanted where entry.name.count == name.count && entry.name.elementsEqual(name) {
        read(line, after: name.count, number, entry.places, queries)
      }
    }
  }

  /// The names of all samples in a text.
  static func names(in text: UnsafeRawBufferPointer) -> Set<String> {
    var names: Set<[UInt8]> = []
    var last: [UInt8] = []
    forEachLine(text) { _, line in
      guard let name = name(of: line), !name.elementsEqual(last), names.count < 10_000 else {
        return
      }
      last = Array(name)
      names.insert(last)
    }
    return Set(names.map { String(decoding: $0, as: UTF8.self) })
  }

  /// One line's sample.
  struct Sample {
    var name: String
    /// The labels as they are written, without the braces around them.
    var labels: String
    var value: Double
  }

  /// Reads a line as a sample; nil for another line. The sample's time is left out.
  static func sample(_ line: UnsafeBufferPointer<UInt8>) -> Sample? {
    guard let name = name(of: line[...]) else { return nil }
    var rest = Array(line[name.endIndex...])[...].drop(while: \.isSpace)
    var labels = rest[..<rest.startIndex]
    if rest.first == UInt8(ascii: "{") {
      labels = rest.dropFirst()
      guard Self.labels(&rest) != nil else { return nil }
      labels = labels[..<(rest.startIndex - 1)]
      while let last = labels.last, last.isSpace || last == UInt8(ascii: ",") {
        labels.removeLast()
      }
    }
    // OpenMetrics adds an exemplar after the value.
    let words = rest.prefix { $0 != UInt8(ascii: "#") }.split(whereSeparator: \.isSpace)
    guard let value = words.first.flatMap(number), words.count < 3,
      words.dropFirst().allSatisfy({ number($0) != nil })
    else { return nil }
    return labels.withUnsafeBufferPointer {
      Sample(
        name: String(decoding: name, as: UTF8.self), labels: shown($0, limit: 128), value: value)
    }
  }

  /// Whether a line is a comment about a metric: `# TYPE http_requests_total counter`.
  static func isComment(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let words = line.prefix(512).split(separator: 0x20)
    guard words.count > 2, words[0].elementsEqual("#".utf8) else { return false }
    let keyword = String(decoding: words[1], as: UTF8.self)
    guard keyword == "TYPE" else {
      return ["HELP", "UNIT"].contains(keyword) && words[2].contains(0x5F)
    }
    return words.count == 4
      && ["counter", "gauge", "histogram", "summary", "untyped", "unknown", "info", "stateset"]
        .contains(String(decoding: words[3], as: UTF8.self))
  }

  /// The unit of times: milliseconds, or the seconds of OpenMetrics, which ends with a line of its own.
  private static func unitsPerSecond(in text: UnsafeRawBufferPointer) -> Double {
    text.reversed().drop { $0 <= 0x20 }.starts(with: "# EOF".utf8.reversed()) ? 1 : 1000
  }

  private static func forEachLine(
    _ text: UnsafeRawBufferPointer, _ body: (Int, Slice<UnsafeBufferPointer<UInt8>>) -> Void
  ) {
    let bytes = text.bindMemory(to: UInt8.self)
    var start = 0
    var number = 0
    while start < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      let end = findLineEnd(rest).map { start + $0 } ?? bytes.count
      number += bytes[start..<end].isEmpty && start > 0 && bytes[start - 1] == 0x0D ? 0 : 1
      var first = start
      while first < end, bytes[first].isSpace { first += 1 }
      if first < end, bytes[first] != UInt8(ascii: "#") { body(number, bytes[first..<end]) }
      start = end + 1
    }
  }

  /// The name at the start of a line: letters, digits, `_` and `:`; nil if the line is not a sample.
  private static func name(
    of line: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>>? {
    let name = line.prefix {
      let letter = $0 | 0x20
      return (letter >= 0x61 && letter <= 0x7A) || ($0 >= 0x30 && $0 <= 0x3A) || $0 == 0x5F
    }
    guard name.count > 0, name[name.startIndex].digit == nil, name.endIndex < line.endIndex else {
      return nil
    }
    let next = line[name.endIndex]
    return next == UInt8(ascii: "{") || next.isSpace ? name : nil
  }

  /// Reads the labels and the value of a line with a selected name.
  private mutating func read(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, after nameLength: Int, _ number: Int,
    _ places: [Int], _ queries: [Query]
  ) {
    var rest = Array(line.dropFirst(nameLength))[...]
    rest = rest.drop(while: \.isSpace)
    var read: [String: String]? = [:]
    if rest.first == UInt8(ascii: "{") { read = Self.labels(&rest) }
    let word = rest.drop(while: \.isSpace).prefix { !$0.isSpace }
    let value = Self.number(word)
    if read == nil || value == nil, firstBadLine == nil { firstBadLine = number }
    guard let read else { return }
    let time = Self.number(rest[word.endIndex...].drop(while: \.isSpace).prefix { !$0.isSpace })
    let labels = Labels(read)
    for place in places {
      results[place].namesakes += 1
      let query = queries[place]
      guard query.labels.all.allSatisfy({ labels[$0.name] == $0.value }) else { continue }
      guard let value else {
        results[place].hasBadValue = true
        continue
      }
      if let time, time < oldest {
        results[place].stale += 1
        continue
      }
      let sum = labels.only(query.by)
      results[place].add(value, to: sum)
      guard query.areCounters, results[place].sums[sum] != nil else { continue }
      results[place].counters.append(.init(labels: labels, sum: sum, value: value))
    }
  }

  /// Labels such as `{code="200",path="a\"b",}`; nil if they are malformed or not closed.
  private static func labels(_ rest: inout ArraySlice<UInt8>) -> [String: String]? {
    rest.removeFirst()
    var labels: [String: String] = [:]
    while true {
      rest = rest.drop { $0.isSpace || $0 == UInt8(ascii: ",") }
      if rest.first == UInt8(ascii: "}") {
        rest.removeFirst()
        return labels
      }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && !$0.isSpace }
      rest = rest[name.endIndex...].drop(while: \.isSpace)
      guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
      rest = rest.drop(while: \.isSpace)
      guard rest.popFirst() == UInt8(ascii: "\""), let value = value(&rest) else { return nil }
      labels[name.text] = value
    }
  }

  /// A label's value up to its closing quote. `\\`, `\"` and `\n` are escape sequences.
  private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        bytes.append(next == UInt8(ascii: "n") ? .newline : next)
      default: bytes.append(byte)
      }
    }
    return nil
  }

  /// A number in the form of Go's `ParseFloat`, including `+Inf`, `-Inf` and `NaN`.
  private static func number(_ word: ArraySlice<UInt8>) -> Double? {
    word.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
      if let (value, next) = parseDecimal(start, start + bytes.count, point: .point) {
        return next == start + bytes.count ? value : nil
      }
      return Double(String(decoding: bytes, as: UTF8.self))
    }
  }
}
