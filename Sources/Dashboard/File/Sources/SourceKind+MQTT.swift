import Feeds
import Messages

extension SourceKind {
  /// A broker of MQTT messages.
  static let mqtt = SourceKind(
    key: "mqtt",
    settings: ["timeout", "tls", "ca_file", "user", "password", "password_file"],
    queryKeys: ["topic", "path", "legend"],
    lacksQuery: "a 'topic' must be selected, such as sensors/+/temperature",
    read: { value, entries in
      broker(value, entries).map { (.mqtt($0), nil) }
    },
    select: { draft, entries in draft.query = topic(entries, base: draft.query) })

  private static func broker(_ value: YAMLNode, _ entries: SourceEntries) -> MQTTFeedSpec? {
    guard let text = entries.values.text(value) else { return nil }
    let certificates = entries.text("ca_file").map(entries.placed)
    let isSecure =
      entries["tls"].flatMap { entries.values.boolean($0) } ?? (certificates != nil)
    if !isSecure, let node = entries["ca_file"] {
      entries.problems.add(node.mark, "'ca_file' has no meaning without TLS")
    }
    let login = login(entries)
    switch MQTTFeedSpec.address(text) {
    case .failure(let error):
      entries.problems.add(value.mark, Message(verbatim: error.reason))
      return nil
    case .success(let address):
      let trusted = certificates.map { MQTTFeedSpec.Security.certificates($0) }
      var spec = MQTTFeedSpec(
        host: address.host, port: address.port,
        security: isSecure ? trusted ?? .systemCertificates : .none, login: login)
      spec.timeout = entries.timeout ?? spec.timeout
      return spec
    }
  }

  private static func login(_ entries: SourceEntries) -> MQTTFeedSpec.Login? {
    let password = entries.password()
    guard let node = entries["user"] else {
      if let node = entries["password"] ?? entries["password_file"] {
        entries.problems.add(node.mark, "a password needs a 'user'")
      }
      return nil
    }
    return entries.text(node, without: RequestText.problem(user:)).map {
      .init(user: $0, password: password)
    }
  }

  /// The messages of a topic. A series may choose another topic, or another path, than its panel.
  private static func topic(_ entries: SourceEntries, base: Query?) -> Query? {
    var (filter, path): (String?, String?) = (nil, nil)
    if case .topic(let base, let basePath, _, _) = base { (filter, path) = (base, basePath) }
    if let node = entries["topic"], let text = entries.values.text(node) {
      if let problem = Query.problem(topic: text) {
        entries.problems.add(node.mark, Message(verbatim: problem))
      }
      filter = text
    }
    if let node = entries["path"] { path = entries.path(node) }
    return filter.map { .topic($0, path: path) }
  }
}
