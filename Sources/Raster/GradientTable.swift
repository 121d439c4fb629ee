import CLanes
import Geometry
import Synchronization

/// The colours of a gradient at equal steps of its parameter, as pixels.
///
/// Drawing the same gradient frame after frame takes the same table: the latest ones are kept.
enum GradientTable {
  private struct Key: Hashable {
    let stops: [LinearGradient.Stop]
    let size: Int
  }

  /// The tables that are kept; at 4 bytes for each of 1024 entries, some 260 kB at most.
  private static let kept = Mutex<[Key: [UInt32]]>([:])
  private static let mostKept = 64

  /// The table of ordered stops, with the last colour again behind it.
  static func pixels(of stops: [LinearGradient.Stop], size: Int) -> [UInt32] {
    let key = Key(stops: stops, size: size)
    if let table = kept.withLock({ $0[key] }) { return table }
    var table = (0..<size).map {
      pixel(color(of: stops, at: (Double($0) + 0.5) / Double(size)))
    }
    table += Array(repeating: table[size - 1], count: Int(TABLE_PADDING))
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

  /// Premultiplied in 8.8, then rounded.
  private static func pixel(_ color: Color) -> UInt32 {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let alpha = unit(color.alpha)
    func byte(_ value: Double) -> UInt32 {
      (UInt32(unit(value) * alpha * 65280 + 0.5) + 128) >> 8
    }
    return byte(1) << 24 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
  }
}
