import Foundation
import TestSupport
import Testing

@testable import Typography

@Suite struct FontErrorTests {
  @Test func `without any font the package is named`() {
    withFolder { directory in
      let error = #expect(throws: FontError.self) { try FontLibrary(directory: directory.path) }
      #expect(
        error?.description
          == "no usable font in \(directory.path) (OpenType or TrueType outlines); "
          + "install the Debian package fonts-inter")
    }
    #expect(throws: FontError.self) { try FontLibrary(directory: "/no/such/folder") }
    #expect(throws: FontError.self) { try FontLibrary(directory: "") }
  }

  @Test func `a font in colour and files that are none are not enough`() throws {
    try withFolder { directory in
      try FileManager.default.copyItem(
        atPath: fontDirectory + "/Odd/TestColour.ttf", toPath: directory.path + "/colour.ttf")
      try Data("not a font".utf8).write(to: directory.appendingPathComponent("a.otf"))
      try Data().write(to: directory.appendingPathComponent("b.ttf"))
      try FileManager.default.createDirectory(
        atPath: directory.path + "/c.ttf", withIntermediateDirectories: false)
      #expect(throws: FontError.self) { try FontLibrary(directory: directory.path) }
    }
  }

  @Test func `fontconfig's configuration decides which fonts there are`() async {
    // The test needs a process of its own, because the environment names the configuration.
    await #expect(processExitsWith: .success) {
      try withFolder { directory in
        let file = directory.path + "/fonts.conf"
        func configure(_ fonts: String) throws {
          let text = """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
            <fontconfig><dir>\(fonts)</dir><cachedir>\(directory.path)/cache</cachedir></fontconfig>
            """
          try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        }
        setenv("FONTCONFIG_FILE", file, 1)
        try configure(directory.path + "/none")
        let error = #expect(throws: FontError.self) { try FontLibrary() }
        #expect(
          error?.description
            == "no usable font found by fontconfig (OpenType or TrueType outlines); "
            + "install the Debian package fonts-inter")
        #expect(throws: error!) { try FontLoading().wait() }
        try configure(fontDirectory)
        let line = try FontLibrary().line("AV 温 ☂", font: .init(size: 20))
        #expect(line == (try pinnedFonts().line("AV 温 ☂", font: .init(size: 20))))
        #expect(line == (try FontLoading().wait().line("AV 温 ☂", font: .init(size: 20))))
        // The test need not wait for these.
        _ = FontLoading()
      }
    }
  }
}
