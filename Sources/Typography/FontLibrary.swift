import Geometry

/// Sets text: finds fonts, and turns strings into lines of outlines.
///
/// Use a library from one thread, usually the main thread; the lines may go to any thread. Results depend
/// only on the fonts and the arguments, not on earlier calls, the locale or the clock.
public final class FontLibrary {
  /// The longest text in Unicode scalars. A longer text is cut, with an ellipsis at its end. At 11 points
  /// this many letters are three times as wide as a screen of 1920 pixels.
  public static let characterLimit = 1024

  /// The limit of memory for remembered lines, in bytes; room for about 200 labels.
  public static let lineCacheLimit = 1 << 20

  private let faces: FaceStore
  private let shaper: Shaper
  private(set) var lines = BoundedCache<LineKey, TextLine>(costLimit: lineCacheLimit)

  /// The cell of the terminal that shows the texts; nil, the default, for a display that shows pictures.
  public var characterCell: CharacterCell? {
    didSet { lines = BoundedCache(costLimit: Self.lineCacheLimit) }
  }

  /// Called once for each script with a character that no font has, so that its texts show boxes. Default nil.
  public var missingGlyph: ((MissingGlyph) -> Void)? {
    get { faces.reportMissing }
    set { faces.reportMissing = newValue }
  }

  /// Uses the fonts of the system's fontconfig configuration.
  /// - Parameter memory: the path of a file that remembers fontconfig's answers as long as its configuration and the
  ///   installed fonts do not change, so that the next start is faster. Default nil, for none.
  /// - Throws: an error if there is no usable font.
  public init(memory: String? = nil) throws(FontError) {
    let memory = memory.map { FontMemory(path: $0) }
    faces = try FaceStore(FontCatalog(memory: memory), place: "found by fontconfig")
    shaper = Shaper(faces)
  }

  /// Uses only the fonts in a folder (`.otf`, `.ttf`, `.otc`, `.ttc`; not in its subfolders), in
  /// fontconfig's order of preference without any configuration. So text looks the same wherever the
  /// folder is.
  /// - Throws: an error if there is no such folder, or no usable font in it.
  public init(directory: String) throws(FontError) {
    faces = try FaceStore(FontCatalog(directory: directory), place: "in \(directory)")
    shaper = Shaper(faces)
  }

  /// A text on one line of any length within `characterLimit`.
  public func line(_ text: String, font: FontDescription) -> TextLine {
    line(LineKey(text, font: font, room: .infinity))
  }

  /// A text on one line of at most `width` points. The end of a wider text, or the beginning of a wider path, is
  /// replaced by "…", at the border of a grapheme cluster. The line is empty if even "…" is too wide.
  public func line(_ text: String, font: FontDescription, fitting width: Double) -> TextLine {
    line(LineKey(text, font: font, room: width > 0 ? width : 0))
  }

  /// The measures of the font that matches a description.
  public func metrics(of font: FontDescription) -> FontMetrics {
    let usual = faces.mainFace(family: font.family, weight: font.weight).metrics(
      size: font.usableSize)
    return characterCell?.metrics(usual, fontSize: font.usableSize) ?? usual
  }

  private func shape(_ text: ShownText, font: FontDescription) -> ShapedLine {
    let line = shaper.shape(text, font: font)
    return characterCell?.setting(line, text, fontSize: font.usableSize) ?? line
  }

  private func line(_ key: LineKey) -> TextLine {
    if let known = lines.value(for: key) { return known }
    if let whole = key.whole.map(line), whole.width <= key.room { return whole }
    let text = ShownText(key.text, limit: FontLibrary.characterLimit)
    let (shown, shaped) =
      key.whole == nil
      ? (text, shape(text, font: key.font)) : cut(text, font: key.font, room: key.room)
    let cell = characterCell.flatMap { $0.sets(fontSize: key.font.size) ? $0 : nil }
    let line = TextLine(
      shown, shaped, font: key.font, metrics: metrics(of: key.font), isInCells: cell != nil)
    lines.insert(line, for: key, cost: line.memory)
    return line
  }

