import CLanes
import Glibc
import KernelsBase
import KernelsWide
import KernelsWidest

/// A build of the loops over pixels and edges. All builds draw the same bytes.
package enum Kernels: String, CaseIterable, Sendable {
  case base
  /// The build for x86-64-v3, with vectors of 256 bits.
  case wide
  /// The build for x86-64-v4, with vectors of 512 bits.
  case widest

  /// The environment variable with the name of a build, for measurements of what a lesser processor would do.
  package static let variable = "WALLCHART_KERNELS"
  private static let chosenName = getenv(variable).map { String(cString: $0) }

  /// The build for drawing: the one that the environment variable names, or the fastest one that the processor runs.
  package static let best =
    chosenName.flatMap(available(named:)) ?? allCases.last { $0.isAvailable }!

  /// The value of the environment variable if the value names no build that the processor runs.
  package static var unusableName: String? {
    chosenName.flatMap { available(named: $0) == nil ? $0 : nil }
  }

  private static func available(named name: String) -> Kernels? {
    Kernels(rawValue: name).flatMap { $0.isAvailable ? $0 : nil }
  }

  /// Whether the processor runs the build.
  package var isAvailable: Bool {
    #if PORTABLE_KERNELS
      // Without the compiler flags for wider vectors all builds are the same.
      return self == .base
    #else
      return self == .base || processor_level() >= (self == .wide ? 3 : 4)
    #endif
  }

  /// The functions of the build, in memory that is never freed. A renderer looks them up once and passes them on.
  var table: UnsafePointer<KernelTable> { Kernels.tables[self]! }

  /// The functions of every build.
  private nonisolated(unsafe) static let tables = [
    Kernels.base: KernelsBase.kernelTable, .wide: KernelsWide.kernelTable,
    .widest: KernelsWidest.kernelTable,
  ].mapValues { table in
    let memory = UnsafeMutablePointer<KernelTable>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafePointer(memory)
  }
}

typealias Coverage = span_coverage

extension Coverage {
  static let full: UInt32 = 0xffff

  /// The coverage of a level in 0...255.
  @inline(__always)
  static func of(level: UInt8) -> UInt32 { UInt32(level) &* 257 }

  @inline(__always)
  static func constant(_ value: UInt32) -> Coverage { Coverage(values: nil, constant: value) }

  @inline(__always)
  static func varying(_ values: UnsafePointer<UInt32>) -> Coverage {
    Coverage(values: values, constant: 0)
  }

  var isFull: Bool { values == nil && constant == Coverage.full }

  /// The product of two coverages; full coverage leaves the other unchanged.
  @inline(__always)
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a &* (b &+ 1)) >> 16 }
}
