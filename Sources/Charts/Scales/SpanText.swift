import Messages

/// The text of a length of time, in one unit: `45 s`, `5 min`, `3 h`, `2 d`, `3 y`.
public enum SpanText {
  /// The text of a number of seconds. A unit is used from about two of it on.
  public static func text(_ seconds: Double) -> String {
    let units = [(365.25 * 86_400, "y"), (86_400, "d"), (3600, "h"), (60, "min")]
    for (size, name) in units where seconds >= 1.95 * size {
      return "\(Int(min(seconds / size, 1e9).rounded())) \(name)"
    }
    return "\(Int(max(0, seconds).rounded())) s"
  }

  /// The text of a length of time after "per", in the largest unit that divides the length: `min`, `90 min`, `day`.
  public static func period(_ seconds: Double) -> String {
    switch seconds {
    case 86_400: return String(localized: "day")
    case 7 * 86_400: return String(localized: "week")
    default: break
    }
    for (size, name) in [(86_400.0, "d"), (3600, "h"), (60, "min"), (1, "s")]
    where seconds.truncatingRemainder(dividingBy: size) == 0 {
      return seconds == size ? name : "\(Int(min(seconds / size, 1e9))) \(name)"
    }
    return text(seconds)
  }
}
