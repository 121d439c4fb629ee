import Geometry
import Testing

@testable import Raster

/// The elements of SVG for each kind of drawing. Whole pictures are compared with the program.
@Suite struct SVGTests {
  private func document(_ operations: [DrawOperation], title: String? = nil) -> String {
    String(
      decoding: SVG.encode(DrawList(operations), width: 100, height: 50, scale: 2, title: title),
      as: UTF8.self)
  }

  private func square(_ side: Double) -> Path {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(side, 0))
    path.addLine(to: Point(side, side))
    path.closeSubpath()
    return path
  }

  @Test func sizesAreInPoints() {
    let text = document([.init(.clear(Color(hex: 0x102030)))])
    #expect(text.contains("width=\"50\" height=\"25\" viewBox=\"0 0 100 50\""))
    #expect(text.contains("<rect x=\"0\" y=\"0\" width=\"100\" height=\"50\" fill=\"#102030\"/>"))
  }

  @Test func pathsKeepTheirCurves() {
    var path = Path()
    path.move(to: Point(1, 2))
    path.addQuadCurve(to: Point(3, 4), control: Point(2, 0.12345))
    path.addCurve(to: Point(9, 8), control1: Point(4, 5), control2: Point(-6, 7))
    path.closeSubpath()
    #expect(SVGWriter.data(path) == "M1 2Q2 0.123 3 4C4 5 -6 7 9 8Z")
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0004, "0"), (1.0005, "1.001"), (-12.5, "-12.5"), (1e20, "1000000000"),
    (.nan, "0"), (.infinity, "0"), (0.00001, "0"), (123456.789, "123456.789"),
  ])
  func numbers(number: Double, text: String) { #expect(SVGNumber.text(number) == text) }

  @Test func aPartOfAStrokeIsAPathOfItsOwn() {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(100, 0))
    let style = StrokeStyle(width: 2, cap: .round, join: .round, start: 0.25, end: 0.5)
    let text = document([.init(.stroke(path, style, transform: .identity, .color(.black)))])
    #expect(text.contains("d=\"M25 0L50 0\""), "\(text)")
    #expect(text.contains("stroke-linecap=\"round\" stroke-linejoin=\"round\""))
    let none = StrokeStyle(width: 2, start: 0.5, end: 0.5)
    #expect(
      !document([.init(.stroke(path, none, transform: .identity, .color(.black)))])
        .contains("<path"))
  }

  @Test func gradientsAndClipsAreDefinedOnce() {
    let gradient = LinearGradient(
      stops: [.init(0, .white), .init(1, Color(red: 1, green: 0, blue: 0).opacity(0.5))],
      start: Point(0, 0), end: Point(0, 1), transform: .scale(10, 10))
    let clip = Clip(
      rect: Rect(x: 1, y: 2, width: 30, height: 20),
      paths: [ClipPath(path: square(9), rule: .evenOdd)])
    let fill = DrawOperation(
      .fill(square(10), .nonZero, transform: .translation(3, 4), .gradient(gradient)), clip: clip)
    let text = document([fill, fill])
    func count(_ part: String) -> Int { text.ranges(of: part).count }
    #expect(count("<linearGradient") == 1 && count("<clipPath") == 2 && count("<path d=") == 3)
    #expect(text.contains("stop-color=\"#ff0000\" stop-opacity=\"0.5\""))
    #expect(text.contains("clip-rule=\"evenodd\""))
    // The gradient is in the space of the element.
    #expect(text.contains("gradientTransform=\"matrix(10 0 0 10 0 0)\""), "\(text)")
  }

  /// The alpha of a mask is the light of a white one.
  @Test func aMaskIsWhite() {
    let mask = DrawList([
      .init(.fill(square(5), .nonZero, transform: .identity, .color(Color.black.opacity(0.5))))
    ])
    let content = DrawList([
      .init(.fill(square(10), .nonZero, transform: .identity, .color(Color(hex: 0x123456))))
    ])
    let text = document([.init(.group(DrawGroup(list: content, opacity: 0.25, mask: mask)))])
    #expect(text.contains("fill=\"#ffffff\" fill-opacity=\"0.5\""))
    #expect(text.contains("<g opacity=\"0.25\" mask=\"url(#m0)\">"))
    #expect(text.contains("fill=\"#123456\""))
  }

  @Test func textIsEscaped() {
    let run = GlyphRun(
      [
        .init(
          GlyphOutline(path: square(1), bounds: Rect(x: 0, y: 0, width: 1, height: 1)),
          scale: 10, origin: .zero)
      ],
      text: GlyphText(
        "a<b>&\"\u{7}c", family: "Inter", size: 12, weight: 600, hasTabularDigits: true, width: 31))
    let text = document(
      [.init(.glyphs(run, transform: .translation(5, 6), .color(.black)))], title: "x < y")
    #expect(text.contains(">a&lt;b&gt;&amp;&quot;\u{fffd}c</text>"), "\(text)")
    #expect(text.contains("font-size=\"12\" font-weight=\"600\""))
    #expect(text.contains("textLength=\"31\""))
    // Numbers have places of their own.
    let glyphs = [0.0, 7, 14, 21].map {
      GlyphRun.Glyph(run.glyphs[0].outline, scale: 10, origin: Point($0, 0))
    }
    let number = GlyphRun(
      glyphs,
      text: GlyphText(
        "1 GB2", family: "Inter", size: 12, weight: 400, hasTabularDigits: true, width: 40))
    #expect(
      document([.init(.glyphs(number, transform: .identity, .color(.black)))]).contains(
        "><tspan x=\"0\">1 </tspan><tspan x=\"7\">GB</tspan><tspan x=\"21\">2</tspan></text>"))
    #expect(text.contains("<title>x &lt; y</title>"))
  }

  @Test func imagesAreInside() {
    let image = Image(width: 1, height: 1, pixels: [0xffff_0000])
    let text = document([
      .init(.fill(square(10), .nonZero, transform: .identity, .image(ImagePaint(image: image))))
    ])
    #expect(text.contains("xlink:href=\"data:image/png;base64,iVBORw0KGgo"))
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func base64(text: String, expected: String) {
    #expect(Base64.text(Array(text.utf8)) == expected)
  }
}
