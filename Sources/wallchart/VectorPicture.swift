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

  /// The format of a path: PNG for a path without a suffix, nil for another suffix.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let point = name.lastIndex(of: "."), point > name.startIndex
    else {
      self = .png
      return
    }
    self.init(rawValue: name[name.index(after: point)...].lowercased())
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
    guard format == .pdf else {
      do throws(WholeFile.Failure) {
        return try WholeFile.write(document, to: file)
      } catch {
        throw Failure(.cannotCreate, "\(file): \(error.reason)")
      }
    }
    let converter = try Converter(
      // 72 of PDF's units are an inch, which is 96 points of a page.
      { ["rsvg-convert", "--format=pdf", "--dpi-x=96", "--dpi-y=96", "--output=" + $0] },
      to: file, package: "librsvg2-bin", purpose: "PDF files need")
    _ = document.withUnsafeBytes { converter.write($0) }
    try converter.finish()
  }
}
