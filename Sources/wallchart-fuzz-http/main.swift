import Glibc
import ResponseGenerator

// Answers requests at random for some seconds, and stops at the first answer that breaks a law.
let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard arguments.count <= 2, arguments.allSatisfy({ $0 != nil }) else {
  print("usage: wallchart-fuzz-http [SECONDS [SEED]]")
  exit(64)
}
guard let fuzz = HTTPFlaw() else {
  print("no server can be started on the loopback")
  exit(71)
}
// All arguments are numbers.
let seconds = arguments.count > 0 ? Int(clamping: arguments[0]!) : 10
let first = arguments.count > 1 ? arguments[1]! : UInt64(time(nil)) << 20
let end = time(nil) + min(seconds, 1 << 30)
var seed = first
print("first seed \(first)")
repeat {
  fflush(nil)
  if let flaw = fuzz.flaw(of: seed..<seed + 32) {
    print(flaw)
    exit(1)
  }
  seed += 32
} while time(nil) < end
print("\(seed - first) answers read, no flaw found")
