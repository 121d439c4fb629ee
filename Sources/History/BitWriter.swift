/// Writes bits and whole bytes, one after another.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var held: UInt64 = 0
  /// The number of bits in `held`, fewer than eight between two calls.
  private var heldCount = 0

  /// Writes the lowest bits of a number, the highest of them first.
  /// - Parameter count: at most 56.
  mutating func write(_ number: UInt64, bits count: Int) {
    guard count > 0 else { return }
    held = held << UInt64(count) | number & (UInt64.max >> UInt64(64 - count))
    heldCount += count
    while heldCount >= 8 {
      heldCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> UInt64(heldCount)))
    }
  }

  /// Writes all 64 bits of a number.
  mutating func write(whole number: UInt64) {
    write(number >> 32, bits: 32)
    write(number, bits: 32)
  }

  /// Fills the last byte with zeros.
  mutating func finishByte() { if heldCount > 0 { write(0, bits: 8 - heldCount) } }

  /// Writes a number in groups of seven bits, the lowest group first. The high bit of a byte means that another group
  /// follows.
  mutating func write(varint number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      write(rest & 0x7F | 0x80, bits: 8)
      rest >>= 7
    }
    write(rest, bits: 8)
  }
}

/// Reads bits and whole bytes, one after another. After the end, reading returns zeros and sets `isOver`.
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  private var place: Int
  private var held: UInt64 = 0
  private var heldCount = 0
  private(set) var isOver = false

  init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
    self.bytes = bytes
    place = start
  }

  /// The number of whole bytes read, counted from the buffer's start.
  var byteCount: Int { place - heldCount / 8 }

  private mutating func fill() {
    // Loads eight bytes at once, of which the last ones may be loaded again.
    if place + 8 <= bytes.count, heldCount >= 0 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).bigEndian
      held |= word >> UInt64(heldCount)
      let count = (63 - heldCount) / 8
      place += count
      heldCount += count * 8
      return
    }
    while heldCount <= 56 {
      if place < bytes.count {
        held |= UInt64(bytes[place]) << UInt64(56 - heldCount)
      } else if place >= bytes.count + 8 {
        isOver = true
      }
      place += 1
      heldCount += 8
    }
  }

  /// Reads a number of at most 56 bits.
  mutating func read(bits count: Int) -> UInt64 {
    guard count > 0 else { return 0 }
    if heldCount < count { fill() }
    let result = held >> UInt64(64 - count)
    held <<= UInt64(count)
    heldCount -= count
    return result
  }

  mutating func readWhole() -> UInt64 {
    let high = read(bits: 32)
    return high << 32 | read(bits: 32)
  }

  /// Reads ones and the zero after them. After `most` ones, no zero is read.
  mutating func readOnes(most: Int) -> Int {
    if heldCount < most + 1 { fill() }
    let ones = min((~held).leadingZeroBitCount, most)
    let count = ones < most ? ones + 1 : ones
    held <<= UInt64(count)
    heldCount -= count
    return ones
  }

  /// Reads a number in groups of seven bits.
  mutating func readVarint() -> Int {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let group = read(bits: 8)
      result |= (group & 0x7F) << shift
      if group < 0x80 { break }
    }
    return Int(Int64(bitPattern: result))
  }

  /// Skips the rest of the last byte.
  mutating func finishByte() { _ = read(bits: heldCount % 8) }
}
