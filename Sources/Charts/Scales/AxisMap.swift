import Geometry

/// The affine map from data (time, value) to the plot (points, y down): `x = xScale t + xOffset`,
/// `y = yScale v + yOffset`, with time counted from an epoch so that no precision is lost.
public struct AxisMap: Equatable, Sendable {
  /// The time, in the samples' own measure, from which times are counted.
  public var epoch: Double
  /// The points for each unit of time; 0 for a domain without extent.
  public var xScale: Double
  /// The place of the epoch, in points from the left.
  public var xOffset: Double
  /// The points for each unit of value, or for each power of ten; negative, because y points down.
  public var yScale: Double
  /// The place of 0, or on a logarithmic axis of 1, in points from the top.
  public var yOffset: Double
  /// Whether values are placed by their decimal logarithms; values that are not positive have no place.
  public var isLogarithmic = false
  /// The limit below which a value has no place on the axis, and counts as missing.
  var leastValue: Double { isLogarithmic ? .leastNonzeroMagnitude : -.infinity }

  /// The map that puts a domain on a plot of the given size; a domain without extent is put in the
  /// middle.
  /// - Parameter epoch: the time from which times are counted, which must be the same for maps that are interpolated.
  public init(
    epoch: Double, time: ClosedRange<Double>, value: ClosedRange<Double>, size: Size,
    isLogarithmic: Bool = false
  ) {
    self.epoch = epoch
    self.isLogarithmic = isLogarithmic
    let duration = time.upperBound - time.lowerBound
    let value = isLogarithmic ? AxisMap.logarithms(value) : value
    // Halves are subtracted, because the whole difference may overflow.
    let extent = value.upperBound / 2 - value.lowerBound / 2
    xScale = duration > 0 ? size.width / duration : 0
    xOffset = duration > 0 ? -(time.lowerBound - epoch) * xScale : size.width / 2
    yScale = extent > 0 ? -size.height / 2 / extent : 0
    yOffset = extent > 0 ? size.height - value.lowerBound * yScale : size.height / 2
  }

  /// The logarithms of two bounds; bounds without logarithms get those of 1 and 10.
  private static func logarithms(_ value: ClosedRange<Double>) -> ClosedRange<Double> {
    guard value.lowerBound > 0, value.upperBound.isFinite else { return 0...1 }
    return decimalLogarithm(value.lowerBound)...decimalLogarithm(value.upperBound)
  }

  init(
    epoch: Double = 0, xScale: Double, xOffset: Double, yScale: Double, yOffset: Double,
    isLogarithmic: Bool = false
  ) {
    self.isLogarithmic = isLogarithmic
    self.epoch = epoch
    self.xScale = xScale
    self.xOffset = xOffset
    self.yScale = yScale
    self.yOffset = yOffset
  }

  /// The place of a time, in points from the left.
  public func x(_ time: Double) -> Double { (time - epoch) * xScale + xOffset }
  /// The place of a value, in points from the top; not finite for a value without a place.
  public func y(_ value: Double) -> Double {
    (isLogarithmic ? decimalLogarithm(value) : value) * yScale + yOffset
  }
  /// The time at a place; the epoch if all times are at one place.
  public func time(_ x: Double) -> Double { xScale == 0 ? epoch : (x - xOffset) / xScale + epoch }

  /// The place of a sample.
  public func callAsFunction(_ time: Double, _ value: Double) -> Point {
    Point(x(time), y(value))
  }

  /// The map with times counted from another epoch.
  func counted(from epoch: Double) -> AxisMap {
    guard epoch != self.epoch else { return self }
    var result = self
    result.xOffset = x(epoch)
    result.epoch = epoch
    return result
  }

  /// The map with the epoch at another place.
  func with(xOffset: Double) -> AxisMap {
    var result = self
    result.xOffset = xOffset
    return result
  }

  /// Adopts the scale of times of another map, if this moves nothing on the plot by more than a distance. Durations
  /// differ in their last digits, but points that stay must not move at all. The epoch keeps its place.
  mutating func keepScale(of other: AxisMap, width: Double, within tolerance: Double) {
    guard abs(other.xScale - xScale) * width <= tolerance * abs(xScale) else { return }
    xScale = other.xScale
  }

  /// The epoch for times up to a given one. While the scale stays, the epoch stays the same for a few widths of the
  /// plot, and is never so far away that digits are lost.
  func epoch(before end: Double) -> Double {
    let span = (AxisMap.furthestEpoch / xScale).binade
    let epoch = (end / span).rounded(.down) * span
    return epoch.isFinite ? epoch : end
  }

  /// The greatest distance of a plot's end from the epoch, in points.
  static let furthestEpoch = 8192.0

  /// The map with the scale of values of another map, if this moves nothing on the plot by more than a distance.
  func meetingValues(of other: AxisMap, height: Double, within tolerance: Double) -> AxisMap {
    let isNear = [0, height].allSatisfy {
      abs(($0 - other.yOffset) / other.yScale * yScale + yOffset - $0) <= tolerance
    }
    guard isNear else { return self }
    var result = self
    (result.yScale, result.yOffset) = (other.yScale, other.yOffset)
    return result
  }

  /// The map between two maps. The interpolation of the map interpolates the position of every sample, which therefore
  /// keeps its identity while the axes move.
  public static func interpolate(_ a: AxisMap, _ b: AxisMap, _ u: Double) -> AxisMap {
    AxisMap(
      epoch: b.epoch, xScale: lerp(a.xScale, b.xScale, u), xOffset: lerp(a.xOffset, b.xOffset, u),
      yScale: lerp(a.yScale, b.yScale, u), yOffset: lerp(a.yOffset, b.yOffset, u),
      isLogarithmic: b.isLogarithmic)
  }
}
