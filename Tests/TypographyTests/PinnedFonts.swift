import Foundation

@testable import Typography

/// The folder of the fonts that tests are pinned to.
let fontDirectory = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fonts").path

func pinnedFonts() throws -> FontLibrary { try FontLibrary(directory: fontDirectory) }
