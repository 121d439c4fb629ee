import CSixel

extension TiledGraphics.Format {
  /// Pictures in the sixel format, by libsixel: each block with 256 colours of its own.
  static func sixel() throws(TerminalError) -> Self {
    let library = try LibSixel.shared.get()
    return Self(encode: { library.encode($0) }, farewell: "", freeRows: 1)
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

  /// The picture of a block; nothing if the library has no memory.
  func encode(_ block: TerminalBlock) -> [UInt8] {
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
      succeeded(call.dither_new(&dither, 256, nil)), let output, let dither
    else { return [] }
    var pixels = block.bytes
    let (width, height) = (Int32(block.width), Int32(block.height))
    return withExtendedLifetime(result) {
      let status = call.dither_initialize(
        dither, &pixels, width, height, Int32(SIXEL_PIXELFORMAT_RGB888), Int32(SIXEL_LARGE_AUTO),
        Int32(SIXEL_REP_AUTO), Int32(SIXEL_QUALITY_HIGH))
      guard succeeded(status) else { return [] }
      call.dither_set_diffusion_type(dither, Int32(SIXEL_DIFFUSE_NONE))
      guard succeeded(call.encode(&pixels, width, height, 3, dither, output)) else { return [] }
      return result.bytes
    }
  }

  private func succeeded(_ status: SIXELSTATUS) -> Bool { status & 0x1000 == 0 }
}
