import Feeds

extension SourceEntries {
  /// The settings of requests to any server.
  static let requestSettings = [
    "every", "timeout", "headers", "basic", "bearer", "bearer_file", "ca_file",
  ]

  /// Reads a URL and the settings of requests.
  /// - Parameter standard: the defaults of the settings.
  func request(_ value: YAMLNode, _ standard: HTTPFeedSpec) -> HTTPFeedSpec? {
    let problem = { RequestText.problem(url: RequestTemplate.example(of: $0)) }
    guard let url = text(value, without: problem) else { return nil }
    var spec = standard
    spec.url = url
    (spec.every, spec.timeout) = pace(every: spec.every, timeout: spec.timeout)
    spec.headers = headers()
    spec.authorization = authorization()
    spec.certificates = text("ca_file").map(placed)
    return spec
  }

  private func headers() -> [HTTPFeedSpec.Header] {
    let pairs = entries.pairs("headers", atMost: Self.mostPairs, form: "Name: value") ?? []
    return pairs.compactMap { key, value in
      guard let name = text(key, without: RequestText.problem(headerName:)),
        let text = text(value, without: RequestText.problem(headerValue:))
      else { return nil }
      return HTTPFeedSpec.Header(name: name, value: Secret(text))
    }
  }

  private func authorization() -> HTTPFeedSpec.Authorization {
    let ways = ["basic", "bearer", "bearer_file"].filter { entries[$0] != nil }
    if ways.count > 1 {
      problems.add(mark, "only one of \(ways.joined(separator: " and ")) can be given")
    }
    if let node = entries["bearer"] {
      return text(node, without: RequestText.problem(bearer:)).map { .bearer(.text(Secret($0))) }
        ?? .none
    }
    if let node = entries["bearer_file"] {
      return file(in: node, without: RequestText.problem(bearer:)).map { .bearer($0) } ?? .none
    }
    return entries["basic"].flatMap(basic) ?? .none
  }

  private func basic(_ node: YAMLNode) -> HTTPFeedSpec.Authorization? {
    guard let basic = MappingReader(node, .basic, problems: problems) else { return nil }
    guard let userNode = basic["user"] else {
      basic.reportNeed(of: ["user"], saying: "'basic' needs a 'user'")
      return nil
    }
    guard basic["password"] != nil || basic["password_file"] != nil else {
      basic.reportNeed(
        of: ["password", "password_file"], saying: "'basic' needs a 'password' or a 'password_file'"
      )
      return nil
    }
    let password = with(basic).password()
    guard let user = text(userNode, without: RequestText.problem(user:)), let password else {
      return nil
    }
    return .basic(user: user, password: password)
  }
}
