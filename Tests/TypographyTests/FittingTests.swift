import Testing

@testable import Typography

@Suite struct FittingTests {
  let font = FontDescription(size: 15)

  @Test func `a text that fits stays as it is`() throws {
    let library = try pinnedFonts()
    let line = library.line("Temperature", font: font)
    #expect(library.line("Temperature", font: font, fitting: line.width) == line)
    #expect(library.line("Temperature", font: font, fitting: .infinity) == line)
  }

  /// The lines of a text in ever wider rooms in which at least an ellipsis fits, after a check that all lines fit.
  private func cuts(of text: String, _ library: FontLibrary) -> [(room: Double, line: TextLine)] {
    let whole = library.line(text, font: font).width
    return (1..<20).compactMap { step in
      let room = whole * Double(step) / 20
      let line = library.line(text, font: font, fitting: room)
      #expect(line.width <= room)
      if line.text.isEmpty { #expect(library.line("…", font: font).width > room) }
      return line.text.isEmpty ? nil : (room, line)
    }
  }

  @Test(arguments: [
    "Temperature of the left sensor", "温度 درجة حرارة CPU 12 %", "WAVE AVAWAVA", "iiiiiiiiiiiil",
    "👍🏽👨‍👩‍👧e\u{301}e\u{301}é", "https://example.org/status", "requests/s", "requests/min",
    "запросы/мин",
    "read / write operations", "alpha.example.org", "Wait a moment...",
  ])
  func `a text that is too wide ends in an ellipsis and is as long as it can be`(
    text: String
  ) throws {
    let library = try pinnedFonts()
    let characters = Array(text)
    for (room, line) in cuts(of: text, library) {
      #expect(line.text.last == "…")
      let kept = line.text.dropLast()
      #expect(text.hasPrefix(kept) && characters.starts(with: Array(kept)))
      #expect(kept.last?.isWhitespace != true && kept.last != ".")
      // One grapheme cluster more, after any white space and dots left out, would not fit.
      var next = kept.count + 1
      while next < characters.count,
        characters[next - 1].isWhitespace || characters[next - 1] == "."
      {
        next += 1
      }
      let longer = library.line(String(characters[..<next]) + "…", font: font).width
      #expect(longer > room || next == characters.count)
    }
  }

  @Test(arguments: [
    "/var/lib/docker/overlay2/8f1c0a/merged", "eth0/statistics/rx_bytes",
    "server:/export/温度/e\u{301}e\u{301}", "/srv/my data/report 2 of 3.txt", "~/My Files/photos",
    "/" + String(repeating: "\u{200B}", count: 300) + "WWWW",
  ])
  func `a path that is too wide begins with an ellipsis and is as long as it can be`(
    path: String
  ) throws {
    let library = try pinnedFonts()
    let characters = Array(path)
    for (room, line) in cuts(of: path, library) {
      #expect(line.text.first == "…")
      let kept = line.text.dropFirst()
      #expect(characters.suffix(kept.count) == Array(kept)[...])
      guard !path.contains("\u{200B}") else { continue }
      let longer = "…" + String(characters.suffix(kept.count + 1))
      #expect(library.line(longer, font: font).width > room || longer.count > characters.count)
    }
  }

  /// Words behind a path tell something about it.
  @Test(arguments: [
    "/home used", "/srv/data 12.5 GB", "/etc/board.yaml: cannot be read.as", "km/h at 5.a",
  ])
  func `a text that begins with a path is cut at its end`(text: String) throws {
    for (_, line) in cuts(of: text, try pinnedFonts()) { #expect(line.text.last == "…") }
  }

  @Test(arguments: [0, -1, 3, -Double.infinity, .nan])
  func `nothing is shown where not even the ellipsis fits`(room: Double) throws {
    let line = try pinnedFonts().line("Temperature", font: font, fitting: room)
    #expect(line.text == "")
    #expect(line.width == 0)
    #expect(line.outline.isEmpty)
  }

  @Test func `a cut among clusters without extent fits`() throws {
    let invisible = String(repeating: "\u{200B}", count: 1000)
    let line = try pinnedFonts().line("a" + invisible + "WWWWWWWW", font: font, fitting: 40)
    #expect(line.width <= 40)
    #expect(line.text.last == "…")
    #expect(line.text.first == "a")
  }
}
