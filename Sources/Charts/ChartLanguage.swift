/// The language of a chart's own few words, such as those on a button. The host provides data, dates and numbers.
public enum ChartLanguage: Sendable, Hashable, CaseIterable {
  /// Simplified Chinese.
  case zh
  /// English.
  case en
}
