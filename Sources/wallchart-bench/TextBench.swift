import Geometry
import Raster
import Typography

/// Times the text of a dashboard at the sizes of labels and values: its glyphs from kept coverage, and
/// the same glyphs as outlines.
enum TextBench {
  static func runAll() throws(FontError) {
    let fonts = try FontLibrary()
    for (size, count) in [(11.0, 200), (14, 200), (22, 60), (46, 12)] {
      let runs = (0..<count).map { i in
        fonts.line("\(12.5 * Double(i)) MB/s", font: FontDescription(family: "Inter", size: size))
          .glyphs
      }
      run("glyphs, \(count) texts of \(Int(size)) px", size, runs) {
        .glyphs($0, transform: $1, $2)
      }
      let paths = runs.map(\.path)
      run("outlines, \(count) texts of \(Int(size)) px", size, paths) {
        .fill($0, .nonZero, transform: $1, $2)
      }
    }
  }

  private static func run<Text>(
    _ name: String, _ size: Double, _ texts: [Text],
    _ content: (Text, AffineTransform, Paint) -> DrawOperation.Content
  ) {
    let columns = max(1, Int(Double(Scene.width) / (size * 8)))
    let operations = texts.enumerated().map { i, text in
      // Steps of a third of a pixel cover all places between two pixels.
      let place = AffineTransform.translation(
        (Double(i % columns) * 8 + 0.5) * size + Double(i) / 3,
        (Double(i / columns) * 1.5 * size + 2 * size).rounded())
      return DrawOperation(content(text, place, .color(.black)))
    }
    let list = DrawList([DrawOperation(.clear(.white))] + operations)
    let bitmap = Bitmap(width: Scene.width, height: Scene.height)
    let renderer = Renderer(threads: 1)
    let blank = DrawList([DrawOperation(.clear(.white))])
    let background = median { renderer.draw(blank, into: bitmap) }
    let whole = median { renderer.draw(list, into: bitmap) }
    print("text \(name): \(fixed(whole - background)) ms")
  }

  private static func median(_ frame: () -> Void) -> Double {
    let samples = time(frame).sorted()
    return samples[samples.count / 2]
  }
}
