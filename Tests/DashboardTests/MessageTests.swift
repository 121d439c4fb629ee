import Geometry
import Layers
import TestSupport
import Testing
import Typography

@testable import Charts
@testable import Dashboard

/// Messages of other programs over a page, for everybody in the room.
@Suite struct MessageTests {
  private struct Row {
    var text: String
    var size: Double
    var width: Double
  }

  /// The help names the rest of a legend as the legend does.
  @Test func theRestOfALegendHasOneName() throws {
    let help = try #require(Overlay.keys(pageCount: 1).first { $0.0 == "M" })
    #expect(help.1.contains("'\(Legend.moreText(7))'"))
  }

  /// The rows of a message, and the rectangle of its ground.
  private func show(
    _ text: String, on size: Size, viewing: Viewing?, cell: CharacterCell? = nil,
    isNote: Bool = false
  ) throws -> ([Row], Rect) {
    let fonts = try FontLibrary(directory: Program.root.path + "/Tests/Fonts")
    fonts.characterCell = cell
    var environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size, viewing: viewing), fonts: fonts, zone: .utc,
      scale: 1, isAnimated: false)
    environment.viewing = viewing
    let overlay = Overlay()
    overlay.layOut(size: size, environment: environment)
    if isNote {
      overlay.notify(text, at: 0, environment: environment)
    } else {
      overlay.announce(text, at: 0, for: 10, environment: environment)
    }
    let pill = try #require(
      overlay.layer.sublayers.first { !$0.isHidden && $0.sublayers.contains { $0 is TextLayer } })
    let lines = pill.sublayers.compactMap { ($0 as? TextLayer)?.line }
    let rows = lines.map { Row(text: $0.text, size: $0.ascent / 0.96875, width: $0.width) }
    let bounds = Rect(
      x: pill.position.x - pill.bounds.width / 2, y: pill.position.y - pill.bounds.height / 2,
      width: pill.bounds.width, height: pill.bounds.height)
    return (rows, bounds)
  }

  /// A short message has letters in proportion to the page, more than twice as large as its notes.
  @Test(arguments: [(800, 480, 24.5), (1280, 720, 30.5), (1920, 1080, 40), (3840, 2160, 80)])
  func lettersOfAMessage(width: Double, height: Double, size: Double) throws {
    for viewing in [nil, Viewing.wall] {
      let (rows, _) = try show("Deploying 4.2", on: Size(width, height), viewing: viewing)
      #expect(rows.map(\.text) == ["Deploying 4.2"])
      #expect(abs(rows[0].size - size) < 0.1)
    }
  }

  /// The letters of a terminal have one size, and a message no more room than a notice.
  @Test func aMessageInATerminal() throws {
    let size = Size(1280, 720)
    let cell = CharacterCell(width: 7, height: 14, largestFont: 64)
    let message = try show("Deploying 4.2", on: size, viewing: nil, cell: cell).1
    let note = try show("Deploying 4.2", on: size, viewing: nil, cell: cell, isNote: true).1
    #expect(message == note)
  }

  /// A message covers no notice, whichever comes first, and keeps off the page's edge.
  @Test(arguments: [(800, 480, 6, 11), (1920, 1080, 12, 24)], [true, false])
  func messagesAboveNotices(
    page: (width: Double, height: Double, gap: Double, margin: Double), isNoticeFirst: Bool
  ) throws {
    let size = Size(page.width, page.height)
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc,
      scale: 1, isAnimated: false)
    let overlay = Overlay()
    overlay.layOut(size: size, environment: environment)
    /// The rectangles of the pills, from the highest one.
    func pills() -> [Rect] {
      overlay.layer.sublayers.filter { !$0.isHidden }.map(\.frame).sorted { $0.minY < $1.minY }
    }
    if isNoticeFirst { overlay.setLastingNotice("a.yaml is faulty", environment: environment) }
    overlay.announce("Deploying\n4.2", at: 0, for: 10, environment: environment)
    if !isNoticeFirst {
      #expect(abs(size.height - pills()[0].maxY - page.margin) <= 0.5)
      overlay.setLastingNotice("a.yaml is faulty", environment: environment)
    }
    let both = pills()
    #expect(both.count == 2 && both[0].height > both[1].height)
    #expect(abs(both[1].minY - both[0].maxY - page.gap) <= 1, "\(both)")
    overlay.setLastingNotice(nil, environment: environment)
    #expect(abs(size.height - pills()[0].maxY - page.margin) <= 0.5, "\(pills())")
  }

  /// A longer message has more rows, then smaller letters, and is shortened only at the size of notes.
  @Test(arguments: [(800, 480), (1920, 1080), (3840, 2160)])
  func longMessages(width: Double, height: Double) throws {
    let page = Size(width, height)
    let note = TypeScale(page: page, viewing: .wall).note.size
    for words in [1, 20, 40, 80, 400] {
      for word in ["deployment", String(repeating: "x", count: 300)] {
        let text = Array(repeating: word, count: words).joined(separator: " ")
        let (rows, bounds) = try show(text, on: page, viewing: .wall)
        #expect(rows.count <= 4)
        #expect(rows.allSatisfy { $0.size >= note - 0.1 && $0.width <= width * 0.9 })
        #expect(Rect(origin: .zero, size: page).contains(bounds))
        let isWhole =
          rows.map(\.text).joined().filter { $0 != " " } == text.filter { $0 != " " }
        #expect(isWhole || rows.allSatisfy { abs($0.size - note) < 0.1 }, "\(rows)")
        if words <= 20, word == "deployment" { #expect(isWhole) }
      }
    }
  }

  /// A word without blanks has letters of a readable size, in as many rows as it needs.
  @Test(arguments: [(800, 480, 300, 12), (1920, 1080, 40, 40), (1920, 1080, 500, 20)])
  func aLongWord(width: Double, height: Double, count: Int, least: Double) throws {
    let text = String(repeating: "x", count: count)
    let (rows, _) = try show(text, on: Size(width, height), viewing: nil)
    #expect(rows.map(\.text).joined() == text)
    #expect(rows.allSatisfy { $0.size >= least - 0.1 }, "\(rows.map(\.size))")
  }

  /// A message has as many of its lines as there is room for, each on a row of its own, and "…" for the others.
  @Test(arguments: [(5, 5), (8, 8), (200, nil)] as [(Int, Int?)])
  func manyLines(count: Int, shown: Int?) throws {
    let page = Size(1280, 720)
    let lines = (1...count).map { "line \($0)" }
    let (rows, bounds) = try show(lines.joined(separator: "\n"), on: page, viewing: nil)
    #expect(Rect(origin: .zero, size: page).contains(bounds) && bounds.height <= 0.6 * 720 + 1)
    #expect(rows.dropLast().map(\.text) == lines.prefix(rows.count - 1).map { $0 })
    if let shown {
      #expect(rows.count == shown && rows.last?.text == lines.last)
    } else {
      #expect(rows.count > 10 && rows.last?.text == lines[rows.count - 1] + "…")
    }
  }

  /// An explanation has as many lines as there is room for, and the number of the others.
  @Test func aLongExplanationEndsWithTheNumberOfItsLines() throws {
    let size = Size(800, 480)
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc,
      scale: 1, isAnimated: false)
    func shown(_ count: Int) -> [String] {
      let overlay = Overlay()
      overlay.layOut(size: size, environment: environment)
      overlay.toggleFacts(
        (1...count).map { ("fact \($0)", "text \($0)") }, environment: environment)
      return overlay.layer.visibleTexts.filter { !$0.isEmpty && !$0.hasPrefix("fact") }
    }
    let most = (1...100).last { shown($0).count == $0 && shown($0).last == "text \($0)" } ?? 0
    #expect(most > 10)
    #expect(shown(most) == (1...most).map { "text \($0)" })
    #expect(
      shown(most + 1) == (1..<most).map { "text \($0)" }
        + ["… and 2 more lines: wallchart --explain"])
  }

  /// The lines of a message are rows, and what a terminal would obey is shown.
  @Test func linesOfAMessage() throws {
    let (rows, _) = try show("one\ntwo\u{1b} three\r\n\nfour", on: Size(1280, 720), viewing: nil)
    #expect(rows.map(\.text) == ["one", "two\\x1b three", "four"])
  }
}
