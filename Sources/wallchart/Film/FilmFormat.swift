/// The format of a film, determined by the suffix of its file.
enum FilmFormat: String, CaseIterable {
  /// H.264, which every player shows.
  case mp4
  /// VP9.
  case webm
  case gif

  /// The format of a path. Fails for any other suffix.
  init?(path: String) {
    guard let suffix = FileSuffix.suffix(of: path) else { return nil }
    self.init(rawValue: suffix)
  }

  /// The number of pictures a second. A GIF counts time in hundredths of a second, and players slow down pictures
  /// shorter than two hundredths.
  var rate: Int { self == .gif ? 50 : 60 }

  /// The arguments of ffmpeg between its input and its output.
  var encoding: [String] {
    switch self {
    case .mp4:
      // The colours are those that players expect for sRGB; the index is at the start, so that playing starts at once.
      [
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "16", "-vf", Self.evenSides,
        "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4",
      ]
    case .webm:
      [
        "-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-deadline", "good", "-cpu-used", "5",
        "-row-mt", "1", "-vf", Self.evenSides, "-pix_fmt", "yuv420p", "-f", "webm",
      ]
    case .gif:
      // The whole film has one palette, and only changes are stored.
      [
        "-filter_complex",
        "split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle",
        "-loop", "0", "-f", "gif",
      ]
    }
  }

  /// Adds a column or a row of pixels if a side is odd, because colours are stored for squares of four pixels.
  private static let evenSides =
    "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv"
}
