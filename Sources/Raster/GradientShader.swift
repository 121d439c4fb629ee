import CLanes
import Geometry

/// An axial gradient on the device: how its parameter runs there, and its stops.
struct GradientRamp: Hashable {
  /// The parameter is `(x + ½) dx + (y + ½) dy + offset` at the centre of pixel (x, y).
  let dx: Double
  let dy: Double
  let offset: Double
  let stops: [LinearGradient.Stop]

  /// Fails where nothing is to be drawn: no stops, or a transform that is not finite or degenerate.
  init?(_ gradient: LinearGradient, transform: AffineTransform) {
    let toDevice = gradient.transform.concatenating(transform)
    guard !gradient.stops.isEmpty, gradient.start.isFinite, gradient.end.isFinite,
      let inverse = toDevice.inverted
    else { return nil }
    let axis = gradient.end - gradient.start
    let squared = axis.x * axis.x + axis.y * axis.y
    var (dx, dy, offset) = (0.0, 0.0, 1.0)
    if squared > 0 {
      // t = (p - start)·axis / |axis|², with p the device point taken back to gradient space.
      dx = (inverse.a * axis.x + inverse.b * axis.y) / squared
      dy = (inverse.c * axis.x + inverse.d * axis.y) / squared
      offset =
        ((inverse.tx - gradient.start.x) * axis.x + (inverse.ty - gradient.start.y) * axis.y)
        / squared
    }
    // Within these bounds no sum below overflows; a NaN fails the comparison.
    guard max(dx.magnitude, dy.magnitude) < 1e15, offset.magnitude < 1e25 else { return nil }
    (self.dx, self.dy, self.offset) = (dx, dy, offset)
    stops = gradient.stops
  }

  /// Hashes the parts that differ between most gradients of a frame.
  func hash(into hasher: inout Hasher) {
    hasher.combine(offset)
    hasher.combine(stops.count)
  }
}

/// An axial gradient, ready to be drawn: how its parameter runs over the device, and its colours.
///
/// It is changed only while a frame is planned, by one thread, and drawn by many.
final class GradientShader: @unchecked Sendable {
  private let dx: Double
  private let dy: Double
  private let offset: Double
  /// The colours at equal steps of the parameter, and the last one again for the kernels' vectors; none where each
  /// row has one colour, which is computed for it.
  private let pixels: [UInt32]
  /// The number of steps.
  private let size: Int
  private let stops: [LinearGradient.Stop]
  /// The colours of rows or columns that have one each.
  private var rows = Stretch<solid_color>()
  private var columns = Stretch<UInt32>()
  /// The number of the frame that drew it last.
  var lastFrame = 0

  init(_ ramp: GradientRamp) {
    (dx, dy, offset) = (ramp.dx, ramp.dy, ramp.offset)
    stops = GradientShader.ordered(ramp.stops)
    isOpaque = stops.allSatisfy { $0.color.alpha >= 1 }
    let steep = max(dx.magnitude, dy.magnitude)
    size = GradientTable.size(stops: stops, length: steep > 0 ? 1 / steep : 1)
    pixels = dx == 0 ? [] : GradientTable.pixels(of: stops, size: size)
  }

  /// Locations held within 0...1 and never falling; what is not a number counts as 0.
  private static func ordered(_ stops: [LinearGradient.Stop]) -> [LinearGradient.Stop] {
    var highest = 0.0
    return stops.map { stop in
      highest = max(highest, stop.location > 0 ? min(stop.location, 1) : 0)
      return LinearGradient.Stop(highest, stop.color)
    }
  }

  var isConstantInRows: Bool { dx == 0 }
  var isConstantInColumns: Bool { dy == 0 && dx != 0 }
  let isOpaque: Bool

  /// Computes the colours of pixels, as far as whole rows or columns have one each: of all rows of the
  /// bands that they lie in.
  func prepare(for pixels: IntRect) {
    if isConstantInRows {
      let bands = pixels.minY >> Band.shift..<(pixels.maxY - 1) >> Band.shift + 1
      let range = bands.lowerBound << Band.shift..<bands.upperBound << Band.shift
      rows.extend(to: range) { range, output in
        for y in range { (output + (y - range.lowerBound)).initialize(to: solid(row: y).lanes) }
      }
    } else if isConstantInColumns {
      columns.extend(to: pixels.minX..<pixels.maxX) { range, output in
        fetch(
          row: 0, column: range.lowerBound, count: range.count, Kernels.base.table, into: output)
      }
    }
  }

  private func solid(row: Int) -> SolidColor {
    let c = color(of: stops, at: (Double(row) + 0.5) * dy + offset)
    return SolidColor(c.red, c.green, c.blue, c.alpha)
  }

  /// The one colour of each of some rows, for a gradient that is constant in rows.
  func colors(ofRows range: Range<Int>) -> UnsafePointer<solid_color> { rows.values(of: range) }

  /// The one pixel of each of some columns, for a gradient that is constant in columns.
  func pixels(ofColumns range: Range<Int>) -> UnsafePointer<UInt32> { columns.values(of: range) }

  /// Writes the pixels of a row from a column on.
  func fetch(
    row: Int, column: Int, count: Int, _ kernels: UnsafePointer<KernelTable>,
    into output: UnsafeMutablePointer<UInt32>
  ) {
    let size = Double(size)
    let step = dx * size
    let origin = ((Double(row) + 0.5) * dy + offset + 0.5 * dx) * size
    let last = size - 0.5
    if step.magnitude < 65_536, origin.magnitude < 1e9 {
      fetch(column, count, Int(origin * 16_777_216), Int(step * 16_777_216), kernels, output)
    } else {
      for i in 0..<count {
        let position = origin + Double(column &+ i) * step
        output[i] = pixels[Int(min(max(position, 0), last))]
      }
    }
  }

  /// Positions in the table as whole numbers of 2⁻²⁴ entries: the same for a pixel wherever the
  /// span that it is in begins.
  private func fetch(
    _ column: Int, _ count: Int, _ origin: Int, _ step: Int, _ kernels: UnsafePointer<KernelTable>,
    _ output: UnsafeMutablePointer<UInt32>
  ) {
    pixels.withUnsafeBufferPointer { pixels in
      // Only a gradient with one colour in each row has no table, and such a gradient is not fetched.
      let base = pixels.baseAddress!
      let end = size << 24
      var position = origin &+ column &* step
      let (first, last) = (position, position &+ (count &- 1) &* step)
      if min(first, last) >= 0, max(first, last) < end, step.magnitude <= 1 << 24 {
        kernels.pointee.readEntries(base, Int64(position), Int32(step), count, output)
      } else {
        for i in 0..<count {
          output[i] = base[min(max(position, 0), end &- 1) >> 24]
          position &+= step
        }
      }
    }
  }
}

/// The colour of stops at a parameter: the last stop's from its location on, unpremultiplied
/// between two, clamped before the first and beyond the last.
func color(of stops: [LinearGradient.Stop], at t: Double) -> Color {
  // A `GradientRamp` has one stop at least.
  guard let next = stops.firstIndex(where: { t < $0.location }) else { return stops.last!.color }
  if next == 0 { return stops[0].color }
  let (a, b) = (stops[next - 1], stops[next])
  return lerp(a.color, b.color, (t - a.location) / (b.location - a.location))
}
