import Charts
import Feeds
import Foundation
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// Brokers and rows of JSON in dashboard files.
@Suite struct ServerSourceFileTests {
  private func panels(_ text: String) throws -> [PanelSpec] {
    try DashboardFile(path: "f").parse(Array(text.utf8), environment: { ["PW": "hunter2"][$0] })
      .pages[0].panels
  }

  private func problems(_ source: String) -> [String] {
    do throws(DashboardFile.Failure) {
      let text = "panels: [{source: {\(source)}}]"
      _ = try DashboardFile(path: "f").parse(Array(text.utf8), environment: { _ in nil })
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  // MARK: MQTT

  @Test func topicsOfABroker() throws {
    let panels = try panels(
      """
      sources:
        home: {mqtt: "broker:1884", tls: true, user: me, password: "${PW}", timeout: 2s}
      panels:
        - source: {from: home, topic: sensors/+/temperature, path: value}
        - source: {mqtt: broker, certificates: /ca.pem, topic: a}
          series: [{path: .x}, {topic: b, label: "{{1}}"}]
      """)
    let login = MQTTFeedSpec.Login(user: "me", password: .text(Secret("hunter2")))
    #expect(
      panels[0].series == [
        SeriesSpec(
          source: .mqtt(
            MQTTFeedSpec(
              host: "broker", port: 1884, security: .systemCertificates, login: login, timeout: 2)),
          query: .topic("sensors/+/temperature", path: ".value"))
      ])
    let other = SourceSpec.mqtt(
      MQTTFeedSpec(host: "broker", port: 8883, security: .certificates("/ca.pem")))
    #expect(
      panels[1].series == [
        SeriesSpec(source: other, query: .topic("a", path: ".x")),
        SeriesSpec(label: "{{1}}", source: other, query: .topic("b")),
      ])
    #expect(!"\(panels)".contains("hunter2"))
  }

