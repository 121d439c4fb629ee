import Foundation
import TestSupport
import Testing

/// Debian's mosquitto on a free port of the loopback, which is killed with the object.
final class Broker {
  let port: ReservedPort
  private let folder: URL
  private let security: [String]
  private var process: Process

  /// - Parameters:
  ///   - folder: a temporary folder for the broker's files.
  ///   - settings: further lines of the configuration.
  ///   - client: the arguments with which clients connect.
  init(_ folder: URL, _ settings: [String] = ["allow_anonymous true"], client: [String] = []) throws
  {
    port = try ReservedPort()
    self.folder = folder
    security = client
    let lines =
      ["user root", "persistence false", "log_dest none", "listener \(port.number) 127.0.0.1"]
      + settings
    try folder.appendingPathComponent("mosquitto.conf").write(
      lines.joined(separator: "\n") + "\n")
    process = try startTool("/usr/sbin/mosquitto", ["-c", folder.path + "/mosquitto.conf"])
  }

  deinit { stop() }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  func stop() {
    guard process.isRunning else { return }
    signal(SIGKILL)
    process.waitUntilExit()
  }

  func restart() throws {
    process = try startTool("/usr/sbin/mosquitto", ["-c", folder.path + "/mosquitto.conf"])
  }

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
    let certificate = try runTool(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "cert.pem", "-days", "3", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost",
      ], in: folder)
    try #require(certificate == 0)
    let users = try runTool(
      "/usr/bin/mosquitto_passwd", ["-b", "-c", "users", "me", "hunter2"], in: folder)
    try #require(users == 0)
  }
}
