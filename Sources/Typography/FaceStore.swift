/// Opened fonts, and the choice of a font for each character.
///
/// The choice depends on the request alone, never on earlier requests: a text always looks the same.
final class FaceStore {
  /// The number of opened fonts that are remembered. A face takes from 100 KB to 1 MB.
  static let faceLimit = 16
  /// The number of characters, missing in the main font, that are remembered with their fonts.
  static let fallbackLimit = 1024
  /// The number of characters of a grapheme cluster that decide its font.
  private static let clusterLimit = 8

  private struct FallbackKey: Hashable {
    var request: FontCatalog.Request
    var scalars: [UInt32]
  }

  private let catalog: FontCatalog
  private let library: FreeTypeLibrary
  private let lastResort: Face
  private var faces = BoundedCache<FontFile, Face>(costLimit: FaceStore.faceLimit)
  private var mainFaces = BoundedCache<FontCatalog.Request, Face>(costLimit: FaceStore.faceLimit)
  private var fallbacks = BoundedCache<FallbackKey, FontFile?>(costLimit: FaceStore.fallbackLimit)

  /// Called once for each script with a character that no font has.
  var reportMissing: ((MissingGlyph) -> Void)?
  private var reportedScripts: Set<String> = []

  /// - Throws: an error if no font of the catalog can be opened.
  init(_ catalog: FontCatalog, place: String) throws(FontError) {
    let font = FontDescription(size: 0)
    let request = FontCatalog.Request(family: font.family, weight: font.weight, language: "")
    guard let library = FreeTypeLibrary(),
      let face = FaceStore.open(request, of: catalog, library: library)
    else { throw FontError(place: place) }
    self.catalog = catalog
    self.library = library
    lastResort = face
    mainFaces.insert(face, for: request)
  }

  /// The font with a family and a weight, or the nearest font.
  func mainFace(family: String, weight: FontWeight) -> Face {
    let request = FontCatalog.Request(family: family, weight: weight, language: "")
    if let known = mainFaces.value(for: request) { return known }
    let face = FaceStore.open(request, of: catalog, library: library) ?? lastResort
    mainFaces.insert(face, for: request)
    return face
  }

  /// The font for a grapheme cluster: the main font if it has the whole cluster, else the first font in
  /// the order of preference with the whole cluster, else the first with the cluster's first character,
  /// else the main font, which then shows its box for missing characters.
  func face(
    for cluster: ArraySlice<UInt32>, main: Face, request: FontCatalog.Request
  ) -> Face {
    let needed = cluster.lazy.compactMap { Unicode.Scalar($0) }.filter { !$0.needsNoGlyph }
      .prefix(FaceStore.clusterLimit)
    if needed.allSatisfy(main.hasGlyph) { return main }
    let key = FallbackKey(request: request, scalars: needed.map(\.value))
    if let known = fallbacks.value(for: key) {
      return known.flatMap { face(of: $0) } ?? main
    }
    let scalars = Array(needed)
    var found = firstFile(having: scalars, request: request)
    if found == nil, scalars.count > 1, !main.hasGlyph(for: scalars[0]) {
      found = firstFile(having: [scalars[0]], request: request)
    }
    if found == nil, let lacking = scalars.first(where: { !main.hasGlyph(for: $0) }) {
      report(lacking)
    }
    fallbacks.insert(found, for: key)
    return found.flatMap { face(of: $0) } ?? main
  }

  private func report(_ character: Unicode.Scalar) {
    // No font is expected to have an unassigned character, or one for private use.
    guard let reportMissing, character.properties.generalCategory != .unassigned,
      character.properties.generalCategory != .privateUse
    else { return }
    let missing = MissingGlyph(character)
    if reportedScripts.insert(missing.script).inserted { reportMissing(missing) }
  }

  private func firstFile(
    having scalars: [Unicode.Scalar], request: FontCatalog.Request
  ) -> FontFile? {
    guard let ranking = catalog.ranking(for: request) else { return nil }
    for index in 0..<ranking.count
    where scalars.allSatisfy({ ranking.font(at: index, has: $0) }) {
      if let file = catalog.file(at: index, of: ranking), let face = face(of: file),
        scalars.allSatisfy(face.hasGlyph)
      {
        return file
      }
    }
    return nil
  }

  private func face(of file: FontFile) -> Face? {
    if let known = faces.value(for: file) { return known }
    guard let face = Face(file, library: library) else { return nil }
    faces.insert(face, for: file)
    return face
  }

  private static func open(
    _ request: FontCatalog.Request, of catalog: FontCatalog, library: FreeTypeLibrary
  ) -> Face? {
    if let file = catalog.bestFile(for: request), let face = Face(file, library: library) {
      return face
    }
    guard let ranking = catalog.ranking(for: request) else { return nil }
    return (0..<ranking.count).lazy.compactMap { catalog.file(at: $0, of: ranking) }
      .compactMap { Face($0, library: library) }.first
  }
}
