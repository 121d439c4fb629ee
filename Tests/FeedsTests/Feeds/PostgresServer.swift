import CPostgres
import Foundation
import TestSupport
import Testing

@testable import Feeds

/// Debian's PostgreSQL server on a free port of the loopback, with its data in a folder of its own. The
/// server does not run as root, so a test that does hands the folder to the package's user.
final class PostgresServer {
  let port: ReservedPort
  private let folder = TemporaryFolder()
  private let programs: String
  private var process: ToolProcess?
  private let user: passwd?

  /// The password of the superuser `tester`; its signs need encoding in a URI.
  static let password = "s3cr&t:pw"
  static let encodedPassword = "s3cr%26t%3Apw"

  init(settings: [String: String] = [:]) throws {
    port = try ReservedPort()
    programs = try Self.findPrograms()
    user = getuid() == 0 ? getpwnam("postgres")?.pointee : nil
    try folder.file("password").write(Self.password)
    try giveAway()
    let made = try run(
      "initdb",
      [
        "-D", data, "-U", "tester", "--pwfile", folder.path + "/password", "-A", "scram-sha-256",
        "-E", "UTF8", "--locale=C", "--no-sync",
      ])
    try #require(made == 0, "initdb has failed")
    try configure(settings)
    try start()
  }

  deinit { stop() }

  private var data: String { folder.path + "/data" }

  private static func findPrograms() throws -> String {
    let versions = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
    let newest = try #require(versions.compactMap { Int($0) }.max(), "no package postgresql")
    return "/usr/lib/postgresql/\(newest)/bin/"
  }

  private func giveAway() throws {
    guard let user else { return }
    for path in [folder.path]
      + (try FileManager.default.subpathsOfDirectory(atPath: folder.path))
      .map({ folder.path + "/" + $0 })
    {
      try #require(chown(path, user.pw_uid, user.pw_gid) == 0)
    }
  }

  /// A command line of a program of the server, as the user that may run it.
  private func command(_ program: String, _ arguments: [String]) -> (String, [String]) {
    guard user != nil else { return (programs + program, arguments) }
    return (
      "/usr/bin/setpriv",
      ["--reuid=postgres", "--regid=postgres", "--clear-groups", programs + program] + arguments
    )
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    let (path, arguments) = command(program, arguments)
    return try runTool(path, arguments, in: folder.url)
  }

  private func configure(_ settings: [String: String]) throws {
    if settings["ssl"] == "on" { try makeCertificate() }
    let all = settings.merging([
      "listen_addresses": "'127.0.0.1'", "port": "\(port.number)", "fsync": "off",
      "unix_socket_directories": "''", "shared_buffers": "16MB", "max_connections": "20",
    ]) { own, _ in own }
    let file = URL(fileURLWithPath: data + "/postgresql.conf")
    try file.append("\n" + all.map { "\($0) = \($1)\n" }.joined())
  }

  /// The path of the server's certificate, which has no signer.
  var certificate: String { data + "/server.crt" }

  private func makeCertificate() throws {
    try FeedsTests.makeCertificate(certificate, key: data + "/server.key", in: folder.url)
    chmod(data + "/server.key", 0o600)
    try giveAway()
  }

  /// Starts the server and waits until it answers.
  func start() throws {
    let (path, arguments) = command("postgres", ["-D", data])
    process = try ToolProcess(path, arguments, in: folder.url)
    let answers = try eventually {
      try run("pg_isready", ["-q", "-h", "127.0.0.1", "-p", "\(port.number)"]) == 0
    }
    try #require(answers, "the server does not start")
  }

  /// Kills the server, as a crash does.
  func stop() {
    // The immediate shutdown ends every process of the server.
    process?.stop(by: SIGQUIT)
    process = nil
  }

  /// Stops or continues all processes of the server.
  func pause(_ isPaused: Bool) throws {
    let parent = try #require(process).identifier
    _ = try runTool(
      "/usr/bin/pkill", [isPaused ? "-STOP" : "-CONT", "-P", "\(parent)"])
    kill(parent, isPaused ? SIGSTOP : SIGCONT)
  }

  func uri(
    host: String = "127.0.0.1", user: String = "tester", password: String? = encodedPassword,
    database: String = "postgres", settings: String = ""
  ) -> String {
    let secret = password.map { ":\($0)" } ?? ""
    return "postgres://\(user)\(secret)@\(host):\(port.number)/\(database)\(settings)"
  }

  /// Executes commands as a client that writes.
  func run(_ commands: String) throws {
    let lib = try LibPostgres.shared.get()
    let connection = try #require(
      withCStrings(["dbname"]) { names in
        withCStrings([uri()]) { lib.call.connectStartParams(names, $0, 1) }
      })
    defer { lib.call.finish(connection) }
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      try #require(
        state != PGRES_POLLING_FAILED, "\(String(cString: lib.call.errorMessage(connection)!))")
      let events = state == PGRES_POLLING_WRITING ? POLLOUT : POLLIN
      var wait = pollfd(
        fd: lib.call.socket(connection), events: Int16(events), revents: 0)
      poll(&wait, 1, 10_000)
      state = lib.call.connectPoll(connection)
    }
    try #require(lib.call.sendQuery(connection, commands) == 1)
    while let result = lib.call.getResult(connection) {
      defer { lib.call.clear(result) }
      let message = lib.call.resultErrorMessage(result).map { String(cString: $0) } ?? ""
      try #require(message.isEmpty, "\(message)")
    }
  }
}
