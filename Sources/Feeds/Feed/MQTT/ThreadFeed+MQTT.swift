extension ThreadFeed {
  /// A feed of the messages of an MQTT broker.
  convenience init(
    _ spec: MQTTFeedSpec, _ selection: Selection, clock: FeedClock = .system
  ) {
    var spec = spec
    spec.timeout = spec.timeout.bounded(by: 0.05...600, otherwise: 5)
    let context = FeedContext(selection, clock: clock)
    let session = MQTTSession(spec, context)
    self.init(context, named: "mqtt", work: session.run)
  }
}
