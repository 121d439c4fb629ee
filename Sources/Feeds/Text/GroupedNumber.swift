/// A decimal number whose thousands may be separated, at the start of text.
struct GroupedNumber {
  var value: Double
  /// The number of bytes that belong to the number.
  var length: Int
  /// The use of a comma in a number.
  enum Comma {
    case decimal, thousands
    /// A comma before three digits, which may be either.
    case open
  }
  /// The use of the number's commas; nil without a comma.
  var comma: Comma?

  /// The largest number of bytes: longer numbers are hardly ever grouped.
  private static let longest = 64

  /// - Parameter blanksGroup: whether single blanks may separate thousands, as in a cell that is not between blanks.
  init?(_ text: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool, blanksGroup: Bool = false) {
    let sign = Self.signAndCurrency(text)
    let body = UnsafeBufferPointer(rebasing: text[sign.length...])
    guard let shape = Shape(body, commaIsDecimal: commaIsDecimal, blanksGroup: blanksGroup) else {
      return nil
    }
    let point = shape.point
    let parsed: (Double, Int)? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: body.count)
    { plain in
      var count = 0
      for index in 0..<body.count {
        let byte = body[index]
        if index < shape.length {
          // Separators of groups are dropped.
          if digitValue(byte) == nil, index != point { continue }
          plain[count] = index == point ? 0x2E : byte
        } else {
          plain[count] = byte
        }
        count += 1
      }
      guard let start = UnsafePointer(plain.baseAddress),
        let (value, next) = parseDecimal(start, start + count, point: 0x2E)
      else { return nil }
      let dropped = body.count - count
      return (value, next - start + dropped)
    }
    guard let (magnitude, used) = parsed else { return nil }
    value = sign.isNegative ? -magnitude : magnitude
    length = sign.length + used
    comma = shape.comma
  }

  /// Skips `-`, `+`, `$`, `€` and `£` in any order; a blank may follow the currency sign.
  private static func signAndCurrency(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> (length: Int, isNegative: Bool) {
    var length = 0
    var isNegative = false
    var hasSign = false
    while length < text.count {
      switch text[length] {
      case 0x2D where !hasSign, 0x2B where !hasSign:
        hasSign = true
        isNegative = text[length] == 0x2D
        length += 1
      case 0x24: length += 1
      case 0xE2 where text.count > length + 2 && text[length + 1] == 0x82:
        length += 3
      case 0xC2
      where text.count > length + 1 && (text[length + 1] == 0xA3 || text[length + 1] == 0xA5):
        length += 2
      default: return (length, isNegative)
      }
    }
    return (length, isNegative)
  }

  /// The end of the digits and separators, and the separator that is the decimal point.
  private struct Shape {
    let length: Int
    /// The index of the decimal point or comma; -1 if the number has neither.
    var point = -1
    var comma: Comma?

    init?(_ text: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool, blanksGroup: Bool) {
      let groups = Groups(text, blanksGroup: blanksGroup)
      length = groups.length
      guard groups.digits > 0 else { return nil }
      let (commas, points) = (groups.commas, groups.points)
      let isGroup = groups.areThousands
      if commas + points == 0 {
        guard groups.others == 0 || isGroup else { return nil }
        return
      }
      let lastIsComma = text[groups.last] == 0x2C
      let lastCount = lastIsComma ? commas : points
      if commas > 0 && points > 0 || groups.others > 0 {
        guard groups.areThree, lastCount == 1 else { return nil }
        point = groups.last
        comma = lastIsComma ? .decimal : commas > 0 ? .thousands : nil
      } else if lastCount > 1 {
        guard isGroup else { return nil }
        comma = lastIsComma ? .thousands : nil
      } else if lastIsComma {
        let isOpen = isGroup && text[0] != 0x30
        if !isOpen || commaIsDecimal { point = groups.last }
        comma = isOpen ? .open : .decimal
      } else if !(commaIsDecimal && isGroup && text[0] != 0x30) {
        point = groups.last
      }
      // A comma behind the digits is punctuation.
      if groups.last + 1 == groups.length { comma = nil }
    }
  }

  /// The digits at the start of text, with their separators.
  private struct Groups {
    /// The length of all digits and separators in bytes.
    private(set) var length = 0
    private(set) var digits = 0
    private(set) var commas = 0
    private(set) var points = 0
    /// The number of separators that can only separate thousands.
    private(set) var others = 0
    /// The index of the last comma or point; -1 if there is neither.
    private(set) var last = -1
    /// Whether every group between two separators has three digits.
    private(set) var areThree = true
    private var firstGroup = 0
    private var sinceSeparator = 0
    private let blanksGroup: Bool

    /// Whether the digits may be groups of thousands, whatever separates them.
    var areThousands: Bool { sinceSeparator == 3 && areThree && (1...3).contains(firstGroup) }

    init(_ text: UnsafeBufferPointer<UInt8>, blanksGroup: Bool) {
      self.blanksGroup = blanksGroup
      while length < min(text.count, GroupedNumber.longest) {
        if digitValue(text[length]) != nil {
          digits += 1
          sinceSeparator += 1
          length += 1
        } else if !takeSeparator(text) {
          break
        }
      }
    }

    /// - Returns: whether there is a separator.
    private mutating func takeSeparator(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      let width = isGroupingBlank(text) ? 1 : Self.separatorWidth(text, at: length)
      guard width > 0 else { return false }
      if commas + points + others == 0 {
        firstGroup = sinceSeparator
      } else if sinceSeparator != 3 {
        areThree = false
      }
      switch text[length] {
      case 0x2C: (commas, last) = (commas + 1, length)
      case 0x2E: (points, last) = (points + 1, length)
      default:
        // A separator other than a comma or a point must have digits on both sides.
        guard digits > 0, length + width < text.count, digitValue(text[length + width]) != nil
        else { return false }
        others += 1
      }
      sinceSeparator = 0
      length += width
      return true
    }

    /// Whether a blank with a group before it, and exactly three digits after it, is next. A zero does not begin
    /// thousands.
    private func isGroupingBlank(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      guard blanksGroup, text[length] == 0x20, (1...3).contains(sinceSeparator), text[0] != 0x30,
        commas + points == 0
      else { return false }
      return text[(length + 1)...].prefix(4).prefix { digitValue($0) != nil }.count == 3
    }

    /// The bytes of a separator of thousands or decimals; 0 if there is no separator.
    private static func separatorWidth(
      _ text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> Int {
      switch text[index] {
      case 0x2C, 0x2E, 0x27, 0x5F: return 1
      case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0: return 2
      case 0xE2
      where index + 2 < text.count && text[index + 1] == 0x80
        && (text[index + 2] == 0xAF || text[index + 2] == 0x99):
        return 3
      default: return 0
      }
    }
  }
}