  @Test func thePasswordOfABrokerCanBeInAFile() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("password").path
      try "hunter2\n".write(toFile: file, atomically: true, encoding: .utf8)
      let panels = try panels(
        "panels: [{source: {mqtt: b, topic: a, user: me, password_file: \(file)}}]")
      let login = MQTTFeedSpec.Login(user: "me", password: .file(file))
      #expect(panels[0].series.map(\.source) == [.mqtt(MQTTFeedSpec(host: "b", login: login))])
    }
  }

  @Test(
    arguments: [
      ("mqtt: broker, topic: a", nil),
      ("mqtt: broker", "f:1:19: a 'topic' must be selected, such as sensors/+/temperature"),
      (
        "mqtt: 'mqtt://b', topic: a",
        "f:1:26: a broker is 'HOST' or 'HOST:PORT', without a scheme"
      ),
      ("mqtt: 'b:0', topic: a", "f:1:26: a port is a number from 1 to 65535"),
      ("mqtt: b, topic: 'a/#/b'", "f:1:36: '#' is the whole last level of a topic: sensors/#"),
      ("mqtt: b, topic: a, every: 5s", "f:1:46: 'every' has no meaning for a source with 'mqtt'"),
      ("mqtt: b, topic: a, password: x", "f:1:49: a password needs a 'user'"),
      (
        "mqtt: b, topic: a, user: me, password: x, password_file: y",
        "f:1:77: only one of password and password_file can be given"
      ),
      (
        "http: 'http://x', path: .v, basic: {user: a}",
        "f:1:55: 'basic' needs a 'password' or a 'password_file'"
      ),
      (
        "mqtt: b, topic: a, tls: false, certificates: c",
        "f:1:65: 'ca_file' has no meaning without TLS"
      ),
      ("mqtt: b, topic: a, user: 'a:b'", "f:1:45: the user has a colon in it"),
      (
        "mqtt: b, topic: a, path: 'a..b'",
        "f:1:45: 'a..b' is not a path in JSON, such as .queues[0].depth"
      ),
      (
        "http: 'http://x', topic: a, path: .v",
        "f:1:45: 'topic' has no meaning for a source with 'http'"
      ),
    ] as [(String, String?)])
  func mistakesOfBrokers(source: String, problem: String?) {
    #expect(problems(source) == [problem].compactMap { $0 })
  }

  // MARK: Rows

  @Test func rowsOfJSON() throws {
    let panels = try panels(
      """
      panels:
        - source:
            http: "http://n/api?after={from}&before={to}&gtime={step}"
            rows: .data
            time: 0
            names: .labels
          series: [{value: user}, {value: [system, 3], by: [host]}]
        - source:
            {http: "http://n", method: POST, body: "{\\"q\\": \\"${PW}\\"}", rows: ".", time: t,
             value: v, time_format: "%d.%m.%Y"}
      """)
    var spec = HTTPFeedSpec(
      url: "http://n/api?after={from}&before={to}&gtime={step}", format: .rows)
    let rows = RowQuery(rows: ".data", time: "0", values: ["user"], names: ".labels")
    var several = rows
    (several.values, several.by) = (["system", "3"], ["host"])
    #expect(
      panels[0].series == [
        SeriesSpec(source: .http(spec), query: .rows(rows)),
        SeriesSpec(source: .http(spec), query: .rows(several)),
      ])
    spec = HTTPFeedSpec(url: "http://n", format: .rows)
    (spec.method, spec.body) = (.post, Secret("{\"q\": \"hunter2\"}"))
    #expect(
      panels[1].series == [
        SeriesSpec(
          source: .http(spec),
          query: .rows(
            RowQuery(rows: ".", time: "t", values: ["v"], timeFormat: "%d.%m.%Y")))
      ])
    #expect(!"\(panels)".contains("hunter2"))
  }

  @Test(
    arguments: [
      ("rows: .d, time: 0, value: 1", nil),
      ("rows: .d, time: 0", "f:1:19: 'rows' need a 'value': the number or the name of a field"),
      (
        "rows: '.d[', time: 0, value: 1",
        "f:1:19: '.d[' is not a path to rows in JSON, such as .data or .[].datapoints"
      ),
      ("path: .v, time: 0", "f:1:61: 'time' needs 'rows'"),
      ("path: .v, body: x", "f:1:61: a 'body' needs 'method: POST'"),
      ("path: .v, method: PUT", "f:1:63: 'PUT' is none of GET, POST"),
    ] as [(String, String?)])
  func mistakesOfRows(entries: String, problem: String?) {
    #expect(problems("http: 'http://x/{from}', \(entries)") == [problem].compactMap { $0 })
  }

  // MARK: Honesty

  @Test func aRetainedValueIsShownAsOfUnknownAgeAndSilenceIsNoFailure() throws {
    let panel = try panels("panels: [{source: {mqtt: broker, topic: door}}]")[0]
    let source = panel.series[0].source
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func append(_ value: Double, isRetained: Bool, at time: Double) {
      var batch = SampleBatch(times: [time], columns: [.init("door", [value])])
      batch.isOfUnknownAge = isRetained
      _ = store.append(
        FeedUpdate(samples: [.init(panel.series[0].query, batch)]), from: source, at: time)
    }
    func health(at time: Double) -> PanelHealth {
      PanelHealth(of: panel, store.lines(of: panel), in: store, lateAfter: nil, at: time)
    }
    append(1, isRetained: true, at: 100)
    let unknown = PanelHealth.State.late(age: "of unknown age")
    for time in [100, 200, 100_000.0] {
      #expect(health(at: time).state == unknown && health(at: time).silence == 0)
      // The time axis goes on.
      #expect(health(at: time).validUntil == time + 1)
    }
    _ = store.append(
      FeedUpdate(health: .failing(since: 110, reason: "connection refused")), from: source, at: 110)
    #expect(health(at: 200).state == unknown)
    #expect(health(at: 200).failure == PanelContent.Failure(reason: "connection refused"))
    append(0, isRetained: false, at: 120)
    append(1, isRetained: false, at: 121)
    for time in [121, 100_000.0] { #expect(health(at: time).state == .fresh) }
  }

  /// A topic whose value may be old does not hide the age of the others, with which the time axis goes on.
  @Test func aRetainedValueBesideOnesThatAreLate() throws {
    let panel = try panels(
      #"panels: [{source: {mqtt: broker, topic: "home/+/temp", legend: "{{1}}"}, stale_after: 5s}]"#
    )[0]
    let source = panel.series[0].source
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func append(_ room: String, isRetained: Bool, at time: Double) {
      let metric = Metric("home/\(room)/temp", labels: ["1": room])
      var batch = SampleBatch(times: [time], columns: [.init(metric, [20])])
      batch.isOfUnknownAge = isRetained
      _ = store.append(
        FeedUpdate(samples: [.init(panel.series[0].query, batch)]), from: source, at: time)
    }
    append("attic", isRetained: true, at: 100)
    append("kitchen", isRetained: false, at: 101)
    func health(at time: Double) -> PanelHealth {
      PanelHealth(of: panel, store.lines(of: panel), in: store, lateAfter: nil, at: time)
    }
    #expect(health(at: 103).state == .late(age: "attic of unknown age"))
    #expect(health(at: 103).silence == 0)
    #expect(health(at: 121).state == .late(age: "20 s ago"))
    #expect(health(at: 121).silence == 20 && health(at: 121).lead == 20)
  }

  /// The age names the one line that is late, and otherwise counts the late lines.
  @Test(
    arguments: [
      (["a": 100, "b": 120, "c": 121], "a 20 s ago"),
      (["a": 100, "b": 112, "c": 121], "2 of 3: 20 s ago"),
      (["a": 100, "b": 101, "c": 102], "20 s ago"),
    ] as [([String: Double], String)])
  func agesOfSeveralLines(times: [String: Double], age: String) throws {
    let panel = try panels(
      #"panels: [{source: {mqtt: broker, topic: "t/+", legend: "{{1}}"}, stale_after: 5s}]"#)[0]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for (name, time) in times.sorted(by: { $0.value < $1.value }) {
      let metric = Metric("t/\(name)", labels: ["1": name])
      let batch = SampleBatch(times: [time], columns: [.init(metric, [20])])
      _ = store.append(
        FeedUpdate(samples: [.init(panel.series[0].query, batch)]), from: panel.series[0].source,
        at: time)
    }
    let health = PanelHealth(of: panel, store.lines(of: panel), in: store, lateAfter: nil, at: 122)
    #expect(health.state == .late(age: age))
  }

  /// A switch that sends a message when it changes keeps its state: the lane goes on with the time, and ends when the
  /// broker is lost.
  @Test(arguments: [(false, 0.0), (true, 35)])
  func theStateOfASilentTopic(isLost: Bool, silence: Double) throws {
    let panel = try panels(
      "panels: [{chart: states, source: {mqtt: broker, topic: 'sw/+', legend: '{{1}}'}, window: 5m}]"
    )[0]
    let source = panel.series[0].source
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func append(_ value: Double, isRetained: Bool = false, at time: Double) {
      let metric = Metric("sw/a", labels: ["1": "a"])
      var batch = SampleBatch(times: [1e9 + time], columns: [.init(metric, [value])])
      batch.isOfUnknownAge = isRetained
      _ = store.append(
        FeedUpdate(samples: [.init(panel.series[0].query, batch)]), from: source, at: time)
    }
    func lane(at time: Double) throws -> [ClosedRange<Double>] {
      let lines = store.lines(of: panel)
      let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: time)
      #expect(health.lead == time - (lines[0].arrival ?? 0))
      let body = store.content(of: panel, lines, health: health).body
      return try #require(body as? StatesContent).lanes[0].stretches
        .map { $0.start - 1e9...$0.end - 1e9 }
    }
    append(0, isRetained: true, at: 60)
    #expect(try lane(at: 90) == [60...90])
    append(1, at: 100)
    #expect(try lane(at: 100) == [60...100, 100...100])
    if isLost {
      let lost = FeedHealth.failing(since: 1e9 + 140, reason: "connection lost")
      _ = store.append(FeedUpdate(health: lost), from: source, at: 140)
    }
    #expect(try lane(at: 175) == [60...100, 100...(isLost ? 140 : 175)])
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 175)
    #expect(health.silence == silence && health.validUntil == 176)
    append(0, at: 300)
    #expect(try lane(at: 310) == [60...100, 100...(isLost ? 140 : 300), 300...310])
  }

  /// Rows that are steadily behind are old where a panel says for how long data may be old.
  @Test(arguments: [("", PanelHealth.State.fresh), ("stale_after: 1m, ", .late(age: "1 h ago"))])
  func rowsThatAreSteadilyBehind(keys: String, state: PanelHealth.State) throws {
    let panel = try panels(
      "panels: [{\(keys)source: {sqlite: d.db, query: 'select time, a from t', every: 2s}}]")[0]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let query = panel.series[0].query
    for time in stride(from: 0.0, to: 20, by: 2) {
      var batch = SampleBatch(times: [1e9 + time - 3600], columns: [.init("a", [time])])
      batch.origin = .own(mostLate: 0)
      let update = FeedUpdate(samples: [.init(query, batch)])
      _ = store.append(update, from: panel.series[0].source, at: time, now: 1e9 + time)
    }
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 18)
    #expect(health.state == state)
    let live = try #require(store.liveRange(of: panel, health))
    #expect(live.upperBound == 1e9 + 18 - (state == .fresh ? 3600 : 0))
  }
}
