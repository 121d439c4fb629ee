import DrawingGenerator

#if canImport(Glibc)
  import Glibc
#endif

#if LIBFUZZER
  /// The function that libFuzzer calls with its inputs.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let flaw = flaw(in: bytes) ?? shapeFlaw(in: bytes) ?? slidingFlaw(in: bytes) {
      print(flaw)
      abort()
    }
    return 0
  }

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// The package manager's name for `main`, which takes the place of libFuzzer's own.
  @_cdecl("wallchart_fuzz_main")
  public func fuzzMain(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
    var (count, arguments) = (count, arguments)
    return withUnsafeMutablePointer(to: &arguments) {
      runFuzzer(&count, UnsafeMutableRawPointer($0), fuzzOneInput)
    }
  }
#else
  /// Draws random lists, polygons and sliding frames for some seconds and stops at the first that is drawn
  /// wrongly. `FUZZ_VERBOSE` in the environment prints every seed, so that the one of a crash is known.
  @main
  enum Fuzz {
    static func main() {
      let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
      guard arguments.count <= 2, arguments.allSatisfy({ $0 != nil }) else {
        print("usage: wallchart-fuzz [SECONDS [SEED]]")
        exit(64)
      }
      // All arguments are numbers.
      let seconds = arguments.count > 0 ? Int(clamping: arguments[0]!) : 10
      let seed = arguments.count > 1 ? arguments[1]! : UInt64(time(nil)) << 20
      run(seconds: min(seconds, 1 << 30), from: seed)
    }

    private static func run(seconds: Int, from first: UInt64) {
      let isVerbose = getenv("FUZZ_VERBOSE") != nil
      let end = time(nil) + seconds
      var seed = first
      print("first seed \(first)")
      repeat {
        if isVerbose { print("seed \(seed)") }
        fflush(nil)
        var generator = Generator(state: seed)
        let bytes = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &generator) }
        if let flaw = flaw(in: bytes) ?? shapeFlaw(in: bytes) ?? slidingFlaw(in: bytes) {
          print("seed \(seed): \(flaw)")
          exit(1)
        }
        seed &+= 1
      } while time(nil) < end
      print("\(seed &- first) lists, polygons and slides drawn, no flaw found")
    }
  }

  /// SplitMix64.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }
#endif
