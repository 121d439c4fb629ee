import Foundation
import TestSupport
import Testing

/// Debian's mosquitto on a free port of the loopback, which is killed with the object.
final class Broker {
  let port: ReservedPort
  private let security: [String]
  private let process: ToolProcess

  /// - Parameters:
  ///   - folder: a temporary folder for the broker's files.
  ///   - settings: further lines of the configuration.
  ///   - client: the arguments with which clients connect.
  init(_ folder: URL, _ settings: [String] = ["allow_anonymous true"], client: [String] = []) throws
  {
    port = try ReservedPort()
    security = client
    let lines =
      ["user root", "persistence false", "log_dest none", "listener \(port.number) 127.0.0.1"]
      + settings
    try folder.appendingPathComponent("mosquitto.conf").write(
      lines.joined(separator: "\n") + "\n")
    process = try ToolProcess("/usr/sbin/mosquitto", ["-c", folder.path + "/mosquitto.conf"])
  }

  func signal(_ number: Int32) throws { kill(try process.identifier, number) }
  func stop() { process.stop() }
  func restart() throws { try process.restart() }

  /// Publishes a message, as soon as the broker is there.
  func publish(_ topic: String, _ message: String, isRetained: Bool = false) throws {
    let text = message.isEmpty ? ["-n"] : ["-m", message]
    let isSent = try eventually {
      try runTool(
        "/usr/bin/mosquitto_pub",
        ["-h", "localhost", "-p", "\(port.number)", "-t", topic] + text
          + (isRetained ? ["-r"] : []) + security) == 0
    }
    try #require(isSent)
  }

  /// Makes a certificate for localhost, without a signer, and a file of users: `me` with `hunter2`.
  static func makeSecrets(_ folder: URL) throws {
    try makeCertificate(in: folder)
    let users = try runTool(
      "/usr/bin/mosquitto_passwd", ["-b", "-c", "users", "me", "hunter2"], in: folder)
    try #require(users == 0)
  }
}