  /// The longest beginning of a text, or the longest end of a path, that fits together with an ellipsis; empty if
  /// even the ellipsis is too wide.
  private func cut(
    _ text: ShownText, font: FontDescription, room: Double
  ) -> (ShownText, ShapedLine) {
    func fits(_ line: ShapedLine) -> Bool { line.width * font.size <= room }
    let ellipsis = text.shortened(toClusters: 0)
    let shapedEllipsis = shape(ellipsis, font: font)
    guard fits(shapedEllipsis) else { return (ShownText("", limit: 0), ShapedLine(advances: [])) }
    // A part shaped alone differs a little from the same part of the whole text, so the search starts two
    // clusters above the estimate of the advances. From there, steps downwards soon double, because
    // clusters without extent could otherwise make the search long.
    let likely = text.clusterCount(
      within: room / font.size - shapedEllipsis.width,
      advances: shape(text, font: font).advances)
    var count = min(likely + 2, text.clusterCount - 1)
    var (step, attempts) = (1, 0)
    while count > 0 {
      let cut = text.shortened(toClusters: count)
      let shaped = shape(cut, font: font)
      if fits(shaped) { return (cut, shaped) }
      attempts += 1
      if attempts > 4 { step *= 2 }
      count -= step
    }
    return (ellipsis, shapedEllipsis)
  }
}

/// The key of a remembered line. Texts that are equal in Unicode's sense, and so in Swift, are different
/// keys if their bytes differ.
struct LineKey: Hashable {
  let text: String
  let font: FontDescription
  let room: Double

  init(_ text: String, font: FontDescription, room: Double) {
    // One scalar beyond the limit shows that the text goes on.
    let limit = FontLibrary.characterLimit
    self.text =
      text.utf8.count <= limit ? text : String(text.unicodeScalars.prefix(limit + 1))
    var font = font
    font.size = font.usableSize
    self.font = font
    self.room = room
  }

  /// The key of the uncut text; nil if this key is uncut.
  var whole: LineKey? {
    room == .infinity ? nil : LineKey(text, font: font, room: .infinity)
  }

  static func == (a: LineKey, b: LineKey) -> Bool {
    a.font == b.font && a.room == b.room && a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(font)
    hasher.combine(room)
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension TextLine {
  /// Scales the glyphs of a shaped line to a size in points.
  /// - Parameter isInCells: whether the line has the height of a row of cells, whatever its fonts.
  init(
    _ text: ShownText, _ shaped: ShapedLine, font: FontDescription, metrics: FontMetrics,
    isInCells: Bool
  ) {
    let size = font.size
    var (ascent, descent) = (metrics.ascent, metrics.descent)
    var run: [GlyphRun.Glyph] = []
    var previous: Face?
    for placed in size > 0 ? shaped.glyphs : [] {
      if placed.face !== previous, !isInCells {
        let metrics = placed.face.metrics(size: size)
        ascent = max(ascent, metrics.ascent)
        descent = max(descent, metrics.descent)
        previous = placed.face
      }
      let outline = placed.face.glyph(placed.id)
      if outline.path.isEmpty { continue }
      run.append(
        GlyphRun.Glyph(
          outline, scale: size / placed.face.unitsPerEm,
          origin: Point(placed.x * size, placed.y * size)))
    }
    self.init(
      text: text.text, width: shaped.width * size, ascent: ascent, descent: descent,
      glyphs: GlyphRun(
        run,
        text: GlyphText(
          text.text, family: font.family, size: size, weight: font.weight.rawValue,
          hasTabularDigits: font.tabularDigits, width: shaped.width * size)))
  }

  /// The approximate number of bytes of the line, if no other line shares its outlines.
  fileprivate var memory: Int {
    glyphs.glyphs.reduce(256 + text.utf8.count) { sum, glyph in
      let path = glyph.outline.path
      return sum + MemoryLayout<GlyphRun.Glyph>.size + path.verbs.count
        + path.points.count * MemoryLayout<Point>.size
    }
  }
}
