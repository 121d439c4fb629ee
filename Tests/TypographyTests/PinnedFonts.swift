import Foundation

@testable import Typography

/// The folder of the fonts that tests are pinned to.
let fontDirectory = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fonts").path

func pinnedFonts() throws -> FontLibrary { try FontLibrary(directory: fontDirectory) }

/// A library of the fonts in a folder, for tests of single glyphs.
struct Workbench {
  let faces: FaceStore
  let shaper: Shaper

  init(directory: String = fontDirectory) throws {
    faces = try FaceStore(FontCatalog(directory: directory), place: directory)
    shaper = Shaper(faces)
  }

  func shape(_ text: String, _ font: FontDescription = .init(size: 1)) -> ShapedLine {
    shaper.shape(ShownText(text, limit: 1024), font: font)
  }

  /// The names of the files that the glyphs come from, left to right, each stretch once.
  func files(_ text: String, _ font: FontDescription = .init(size: 1)) -> [String] {
    var files: [String] = []
    for glyph in shape(text, font).glyphs {
      let name = URL(fileURLWithPath: glyph.face.file.path).deletingPathExtension()
        .lastPathComponent
      if files.last != name { files.append(name) }
    }
    return files
  }
}

extension TextLine {
  var hasFiniteOutline: Bool { outline.points.allSatisfy(\.isFinite) }
}
