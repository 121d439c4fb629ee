import Glibc
import TestSupport
import Testing

@testable import Control

/// The addresses of a name at which a server listens.
@Suite struct ListenAddressTests {
  /// Makes a list of addresses on this machine, of the given families and with a port that the system chooses.
  private func listen(families: [Int32]) throws(ListenAddress.ListenFailure) -> Int32 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let addresses = UnsafeMutablePointer<addrinfo>.allocate(capacity: families.count)
    let target = UnsafeMutablePointer<sockaddr_in>.allocate(capacity: 1)
    target.initialize(to: place)
    defer {
      addresses.deallocate()
      target.deallocate()
    }
    for (index, family) in families.enumerated() {
      var address = addrinfo()
      address.ai_family = family
      address.ai_addr = UnsafeMutableRawPointer(target).assumingMemoryBound(to: sockaddr.self)
      address.ai_addrlen = socklen_t(MemoryLayout<sockaddr_in>.size)
      address.ai_next = index + 1 < families.count ? addresses + index + 1 : nil
      addresses.advanced(by: index).initialize(to: address)
    }
    return try ListenAddress.listen(atFirstOf: UnsafePointer(addresses))
  }

  /// Clients that know no IPv6 reach a name that has both kinds of addresses.
  @Test func theNameOfThisMachineIsThatOfIPv4() throws {
    let free = try listen(families: [AF_INET])
    let port = UInt16(bigEndian: try place(of: free).sin_port)
    close(free)
    let descriptor = try #require(ListenAddress("localhost:\(port)")).listen()
    defer { close(descriptor) }
    #expect(try Int32(place(of: descriptor).sin_family) == AF_INET)
  }

  /// The family and the port at which a socket listens.
  private func place(of descriptor: Int32) throws -> sockaddr_in {
    var (address, length) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
    return try withUnsafeMutablePointer(to: &address) { place in
      let result = place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
      try #require(result == 0)
      return place.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
    }
  }

  /// A family that no system has stands for IPv6 on a machine without it.
  @Test func anAddressThatTheMachineCannotUseIsSkipped() throws {
    let descriptor = try listen(families: [9999, AF_INET])
    defer { close(descriptor) }
    var isListening: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    #expect(getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0)
    #expect(isListening == 1)
  }

  @Test func theLastFailureIsTold() {
    #expect(throws: ListenAddress.ListenFailure(number: EAFNOSUPPORT)) {
      try listen(families: [9998, 9999])
    }
  }

  /// The hosts of requests that a server for this machine alone answers.
  @Test(
    arguments: [
      (nil, true), ("127.0.0.1:9111", true), ("[::1]:9111", true), ("localhost", true),
      ("LocalHost:9111", true), ("hall:9111", true), ("example.org:9111", false),
      ("127.0.0.1.example.org", false), ("localhost.example.org", false),
      ("hall.example.org", false),
    ] as [(String?, Bool)])
  func ownHosts(host: String?, isOwn: Bool) {
    #expect(MetricsServer.isOwn(host: host, names: ["Hall"]) == isOwn)
  }

  @Test(arguments: [("127.0.0.1", true), ("127.9.9.9", true), ("0.0.0.0", false)])
  func localListeners(host: String, isLocal: Bool) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, host, &address.sin_addr)
    let result = withUnsafeBytes(of: address) {
      bind(listener, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    #expect(result == 0 && MetricsServer.isLocal(listener) == isLocal)
  }

  /// The ninth connection of a client whose requests never end is closed, and the others stay. Here no connection ends
  /// for its silence.
  @Test func aSilentClientDoesNotShutOthersOut() throws {
    let port = try ReservedPort()
    let listener = port.takeSocket()
    try #require(Glibc.listen(listener, 16) == 0)
    let server = try MetricsServer(listener, host: "127.0.0.1", silence: 3600) { "up 1\n" }
    defer { withExtendedLifetime(server) {} }
    let silent = try (0..<9).map { _ in try port.connect() }
    defer { for descriptor in silent { close(descriptor) } }
    let start = Array("GET /met".utf8)
    for descriptor in silent {
      _ = send(descriptor, start, start.count, Int32(MSG_NOSIGNAL))
    }
    func isClosed(_ descriptor: Int32) -> Bool {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      return poll(&wait, 1, 0) > 0 && recv(descriptor, &byte, 1, 0) <= 0
    }
    try #require(eventually { isClosed(silent[8]) })
    #expect(!silent[..<8].contains(where: isClosed))
    let answer = try Shell.run(
      "curl -s --interface 127.0.0.2 http://127.0.0.1:\(port.number)/metrics")
    #expect(answer.output == "up 1\n")
  }
}
