/// A choice of looks for the charts of the gallery.
public enum GalleryLook: String, CaseIterable, Sendable {
  /// A uniform look of the page: corrected curves, and the colours and type of the theme.
  case own
  /// The look of each chart's article, on the article's ground and with its start button.
  case article

  /// The other look.
  var other: GalleryLook { self == .own ? .article : .own }
}
