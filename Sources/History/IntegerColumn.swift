/// A column of integers, stored as the integers, as differences, or as differences of differences, in whichever form
/// takes the fewest bits.
enum IntegerColumn {
  /// Writes the integers of a column, whose magnitudes are below 2⁵⁹, so that differences do not overflow.
  /// - Parameter orders: the orders of differences to try, 0 to 2.
  static func write(_ numbers: [Int], orders: ClosedRange<Int>, to writer: inout BitWriter) {
    guard !numbers.isEmpty else { return }
    var rest = numbers
    var heads: [Int] = []
    var best: (order: Int, power: Int, bits: Int, folded: [UInt64], heads: [Int])?
    for order in 0...orders.upperBound {
      if order > 0 { rest = differences(rest, &heads) }
      guard order >= orders.lowerBound, heads.count == order else { continue }
      // The heads, which are the minimum or the first number of each order, are stored in full, so that the rest is
      // small.
      let origin = order == 0 ? (rest.min() ?? 0) : 0
      let folded = rest.map {
        order == 0 ? UInt64($0 - origin) : RiceCode.folded($0)
      }
      let (power, bits) = RiceCode.best(for: folded)
      let all = order == 0 ? [origin] : heads
      let total = bits + all.reduce(0) { $0 + bitsOfVarint($1) }
      if total < best?.bits ?? .max { best = (order, power, total, folded, all) }
    }
    guard let best else { return }
    writer.write(UInt64(best.order), bits: 2)
    for head in best.heads { writer.write(varint: Int(bitPattern: UInt(RiceCode.folded(head)))) }
    RiceCode.write(best.folded, power: best.power, to: &writer)
  }

  /// The differences between neighbours; the first number is appended to the heads.
  private static func differences(_ numbers: [Int], _ heads: inout [Int]) -> [Int] {
    guard let first = numbers.first else { return [] }
    heads.append(first)
    return zip(numbers.dropFirst(), numbers).map { $0 - $1 }
  }

  private static func bitsOfVarint(_ number: Int) -> Int {
    let width = 64 - RiceCode.folded(number).leadingZeroBitCount
    return max(1, (width + 6) / 7) * 8
  }

  /// Reads the integers of a column.
  static func read(_ count: Int, from reader: inout BitReader, _ receive: (Int) -> Void) {
    guard count > 0 else { return }
    let order = min(Int(reader.read(bits: 2)), 2)
    func head() -> Int { RiceCode.unfolded(UInt64(UInt(bitPattern: reader.readVarint()))) }
    switch order {
    case 0:
      let origin = head()
      RiceCode.read(count, from: &reader) { receive(origin &+ Int(truncatingIfNeeded: $0)) }
    case 1:
      var value = head()
      receive(value)
      RiceCode.read(count - 1, from: &reader) {
        value &+= RiceCode.unfolded($0)
        receive(value)
      }
    default:
      var value = head()
      receive(value)
      guard count > 1 else { return }
      var step = head()
      value &+= step
      receive(value)
      RiceCode.read(count - 2, from: &reader) {
        step &+= RiceCode.unfolded($0)
        value &+= step
        receive(value)
      }
    }
  }
}
