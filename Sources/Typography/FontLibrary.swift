import Geometry

/// Sets text: finds fonts, and turns strings into lines of outlines.
///
/// To be used from one thread, as a rule the main one; the lines can go anywhere. What it returns
/// depends on the fonts and the arguments only, not on earlier calls, the locale or the clock.
public final class FontLibrary {
  /// The longest text that is set, in Unicode scalars; of a longer one the beginning with an
  /// ellipsis. At 11 points that many letters are three times as wide as a 1920 pixel screen.
  public static let characterLimit = 1024

  /// The most memory that remembered lines take, in bytes; room for some 200 labels.
  public static let lineCacheLimit = 1 << 20

  private let faces: FaceStore
  private let shaper: Shaper
  private(set) var lines = BoundedCache<LineKey, TextLine>(costLimit: lineCacheLimit)

  /// The fonts of the system's fontconfig configuration.
  /// - Throws: where there is no font at all that text can be set in.
  public init() throws(FontError) {
    faces = try FaceStore(FontCatalog(), place: "found by fontconfig")
    shaper = Shaper(faces)
  }

  /// Only the fonts in a folder (`.otf`, `.ttf`, `.otc`, `.ttc`; not in folders below it), in the
  /// order of preference that fontconfig has without any configuration: text looks the same
  /// wherever these files are.
  /// - Throws: where no font there can be used, or there is no such folder.
  public init(directory: String) throws(FontError) {
    faces = try FaceStore(FontCatalog(directory: directory), place: "in \(directory)")
    shaper = Shaper(faces)
  }

  /// A text on one line, however long it becomes within `characterLimit`.
  public func line(_ text: String, font: FontDescription) -> TextLine {
    line(LineKey(text, font: font, room: .infinity))
  }

  /// A text on one line that is not wider than `width` points: where it would be, its end gives way
  /// to "…", at the border of a grapheme cluster. Empty where not even that has room.
  public func line(_ text: String, font: FontDescription, fitting width: Double) -> TextLine {
    line(LineKey(text, font: font, room: width > 0 ? width : 0))
  }

  /// The measures of the font that a description finds.
  public func metrics(of font: FontDescription) -> FontMetrics {
    faces.mainFace(family: font.family, weight: font.weight).metrics(size: font.usableSize)
  }

  private func line(_ key: LineKey) -> TextLine {
    if let known = lines.value(for: key) { return known }
    if let whole = key.whole.map(line), whole.width <= key.room { return whole }
    let text = ShownText(key.text, limit: FontLibrary.characterLimit)
    let (shown, shaped) =
      key.whole == nil
      ? (text, shaper.shape(text, font: key.font)) : cut(text, font: key.font, room: key.room)
    let line = TextLine(shown, shaped, size: key.font.size, metrics: metrics(of: key.font))
    lines.insert(line, for: key, cost: line.memory)
    return line
  }

  /// The longest beginning of a text without room that fits with an ellipsis; nothing where not
  /// even that does.
  private func cut(
    _ text: ShownText, font: FontDescription, room: Double
  ) -> (ShownText, ShapedLine) {
    func fits(_ line: ShapedLine) -> Bool { line.width * font.size <= room }
    let ellipsis = text.cut(toClusters: 0)
    let shapedEllipsis = shaper.shape(ellipsis, font: font)
    guard fits(shapedEllipsis) else { return (ShownText("", limit: 0), ShapedLine(advances: [])) }
    // A part shaped for itself differs a little from that part of the whole, hence a start with two
    // clusters more than the advances say. Down from there the steps soon double: clusters without
    // extent could otherwise make it a long way.
    let likely = text.clusterCount(
      within: room / font.size - shapedEllipsis.width,
      advances: shaper.shape(text, font: font).advances)
    var count = min(likely + 2, text.clusterCount - 1)
    var (step, attempts) = (1, 0)
    while count > 0 {
      let cut = text.cut(toClusters: count)
      let shaped = shaper.shape(cut, font: font)
      if fits(shaped) { return (cut, shaped) }
      attempts += 1
      if attempts > 4 { step *= 2 }
      count -= step
    }
    return (ellipsis, shapedEllipsis)
  }
}

/// What a remembered line was asked by. Texts that Swift holds to be equal, as they are in Unicode's
/// sense, are different keys where their bytes differ.
struct LineKey: Hashable {
  let text: String
  let font: FontDescription
  let room: Double

  init(_ text: String, font: FontDescription, room: Double) {
    // One scalar beyond the limit tells that there was more.
    let limit = FontLibrary.characterLimit
    self.text =
      text.utf8.count <= limit ? text : String(text.unicodeScalars.prefix(limit + 1))
    var font = font
    font.size = font.usableSize
    self.font = font
    self.room = room
  }

  /// The key of the same text uncut; nil where this is it.
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
  init(_ text: ShownText, _ shaped: ShapedLine, size: Double, metrics: FontMetrics) {
    var (ascent, descent) = (metrics.ascent, metrics.descent)
    var run: [GlyphRun.Glyph] = []
    var previous: Face?
    for placed in size > 0 ? shaped.glyphs : [] {
      if placed.face !== previous {
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
      glyphs: GlyphRun(run))
  }

  /// About how many bytes the line takes, were it the only one that uses its outlines.
  fileprivate var memory: Int {
    glyphs.glyphs.reduce(256 + text.utf8.count) { sum, glyph in
      let path = glyph.outline.path
      return sum + MemoryLayout<GlyphRun.Glyph>.size + path.verbs.count
        + path.points.count * MemoryLayout<Point>.size
    }
  }
}
