import Stage
import Testing

@testable import Terminal

@Suite struct TerminalInputTests {
  @Test(
    arguments: [
      ("q", .key(.character("q"), [])), ("é", .key(.character("é"), [])),
      ("中", .key(.character("中"), [])), ("\t", .key(.tab, [])), ("\r", .key(.return, [])),
      ("\u{1b}[A", .key(.up, [])), ("\u{1b}OB", .key(.down, [])),
      ("\u{1b}[1;2D", .key(.left, .shift)), ("\u{1b}[1;6C", .key(.right, [.shift, .control])),
      ("\u{1b}[5~", .key(.pageUp, [])), ("\u{1b}[6;3~", .key(.pageDown, .alt)),
      ("\u{1b}[H", .key(.home, [])), ("\u{1b}[4~", .key(.end, [])),
      ("\u{1b}[Z", .key(.tab, .shift)), ("\u{1b}x", .key(.character("x"), .alt)),
      ("\u{1b}[?62;4;22c", .attributes([62, 4, 22])),
      ("\u{1b}[6;18;9t", .cell(width: 9, height: 18)),
      ("\u{1b}[4;600;800t", .area(width: 800, height: 600)),
      ("\u{1b}_Gi=31;OK\u{1b}\\", .graphics(isUnderstood: true)),
      ("\u{1b}_Gi=31;ENOTSUPPORTED:\u{1b}\\", .graphics(isUnderstood: false)),
      ("\u{1b}[O", .unfocused),
      (
        "\u{1b}[<0;10;5M", .pointer(TerminalPointer(code: 0, column: 9, row: 4, isRelease: false))
      ),
      (
        "\u{1b}[<65;1;1m", .pointer(TerminalPointer(code: 65, column: 0, row: 0, isRelease: true))
      ),
      // Numbers that no terminal means.
      (
        "\u{1b}[<0;-9223372036854775808;-1M",
        .pointer(TerminalPointer(code: 0, column: 0, row: 0, isRelease: false))
      ),
      (
        "\u{1b}[<-4;9223372036854775807;65536m",
        .pointer(TerminalPointer(code: 0, column: 65_534, row: 65_534, isRelease: true))
      ),
      (
        "\u{1b}[<0;0;M", .pointer(TerminalPointer(code: 0, column: 0, row: 0, isRelease: false))
      ),
      ("\u{1b}[6;-18;9999999t", .cell(width: 65_535, height: 0)),
      ("\u{1b}[1;-9223372036854775808D", .key(.left, [])),
    ] as [(String, TerminalMessage)])
  func readsAMessage(text: String, expected: TerminalMessage) {
    var input = TerminalInput()
    #expect(input.messages(text.utf8) == [expected])
    // Every cut gives the same message, because a line across a network may cut anywhere.
    for cut in text.utf8.indices.dropFirst() {
      var input = TerminalInput()
      let first = input.messages(text.utf8[..<cut])
      #expect(first + input.messages(text.utf8[cut...]) == [expected])
    }
  }

  @Test(arguments: [
    "\u{1b}[I", "\u{1b}[200~", "\u{1b}[99;99X", "\u{1b}]11;rgb:00/00/00\u{7}", "\u{0}",
    "\u{1b}[[A",
  ])
  func ignoresOtherSequences(text: String) {
    var input = TerminalInput()
    #expect(input.messages((text + "q").utf8) == [.key(.character("q"), [])])
  }

  @Test func aLoneEscapeIsTheKey() {
    var input = TerminalInput()
    #expect(input.messages([0x1b]).isEmpty)
    #expect(input.mayBeKey)
    #expect(input.takeKeys() == [.key(.escape, [])])
    #expect(input.takeKeys() == [])
    #expect(input.messages([0x1b, 0x1b]) == [.key(.escape, [])])
  }

  /// Keys with Alt whose bytes start a sequence do not make the terminal deaf.
  @Test(arguments: ["]", "_", "P", "[", "O"]) func altWithTheStartOfASequence(key: Character) {
    var input = TerminalInput()
    #expect(input.messages("\u{1b}\(key)".utf8).isEmpty)
    #expect(input.mayBeKey)
    #expect(input.takeKeys() == [.key(.character(key), .alt)])
    #expect(input.messages("q".utf8) == [.key(.character("q"), [])])
  }

  /// A key with Alt that is held, or that other keys follow at once.
  @Test(arguments: ["]", "_", "P"]) func keysBehindTheStartOfASequence(key: Character) {
    var input = TerminalInput()
    let held = TerminalMessage.key(.character(key), .alt)
    #expect(input.messages("\u{1b}\(key)\u{1b}\(key)\u{1b}\(key)".utf8) == [held, held])
    #expect(input.takeKeys() == [held])
    #expect(input.messages("\u{1b}\(key)qx".utf8).isEmpty && input.mayBeKey)
    #expect(input.takeKeys() == [held, .key(.character("q"), []), .key(.character("x"), [])])
    #expect(input.messages("q".utf8) == [.key(.character("q"), [])])
  }

  /// The start of a longer sequence is no key, however late its rest comes.
  @Test func aSequenceInTwoParts() {
    var input = TerminalInput()
    #expect(input.messages("\u{1b}_Gi".utf8).isEmpty)
    #expect(!input.mayBeKey && input.takeKeys() == [])
    #expect(input.messages("=31;OK\u{1b}\\".utf8) == [.graphics(isUnderstood: true)])
  }

  /// A letter in Latin-1 is no key, and the keys after it are.
  @Test func aLetterOfAnotherEncoding() {
    var input = TerminalInput()
    #expect(input.messages([0xe9, 0x71, 0x70]).last == .key(.character("p"), []))
    #expect(input.messages([0xe9, 0x71]).last == .key(.character("q"), []))
  }

  @Test func anEndlessSequenceIsDropped() {
    var input = TerminalInput()
    let flood = Array("\u{1b}_G".utf8) + [UInt8](repeating: 65, count: 5000)
    #expect(input.messages(flood).isEmpty)
    #expect(input.messages("q".utf8) == [.key(.character("q"), [])])
  }

  @Test(arguments: [
    ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;c", TerminalGraphicsKind.kitty),
    ("\u{1b}[?63;1;4c", .sixel), ("\u{1b}[?62;22c", .braille), ("\u{1b}[?4c", .braille),
    ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;4c", .kitty),
  ])
  func theAnswersTellTheGraphics(answers: String, expected: TerminalGraphicsKind) {
    var (input, traits) = (TerminalInput(), TerminalTraits())
    for message in input.messages(answers.utf8) {
      let isAnswer = traits.take(message)
      #expect(isAnswer)
    }
    #expect(traits.graphics == expected)
    #expect(traits.isComplete)
  }

  /// The buttons at the side of a mouse press nothing.
  @Test(
    arguments: [(0, .left), (1, .middle), (2, .right), (3, nil), (128, nil), (129, nil)]
      as [(Int, PointerButtonEvent.Button?)])
  func buttons(code: Int, button: PointerButtonEvent.Button?) {
    #expect(TerminalPointer(code: code, column: 0, row: 0, isRelease: false).button == button)
  }
}
