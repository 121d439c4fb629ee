import Glibc
import Messages

/// The addresses of a host.
enum HostAddresses {
  /// The numeric addresses of a name, in the order of preference. The system's resolver may take seconds.
  static func numeric(of host: String) throws(SourceError) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, nil, &hints, &list)
    guard result == 0 else {
      throw SourceError(kind: .noInput, description: Message(verbatim: reason(result)))
    }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ai_next
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let length = socklen_t(text.count)
      guard
        getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      addresses.append(String(decoding: bytes, as: UTF8.self))
    }
    return addresses
  }

  /// The reason why a name has no address.
  static func reason(_ error: Int32) -> String {
    switch error {
    case EAI_NONAME: String(localized: "the host's name is not known")
    case EAI_AGAIN: String(localized: "the name server does not answer")
    default: String(cString: gai_strerror(error)).lowercased()
    }
  }
}
