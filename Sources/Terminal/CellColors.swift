/// A colour of a terminal's cell: 0xRRGGBB.
struct CellColor: Hashable {
  var rgb: UInt32

  init(rgb: UInt32) { self.rgb = rgb }

  init(red: Int, green: Int, blue: Int) {
    rgb = UInt32(red << 16 | green << 8 | blue)
  }

  var red: Int { Int(rgb >> 16 & 0xff) }
  var green: Int { Int(rgb >> 8 & 0xff) }
  var blue: Int { Int(rgb & 0xff) }

  /// The visible difference of two colours: the weighted mean of the components' differences, with twice the weight
  /// for green.
  func distance(to other: CellColor) -> Int {
    (abs(red - other.red) + 2 * abs(green - other.green) + abs(blue - other.blue)) / 4
  }

  /// This colour under a second, translucent colour.
  /// - Parameter share: the opacity of the second colour, 0 to 1.
  func covered(by other: CellColor, share: Double) -> CellColor {
    func mix(_ a: Int, _ b: Int) -> Int {
      Int((Double(a) + (Double(b) - Double(a)) * share).rounded())
    }
    return CellColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  static func mean(_ colors: some Collection<CellColor>) -> CellColor {
    let count = max(1, colors.count)
    return CellColor(
      red: colors.reduce(0) { $0 + $1.red } / count,
      green: colors.reduce(0) { $0 + $1.green } / count,
      blue: colors.reduce(0) { $0 + $1.blue } / count)
  }
}

/// The colours that a terminal can show.
enum ColorDepth {
  /// All colours of 24 bits.
  case direct
  /// The cube of 6×6×6 colours and the 24 greys of xterm.
  case indexed

  /// The depth that the environment states.
  init(environment: (String) -> String?) {
    let direct = ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
    self = direct || environment("TERM")?.hasSuffix("-direct") == true ? .direct : .indexed
  }

  /// The parameters of the control sequence (SGR) for a colour.
  /// - Parameter ground: 38 for the letters, 48 for the background.
  func parameters(_ color: CellColor, ground: Int) -> String {
    switch self {
    case .direct: "\(ground);2;\(color.red);\(color.green);\(color.blue)"
    case .indexed: "\(ground);5;\(Self.index(color))"
    }
  }

  /// The nearest of xterm's colours.
  static func index(_ color: CellColor) -> Int {
    func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
    func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    let (red, green, blue) = (step(color.red), step(color.green), step(color.blue))
    let cube = CellColor(red: level(red), green: level(green), blue: level(blue))
    let gray = min(max(((color.red + color.green + color.blue) / 3 - 3) / 10, 0), 23)
    let shade = CellColor(red: 8 + 10 * gray, green: 8 + 10 * gray, blue: 8 + 10 * gray)
    return shade.distance(to: color) < cube.distance(to: color)
      ? 232 + gray : 16 + 36 * red + 6 * green + blue
  }
}
