import Geometry
import Testing

@testable import Typography

@Test func smoke() throws {
  let library = try pinnedFonts()
  for text in ["AVATAR", "Hello, world", "0123456789", "1111", "12:30", "Wert שלום 12"] {
    for weight in FontWeight.allCases {
      let line = library.line(text, font: FontDescription(size: 2816, weight: weight))
      print(text, weight, line.width, line.inkBounds, line.outline.verbs.count)
    }
  }
  print(library.metrics(of: FontDescription(size: 2816)))

  let system = try FontLibrary()
  print(system.line("Hello, ✓ שלום world ☺", font: .init(size: 20)).width)
}
