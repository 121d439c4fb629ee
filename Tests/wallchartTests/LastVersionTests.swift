import Foundation
import Glibc
import TestSupport
import Testing

/// A kiosk that starts while its dashboard's file gives no dashboard.
@Suite struct LastVersionTests {
  private static let dark: UInt32 = 0x0d1117
  private static let light: UInt32 = 0xeef1f5

  private let folder = TemporaryFolder()

  private func wait(for color: UInt32, on server: Xvfb) throws -> Bool {
    try eventually { try server.screen()[2, 2] & 0xffffff == color }
  }

  /// Shows a valid file until its version is kept, or only until the page is seen, and ends.
  private func showOnce(
    _ arguments: [String], _ environment: [String: String], on server: Xvfb, keepsVersion: Bool
  ) throws {
    let program = try Program.Running(arguments, environment: environment)
    try #require(try wait(for: Self.light, on: server))
    if keepsVersion { try #require(try eventually { try !copies().isEmpty }) }
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// The last valid version is shown in place of mistakes, and of a file that is not there, until the file is corrected.
  @Test(arguments: ["panels: [{chart: none}]\n", nil])
  func theLastValidVersionIsShown(_ contents: String?) throws {
    let (server, file, environment) = try place()
    defer { server.stop() }
    let arguments = ["--kiosk", file.path, "--no-motion"]
    try write("theme: light\npanels: [{source: cpu.busy}]\n", to: file)
    try showOnce(arguments, environment, on: server, keepsVersion: true)
    if let contents { try write(contents, to: file) } else { unlink(file.path) }
    let program = try Program.Running(arguments, environment: environment)
    try program.waitForErrorLine(containing: "the last valid version of \(file.path) is shown")
    try #require(try wait(for: Self.light, on: server))
    try write("theme: dark\npanels: [{source: cpu.busy}]\n", to: file)
    try program.waitForErrorLine(containing: "wall.yaml is valid now")
    try #require(try wait(for: Self.dark, on: server))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// A kiosk that keeps nothing on the disk keeps no version.
  @Test(arguments: ["option", "file"]) func nothingIsKept(_ way: String) throws {
    let (server, file, environment) = try place()
    defer { server.stop() }
    let text =
      "theme: light\n\(way == "file" ? "history: off\n" : "")panels: [{source: cpu.busy}]\n"
    try write(text, to: file)
    let arguments =
      ["--kiosk", file.path, "--no-motion"] + (way == "option" ? ["--no-history"] : [])
    try showOnce(arguments, environment, on: server, keepsVersion: false)
    #expect(try copies().isEmpty)
    try write("panels: [{chart: none}]\n", to: file)
    let program = try Program.Running(arguments, environment: environment)
    try program.waitForErrorLine(containing: "to be corrected")
    try #require(try wait(for: Self.dark, on: server))
    program.signal(SIGTERM)
    let end = try program.waitForEnd()
    #expect(end.status == 0 && !end.errors.contains("last valid version"))
  }

  private func place() throws -> (Xvfb, URL, [String: String]) {
    let server = try Xvfb()
    var environment = server.environment
    environment["XDG_STATE_HOME"] = folder.path
    return (server, folder.file("wall.yaml"), environment)
  }

  private func write(_ text: String, to file: URL) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// The versions that are kept.
  private func copies() throws -> [String] {
    let state = folder.file("wallchart")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: state.path)) ?? []
    return names.filter { $0.hasSuffix(".dashboard") }
  }
}
