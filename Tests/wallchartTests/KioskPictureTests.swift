import Foundation
import TestSupport
import Testing

/// Pictures of pages as a screen on a wall shows them.
@Suite struct KioskPictureTests {
  private let folder = TemporaryFolder()

  /// The height of a note's letters in a picture of the machine's page.
  private func noteHeight(_ arguments: [String]) throws -> Double {
    let file = folder.file("a.png").path
    let result = try Program.run(
      [
        "--replay", Program.fixture("orion.samples"), "--size", "1280x720", "--snapshot", file,
        "--dump-layers",
      ] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    let note = try #require(
      result.output.split(separator: "\n").first {
        $0.hasSuffix(#"text("2 cores") color(#8b949e)"#)
      })
    let bounds = try #require(note.split(separator: ")").first)
    return try #require(bounds.split(separator: " ").last.flatMap { Double($0) })
  }

  @Test func lettersAreLargeEnoughForARoom() throws {
    let (desk, wall) = (try noteHeight([]), try noteHeight(["--kiosk"]))
    #expect(wall > 1.1 * desk)
  }

  /// A kiosk waits for a better file; a picture does not.
  @Test func mistakesEndAPicture() throws {
    let file = folder.file("a.yaml").path
    try Data("panels: 7\n".utf8).write(to: URL(fileURLWithPath: file))
    let result = try Program.run(["--kiosk", file, "--snapshot", file + ".png"])
    #expect(result.status == 78 && result.errors.hasPrefix(file + ":1:9: "))
    #expect(!FileManager.default.fileExists(atPath: file + ".png"))
  }
}
