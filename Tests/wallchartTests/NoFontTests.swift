import Foundation
import TestSupport
import Testing

@Suite struct NoFontTests {
  private let folder = TemporaryFolder()

  @Test("without any font the program names the package and ends with 69")
  func noFont() throws {
    let configuration = folder.file("fonts.conf")
    try """
    <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig><dir>\(folder.path)/none</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>
    """.write(to: configuration, atomically: true, encoding: .utf8)
    let result = try Program.run(
      [
        "--snapshot", folder.file("x.png").path, "--replay",
        Program.fixture("idle.samples"),
      ], environment: ["FONTCONFIG_FILE": configuration.path])
    #expect(result.status == 69, "\(result.errors)")
    #expect(result.errors.contains("fonts-inter"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
