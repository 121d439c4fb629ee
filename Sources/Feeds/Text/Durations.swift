/// Durations with colons: `00:01:23`, `5:15`, `1-02:03:04`.
extension TextField {
  /// Whether the field is a duration with an hour of one digit: `1:02:03`.
  var hasShortHour: Bool { bytes.count > 1 && bytes[1] == 0x3A && duration != nil }

  /// The seconds of a duration such as `1:02:03.5`; nil for any other text.
  var duration: Double? {
    guard bytes.count(where: { $0 == 0x3A }) == 2 else { return nil }
    var scanner = TimeScanner(bytes)
    guard let hours = scanner.digits(upTo: 5), let rest = scanner.clock(hour: 0), scanner.isAtEnd
    else { return nil }
    return Double(hours.value * 3600) + rest
  }

  /// The seconds of a duration in a column that is called so, as Slurm and `ps` write them: `MM:SS`, `HH:MM:SS`,
  /// `D-HH:MM:SS`; nil for any other text.
  var namedDuration: Double? {
    if let duration { return duration }
    guard let first = bytes.first, digitValue(first) != nil, bytes.contains(0x3A) else {
      return nil
    }
    var scanner = TimeScanner(bytes)
    guard let number = scanner.digits(upTo: 5) else { return nil }
    if scanner.skip(0x2D) {
      let rest = TextField(
        bytes: UnsafeBufferPointer(rebasing: bytes[scanner.index...]), value: .text)
      return rest.duration.map { Double(number.value * 86_400) + $0 }
    }
    // Minutes may exceed an hour.
    let minutes = Double(number.value * 60)
    guard scanner.skip(0x3A), let seconds = scanner.digits(upTo: 2), seconds.count == 2,
      seconds.value < 60, scanner.isAtEnd || scanner.peek == 0x2E
    else { return nil }
    guard scanner.skip(0x2E) else { return minutes + Double(seconds.value) }
    guard let part = scanner.digits(upTo: 9), scanner.isAtEnd else { return nil }
    return minutes + Double(seconds.value) + Double(part.value) / powersOfTen[part.count]
  }
}

/// Whether a column of this name holds durations, if its values can be durations or times of day.
func isDurationName(_ name: String) -> Bool {
  guard !isTimeName(name) else { return false }
  let words = name.lowercased().split { !$0.isLetter }
  return durationNames.contains(words.joined())
    || words.contains {
      ["duration", "elapsed", "etime", "uptime", "runtime", "took", "lap", "dauer", "laufzeit"]
        .contains($0)
    }
}

/// The names of durations in the tables of Slurm and other schedulers.
private let durationNames: Set<String> = [
  "timeleft", "timelimit", "walltime", "cputime", "totalcpu", "timeused", "timeremaining",
]

/// The fields of durations below the names of a table. Slurm calls the time that a job has run `TIME`.
func durationFields(of names: [String]) -> [Int] {
  // `ps` sorts and sums its times otherwise.
  guard !names.contains(where: { $0.uppercased() == "PID" }) else { return [] }
  let areJobs = names.contains("JOBID")
  return names.indices.filter { isDurationName(names[$0]) || areJobs && names[$0] == "TIME" }
}

extension FieldSplitter {
  /// Makes the durations in some fields numbers of seconds.
  private mutating func readDurations(in places: [Int]) {
    for place in places where place < fields.count { takeDuration(place, fields[place].duration) }
  }

  /// Makes the durations of a row numbers of seconds.
  mutating func readDurations(in roles: FieldRoles) {
    readDurations(in: roles.durationFields)
    readNamedDurations(in: roles.namedDurationFields)
  }

  /// Makes the durations below the names of durations numbers of seconds.
  mutating func readNamedDurations(in places: [Int]) {
    for place in places where place < fields.count && fields[place].value == .text {
      takeDuration(place, fields[place].namedDuration)
    }
  }

  private mutating func takeDuration(_ place: Int, _ seconds: Double?) {
    guard let seconds else { return }
    fields[place].value = .quantity(seconds, TextUnit(symbol: "s", scale: 1, quantity: .time))
    fields[place].time = nil
  }
}
