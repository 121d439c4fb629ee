import CHarfBuzz

/// The glyphs of one line with their positions in ems, which are the same for every size.
struct ShapedLine {
  struct Glyph {
    let face: Face
    let id: UInt32
    /// The glyph's origin; y points down.
    let x: Double
    let y: Double
  }

  var glyphs: [Glyph] = []
  var width = 0.0
  /// The distance by which each character moves the pen. The first character of a grapheme cluster or
  /// ligature has the distance of the whole.
  var advances: [Double]
}

/// Turns text into positioned glyphs.
final class Shaper {
  /// A part of a text with one font, one direction and one script, shaped in one step.
  private struct Run {
    var range: Range<Int>
    let level: UInt8
    let script: hb_script_t
    let face: Face
  }

  private let faces: FaceStore
  private let buffer = hb_buffer_create()
  private var tabular = hb_feature_t(
    tag: hb_tag_from_string("tnum", 4), value: 1, start: 0, end: UInt32.max)

  init(_ faces: FaceStore) { self.faces = faces }

  deinit { hb_buffer_destroy(buffer) }

  func shape(_ text: ShownText, font: FontDescription) -> ShapedLine {
    var line = ShapedLine(advances: [Double](repeating: 0, count: text.scalars.count))
    let scripts = resolvedScripts(of: text.scalars)
    let language = hanLanguage(of: scripts)
    let runs = runs(of: text, scripts: scripts, language: language, font: font)
    for index in visualOrder(ofLevels: runs.map(\.level)) {
      shape(
        runs[index], of: text, language: language, tabularDigits: font.tabularDigits, into: &line)
    }
    return line
  }

  private func runs(
    of text: ShownText, scripts: [hb_script_t], language: String, font: FontDescription
  ) -> [Run] {
    let levels = bidiLevels(of: text.scalars)
    let main = faces.mainFace(family: font.family, weight: font.weight)
    let request = FontCatalog.Request(
      family: font.family, weight: font.weight, language: language)
    var runs: [Run] = []
    for cluster in 0..<text.clusterCount {
      let range = text.boundaries[cluster]..<text.boundaries[cluster + 1]
      let face = faces.face(for: text.scalars[range], main: main, request: request)
      let (level, script) = (levels[range.lowerBound], scripts[range.lowerBound])
      if let last = runs.last, last.level == level, last.script == script, last.face === face {
        runs[runs.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        runs.append(Run(range: range, level: level, script: script, face: face))
      }
    }
    return runs
  }

  private func shape(
    _ run: Run, of text: ShownText, language: String, tabularDigits: Bool,
    into line: inout ShapedLine
  ) {
    let digitAdvance = tabularDigits ? widestDigit(of: run.face) : nil
    hb_buffer_clear_contents(buffer)
    // HarfBuzz gets the whole text, because Arabic letters join across a change of font.
    hb_buffer_add_codepoints(
      buffer, text.scalars, Int32(text.scalars.count), UInt32(run.range.lowerBound),
      Int32(run.range.count))
    hb_buffer_set_direction(buffer, run.level % 2 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
    hb_buffer_set_script(buffer, run.script)
    if !language.isEmpty {
      hb_buffer_set_language(buffer, hb_language_from_string(language, -1))
    }
    hb_shape(run.face.font, buffer, &tabular, tabularDigits ? 1 : 0)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    // The sum is in whole face units, so that a line of one font is exactly as wide as its advances.
    let unitsPerEm = run.face.unitsPerEm
    var pen = 0
    for index in 0..<Int(count) {
      let (info, position) = (infos[index], positions[index])
      let advance = Int(position.x_advance)
      var room = advance
      if let digitAdvance, advance > 0, (0x30...0x39).contains(text.scalars[Int(info.cluster)]) {
        room = digitAdvance
      }
      line.glyphs.append(
        ShapedLine.Glyph(
          face: run.face, id: info.codepoint,
          x: line.width + (Double(pen + Int(position.x_offset)) + Double(room - advance) / 2)
            / unitsPerEm,
          y: -Double(position.y_offset) / unitsPerEm))
      pen += room
      line.advances[Int(info.cluster)] += Double(room) / unitsPerEm
    }
    line.width += Double(pen) / unitsPerEm
  }

  /// The width of every tabular digit of a font, in face units: that of the widest digit. `tnum` alone is
  /// not enough: some fonts lack it, and in Inter 4.0's heavier weights the four is some units narrower
  /// than the rest.
  private func widestDigit(of face: Face) -> Int? {
    if let known = face.widestDigit { return known }
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf8(buffer, "0123456789", -1, 0, -1)
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
    hb_shape(face.font, buffer, &tabular, 1)
    var count: UInt32 = 0
    guard let positions = hb_buffer_get_glyph_positions(buffer, &count), count == 10 else {
      return nil
    }
    face.widestDigit = (0..<10).map { Int(positions[$0].x_advance) }.max()
    return face.widestDigit
  }
}
