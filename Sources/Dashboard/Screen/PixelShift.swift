/// The slow movement of a picture that protects a screen from burn-in.
///
/// The picture moves by a pixel at a time, unnoticed. The place depends on the time alone, so that
/// screens side by side move together.
public struct PixelShift: Sendable, Equatable {
  /// The greatest distance from the middle in device pixels, in each direction; 0 for no movement.
  public var distance: Int

  /// Seconds between two movements.
  public static let period = 180.0
  /// The default distance of a kiosk.
  public static let standardDistance = 4
  /// The largest distance.
  public static let mostDistance = 32

  /// A movement with the greatest distance in device pixels.
  public init(distance: Int) { self.distance = distance }

  /// The place of the picture at a time in UTC seconds, in device pixels from the middle.
  ///
  /// The two directions swing with different lengths, so that the picture visits many places.
  public func offset(at time: Double) -> (x: Int, y: Int) {
    guard distance > 0, time.isFinite, abs(time) < 1e15 else { return (0, 0) }
    let step = Int((time / PixelShift.period).rounded(.down))
    return (
      PixelShift.swing(step, reach: distance), PixelShift.swing(step, reach: max(1, distance - 1))
    )
  }

  /// The next time of a movement; nil without movement.
  public func nextChange(after time: Double) -> Double? {
    distance > 0 ? ((time / PixelShift.period).rounded(.down) + 1) * PixelShift.period : nil
  }

  /// A number that moves from 0 to `reach`, to `-reach`, and back to 0, by 1 at each step.
  private static func swing(_ step: Int, reach: Int) -> Int {
    let period = 4 * reach
    let phase = ((step + reach) % period + period) % period
    return (phase <= 2 * reach ? phase : period - phase) - reach
  }
}
