import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

@MainActor
@Suite(.serialized)
struct InputTests {
  private func keys(_ fixture: Fixture) -> [Key] {
    fixture.settle()
    return fixture.takeEvents().compactMap { if case .key(let key, _) = $0 { key } else { nil } }
  }

  @Test(arguments: [
    (["q"], [Key.character("q")]),
    (
      ["f", "space", "question", "r"],
      [.character("f"), .character(" "), .character("?"), .character("r")]
    ),
    (["Q"], [.character("Q")]),
    (["Escape", "Return", "Tab", "shift+Tab"], [.escape, .return, .tab, .tab]),
    (["Left", "Right", "Up", "Down"], [.left, .right, .up, .down]),
    (["Prior", "Next", "Home", "End"], [.pageUp, .pageDown, .home, .end]),
    (["KP_Enter", "KP_Left", "KP_Home"], [.return, .left, .home]),
    (["Shift_L", "F5", "ctrl+q", "alt+f", "super+s"], []),
  ])
  func keysAreNamed(strokes: [String], expected: [Key]) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    for stroke in strokes { try server.run("xdotool", "key", "--delay", "0", stroke) }
    #expect(keys(fixture) == expected)
  }

  @Test func lettersBeyondASCIIAreThemselves() throws {
    let server = try Xvfb()
    defer { server.stop() }
    try server.run("setxkbmap", "-layout", "de")
    let fixture = try Fixture(server.display)
    try fixture.map()
    try server.run("xdotool", "key", "--delay", "0", "adiaeresis", "Udiaeresis", "z")
    #expect(keys(fixture) == [.character("ä"), .character("Ü"), .character("z")])
  }

  /// A held key counts as one stroke, unless the key moves something.
  @Test func aHeldKeyActsOnce() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    var keyboard = Keyboard()
    func event(_ symbol: Int32) -> XKeyEvent {
      var event = XKeyEvent()
      event.display = fixture.client.display
      event.keycode = UInt32(XKeysymToKeycode(fixture.client.display, KeySym(symbol)))
      return event
    }
    let (f, left) = (event(XK_f), event(XK_Left))
    #expect(keyboard.press(f) == .character("f"))
    #expect(keyboard.press(f) == nil)
    #expect(keyboard.press(left) == .left)
    #expect(keyboard.press(left) == .left)
    keyboard.release(f)
    #expect(keyboard.press(f) == .character("f"))
    keyboard.releaseAll()
    #expect(keyboard.press(f) == .character("f"))
  }

  @Test(arguments: [
    (0x71, Key.character("q")), (0xe4, .character("ä")), (0x0100_20ac, .character("€")),
    (0x0101_f600, .character("😀")), (0xffab, .character("+")), (0xffb7, .character("7")),
    (0xff1b, .escape), (0xff8d, .return), (0xff55, .pageUp), (0xff9b, .pageDown),
    (0x0100_d800, nil), (0x0110_ffff, .character("\u{10ffff}")), (0x0111_0000, nil),
    (0, nil), (0xffe1, nil), (0x6ca, nil), (0xffff_ffff, nil),
  ])
  func symbolsAreNamed(symbol: Int, expected: Key?) {
    #expect(Key(symbol: KeySym(symbol)) == expected)
  }

  /// Cyrillic has й in the place of q; the shortcut is still q.
  @Test func shortcutsWorkInOtherScripts() throws {
    let server = try Xvfb()
    defer { server.stop() }
    try server.run("setxkbmap", "-layout", "us,ru")
    let fixture = try Fixture(server.display)
    try fixture.map()
    XkbLockGroup(fixture.client.display, UInt32(XkbUseCoreKbd), 1)
    fixture.client.sync()
    let keycode = XKeysymToKeycode(fixture.client.display, KeySym(XK_q))
    try server.run("xdotool", "key", "--delay", "0", "\(keycode)")
    #expect(keys(fixture) == [.character("q")])
  }

  /// A French keyboard has the digits above signs and accented letters; the signs of zooming stay. A keyboard with
  /// Russian letters alone has the shortcuts in the places of the Latin ones.
  @Test(
    arguments: [
      (
        "fr", [10, 11, 18, 19, 15, 17, 26],
        [
          .character("1"), .character("2"), .character("9"),
          .character("0"), .character("-"), .character("_"), .character("e"),
        ]
      ),
      (
        "ru", [24, 41, 58, 10],
        [.character("q"), .character("f"), .character("m"), .character("1")]
      ),
      (
        "us", [10, 24, 20, 61],
        [.character("1"), .character("q"), .character("-"), .character("/")]
      ),
    ] as [(String, [Int], [Key])])
  func digitsAndLettersNeedNoOtherKey(layout: String, codes: [Int], expected: [Key]) throws {
    let server = try Xvfb()
    defer { server.stop() }
    try server.run("setxkbmap", "-layout", layout)
    let fixture = try Fixture(server.display)
    try fixture.map()
    for code in codes { try server.run("xdotool", "key", "--delay", "0", "\(code)") }
    #expect(keys(fixture) == expected)
  }

  @Test func thePointerIsToldWhereItEndsUp() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    let client = fixture.client
    for step in Int32(0)..<20 {
      XWarpPointer(client.display, 0, client.root, 0, 0, 0, 0, 10 + step, 20 + 2 * step)
    }
    fixture.settle()
    #expect(fixture.takeEvents() == [.pointer(Point(29, 58))])
    XWarpPointer(client.display, 0, client.root, 0, 0, 0, 0, 900, 700)
    fixture.settle()
    #expect(fixture.takeEvents() == [.pointer(nil)])
  }

  @Test func buttonsAndWheelsAreToldWithTheirPlace() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    try server.run(
      "xdotool", "mousemove", "50", "60", "click", "1", "mousemove", "80", "90",
      "keydown", "shift", "click", "1", "click", "4", "keyup", "shift", "click", "5", "click", "6",
      "click", "7", "click", "3", "click", "9")
    fixture.settle()
    let told = fixture.takeEvents().filter { if case .pointer = $0 { false } else { true } }
    let (first, second) = (Point(50, 60), Point(80, 90))
    func button(
      _ button: PointerButtonEvent.Button, _ place: Point, _ modifiers: KeyModifiers = []
    ) -> [SurfaceEvent] {
      [true, false].map {
        .button(PointerButtonEvent(button, isPress: $0, at: place, modifiers: modifiers))
      }
    }
    #expect(
      told == button(.left, first) + button(.left, second, .shift) + [
        .scroll(ScrollEvent(.up, at: second, modifiers: .shift)),
        .scroll(ScrollEvent(.down, at: second)), .scroll(ScrollEvent(.left, at: second)),
        .scroll(ScrollEvent(.right, at: second)),
      ] + button(.right, second))
  }

  /// While a button is held, positions outside the window are reported; afterwards the pointer has left.
  @Test func aDragMayLeaveTheWindow() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    for step in [
      ["mousemove", "300", "200", "mousedown", "1"], ["mousemove", "500", "210"],
      ["mouseup", "1"],
    ] {
      try server.run("xdotool", step)
      fixture.settle()
    }
    let told = fixture.takeEvents()
    #expect(told.contains(.pointer(Point(500, 210))))
    let end = SurfaceEvent.button(
      PointerButtonEvent(.left, isPress: false, at: Point(500, 210)))
    let release = try #require(told.firstIndex(of: end))
    #expect(told[release...].contains(.pointer(nil)))
  }

  @Test func keysHaveTheirModifiers() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    try server.run("xdotool", "key", "--delay", "0", "shift+Left", "Left")
    fixture.settle()
    let told = fixture.takeEvents().filter { if case .key = $0 { true } else { false } }
    #expect(told == [.key(.left, .shift), .key(.left)])
  }
}
