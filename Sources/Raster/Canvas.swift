import CLanes
import Geometry

/// A target with its clip, and the functions that blend spans into the target.
struct Canvas {
  let target: Target
  /// The coverage of the clip; nil without a clip.
  let mask: Target?
  let scratch: PaintScratch

  var kernels: UnsafePointer<KernelTable> { scratch.kernels }

  /// A coverage multiplied by that of the clip.
  @inline(__always)
  func clipped(row: Int, x: Int, count: Int, _ coverage: Coverage) -> Coverage {
    guard let mask else { return coverage }
    kernels.pointee.multiply(mask.at(x, row), count, coverage, scratch.masked)
    return .varying(scratch.masked)
  }

  @inline(__always)
  func paint(_ color: SolidColor, row: Int, x: Int, count: Int, _ coverage: Coverage) {
    scratch.paint(
      color, target.at(x, row), count, clipped(row: row, x: x, count: count, coverage))
  }

  /// Blends a row of pixels.
  func paint(
    _ source: UnsafePointer<UInt32>, row: Int, x: Int, count: Int, _ coverage: Coverage
  ) {
    kernels.pointee.blendPixels(
      target.at(x, row), count, source, clipped(row: row, x: x, count: count, coverage))
  }
}

/// The kernels of one thread, and its memory for rows of coverages and colours and for the strips of a tile.
final class PaintScratch {
  let kernels: UnsafePointer<KernelTable>
  let masked: UnsafeMutablePointer<UInt32>
  let colors: UnsafeMutablePointer<UInt32>
  /// The blocks of one operation in a tile.
  let blocks: UnsafeMutablePointer<placed_block>
  /// The strips of a tile, and their pixels, one for each row.
  let strips: UnsafeMutablePointer<Ground.Strip>
  private let columns: UnsafeMutablePointer<UInt32>
  /// The pixels of a strip that an area covers, one for each row of a band.
  let covered: UnsafeMutablePointer<UInt32>

  init(width: Int, kernels: UnsafePointer<KernelTable>) {
    self.kernels = kernels
    masked = .allocate(capacity: width)
    colors = .allocate(capacity: width)
    // At either end, a block may be only partly in the tile.
    blocks = .allocate(capacity: width / BlockCoverage.width + 2)
    strips = .allocate(capacity: Ground.mostStrips)
    columns = .allocate(capacity: Ground.mostStrips * Band.rows)
    covered = .allocate(capacity: Band.rows)
  }

  deinit {
    masked.deallocate()
    colors.deallocate()
    blocks.deallocate()
    strips.deallocate()
    columns.deallocate()
    covered.deallocate()
  }

  /// The pixels of a strip, one for each row.
  func column(_ strip: Int) -> UnsafeMutablePointer<UInt32> { columns + strip * Band.rows }

  @inline(__always)
  func paint(
    _ color: SolidColor, _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ coverage: Coverage
  ) {
    if coverage.isFull, color.isOpaque {
      kernels.pointee.fill(pixels, count, color.lanes.pixel)
    } else {
      kernels.pointee.blendColor(pixels, count, color.lanes, coverage)
    }
  }
}
