import CX11
import Stage

/// Translates key events into the program's keys.
@MainActor
struct Keyboard {
  /// The held keys, which distinguish the server's repeats from new strokes.
  private var held: Set<UInt32> = []

  /// The key of a press; nil for a key without a character, for part of a shortcut of the system, and for
  /// a repeat of a key that acts once per stroke.
  mutating func press(_ event: XKeyEvent) -> Key? {
    let isRepeat = !held.insert(event.keycode).inserted
    let shortcut = UInt32(ControlMask | Mod1Mask | Mod4Mask)
    guard event.state & shortcut == 0, let key = Self.key(of: event) else { return nil }
    return isRepeat && !key.repeats ? nil : key
  }

  /// Whether a press is the first of Ctrl-C, which copies; repeats do not count.
  mutating func copies(_ event: XKeyEvent) -> Bool {
    let modifiers = event.state & UInt32(ControlMask | Mod1Mask | Mod4Mask)
    guard modifiers == UInt32(ControlMask), let key = Self.key(of: event),
      key == .character("c") || key == .character("C")
    else { return false }
    return held.insert(event.keycode).inserted
  }

  mutating func release(_ event: XKeyEvent) { held.remove(event.keycode) }

  /// Forgets all held keys, because releases are not reported while another window has the focus.
  mutating func releaseAll() { held.removeAll() }

  private static func key(of event: XKeyEvent) -> Key? {
    var event = event
    var symbol: KeySym = 0
    // A buffer of length 0 is allowed, but then the keypad's symbols are not translated either.
    var text = [CChar](repeating: 0, count: 16)
    XLookupString(&event, &text, Int32(text.count), &symbol, nil)
    let key = Key(symbol: symbol)
    if let key, !key.isCharacter { return key }
    if let digit = digitAboveSign(of: event, key) { return digit }
    if case .character(let character)? = key, character.isASCII { return key }
    return latinKey(of: event) ?? placedKey(of: event) ?? key
  }

  /// The digit that a key has with the Shift key, and a sign or an accented letter without it, as on French keyboards;
  /// nil for the signs of zooming and of the help, and for a key with a digit that is typed otherwise.
  private static func digitAboveSign(of event: XKeyEvent, _ key: Key?) -> Key? {
    let others = UInt32(ShiftMask | ControlMask | Mod1Mask | Mod5Mask)
    guard event.state & others == 0, case .character(let sign)? = key,
      !(sign.isASCII && (sign.isLetter || sign.isNumber)), !"-_+=? ".contains(sign),
      case .character(let digit)? = character(of: event, group: group(of: event), level: 1),
      digit.isASCII, digit.isNumber
    else { return nil }
    return .character(digit)
  }

  /// The character of the key in the first layout that has an ASCII character there, so that shortcuts work with
  /// Russian or Greek layouts.
  private static func latinKey(of event: XKeyEvent) -> Key? {
    let level: Int32 = event.state & UInt32(ShiftMask) == 0 ? 0 : 1
    for group in Int32(0)..<4 {
      if case .character(let sign)? = character(of: event, group: group, level: level),
        sign.isASCII
      {
        return .character(sign)
      }
    }
    return nil
  }

  /// The letter that an American keyboard has in the key's place, so that shortcuts work where no layout has Latin
  /// letters.
  private static func placedKey(of event: XKeyEvent) -> Key? {
    // Other servers than those of Linux have other codes.
    guard XKeysymToKeycode(event.display, KeySym(XK_Return)) == 36 else { return nil }
    for (first, letters) in rows where event.keycode >= first {
      let place = Int(event.keycode - first)
      if place < letters.count { return .character(letters[place]) }
    }
    return nil
  }

  /// The letters of an American keyboard, with the codes that Linux gives the first key of each row.
  private static let rows: [(first: UInt32, letters: [Character])] = [
    (52, Array("zxcvbnm")), (38, Array("asdfghjkl")), (24, Array("qwertyuiop")),
  ]

  private static func character(of event: XKeyEvent, group: Int32, level: Int32) -> Key? {
    Key(
      symbol: XkbKeycodeToKeysym(
        event.display, KeyCode(truncatingIfNeeded: event.keycode), group, level))
  }

  /// The layout in which a key was pressed, from 0.
  private static func group(of event: XKeyEvent) -> Int32 { Int32(event.state >> 13 & 3) }
}

extension Key {
  /// Whether the key acts repeatedly while held, like the keys for moving.
  var repeats: Bool {
    switch self {
    case .left, .right, .up, .down, .pageUp, .pageDown: true
    default: false
    }
  }

  var isCharacter: Bool {
    if case .character = self { true } else { false }
  }

  /// The key of an X keysym: named keys, the keypad, Latin-1 and the keysyms for Unicode (0x01000000 and more). Fails
  /// for the older keysyms of other scripts.
  init?(symbol: KeySym) {
    if let named = Self.named[Int(symbol)] {
      self = named
      return
    }
    switch symbol {
    case 0x20...0x7e, 0xa0...0xff: self.init(scalar: UInt32(symbol))
    // The keypad's symbols for characters, from `*` to `9`, are ASCII with these bits set.
    case 0xffaa...0xffb9: self.init(scalar: UInt32(symbol) & 0x7f)
    case 0x0100_0100...0x0110_ffff: self.init(scalar: UInt32(symbol - 0x0100_0000))
    default: return nil
    }
  }

  private init?(scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar) else { return nil }
    self = .character(Character(scalar))
  }

  private static let named: [Int: Key] = [
    Int(XK_Escape): .escape,
    Int(XK_Return): .return, Int(XK_KP_Enter): .return,
    Int(XK_Tab): .tab, Int(XK_KP_Tab): .tab, Int(XK_ISO_Left_Tab): .tab,
    Int(XK_Left): .left, Int(XK_KP_Left): .left,
    Int(XK_Right): .right, Int(XK_KP_Right): .right,
    Int(XK_Up): .up, Int(XK_KP_Up): .up,
    Int(XK_Down): .down, Int(XK_KP_Down): .down,
    Int(XK_Page_Up): .pageUp, Int(XK_KP_Page_Up): .pageUp,
    Int(XK_Page_Down): .pageDown, Int(XK_KP_Page_Down): .pageDown,
    Int(XK_Home): .home, Int(XK_KP_Home): .home,
    Int(XK_End): .end, Int(XK_KP_End): .end,
    Int(XK_KP_Space): .character(" "),
  ]
}
