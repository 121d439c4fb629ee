import CSixel

extension TiledGraphics.Format {
  /// Pictures in the sixel format, by libsixel: each block has its own palette.
  /// - Parameter colors: the number of colours in a block, 8 to 256.
  static func sixel(colors: Int) throws(TerminalError) -> Self {
    let library = try LibSixel.shared.get()
    return Self(encode: { library.encode($0, colors: colors) }, farewell: "", freeRows: 1)
  }
}

/// The pixels of a block as indices into a palette.
///
/// The library would choose a new palette for each block, so that equal colours in two blocks would differ slightly.
/// This palette has the exact colours of the block. If a block has too many colours, similar colours (with equal
/// upper bits) are replaced by the most frequent one among them.
struct IndexedPicture {
  /// The components of each colour.
  var palette: [UInt8] = []
  /// The colour of each pixel.
  var indices: [UInt8] = []

  /// - Parameter colors: the greatest number of colours, 8 to 256.
  init(_ block: TerminalBlock, colors: Int) {
    let counts = Self.counts(block.pixels)
    for bits in stride(from: 8, through: 1, by: -1) {
      let mask: UInt32 = 0x01_0101 * (0xff << (8 - UInt32(bits)) & 0xff)
      let groups = Dictionary(grouping: counts) { $0.key & mask }
      guard groups.count <= colors else { continue }
      take(block.pixels, mask, groups)
      return
    }
  }

  /// The number of pixels of each colour.
  private static func counts(_ pixels: [UInt32]) -> [(key: UInt32, count: Int)] {
    var counts: [UInt32: Int] = [:]
    var start = 0
    // Most pixels equal their neighbour, so runs are counted.
    for index in pixels.indices
    where index + 1 == pixels.count || pixels[index + 1] != pixels[index] {
      counts[pixels[index], default: 0] += index + 1 - start
      start = index + 1
    }
    return counts.map { ($0.key, $0.value) }
  }

  private mutating func take(
    _ pixels: [UInt32], _ mask: UInt32, _ groups: [UInt32: [(key: UInt32, count: Int)]]
  ) {
    var numbers: [UInt32: UInt8] = [:]
    // The order does not depend on the dictionary's seed.
    for (number, group) in groups.sorted(by: { $0.key < $1.key }).enumerated() {
      let color = group.value.max { ($0.count, $1.key) < ($1.count, $0.key) }?.key ?? 0
      palette += [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
      numbers[group.key] = UInt8(number)
    }
    // The library always reads 256 colours.
    palette += [UInt8](repeating: 0, count: 3 * 256 - palette.count)
    indices.reserveCapacity(pixels.count)
    var (last, number): (UInt32?, UInt8) = (nil, 0)
    for pixel in pixels {
      if pixel != last { (last, number) = (pixel, numbers[pixel & mask] ?? 0) }
      indices.append(number)
    }
  }
}

/// libsixel's functions, loaded for the first picture. The values never change, so they can be shared.
struct LibSixel: @unchecked Sendable {
  private let call: wallchart_sixel

  /// The library's names.
  static let names = ["libsixel.so.1"]

  static let shared = Result { () throws(TerminalError) in try LibSixel(names: names) }

  /// Loads the first available library of a list.
  init(names: [String]) throws(TerminalError) {
    var functions = wallchart_sixel()
    guard names.contains(where: { wallchart_sixel_load(&functions, $0) != 0 }) else {
      throw .noSixel
    }
    call = functions
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// The picture of a block; empty if the library cannot allocate memory.
  func encode(_ block: TerminalBlock, colors: Int) -> [UInt8] {
    let result = Output()
    var output: OpaquePointer?
    var dither: OpaquePointer?
    let write: sixel_write_function = { data, count, context in
      guard let data, let context else { return 0 }
      let bytes = UnsafeRawBufferPointer(start: data, count: Int(count))
      Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes += bytes
      return count
    }
    defer {
      if let output { call.output_unref(output) }
      if let dither { call.dither_unref(dither) }
    }
    let context = Unmanaged.passUnretained(result).toOpaque()
    guard succeeded(call.output_new(&output, write, context, nil)),
      succeeded(call.dither_new(&dither, Int32(colors), nil)), let output, let dither
    else { return [] }
    var picture = IndexedPicture(block, colors: colors)
    call.dither_set_palette(dither, &picture.palette)
    call.dither_set_pixelformat(dither, Int32(SIXEL_PIXELFORMAT_PAL8))
    return withExtendedLifetime(result) {
      let status = call.encode(
        &picture.indices, Int32(block.width), Int32(block.height), 8, dither, output)
      return succeeded(status) ? result.bytes : []
    }
  }

  private func succeeded(_ status: SIXELSTATUS) -> Bool { status & 0x1000 == 0 }
}
