import Foundation
import Raster
import TestSupport
import Testing

/// Locales without UTF-8, and locales that the system does not have.
@Suite struct LocaleTests {
  private static let locales = ["C", "POSIX", "de_DE.ISO-8859-1", "xx_YY.nonsense", ""]

  /// The name is not ASCII.
  private func dashboard() throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("wallchart-Größe-\(UUID().uuidString).yaml").path
    try
      "title: Größe 大 ✓\npanels:\n  - {title: Füllstand, chart: number, source: {command: echo 4.5}}\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func picturesDoNotDependOnTheLocale() throws {
    func picture(_ locale: String) throws -> Image {
      let arguments = ["--replay", Program.fixture("orion.samples"), "--title", "Größe 大 ✓"]
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).png").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let result = try Program.run(
        arguments + ["--size", "400x300", "--snapshot", path], environment: ["LC_ALL": locale])
      #expect(result.status == 0 && result.errors == "", "\(locale): \(result)")
      return try PNG.read(path)
    }
    let expected = try picture("C.UTF-8").pixels
    for locale in Self.locales { #expect(try picture(locale).pixels == expected, "\(locale)") }
  }

  @Test(arguments: locales)
  func theWindowHasItsTitle(locale: String) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let path = try dashboard()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let program = try Program.Running(
      ["--stats", "--size", "300x200", path],
      environment: server.environment.merging(["LC_ALL": locale]) { $1 })
    #expect(program.waitForErrorLine(containing: "\"frame\":1,") != nil)
    let titles = try server.run("sh", "-c", "xdotool search --name . getwindowname %@")
    #expect(titles.contains("Größe 大 ✓"), "\(titles)")
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }
}
