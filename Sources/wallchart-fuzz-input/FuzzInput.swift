import Foundation
import InputGenerator

/// Feeds random text, expressions, dashboards, requests and command lines for some seconds, and stops at the
/// first that fails.
@main
enum FuzzInput {
  private enum Kind: String, CaseIterable { case text, expression, dashboard, request, arguments }

  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    let kinds = words.first.flatMap(Kind.init).map { [$0] } ?? Kind.allCases
    let numbers = words.dropFirst(kinds.count == 1 ? 1 : 0).map { UInt64($0) }
    guard numbers.count <= 2, numbers.allSatisfy({ $0 != nil }) else {
      print(
        "usage: wallchart-fuzz-input [text|expression|dashboard|request|arguments] [SECONDS [SEED]]"
      )
      exit(64)
    }
    // All arguments are numbers.
    let seconds = numbers.count > 0 ? Double(numbers[0]!) : 10
    let seed = numbers.count > 1 ? numbers[1]! : UInt64(time(nil)) << 20
    print("first seed \(seed)")
    LastWord.speakWhenKilled()
    for kind in kinds {
      try run(kind, seconds: seconds / Double(kinds.count), from: seed)
    }
  }

  /// Tries seeds one after another, at least one.
  private static func run(_ kind: Kind, seconds: Double, from first: UInt64) throws {
    let fuzz = try InputFuzz()
    let program = FuzzedProgram()
    let end = Date().addingTimeInterval(seconds)
    var seed = first
    repeat {
      LastWord.set("\(kind.rawValue) seed \(seed)")
      // A minute is more than any of them takes, under a sanitizer too.
      alarm(60)
      let flaw =
        switch kind {
        case .text: fuzz.text(seed: seed)
        case .expression: fuzz.expression(seed: seed)
        case .dashboard: fuzz.dashboard(seed: seed)
        case .request: ControlFuzz.flaw(seed: seed)
        case .arguments: try program.flaw(seed: seed)
        }
      if let flaw {
        print("\(kind.rawValue) seed \(seed): \(flaw)")
        exit(1)
      }
      seed &+= 1
    } while Date() < end
    alarm(0)
    print("\(kind.rawValue): \(seed &- first) tried, no flaw found")
    fflush(nil)
  }
}

/// The line that is printed when the program dies: the seed of what has killed it.
private enum LastWord {
  nonisolated(unsafe) private static let text = UnsafeMutablePointer<UInt8>.allocate(capacity: 128)
  nonisolated(unsafe) private static var count = 0

  static func set(_ line: String) {
    let bytes = Array((line + " has died\n").utf8.prefix(128))
    text.update(from: bytes, count: bytes.count)
    count = bytes.count
  }

  static func speakWhenKilled() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGALRM] {
      signal(number) {
        _ = write(STDERR_FILENO, LastWord.text, LastWord.count)
        signal($0, SIG_DFL)
        raise($0)
      }
    }
  }
}
