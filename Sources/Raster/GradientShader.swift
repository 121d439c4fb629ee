import CLanes
import Geometry

/// An axial gradient on the device: the parameter as a function of the pixel, and the stops.
struct GradientRamp: Hashable {
  /// The parameter is `(x + ½) dx + (y + ½) dy + offset` at the centre of pixel (x, y).
  let dx: Double
  let dy: Double
  let offset: Double
  let stops: [LinearGradient.Stop]

  /// Fails if nothing is to be drawn: for no stops, and for a transform that is not finite or degenerate.
  init?(_ gradient: LinearGradient, transform: AffineTransform) {
    let toDevice = gradient.transform.concatenating(transform)
    guard !gradient.stops.isEmpty, gradient.start.isFinite, gradient.end.isFinite,
      let inverse = toDevice.inverted
    else { return nil }
    let axis = gradient.end - gradient.start
    let squared = axis.x * axis.x + axis.y * axis.y
    var (dx, dy, offset) = (0.0, 0.0, 1.0)
    if squared > 0 {
      // t = (p - start)·axis / |axis|², where p is the device point in gradient space.
      dx = (inverse.a * axis.x + inverse.b * axis.y) / squared
      dy = (inverse.c * axis.x + inverse.d * axis.y) / squared
      offset =
        ((inverse.tx - gradient.start.x) * axis.x + (inverse.ty - gradient.start.y) * axis.y)
        / squared
    }
    // Within these bounds no later sum overflows; a NaN fails the comparison.
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

/// An axial gradient, ready to be drawn: the parameter as a function of the pixel, and the colours.
///
/// One thread changes the object while a frame is planned; several threads read the object while drawing.
final class GradientShader: @unchecked Sendable {
  private let dx: Double
  private let dy: Double
  private let offset: Double
  /// The colours at equal steps of the parameter, with the last one repeated for the kernels' vectors; empty if each
  /// row has one colour, which is computed exactly.
  private let pixels: [UInt32]
  /// The number of steps.
  private let size: Int
  private let stops: [LinearGradient.Stop]
  /// The colours of rows or columns, if each has one colour.
  private var rows = Stretch<solid_color>()
  private var columns = Stretch<UInt32>()
  /// The number of the last frame that drew the gradient.
  var lastFrame = 0

  init(_ ramp: GradientRamp) {
    (dx, dy, offset) = (ramp.dx, ramp.dy, ramp.offset)
    stops = GradientShader.ordered(ramp.stops)
    isOpaque = stops.allSatisfy { $0.color.alpha >= 1 }
    let steep = max(dx.magnitude, dy.magnitude)
    size = GradientTable.size(stops: stops, length: steep > 0 ? 1 / steep : 1)
    pixels = dx == 0 ? [] : GradientTable.pixels(of: stops, size: size)
  }

  /// The stops with locations clamped to 0...1 and never descending; NaN counts as 0.
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

  /// Computes the colours of pixels if whole rows or columns have one colour each, for rows in all rows of the pixels'
  /// bands.
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

  /// The colours of some rows, one for each row, of a gradient that is constant in rows.
  func colors(ofRows range: Range<Int>) -> UnsafePointer<solid_color> { rows.values(of: range) }

  /// The pixels of some columns, one for each column, of a gradient that is constant in columns.
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

  /// Writes pixels from positions in the table, in whole numbers of 2⁻²⁴ entries, so that a pixel's position does not
  /// depend on the start of its span.
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

/// The colour of stops at a parameter: interpolated unpremultiplied between two stops, and clamped before the first and
/// after the last stop.
func color(of stops: [LinearGradient.Stop], at t: Double) -> Color {
  // A `GradientRamp` has at least one stop.
  guard let next = stops.firstIndex(where: { t < $0.location }) else { return stops.last!.color }
  if next == 0 { return stops[0].color }
  let (a, b) = (stops[next - 1], stops[next])
  return lerp(a.color, b.color, (t - a.location) / (b.location - a.location))
}
