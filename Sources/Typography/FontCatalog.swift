import CFontconfig
import Files
import Glibc

/// The font file that fontconfig finds for a request.
struct FontFile: Hashable {
  var path: String
  /// The index of the font in a collection.
  var index: Int32
  /// The named instance of a variable font, counted from 1; 0 for none.
  var instance: Int32
  /// Axis settings of a variable font as `wght=600,…`; empty for none.
  var variations: String
}

/// The usable fonts of fontconfig, with their order of preference.
final class FontCatalog {
  /// The properties that determine a ranking.
  struct Request: Hashable {
    var family: String
    var weight: FontWeight
    /// The language whose fonts are preferred (RFC 3066), which decides between the regional forms of
    /// Chinese characters; empty for none.
    var language: String
  }

  /// The fonts in their order of preference for a request.
  final class Ranking {
    fileprivate let set: UnsafeMutablePointer<FcFontSet>
    fileprivate let pattern: OpaquePointer

    fileprivate init(set: UnsafeMutablePointer<FcFontSet>, pattern: OpaquePointer) {
      self.set = set
      self.pattern = pattern
    }

    deinit {
      FcFontSetDestroy(set)
      FcPatternDestroy(pattern)
    }

    var count: Int { Int(set.pointee.nfont) }

    /// Whether the font at an index claims to have a character.
    func font(at index: Int, has scalar: Unicode.Scalar) -> Bool {
      var characters: OpaquePointer?
      guard let font = set.pointee.fonts[index],
        FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch
      else { return false }
      return FcCharSetHasChar(characters, scalar.value) != 0
    }
  }

  /// A configuration of fontconfig, with its usable fonts.
  fileprivate final class Configuration {
    let config: OpaquePointer
    let usable: UnsafeMutablePointer<FcFontSet>

    /// - Parameter place: the place of the fonts, for the error message if there are none.
    init(
      _ config: OpaquePointer, _ name: FcSetName, place: String
    ) throws(FontError) {
      self.config = config
      usable = FontCatalog.usableFonts(of: config, name)
      if usable.pointee.nfont == 0 { throw FontError(place: place) }
    }

    deinit {
      FcFontSetDestroy(usable)
      FcConfigDestroy(config)
    }

    /// The configuration of the system.
    static func system() throws(FontError) -> Configuration {
      let place = "found by fontconfig"
      guard let config = FcInitLoadConfigAndFonts() else { throw FontError(place: place) }
      return try Configuration(config, FcSetSystem, place: place)
    }

    /// The files and folders that have been read, and the folders of fonts that would be read if they existed.
    var places: [String] {
      [FcConfigGetConfigFiles, FcConfigGetConfigDirs, FcConfigGetFontDirs].flatMap { list in
        var places: [String] = []
        guard let entries = list(config) else { return places }
        defer { FcStrListDone(entries) }
        while let place = FcStrListNext(entries) { places.append(String(cString: place)) }
        return places
      }
    }
  }

  /// The configuration; nil as long as the memory has answered every request.
  private var loaded: Configuration?
  private var memory: FontMemory?
  private var rankings = BoundedCache<Request, Ranking>(costLimit: 16)

  /// The fonts of the system's fontconfig configuration.
  /// - Parameter memory: the answers of earlier starts. While it has all answers, fontconfig is not loaded.
  init(memory: FontMemory? = nil) throws(FontError) {
    self.memory = memory
    if memory?.isEmpty ?? true { loaded = try Configuration.system() }
  }

  /// The fonts in a folder, and no others.
  init(directory: String) throws(FontError) {
    guard let config = FcConfigCreate() else { throw FontError(place: "in \(directory)") }
    // The files are read one by one in the order of their names. If fontconfig read the folder itself, it
    // would need a place for its cache.
    for name in FontCatalog.fontFiles(in: directory) {
      FcConfigAppFontAddFile(config, directory + "/" + name)
    }
    loaded = try Configuration(config, FcSetApplication, place: "in \(directory)")
  }

  private func configuration() -> Configuration? {
    if loaded == nil { loaded = try? Configuration.system() }
    return loaded
  }

