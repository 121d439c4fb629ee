import Geometry

/// The identity of a fragment: 128 bits instead of all its points.
///
/// Two different fragments have equal digests with a probability of 2⁻¹²⁸, far below that of a fault of the
/// memory that the points themselves would take.
struct FragmentDigest: Hashable {
  private let first: UInt64
  private let second: UInt64

  init(_ fragment: Path) {
    var lanes = Lanes()
    fragment.points.withUnsafeBufferPointer { points in
      for point in points {
        lanes.add(point.x.bitPattern)
        lanes.add(point.y.bitPattern)
      }
    }
    fragment.verbs.withUnsafeBytes { verbs in
      for verb in verbs { lanes.add(UInt64(verb)) }
    }
    (first, second) = lanes.finished
  }

  /// One word suffices, because its bits are already well mixed.
  func hash(into hasher: inout Hasher) { hasher.combine(first) }

  /// Two sums, each of which keeps its whole state in every step, so that no word can erase the influence of earlier
  /// words.
  private struct Lanes {
    private var first: UInt64 = 0x9e37_79b9_7f4a_7c15
    private var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f

    @inline(__always)
    mutating func add(_ word: UInt64) {
      first = (first ^ word) &* 0xff51_afd7_ed55_8ccd
      first ^= first >> 32
      second = (second &+ word) &* 0xc4ce_b9fe_1a85_ec53
      second ^= second >> 29
    }

    var finished: (UInt64, UInt64) {
      var result = self
      for _ in 0..<2 { result.add(0) }
      return (result.first, result.second)
    }
  }
}
