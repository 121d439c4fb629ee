import Foundation
import Geometry
import Raster
import Testing

/// The root of the package, found from where this file was compiled.
private let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Compares a bitmap with the picture `Tests/Goldens/<name>.png`, byte for byte.
///
/// On a mismatch it records an issue and leaves `<name>.expected.png`, `<name>.actual.png` and
/// `<name>.difference.png` in `.failures` at the package's root. With the environment variable
/// `UPDATE_GOLDENS` set it writes the golden picture instead; without it a missing one is a failure.
public func expectGolden(
  _ bitmap: Bitmap, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let golden = packageRoot.appendingPathComponent("Tests/Goldens/\(name).png")
  do {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil {
      try prepareDirectory(of: golden)
      try PNG.write(bitmap, to: golden.path)
      return
    }
    guard FileManager.default.fileExists(atPath: golden.path) else {
      try writeFailure(bitmap, name, "actual")
      Issue.record("no golden picture \(golden.path)", sourceLocation: sourceLocation)
      return
    }
    let expected = try PNG.read(golden.path)
    let isSameSize = expected.width == bitmap.width && expected.height == bitmap.height
    if isSameSize, expected.pixels == bitmap.pixels { return }
    let actual = Image(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels)
    try writeFailure(bitmap, name, "actual")
    try writeFailure(expected.bitmap, name, "expected")
    try writeFailure(difference(expected, actual), name, "difference")
    let count = isSameSize ? zip(expected.pixels, actual.pixels).count { $0 != $1 } : -1
    Issue.record(
      """
      \(name): \(count < 0 ? "the sizes differ" : "\(count) pixels differ"); \
      see .failures/\(name).*.png
      """, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

private func prepareDirectory(of file: URL) throws {
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
}

private func writeFailure(_ bitmap: Bitmap, _ name: String, _ kind: String) throws {
  let file = packageRoot.appendingPathComponent(".failures/\(name).\(kind).png")
  try prepareDirectory(of: file)
  try PNG.write(bitmap, to: file.path)
}

/// Red pixels where two pictures differ, over a pale copy of the expected picture.
private func difference(_ a: Image, _ b: Image) -> Bitmap {
  let result = Bitmap(width: max(a.width, b.width), height: max(a.height, b.height))
  for y in 0..<result.height {
    for x in 0..<result.width {
      let (p, q) = (a.pixel(x, y), b.pixel(x, y))
      let pale = p.map { ($0 >> 2 & 0x3f3f3f) + 0xffc0_c0c0 } ?? 0xffff_ffff
      result.buffer.base[y * result.width + x] = p == q ? pale : 0xffff_0000
    }
  }
  return result
}

extension Image {
  fileprivate func pixel(_ x: Int, _ y: Int) -> UInt32? {
    x < width && y < height ? pixels[y * width + x] : nil
  }

  /// A bitmap with the same pixels.
  public var bitmap: Bitmap {
    let result = Bitmap(width: width, height: height)
    result.buffer.base.update(from: pixels, count: pixels.count)
    return result
  }
}
