import Charts
import Dashboard
import Glibc
import Messages
import Metrics

/// The gallery's part of a command line.
struct GalleryOptions: Equatable {
  /// The only chart to show; nil for all charts.
  var chart: GalleryChart?
  /// The look of the charts.
  var look = GalleryLook.own
  /// The language; nil for the language of the locale.
  var language: ChartLanguage?

  static let name = "gallery"

  /// The language of a locale such as `zh_CN.UTF-8`: Chinese, or otherwise English.
  static func language(ofLocale name: String?) -> ChartLanguage {
    name?.hasPrefix("zh") == true ? .zh : .en
  }

  /// The locale of messages in the environment.
  static var locale: String? {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
    }
    return nil
  }
}

extension Arguments {
  static let galleryOptions = ["--chart", "--language", "--look"]

  /// - Parameter words: the words after `gallery`.
  mutating func parseGallery(_ words: [String]) throws(UsageError) {
    var rest = ArgumentWords(words)
    gallery = GalleryOptions()
    while let option = rest.nextOption() {
      switch option {
      case "--chart": gallery?.chart = try rest.galleryChart(of: option)
      case "--language":
        let name = try rest.choice(of: option, among: ["zh", "en"])
        gallery?.language = name == "zh" ? .zh : .en
      case "--look":
        let name = try rest.choice(of: option, among: GalleryLook.allCases.map(\.rawValue))
        gallery?.look = GalleryLook(rawValue: name) ?? .own
      default: try apply(option, &rest)
      }
    }
    if let word = rest.unexpected {
      throw UsageError(message: "unexpected argument '\(word)'")
    }
    try checkPlaces()
    try checkOptions(for: .gallery)
  }
}

extension ArgumentWords {
  fileprivate mutating func galleryChart(
    of option: String
  ) throws(UsageError) -> GalleryChart {
    let text = try value(of: option)
    if let chart = GalleryChart(rawValue: text) { return chart }
    let names = GalleryChart.allCases.map(\.rawValue)
    throw UsageError(
      message: "no chart '\(text)'\(Spelling.hint(for: text, among: names)); "
        + "there are \(names.joined(separator: ", "))")
  }
}
