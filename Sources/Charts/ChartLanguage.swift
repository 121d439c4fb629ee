/// The language of the few words that a chart itself brings, such as those on a button. Data, dates
/// and numbers are the host's.
public enum ChartLanguage: Sendable, Hashable, CaseIterable {
  /// Simplified Chinese.
  case zh
  /// English.
  case en
}
