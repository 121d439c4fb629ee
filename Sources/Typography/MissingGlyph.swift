import CHarfBuzz

/// A character that no font of the system has, with the help that a user needs.
public struct MissingGlyph: Sendable, Hashable {
  /// The character, as a scalar of Unicode.
  public let character: Unicode.Scalar
  /// The name of the character's script (UAX 24), such as `Han` or `Arabic`; `symbols` for characters that scripts
  /// share, and the four letters of ISO 15924 for a script without a name here.
  public let script: String
  /// The Debian package with a font for the script.
  public let package: String

  init(_ character: Unicode.Scalar) {
    self.character = character
    let script = hb_unicode_script(hb_unicode_funcs_get_default(), character.value)
    let known = Self.scripts[script.rawValue]
    self.script = known?.name ?? Self.code(of: script)
    package = known?.package ?? "fonts-noto-core"
  }

  private static let scripts: [UInt32: (name: String, package: String)] = {
    let cjk = "fonts-noto-cjk"
    let core = "fonts-noto-core"
    let table: [(hb_script_t, String, String)] = [
      (HB_SCRIPT_HAN, "Han", cjk), (HB_SCRIPT_HIRAGANA, "Hiragana", cjk),
      (HB_SCRIPT_KATAKANA, "Katakana", cjk), (HB_SCRIPT_HANGUL, "Hangul", cjk),
      (HB_SCRIPT_BOPOMOFO, "Bopomofo", cjk),
      (HB_SCRIPT_ARABIC, "Arabic", core), (HB_SCRIPT_HEBREW, "Hebrew", core),
      (HB_SCRIPT_DEVANAGARI, "Devanagari", core), (HB_SCRIPT_BENGALI, "Bengali", core),
      (HB_SCRIPT_GUJARATI, "Gujarati", core), (HB_SCRIPT_GURMUKHI, "Gurmukhi", core),
      (HB_SCRIPT_TAMIL, "Tamil", core), (HB_SCRIPT_TELUGU, "Telugu", core),
      (HB_SCRIPT_KANNADA, "Kannada", core), (HB_SCRIPT_MALAYALAM, "Malayalam", core),
      (HB_SCRIPT_SINHALA, "Sinhala", core), (HB_SCRIPT_THAI, "Thai", core),
      (HB_SCRIPT_LAO, "Lao", core), (HB_SCRIPT_KHMER, "Khmer", core),
      (HB_SCRIPT_MYANMAR, "Myanmar", core), (HB_SCRIPT_GEORGIAN, "Georgian", core),
      (HB_SCRIPT_ARMENIAN, "Armenian", core), (HB_SCRIPT_ETHIOPIC, "Ethiopic", core),
      (HB_SCRIPT_GREEK, "Greek", core), (HB_SCRIPT_CYRILLIC, "Cyrillic", core),
      (HB_SCRIPT_LATIN, "Latin", core),
      // Emoji and other symbols belong to no script. The font draws them with outlines.
      (HB_SCRIPT_COMMON, "symbols", "fonts-symbola"),
      (HB_SCRIPT_INHERITED, "symbols", "fonts-symbola"),
      (HB_SCRIPT_UNKNOWN, "symbols", "fonts-symbola"),
    ]
    return Dictionary(uniqueKeysWithValues: table.map { ($0.0.rawValue, ($0.1, $0.2)) })
  }()

  private static func code(of script: hb_script_t) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: script.rawValue >> $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
