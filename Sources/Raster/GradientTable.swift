import CLanes
import Geometry
import Synchronization

/// The colours of a gradient at equal steps of its parameter, as pixels.
///
/// The latest tables are kept, because each frame draws mostly the same gradients.
enum GradientTable {
  private struct Key: Hashable {
    let stops: [LinearGradient.Stop]
    let size: Int
  }

  /// The kept tables, usually at most some 260 kB: 4 bytes for each of 1024 entries.
  private static let kept = Mutex<[Key: [UInt32]]>([:])
  private static let mostKept = 64

  /// The table of ordered stops, followed by copies of the last colour.
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

  /// The number of entries. A transition between two colours of 256 levels needs 512 entries to be correct to half a
  /// level; hard edges between colours must be within a quarter of a pixel of their positions.
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

  /// The premultiplied colour, computed in 8.8 fixed point, then rounded.
  private static func pixel(_ color: Color) -> UInt32 {
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let alpha = unit(color.alpha)
    func byte(_ value: Double) -> UInt32 {
      (UInt32(unit(value) * alpha * 65280 + 0.5) + 128) >> 8
    }
    return byte(1) << 24 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
  }
}
