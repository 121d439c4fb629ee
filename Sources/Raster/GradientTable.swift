import Geometry
import Synchronization

/// The colours of a gradient at equal steps of its parameter.
///
/// Drawing the same gradient frame after frame takes the same table: the latest ones are kept.
final class GradientTable: Sendable {
  private struct Key: Hashable {
    let stops: [LinearGradient.Stop]
    let size: Int
  }

  /// Premultiplied channels in 8.8.
  let colors: [SIMD4<UInt16>]
  /// The same, rounded to pixels.
  let pixels: [UInt32]

  /// The tables that are kept; at 12 bytes for each of 1024 entries, some 800 kB at most.
  private static let kept = Mutex<[Key: GradientTable]>([:])
  private static let mostKept = 64

  private init(_ stops: [LinearGradient.Stop], size: Int) {
    colors = (0..<size).map {
      GradientTable.premultiplied(color(of: stops, at: (Double($0) + 0.5) / Double(size)))
    }
    pixels = colors.map(GradientTable.pixel)
  }

  /// The table of ordered stops.
  static func of(_ stops: [LinearGradient.Stop], size: Int) -> GradientTable {
    let key = Key(stops: stops, size: size)
    if let table = kept.withLock({ $0[key] }) { return table }
    let table = GradientTable(stops, size: size)
    kept.withLock { tables in
      if tables.count >= mostKept { tables = [:] }
      tables[key] = table
    }
    return table
  }

  /// Two colours in 256 levels need 512 entries to be right to half a level; hard edges between
  /// colours are to lie within a quarter of a pixel of their place.
  /// - Parameter length: the pixels over which the parameter runs from 0 to 1.
  static func size(stops: [LinearGradient.Stop], length: Double) -> Int {
    let isSmooth =
      stops.count <= 4
      && zip(stops, stops.dropFirst()).allSatisfy {
        $1.location - $0.location > 0.125
      }
    if isSmooth { return 1024 }
    var size = 1024
    while size < 8192, Double(size) < 2 * length { size *= 2 }
    return size
  }

  private static func premultiplied(_ color: Color) -> SIMD4<UInt16> {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let alpha = unit(color.alpha)
    func fixed(_ value: Double) -> UInt16 { UInt16(unit(value) * alpha * 65280 + 0.5) }
    return SIMD4(fixed(color.blue), fixed(color.green), fixed(color.red), fixed(1))
  }

  private static func pixel(_ color: SIMD4<UInt16>) -> UInt32 {
    let c = (color &+ 128) &>> 8
    return UInt32(c.w) << 24 | UInt32(c.z) << 16 | UInt32(c.y) << 8 | UInt32(c.x)
  }
}
