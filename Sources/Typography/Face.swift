import CFreeType
import CHarfBuzz
import Geometry

/// FreeType's state; faces keep it alive.
final class FreeTypeLibrary {
  let handle: FT_Library

  init?() {
    var handle: FT_Library?
    guard FT_Init_FreeType(&handle) == 0, let handle else { return nil }
    self.handle = handle
  }

  deinit { FT_Done_FreeType(handle) }
}

/// One opened font file: HarfBuzz shapes with it, FreeType reads its outlines.
///
/// Both work in the same unit, 1/64 of the font's design unit, without hinting. So their results are
/// exact, and one multiplication scales them to any size.
final class Face {
  /// The number of glyph outlines that a face remembers: about 250 KB of Latin, 400 KB of Chinese.
  static let glyphLimit = 256

  let file: FontFile
  /// The font for HarfBuzz.
  let font: OpaquePointer
  /// The number of face units in an em.
  let unitsPerEm: Double
  /// The advance of the widest tabular digit; nil until it is needed.
  var widestDigit: Int?
  private let library: FreeTypeLibrary
  private let freeTypeFace: FT_Face
  private var glyphs = BoundedCache<UInt32, GlyphOutline>(costLimit: Face.glyphLimit)

  /// Opens a font; nil if the file cannot be read as a font.
  init?(_ file: FontFile, library: FreeTypeLibrary) {
    // One mapping of the file serves both libraries.
    guard let blob = hb_blob_create_from_file_or_fail(file.path) else { return nil }
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    var opened: FT_Face?
    let error = data.withMemoryRebound(to: FT_Byte.self, capacity: Int(length)) {
      FT_New_Memory_Face(
        library.handle, $0, FT_Long(length), FT_Long(file.index | file.instance << 16), &opened)
    }
    guard error == 0, let opened else { return nil }
    let scale = UInt32(opened.pointee.units_per_EM) * 64
    guard scale > 0, FT_Set_Char_Size(opened, 0, FT_F26Dot6(scale), 72, 72) == 0 else {
      FT_Done_Face(opened)
      return nil
    }
    let face = hb_face_create(blob, UInt32(file.index))
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0, let font = hb_font_create(face) else {
      FT_Done_Face(opened)
      return nil
    }
    hb_font_set_scale(font, Int32(scale), Int32(scale))
    self.file = file
    self.font = font
    unitsPerEm = Double(scale)
    freeTypeFace = opened
    self.library = library
    setVariations()
  }

  deinit {
    FT_Done_Face(freeTypeFace)
    hb_font_destroy(font)
  }

  /// Sets a variable font to the design that fontconfig chose.
  private func setVariations() {
    if file.instance > 0 {
      hb_font_set_var_named_instance(font, UInt32(file.instance - 1))
    }
    let settings = file.variations.split(separator: ",").compactMap { setting in
      var variation = hb_variation_t()
      let text = String(setting)
      return hb_variation_from_string(text, -1, &variation) != 0 ? variation : nil
    }
    if settings.isEmpty { return }
    hb_font_set_variations(font, settings, UInt32(settings.count))
    // FreeType wants the axes in the font's order, which HarfBuzz has just determined.
    var count: UInt32 = 0
    guard let coordinates = hb_font_get_var_coords_design(font, &count) else { return }
    var fixed = (0..<Int(count)).map { FT_Fixed((coordinates[$0] * 65536).rounded()) }
    FT_Set_Var_Design_Coordinates(freeTypeFace, count, &fixed)
  }

  func hasGlyph(for scalar: Unicode.Scalar) -> Bool {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 && glyph != 0
  }

  /// The outline of a glyph; empty if the font has no outline, or the outline cannot be read.
  func glyph(_ id: UInt32) -> GlyphOutline {
    if let known = glyphs.value(for: id) { return known }
    let glyph = loadGlyph(id) ?? GlyphOutline(path: Path(), bounds: .null)
    glyphs.insert(glyph, for: id)
    return glyph
  }

  /// The font's measures at a size in points.
  func metrics(size: Double) -> FontMetrics {
    let scale = size / unitsPerEm
    func metric(_ tag: hb_ot_metrics_tag_t) -> Double {
      var value: hb_position_t = 0
      hb_ot_metrics_get_position_with_fallback(font, tag, &value)
      return Double(value) * scale
    }
    return FontMetrics(
      ascent: max(0, metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER)),
      descent: max(0, -metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER)),
      lineGap: max(0, metric(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP)),
      capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT),
      xHeight: metric(HB_OT_METRICS_TAG_X_HEIGHT))
  }

  private func loadGlyph(_ id: UInt32) -> GlyphOutline? {
    let flags = FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    guard FT_Load_Glyph(freeTypeFace, id, flags) == 0,
      let slot = freeTypeFace.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    var box = FT_BBox()
    guard slot.pointee.outline.n_points > 0,
      FT_Outline_Get_BBox(&slot.pointee.outline, &box) == 0
    else { return nil }
    let bounds = Rect(
      minX: Double(box.xMin), minY: -Double(box.yMax),
      maxX: Double(box.xMax), maxY: -Double(box.yMin))
    guard let outline = Path(&slot.pointee.outline) else { return nil }
    return GlyphOutline(path: outline, bounds: bounds)
  }
}

extension Path {
  /// A FreeType outline in its own unit with y turned downwards. Every contour is closed.
  fileprivate init?(_ outline: inout FT_Outline) {
    var functions = FT_Outline_Funcs()
    functions.move_to = { to, path in
      Path.receive(path) {
        $0.closeSubpath()
        $0.move(to: Point(to))
      }
    }
    functions.line_to = { to, path in Path.receive(path) { $0.addLine(to: Point(to)) } }
    functions.conic_to = { control, to, path in
      Path.receive(path) { $0.addQuadCurve(to: Point(to), control: Point(control)) }
    }
    functions.cubic_to = { control1, control2, to, path in
      Path.receive(path) {
        $0.addCurve(to: Point(to), control1: Point(control1), control2: Point(control2))
      }
    }
    var path = Path()
    let points = Int(outline.n_points)
    path.reserveCapacity(verbs: points + 2 * Int(outline.n_contours), points: points)
    let error = withUnsafeMutablePointer(to: &path) {
      FT_Outline_Decompose(&outline, &functions, $0)
    }
    guard error == 0 else { return nil }
    path.closeSubpath()
    self = path
  }

  private static func receive(
    _ context: UnsafeMutableRawPointer?, _ body: (inout Path) -> Void
  ) -> Int32 {
    // FreeType passes the pointer that was passed to `FT_Outline_Decompose`, which is the path.
    body(&context!.assumingMemoryBound(to: Path.self).pointee)
    return 0
  }
}

extension Point {
  fileprivate init(_ vector: UnsafePointer<FT_Vector>?) {
    // FreeType passes points of the outline.
    self.init(Double(vector!.pointee.x), -Double(vector!.pointee.y))
  }
}
