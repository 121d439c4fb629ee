/// The words for states in home automation.
enum StateWord {
  /// 1 for `on` and `true`, 0 for `off` and `false`, NaN for `unavailable` and `unknown`, in any case; nil for other
  /// texts.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard (2...11).contains(text.count) else { return nil }
    return switch String(decoding: text, as: UTF8.self).lowercased() {
    case "on", "true": 1
    case "off", "false": 0
    case "unavailable", "unknown": .nan
    default: nil
    }
  }
}
