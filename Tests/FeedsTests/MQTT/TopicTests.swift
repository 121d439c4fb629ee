import Messages
import Metrics
import Testing

@testable import Feeds

/// Topics, and the numbers of messages.
@Suite struct TopicTests {
  @Test(
    arguments: [
      ("a/b", "a/b", [:]), ("a/b", "a/c", nil), ("a/b", "a", nil), ("a/b", "a/b/c", nil),
      ("sensors/+/temperature", "sensors/kitchen/temperature", ["1": "kitchen"]),
      ("sensors/+/temperature", "sensors/kitchen/humidity", nil),
      ("+/+", "a/b", ["1": "a", "2": "b"]), ("+/+", "/b", ["1": "", "2": "b"]),
      ("home/#", "home/a/b", ["1": "a/b"]), ("home/#", "home", ["1": ""]), ("home/#", "hom", nil),
      ("+/x/#", "a/x/b/c", ["1": "a", "2": "b/c"]), ("#", "a/b", ["1": "a/b"]),
      ("#", "$SYS/uptime", nil), ("+/uptime", "$SYS/uptime", nil),
      ("$SYS/#", "$SYS/uptime", ["1": "uptime"]), ("a//b", "a//b", [:]),
      ("a/+/b", "a//b", ["1": ""]),
    ] as [(String, String, [String: String]?)])
  func labels(filter: String, topic: String, labels: [String: String]?) {
    #expect(TopicFilter(filter).labels(of: topic) == labels.map { Labels($0) })
  }

  @Test(
    arguments: [
      ("a/b", nil), ("+", nil), ("a/#", nil), ("", "the topic is empty"),
      ("a/#/b", "'#' is the whole last level of a topic: sensors/#"),
      ("a/b#", "'#' is the whole last level of a topic: sensors/#"),
      ("a/+b", "'+' is a whole level of a topic: sensors/+/temperature"),
      ("a\0", "the topic has a NUL character in it"),
      (String(repeating: "é", count: 32_767) + "a", nil),
      (String(repeating: "é", count: 32_768), "the topic is longer than 65,535 bytes"),
      ("$share/g/a", "Wallchart does not support shared subscriptions"),
    ] as [(String, String?)])
  func filters(text: String, problem: String?) {
    #expect(Query.problem(topic: text) == problem)
  }

  @Test(
    arguments: [
      ("21.5", nil, 21.5), (" -3e2\r\n", nil, -300), ("21,5", nil, 21.5), ("21.5 °C", nil, 21.5),
      ("1.5kB", nil, 1500), ("1.5 kB", nil, 1500), ("2 parrots", nil, 2),
      ("on", nil, 1), ("OFF", nil, 0), ("True", nil, 1), ("false", nil, 0), ("", nil, .nan),
      ("online", nil, 1), ("Offline", nil, 0), ("open", nil, 1), ("disconnected", nil, 0),
      ("unavailable", nil, .nan), ("inf", nil, .nan), ("{\"v\": 2}", ".v", 2),
      ("{\"state\": \"ON\"}", ".state", 1), ("{\"v\": [1, {\"w\": \"7\"}]}", ".v[1].w", 7),
      ("{\"v\": \"22.5\"}", ".v", 22.5), ("{\"v\": \"22,5\"}", ".v", 22.5),
      ("{\"v\": \"21.7 °C\"}", ".v", 21.7), ("{\"v\": \"21.7 \\u00b0C\"}", ".v", 21.7),
      ("{\"v\": \"1.5kB\"}", ".v", 1500), ("{\"v\": \"\"}", ".v", .nan),
      ("{\"v\": \"1e3\"}", ".v", 1000), ("{\"v\": \"Infinity\"}", ".v", .nan),
      ("{\"v\": null}", ".v", .nan), ("", ".v", .nan),
    ] as [(String, String?, Double)])
  func numbers(message: String, path: String?, number: Double) throws {
    let read = try MessageValue.number(in: Array(message.utf8), at: path.flatMap { JSONPath($0) })
      .get().value
    #expect(read == number || read.isNaN && number.isNaN)
  }