  /// Fontconfig's order of preference for a request, among the usable fonts.
  func ranking(for request: Request) -> Ranking? {
    if let known = rankings.value(for: request) { return known }
    guard let configuration = configuration(),
      let pattern = pattern(for: request, in: configuration)
    else { return nil }
    var sets: UnsafeMutablePointer<FcFontSet>? = configuration.usable
    var result = FcResultMatch
    guard
      let sorted = FcFontSetSort(configuration.config, &sets, 1, pattern, FcFalse, nil, &result)
    else {
      FcPatternDestroy(pattern)
      return nil
    }
    let ranking = Ranking(set: sorted, pattern: pattern)
    rankings.insert(ranking, for: request)
    return ranking
  }

  /// The best font for a request; much cheaper than the whole ranking.
  func bestFile(for request: Request) -> FontFile? {
    if let known = memory?.file(for: request) { return known }
    guard let configuration = configuration(),
      let pattern = pattern(for: request, in: configuration)
    else { return nil }
    defer { FcPatternDestroy(pattern) }
    var sets: UnsafeMutablePointer<FcFontSet>? = configuration.usable
    var result = FcResultMatch
    guard let match = FcFontSetMatch(configuration.config, &sets, 1, pattern, &result) else {
      return nil
    }
    defer { FcPatternDestroy(match) }
    let file = FontCatalog.file(of: match)
    if let file { memory?.add(file, for: request, watched: configuration.places) }
    return file
  }

  func file(at index: Int, of ranking: Ranking) -> FontFile? {
    guard let configuration = configuration(), let font = ranking.set.pointee.fonts[index],
      let prepared = FcFontRenderPrepare(configuration.config, ranking.pattern, font)
    else { return nil }
    defer { FcPatternDestroy(prepared) }
    return FontCatalog.file(of: prepared)
  }

  private func pattern(for request: Request, in configuration: Configuration) -> OpaquePointer? {
    guard let pattern = FcPatternCreate() else { return nil }
    FcPatternAddString(pattern, FC_FAMILY, request.family)
    FcPatternAddString(pattern, FC_FAMILY, "sans-serif")
    FcPatternAddDouble(
      pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(request.weight.rawValue)))
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
    FcPatternAddInteger(pattern, FC_WIDTH, FC_WIDTH_NORMAL)
    if !request.language.isEmpty { FcPatternAddString(pattern, FC_LANG, request.language) }
    // FcDefaultSubstitute is left out, because it would add the languages of the process's locale.
    FcConfigSubstitute(configuration.config, pattern, FcMatchPattern)
    return pattern
  }

  private static func file(of pattern: OpaquePointer) -> FontFile? {
    var path: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch, let path else {
      return nil
    }
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    var variations: UnsafeMutablePointer<FcChar8>?
    FcPatternGetString(pattern, FC_FONT_VARIATIONS, 0, &variations)
    return FontFile(
      path: String(cString: path), index: index & 0xffff, instance: index >> 16 & 0x7fff,
      variations: variations.map { String(cString: $0) } ?? "")
  }

  private static func fontFiles(in directory: String) -> [String] {
    let names = (entryNames(in: directory) ?? []).filter { name in
      var status = stat()
      // If a folder had such a name, fontconfig would search it and write a cache for it.
      return [".otf", ".ttf", ".otc", ".ttc"].contains(where: name.hasSuffix)
        && stat(directory + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
    return names.sorted()
  }

  private static func usableFonts(
    of config: OpaquePointer, _ name: FcSetName
  ) -> UnsafeMutablePointer<FcFontSet> {
    guard let usable = FcFontSetCreate() else { fatalError("out of memory") }
    guard let all = FcConfigGetFonts(config, name) else { return usable }
    for index in 0..<Int(all.pointee.nfont) {
      guard let font = all.pointee.fonts[index], isUsable(font) else { continue }
      FcPatternReference(font)
      FcFontSetAdd(usable, font)
    }
    return usable
  }

  /// Whether a font has outlines in one colour that both HarfBuzz and FreeType can read.
  private static func isUsable(_ font: OpaquePointer) -> Bool {
    var flag: FcBool = FcFalse
    guard FcPatternGetBool(font, FC_OUTLINE, 0, &flag) == FcResultMatch, flag != FcFalse else {
      return false
    }
    if FcPatternGetBool(font, FC_COLOR, 0, &flag) == FcResultMatch, flag != FcFalse { return false }
    var format: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(font, FC_FONTFORMAT, 0, &format) == FcResultMatch, let format else {
      return false
    }
    return ["TrueType", "CFF"].contains(String(cString: format))
  }
}
