/// A character cell of a terminal.
struct TerminalCell: Equatable {
  /// The character; empty for the right half of a wide one.
  var text: String
  var foreground: CellColor
  var background: CellColor
  var isBold = false
}

/// The pixels of a cell as a character of two colours.
///
/// A cell has dots, two by four, each of four by four pixels. The background is the colour that most pixels share;
/// dots that differ from the background enough are set. Filled shapes become blocks, everything else braille.
struct CellPicture {
  /// The size of a cell in pixels.
  static let width = 8
  static let height = 16
  private static let dot = 4
  /// The largest difference of colours that look the same.
  private static let tolerance = 4
  /// The smallest difference that is drawn as a shape. A smaller one, such as that of a panel's background to the
  /// page's, only colours whole cells.
  private static let leastContrast = 10

  /// The bits of braille's dots (U+2800), row after row.
  private static let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  /// The cell for pixels.
  /// - Parameters:
  ///   - pixels: the first pixel.
  ///   - stride: the pixels from one row to the next.
  static func cell(_ pixels: UnsafePointer<UInt32>, stride: Int) -> TerminalCell {
    if let color = uniformColor(pixels, stride) {
      return TerminalCell(text: " ", foreground: color, background: color)
    }
    let dots = (0..<8).map { mean(pixels + $0 / 2 * dot * stride + $0 % 2 * dot, stride) }
    let background = commonColor(pixels, stride)
    let contrasts = dots.map { $0.distance(to: background) }
    let greatest = contrasts.max() ?? 0
    guard greatest >= leastContrast else {
      let color = greatest > tolerance ? background : CellColor.mean(dots)
      return TerminalCell(text: " ", foreground: color, background: color)
    }
    // In a cell with a line over a grid line, only the line with the stronger contrast is drawn.
    let isSet = contrasts.map { 20 * $0 > 9 * greatest }
    var colors: [CellColor] = []
    for index in 0..<8 where isSet[index] {
      colors.append(
        farthest(pixels + index / 2 * dot * stride + index % 2 * dot, stride, from: background))
    }
    let foreground = CellColor.mean(colors)
    // A thin line covers no dot completely, and is drawn as a row of dots.
    let full = foreground.distance(to: background)
    let isSolid = zip(isSet, contrasts).allSatisfy { !$0 || 4 * $1 >= 3 * full }
    return shape(isSet, isSolid: isSolid, foreground: foreground, background: background)
  }

  private static func uniformColor(_ pixels: UnsafePointer<UInt32>, _ stride: Int) -> CellColor? {
    let first = pixels[0]
    for y in 0..<height {
      for x in 0..<width where pixels[y * stride + x] != first { return nil }
    }
    return CellColor(rgb: first & 0xff_ffff)
  }

  private static func mean(_ pixels: UnsafePointer<UInt32>, _ stride: Int) -> CellColor {
    var (red, green, blue) = (0, 0, 0)
    for y in 0..<dot {
      for x in 0..<dot {
        let color = CellColor(rgb: pixels[y * stride + x])
        red += color.red
        green += color.green
        blue += color.blue
      }
    }
    let count = dot * dot
    return CellColor(red: red / count, green: green / count, blue: blue / count)
  }

  /// The colour of the pixel that differs most from the background: a thin line keeps its colour.
  private static func farthest(
    _ pixels: UnsafePointer<UInt32>, _ stride: Int, from background: CellColor
  ) -> CellColor {
    var (result, most) = (background, -1)
    for y in 0..<dot {
      for x in 0..<dot {
        let color = CellColor(rgb: pixels[y * stride + x] & 0xff_ffff)
        let distance = color.distance(to: background)
        if distance > most { (result, most) = (color, distance) }
      }
    }
    return result
  }

  /// The mean colour of the largest group of similar pixels.
  private static func commonColor(
    _ pixels: UnsafePointer<UInt32>, _ stride: Int
  ) -> CellColor {
    var groups: [(key: UInt32, colors: [CellColor])] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = CellColor(rgb: pixels[y * stride + x] & 0xff_ffff)
        // Colours are similar if their components have the same five upper bits.
        let key = color.rgb & 0xf8_f8f8
        if let index = groups.firstIndex(where: { $0.key == key }) {
          groups[index].colors.append(color)
        } else {
          groups.append((key, [color]))
        }
      }
    }
    return .mean(groups.max { $0.colors.count < $1.colors.count }?.colors ?? [])
  }

  /// The character for dots.
  private static func shape(
    _ isSet: [Bool], isSolid: Bool, foreground: CellColor, background: CellColor
  ) -> TerminalCell {
    let bits = zip(isSet, Self.bits).reduce(0 as UInt32) { $1.0 ? $0 | $1.1 : $0 }
    if isSolid, let (text, isSwapped) = blocks[bits] {
      return TerminalCell(
        text: text, foreground: isSwapped ? background : foreground,
        background: isSwapped ? foreground : background)
    }
    let braille = Unicode.Scalar(0x2800 + bits).map { String(Character($0)) } ?? " "
    return TerminalCell(text: braille, foreground: foreground, background: background)
  }

  /// The block characters for dots that fill a cell from one edge, by the dots' bits. The colours are swapped if
  /// Unicode has only the block at the opposite edge.
  private static let blocks: [UInt32: (text: String, isSwapped: Bool)] = [
    0xc0: ("▂", false), 0xe4: ("▄", false), 0xf6: ("▆", false),
    0x09: ("▆", true), 0x1b: ("▄", true), 0x3f: ("▂", true),
    0x47: ("▌", false), 0xb8: ("▌", true), 0xff: (" ", true),
  ]
}
