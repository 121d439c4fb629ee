import Dashboard
import Files
import Geometry
import Layers
import Messages
import Raster
import Stage

/// The format of a picture, by the suffix of its file.
enum PictureFormat: String, CaseIterable {
  case png, svg, pdf

  /// The format of a path: PNG for a path without a suffix. Fails for any other suffix.
  init?(path: String) {
    self.init(rawValue: FileSuffix.suffix(of: path) ?? Self.png.rawValue)
  }

  /// The format of a path.
  /// - Parameter name: the option or the command that writes the picture, for messages.
  /// - Throws: an error for any other suffix.
  init(of path: String, for name: String) throws(UsageError) {
    if let format = PictureFormat(path: path) {
      self = format
      return
    }
    let suffix = path.lastIndex(of: ".").map { path[$0...] } ?? ""
    let names = Self.allCases.map { $0.rawValue.uppercased() }.joined(separator: ", ")
    let suffixes = Self.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    throw UsageError(
      message: "\(name) writes \(names): '\(path)' must end with \(suffixes), not with \(suffix)")
  }

  /// Writes a picture into a file.
  /// - Parameters:
  ///   - bytes: the picture as PNG; for SVG and PDF, the picture as SVG.
  ///   - file: the path; `-` is the standard output.
  func write(_ bytes: [UInt8], to file: String) throws(Failure) {
    if file == "-" { return try Output.write(picture: bytes) }
    guard self == .pdf else {
      do throws(WholeFile.Failure) {
        return try WholeFile.write(bytes, to: file)
      } catch {
        throw Failure(.cannotCreate, Message(verbatim: error.description))
      }
    }
    let converter = try Converter(
      // 72 units of PDF are an inch, which is 96 points of a page.
      { ["rsvg-convert", "--format=pdf", "--dpi-x=96", "--dpi-y=96", "--output=" + $0] },
      to: file, package: "librsvg2-bin", purpose: "PDF files need")
    _ = bytes.withUnsafeBytes { converter.write($0) }
    try converter.finish()
  }
}

/// Pictures of lines and texts instead of pixels.
@MainActor
enum VectorPicture {
  /// Writes the picture of a page at a time.
  static func save(
    _ page: any Page & Scene, _ format: PictureFormat, to file: String, width: Int, height: Int,
    scale: Double, at time: Double, title: String?
  ) throws(Failure) {
    page.root.completeAnimations(at: time)
    let list = Compositor.record(
      page.root, at: time, scale: scale, bounds: IntRect(width: width, height: height))
    let document = SVG.encode(
      list.drawList, width: width, height: height, scale: scale, title: title)
    try format.write(document, to: file)
  }
}
