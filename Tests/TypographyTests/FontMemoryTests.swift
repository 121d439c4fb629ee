import Foundation
import TestSupport
import Testing

@testable import Typography

/// A configuration of fontconfig in a folder, whose files are an hour old, and a memory beside the configuration.
private struct Place {
  let folder: String
  var memory: String { folder + "/cache/wallchart/fonts" }
  var configuration: String { folder + "/fonts.conf" }

  init(_ folder: String) throws {
    self.folder = folder
    for (name, value) in [
      ("FONTCONFIG_FILE", folder + "/fonts.conf"), ("HOME", folder + "/home"), ("LANG", "C"),
      ("XDG_CONFIG_HOME", folder + "/config"),
    ] { setenv(name, value, 1) }
    try FileManager.default.createDirectory(
      atPath: folder + "/fonts", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder + "/config/fontconfig", withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: fontDirectory)
    where name.hasSuffix(".otf") || name.hasSuffix(".ttf") {
      try FileManager.default.copyItem(
        atPath: fontDirectory + "/" + name, toPath: folder + "/fonts/" + name)
    }
    let text = """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(folder)/fonts</dir><cachedir>\(folder)/fontcache</cachedir></fontconfig>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: configuration))
    // Fontconfig writes its cache beside the fonts.
    _ = try FontLibrary()
    try age(3600)
  }

  /// Sets the times of the configuration and of all folders.
  func age(_ seconds: Double) throws {
    let user = "/config/fontconfig"
    for path in ["", "/fonts", "/fonts.conf", user, user + "/fonts.conf"]
    where FileManager.default.fileExists(atPath: folder + path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: folder + path)
    }
  }

  func text() throws -> String { try String(contentsOfFile: memory, encoding: .utf8) }

  func setText(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: memory))
  }

  /// Lets the memory answer with the bold font for a regular one, which fontconfig never does.
  func mislead() throws {
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let bold = try #require(lines.first { $0.hasPrefix("Inter\t600\t") })
    try setText(
      lines.map { $0.hasPrefix("Inter\t400\t") ? bold.replacing("\t600\t", with: "\t400\t") : $0 }
        .joined(separator: "\n"))
  }

  func line(_ weight: FontWeight = .regular, text: String = "AV") throws -> TextLine {
    try FontLibrary(memory: memory).line(text, font: .init(size: 20, weight: weight))
  }
}

/// Each test needs a process of its own, because the environment names the configuration.
@Suite struct FontMemoryTests {
  @Test func `a start after the first takes the fonts from the memory`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let place = try Place(folder.path)
        let (regular, bold) = try (place.line(), place.line(.semibold))
        #expect(regular != bold)
        #expect(try place.line() == regular)
        try place.mislead()
        #expect(try place.line().width == bold.width)
      }
    }
  }

  /// The memory answers for main fonts. All others come from fontconfig.
  @Test func `characters of other fonts look the same with a memory`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let place = try Place(folder.path)
        let first = try place.line(text: "AV 温 ☂")
        #expect(first == (try place.line(text: "AV 温 ☂")))
        #expect(first == (try pinnedFonts().line("AV 温 ☂", font: .init(size: 20))))
      }
    }
  }

  @Test func `a change of the fonts or of their configuration ends the memory`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let place = try Place(folder.path)
        let (regular, bold) = try (place.line(), place.line(.semibold))
        let changes: [(String, () throws -> Void)] = [
          ("configuration", { try place.age(1800) }),
          (
            "user's configuration",
            {
              try Data("<fontconfig/>".utf8).write(
                to: folder.appendingPathComponent("config/fontconfig/fonts.conf"))
            }
          ),
          ("language", { setenv("LANG", "ja_JP.UTF-8", 1) }),
          ("damage", { try place.setText(String(try place.text().dropFirst(30))) }),
          ("other version", { try place.setText("Fonts of Wallchart 0\n\n") }),
        ]
        for (name, change) in changes {
          try place.age(3600)
          _ = try (place.line(), place.line(.semibold))
          try place.mislead()
          #expect(try place.line().width == bold.width, "before: \(name)")
          try change()
          #expect(try place.line() == regular, "\(name)")
        }
      }
    }
  }

  /// A second change within the resolution of a file's time would go unnoticed.
  @Test func `nothing is remembered of a configuration that has just changed`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let place = try Place(folder.path)
        try place.age(0)
        _ = try place.line()
        #expect(!FileManager.default.fileExists(atPath: place.memory))
        try place.age(60)
        _ = try place.line()
        #expect(FileManager.default.fileExists(atPath: place.memory))
      }
    }
  }

  /// A font that has disappeared without a change of its folder, as on a drive that is missing.
  @Test func `a missing file of the memory is no error`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let place = try Place(folder.path)
        let regular = try place.line()
        try place.setText(
          try place.text().replacing("\(folder.path)/fonts/", with: "\(folder.path)/fonts/gone-"))
        #expect(try place.line() == regular)
      }
    }
  }

  @Test func `a memory that cannot be written is no error`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        _ = try Place(folder.path)
        for path in ["/proc/none/fonts", folder.path + "/home/.cache/wallchart/fonts"] {
          let line = try FontLibrary(memory: path).line("AV", font: .init(size: 20))
          #expect(line == (try pinnedFonts().line("AV", font: .init(size: 20))))
        }
        // A home that does not exist is not created.
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/home"))
      }
    }
  }
}