  @Test(
    arguments: [
      ("hello", nil, "the message 'hello' is a text, not a number (see 'mappings')"),
      (
        "{\"v\": 2}", nil,
        "the message has several values: 'path' selects one, such as .temperature"
      ),
      (
        String(repeating: "long ", count: 20), nil,
        "the message '\(String(repeating: "long ", count: 8))…' is a text, not a number "
          + "(see 'mappings')"
      ),
      ("{\"temp\": 2}", ".tmp", "no 'tmp' in the message (did you mean 'temp'?)"),
      ("{\"v\": 2", ".v", "the message is not JSON (line 1, column 7)"),
      ("{\"v\": \"x\"}", ".v", "'v' is the text 'x', not a number (see 'mappings')"),
      ("5", ".v", "no 'v' in the message: the message is not an object"),
    ] as [(String, String?, String)])
  func noNumbers(message: String, path: String?, reason: String) {
    let read = MessageValue.number(in: Array(message.utf8), at: path.flatMap { JSONPath($0) })
    #expect(throws: SourceError(kind: .badData, description: Message(verbatim: reason))) {
      try read.get()
    }
  }

  /// Numbers in the units of their messages are converted to the unit of the panel.
  @Test(
    arguments: [
      ("850ms", "s", 0.85), ("850 ms", "s", 0.85), ("2 min", "s", 120), ("1.5", "s", 1.5),
      ("2 s", "ms", 2000), ("5 kW", "W", 5000), ("1.5 kB", "B", 1500), ("8 Mbit/s", "B/s", 1e6),
      ("71.6 °F", "°C", 22), ("71.6F", "°C", 22), ("22 °C", "°F", 71.6), ("22 degC", "°C", 22),
      ("45 %", "%", 45), ("2 parrots", "W", 2), ("on", "W", 1), ("5 kWh", "kWh", 5),
    ] as [(String, String, Double)])
  func unitsOfMessages(message: String, unit: String, number: Double) throws {
    for read in reads(message, in: unit) {
      #expect(try abs(read.get().value - number) < 1e-12 * number)
    }
  }

  /// Without a unit of the panel, numbers of one kind have one unit.
  @Test(
    arguments: [
      ("850ms", 0.85, "s"), ("850 ms", 0.85, "s"), ("1.2 s", 1.2, "s"), ("2 min", 120, "s"),
      ("1m2.5s", 62.5, "s"), ("5 kW", 5000, "W"), ("1.5 kB", 1500, "B"), ("45 %", 45, "%"),
      ("71.6 °F", 71.6, "°F"), ("22 degC", 22, "°C"), ("5 kWh", 5, "kWh"), ("3 GHz", 3e9, "Hz"),
      ("1.5", 1.5, nil), ("on", 1, nil), ("2 parrots", 2, nil), ("5 m", 5, nil), ("", .nan, nil),
    ] as [(String, Double, String?)])
  func unitsWithoutPanel(message: String, number: Double, unit: String?) throws {
    for read in reads(message, in: nil) {
      let found = try read.get()
      #expect(abs(found.value - number) < 1e-12 * number || number.isNaN && found.value.isNaN)
      #expect(found.unit == unit)
    }
  }

  @Test func theUnitOfMessagesIsTold() {
    let query = Query.topic("a")
    var samples = TopicSamples()
    samples.setQueries([query])
    var update = FeedUpdate()
    for (text, unit) in [("0", nil), ("850 ms", "s"), ("1.2 s", "s"), ("0", nil), ("5 %", "%")] {
      let found = samples.samples(of: message("a", text))
      #expect(found.map(\.unit) == [unit])
      update.append(FeedUpdate(samples: found))
    }
    #expect(update.samples.map(\.unit) == ["s", "%"])
    #expect(update.samples.map(\.batch.times.count) == [4, 1])
  }

  @Test(arguments: [
    ("5 kWh", "W", "kWh"), ("850ms", "W", "ms"), ("21.5 °C", "W", "°C"), ("3 VA", "W", "VA"),
  ])
  func unitsOfOtherQuantities(message: String, unit: String, own: String) {
    for (read, place) in zip(reads(message, in: unit), ["the message", "'v'"]) {
      let reason = "\(place) is in \(own), which does not fit its panel's unit"
      #expect(throws: SourceError(kind: .badData, description: Message(verbatim: reason))) {
        try read.get()
      }
    }
  }

  /// A message that is a text, and one with the text in JSON.
  private func reads(_ message: String, in unit: String?) -> [Result<UnitNumber, SourceError>] {
    [(message, nil), ("{\"v\": \" \(message)\"}", ".v")].map { text, path in
      MessageValue.number(
        in: Array(text.utf8), at: path.flatMap { JSONPath($0) }, in: unit.flatMap { ColumnUnit($0) }
      )
    }
  }

  @Test func aUnitThatDoesNotFitIsToldUntilItFits() {
    let query = Query.topic("a").counting(in: ColumnUnit("W"))
    var samples = TopicSamples()
    samples.setQueries([query])
    for text in ["1", "5 kWh", "2 kW"] {
      let rows = samples.samples(of: message("a", text)).rows
      #expect(
        samples.missing[query]
          == (text == "5 kWh" ? "the message is in kWh, which does not fit its panel's unit" : nil))
      if text == "2 kW" { #expect(rows.map(\.values) == [["a": 2000]]) }
    }
  }

  @Test(
    arguments: [
      ("broker", "broker", nil), ("broker:1884", "broker", 1884), ("[::1]", "::1", nil),
      ("[::1]:1884", "::1", 1884), ("fe80::1%eth0", "fe80::1%eth0", nil),
    ] as [(String, String, UInt16?)])
  func addresses(text: String, host: String, port: UInt16?) throws {
    let address = try MQTTFeedSpec.address(text).get()
    #expect(address.host == host && address.port == port)
  }

  @Test(arguments: [
    ("mqtt://broker", "a broker is 'HOST' or 'HOST:PORT', without a scheme"),
    ("", "a broker is 'HOST' or 'HOST:PORT'"), ("me@broker", "a broker is 'HOST' or 'HOST:PORT'"),
    ("broker:", "a port is a number from 1 to 65535"),
    ("broker:0", "a port is a number from 1 to 65535"),
    ("broker:70000", "a port is a number from 1 to 65535"),
    (":1883", "a port is a number from 1 to 65535"),
  ])
  func noAddresses(text: String, reason: String) {
    #expect(throws: MQTTFeedSpec.AddressProblem(reason: reason)) {
      try MQTTFeedSpec.address(text).get()
    }
  }

  // MARK: Messages to samples

  private func message(_ topic: String, _ text: String, at time: Double = 1) -> TopicSamples.Message
  {
    .init(topic: topic, payload: Array(text.utf8), isRetained: false, time: time)
  }

  @Test func aMessageAnswersEveryQueryWhoseTopicsMatch() {
    let (all, one) = (Query.topic("a/+"), Query.topic("a/b"))
    var samples = TopicSamples()
    samples.setQueries([all, one, .topic("x")])
    let found = samples.samples(of: message("a/b", "5", at: 7))
    #expect(Set(found.map(\.query)) == [all, one])
    #expect(found.rows.map(\.time) == [7])
    #expect(found.rows[0].values == [Metric("a/+", labels: ["1": "b"]): 5, "a/b": 5])
  }

  @Test func aSensorWithoutANumberIsToldOnlyWhereNoneHasOne() {
    let query = Query.topic("home/+", path: ".temperature")
    var samples = TopicSamples()
    samples.setQueries([query])
    #expect(samples.samples(of: message("home/lamp", "{\"state\": 1}")).isEmpty)
    #expect(samples.missing == [query: "home/lamp: no 'temperature' in the message"])
    #expect(samples.samples(of: message("home/stove", "{\"temperature\": 80}")).count == 1)
    #expect(samples.missing.isEmpty)
  }

  private static func noNumber(_ text: String) -> String {
    "the message '\(text)' is a text, not a number (see 'mappings')"
  }

  /// The series of a topic with a text is there, among those of other topics, and has no value.
  @Test func aTextAmongNumbersIsAMissingValue() {
    let query = Query.topic("sw/+")
    let (a, c) = (Metric("sw/+", labels: ["1": "a"]), Metric("sw/+", labels: ["1": "c"]))
    var samples = TopicSamples()
    samples.setQueries([query])
    #expect(samples.samples(of: message("sw/c", "jammed")).rows.map(\.values.keys.first) == [c])
    #expect(samples.missing == [query: "sw/c: " + Self.noNumber("jammed")])
    for (text, isMissing) in [("on", false), ("jammed", true), ("0", false)] {
      let rows = samples.samples(of: message("sw/a", text)).rows
      #expect(rows.map { $0.values[a]?.isNaN } == [isMissing])
      #expect(samples.missing.isEmpty)
    }
  }

  @Test func aTopicWithoutANumberIsToldUntilItHasOne() {
    let query = Query.topic("a")
    var samples = TopicSamples()
    samples.setQueries([query])
    for text in ["1", "x", "2"] {
      _ = samples.samples(of: message("a", text))
      #expect(samples.missing[query] == (text == "x" ? Self.noNumber("x") : nil))
    }
  }

  @Test func aSubscriptionThatIsRefusedIsTold() {
    let secret = Query.topic("secret/#")
    var samples = TopicSamples()
    samples.setQueries([secret, .topic("open")])
    samples.refused = ["secret/#"]
    #expect(samples.missing == [secret: "the broker refuses the subscription to 'secret/#'"])
  }

  @Test func aMillionTopicsAreBoundedAndTold() {
    let query = Query.topic("#")
    var samples = TopicSamples()
    samples.setQueries([query])
    var count = 0
    for number in 0..<2000 { count += samples.samples(of: message("t/\(number)", "1")).count }
    #expect(count == 1000)
    #expect(samples.missing == [query: "more than 1000 topics match '#': the others are left out"])
    #expect(samples.samples(of: message("t/5", "2")).count == 1)
    // The room is there again for a query that is asked anew.
    samples.setQueries([])
    samples.setQueries([query])
    #expect(samples.samples(of: message("t/1999", "1")).count == 1)
    #expect(samples.missing.isEmpty)
  }

  /// Topics that are gone make room for those that come, so that a kiosk of months shows the present ones.
  @Test func silentTopicsMakeRoom() {
    let query = Query.topic("#")
    var samples = TopicSamples()
    samples.setQueries([query])
    for number in 0..<1000 { _ = samples.samples(of: message("old/\(number)", "1", at: 0)) }
    #expect(samples.samples(of: message("new/1", "1", at: 3000)).isEmpty)
    #expect(samples.missing == [query: "more than 1000 topics match '#': the others are left out"])
    _ = samples.samples(of: message("old/5", "2", at: 3100))
    #expect(samples.samples(of: message("new/1", "1", at: 3700)).count == 1)
    #expect(samples.missing.isEmpty)
    // The topic that was heard again is still there.
    for number in 2..<1000 { _ = samples.samples(of: message("new/\(number)", "1", at: 3700)) }
    #expect(samples.samples(of: message("new/1000", "1", at: 3700)).isEmpty)
    #expect(samples.samples(of: message("old/5", "3", at: 3700)).count == 1)
    #expect(!samples.missing.isEmpty)
    // An hour later nothing is left out any more.
    #expect(samples.samples(of: message("old/5", "3", at: 7400)).count == 1)
    #expect(samples.missing.isEmpty)
  }

  @Test func aMessageThatIsTooLargeIsRefused() {
    let query = Query.topic("a")
    var samples = TopicSamples()
    samples.setQueries([query])
    let large = [UInt8](repeating: 0x31, count: MQTTFeedSpec.largestMessage + 1)
    _ = samples.samples(of: .init(topic: "a", payload: large, isRetained: false, time: 1))
    #expect(samples.missing == [query: "the message is larger than 16 MiB"])
  }
}
