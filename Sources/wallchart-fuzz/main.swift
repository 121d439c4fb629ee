import DrawingGenerator

#if canImport(Glibc)
  import Glibc
#endif

// Draws random lists for some seconds and stops at the first that is drawn wrongly.
// usage: wallchart-fuzz [SECONDS [SEED]]

/// SplitMix64.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard arguments.count <= 2, arguments.allSatisfy({ $0 != nil }) else {
  print("usage: wallchart-fuzz [SECONDS [SEED]]")
  exit(64)
}
let seconds = arguments.count > 0 ? Int(arguments[0]!) : 10
var seed = arguments.count > 1 ? arguments[1]! : UInt64(time(nil)) << 20
let end = time(nil) + seconds
var count = 0
print("first seed \(seed)")
fflush(nil)
repeat {
  var generator = Generator(state: seed)
  let bytes = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &generator) }
  // A crash or a hang leaves the seed that causes it as the last line.
  if environmentIsVerbose {
    print("seed \(seed)")
    fflush(nil)
  }
  if let flaw = flaw(in: bytes) {
    print("seed \(seed): \(flaw)")
    exit(1)
  }
  seed &+= 1
  count += 1
} while time(nil) < end
print("\(count) lists drawn, no flaw found")

/// Whether `FUZZ_VERBOSE` in the environment asks for every seed to be printed.
var environmentIsVerbose: Bool { getenv("FUZZ_VERBOSE") != nil }
