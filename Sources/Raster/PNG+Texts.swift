import CPNG

extension PNG {
  /// A text about a picture, with a keyword of the PNG specification, such as `Title`, `Creation Time` or `Software`.
  public struct Text: Hashable, Sendable {
    /// The keyword: 1 to 79 letters of Latin-1.
    public var keyword: String
    /// The text, written to the file in UTF-8.
    public var text: String

    /// A text under a keyword.
    public init(_ keyword: String, _ text: String) {
      (self.keyword, self.text) = (keyword, text)
    }
  }

  /// The file of a picture with added texts. The texts are `iTXt` chunks in UTF-8, after the header.
  /// - Parameter file: a whole file in the PNG format.
  static func adding(_ texts: [Text], to file: [UInt8]) -> [UInt8] {
    // The signature, and the header with its length, name and checksum.
    let headerEnd = 8 + 12 + 13
    let chunks = texts.flatMap { chunk($0) }
    return Array(file[..<headerEnd]) + chunks + file[headerEnd...]
  }

  private static func chunk(_ text: Text) -> [UInt8] {
    // The text is not compressed and has neither a language nor a translated keyword. A zero byte would end the
    // keyword.
    let keyword = text.keyword.utf8.filter { $0 != 0 }.prefix(79)
    let data = Array(keyword) + [0, 0, 0, 0, 0] + Array(text.text.utf8)
    let body = Array("iTXt".utf8) + data
    let checksum = body.withUnsafeBufferPointer {
      crc32(0, $0.baseAddress, UInt32($0.count))
    }
    return bigEndian(UInt32(data.count)) + body + bigEndian(UInt32(truncatingIfNeeded: checksum))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
