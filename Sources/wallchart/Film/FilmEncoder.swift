import Raster

/// A run of ffmpeg that encodes the pictures of a film as they come.
final class FilmEncoder {
  private let converter: Converter

  /// Starts ffmpeg.
  /// - Parameter title: the title in the film's metadata; nil for none.
  init(
    _ format: FilmFormat, to path: String, width: Int, height: Int, title: String?
  ) throws(Failure) {
    let input = [
      "ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo",
      "-pix_fmt", "bgr0", "-s", "\(width)x\(height)", "-r", "\(format.rate)", "-i", "pipe:0",
    ]
    let metadata = title.map { ["-metadata", "title=" + $0] } ?? []
    converter = try Converter(
      // The prefix makes a path that starts with a dash, or looks like a protocol, a file.
      { input + format.encoding + metadata + ["file:" + $0] }, to: path, package: "ffmpeg",
      purpose: "films need")
  }

  /// Adds a picture.
  /// - Returns: false if ffmpeg takes no more pictures; `finish` reports the reason.
  func add(_ picture: Bitmap) -> Bool {
    withExtendedLifetime(picture) {
      let buffer = picture.buffer
      return (0..<buffer.height).allSatisfy { row in
        converter.write(
          UnsafeRawBufferPointer(
            start: buffer.base + row * buffer.stride, count: 4 * buffer.width))
      }
    }
  }

  /// Ends the film, and waits for its file.
  func finish() throws(Failure) { try converter.finish() }
}
