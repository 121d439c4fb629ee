import Feeds
import Metrics
import Testing

@testable import Dashboard

/// The samples that wait for the disk.
@Suite struct SampleInboxTests {
  private let source = SourceSpec.system(period: 1)
  private let query = Query.metric(Metric("cpu.busy"))

  private func update(_ times: some Sequence<Int>) -> FeedUpdate {
    let times = times.map(Double.init)
    let column = SampleBatch.Column(Metric("cpu.busy"), times)
    return FeedUpdate(samples: [.init(query, SampleBatch(times: times, columns: [column]))])
  }

  /// A source that is faster than the disk, or a disk that does not answer, takes no more memory than is known.
  @Test func noMoreSamplesWaitThanAreAllowed() {
    let inbox = SampleInbox(startTime: 0)
    let length = 100_000
    var calls = 0
    for part in 0..<20 {
      if inbox.put(update(part * length..<(part + 1) * length), from: source) { calls += 1 }
    }
    #expect(calls == 1)
    let batch = inbox.take()
    #expect(batch.sampleCount == SampleInbox.mostWaiting - length)
    #expect(batch.isCut)
    // The newest samples matter most.
    #expect(batch.series.first?.times.first == Double(20 * length - batch.sampleCount))
    #expect(batch.series.first?.times.last == Double(20 * length - 1))
    // Samples that come after a batch are taken again.
    _ = inbox.put(update(5_000_000..<5_000_010), from: source)
    let next = inbox.take()
    #expect(next.sampleCount == 10)
    #expect(!next.isCut)
  }

  /// The count of a minute grows until the minute has ended, and is kept once.
  @Test func aValueThatGrowsIsKeptOnce() {
    let inbox = SampleInbox(startTime: 0)
    let metric = Metric("cpu.busy")
    func put(_ origin: SampleBatch.Origin, _ times: [Double], _ values: [Double]) {
      let batch = SampleBatch(
        origin, times: times, columns: [SampleBatch.Column(metric, values)])
      _ = inbox.put(FeedUpdate(samples: [.init(query, batch)]), from: source)
    }
    put(.past(0...60), [60], [1])
    put(.replacement, [60, 120], [7, 1])
    put(.replacement, [120], [4])
    #expect(inbox.take().series.flatMap(\.times) == [60])
    put(.replacement, [120], [6])
    // What comes late is kept, too.
    put(.past(80...100), [100], [5])
    put(.past(120...180), [180], [1])
    let batch = inbox.take()
    #expect(batch.series.flatMap(\.times) == [100, 120])
    #expect(batch.series.flatMap(\.values) == [5, 6])
  }

  /// A gap before the first samples of a run of the program, and before those after a lost connection: the messages
  /// that a broker published meanwhile are unknown. A source with a pace has its gaps by the distances of its samples.
  @Test(arguments: [true, false]) func gapsOfABroker(isBroker: Bool) {
    let source = isBroker ? SourceSpec.mqtt(MQTTFeedSpec(host: "h")) : self.source
    let inbox = SampleInbox(startTime: 0)
    func put(_ name: String, _ time: Double, isOfUnknownAge: Bool = false) {
      var batch = SampleBatch(times: [time], columns: [.init(Metric(name), [time])])
      batch.isOfUnknownAge = isOfUnknownAge
      _ = inbox.put(FeedUpdate(samples: [.init(.topic("t/+"), batch)]), from: source)
    }
    func taken() -> [[Double?]] {
      inbox.take().series.map { $0.values.map { $0.isNaN ? nil : $0 } }
    }
    put("a", 10, isOfUnknownAge: true)
    put("b", 11)
    put("a", 12)
    #expect(taken() == (isBroker ? [[nil, 10, 12], [nil, 11]] : [[10, 12], [11]]))
    put("a", 13)
    let failure = FeedHealth.failing(since: 14, reason: "refused")
    for _ in 0..<2 { _ = inbox.put(FeedUpdate(health: failure), from: source) }
    put("a", 20, isOfUnknownAge: true)
    put("a", 21)
    #expect(taken() == (isBroker ? [[13, nil, 20, 21]] : [[13, 20, 21]]))
    put("b", 22)
    #expect(taken() == (isBroker ? [[nil, 22]] : [[22]]))
  }

  /// A source whose clock is ahead for a while hides no later samples, and its false ones are not kept.
  @Test func samplesOfTheFutureHideNoLaterOnes() {
    let inbox = SampleInbox(startTime: 0)
    func kept(_ times: [Double], at now: Double) -> [Double] {
      let batch = SampleBatch(
        .past(now - 60...now), times: times,
        columns: [SampleBatch.Column(Metric("cpu.busy"), times)])
      _ = inbox.put(FeedUpdate(samples: [.init(query, batch)]), from: source)
      return inbox.take(at: now).series.flatMap(\.times)
    }
    #expect(kept([98, 99], at: 100) == [98, 99])
    #expect(kept([100, 101, 7300], at: 102) == [100, 101])
    #expect(kept([102, 103, 7302], at: 104) == [102, 103])
    #expect(kept([104, 105], at: 106) == [104, 105])
  }

  /// A column in several units has one name, and the samples of one unit are kept.
  @Test func aColumnIsKeptInOneUnit() {
    let inbox = SampleInbox(startTime: 0)
    func part(_ unit: ColumnUnit?, _ value: Double) -> FeedUpdate.Samples {
      let query = Query.column("x", unit: unit)
      return FeedUpdate.Samples(
        query, SampleBatch(times: [1], columns: [SampleBatch.Column(query.metric, [value])]))
    }
    let parts = [part(nil, 1), part(ColumnUnit("s", times: 1e-3), 2), part(ColumnUnit("s"), 3)]
    for order in [parts, parts.reversed()] {
      _ = inbox.put(FeedUpdate(samples: order), from: source)
      #expect(inbox.take().series.map(\.values) == [[3]])
    }
  }

  /// Names that come and go for ever take no more memory than is known, and a past is written once all the same.
  @Test func silentSeriesAreForgotten() {
    let inbox = SampleInbox(startTime: 0)
    func put(_ names: some Sequence<Int>, at times: [Double], isPast: Bool = false) {
      let columns = names.map {
        SampleBatch.Column(Metric("cpu.busy", labels: ["n": "\($0)"]), times)
      }
      let origin: SampleBatch.Origin = isPast ? .past(times[0]...times[times.count - 1]) : .own()
      let batch = SampleBatch(origin, times: times, columns: columns)
      _ = inbox.put(FeedUpdate(samples: [.init(query, batch)]), from: source)
    }
    for part in 0..<10 {
      put(part * 2000..<(part + 1) * 2000, at: [Double(part + 1)])
      _ = inbox.take()
      #expect(inbox.rememberedCount <= SampleInbox.mostRemembered)
    }
    // A sample from before the time of the forgotten ones is known; a later one is new.
    put([0], at: [1, 2, 20], isPast: true)
    #expect(inbox.take().series.map(\.times) == [[20]])
  }
}
