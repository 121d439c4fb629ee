import Dispatch
import Foundation
import Testing

@testable import wallchart

struct ProgramEndTests {
  @MainActor private static var sources: [any DispatchSourceSignal] = []

  /// A signal ends the program, even if it comes before Dispatch has begun to listen.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func noSignalIsLost(number: Int32) async {
    await #expect(processExitsWith: .failure) { [number] in
      await MainActor.run {
        ProgramEndTests.sources = ProgramEnd().follow([SIGINT, SIGTERM, SIGHUP]) { exit(42) }
        _ = kill(getpid(), number)
      }
      // The program ends meanwhile. Without the signal it ends with success.
      try await Task.sleep(for: .seconds(120))
      exit(0)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsTheProgramInOrder(number: Int32) async {
    await #expect(processExitsWith: .exitCode(42)) { [number] in
      await MainActor.run {
        ProgramEndTests.sources = ProgramEnd().follow([SIGINT, SIGTERM, SIGHUP]) { exit(42) }
      }
      // Dispatch handles the signal as soon as it has taken the place of the default action.
      var action = sigaction()
      repeat {
        try await Task.sleep(for: .milliseconds(1))
        sigaction(number, nil, &action)
      } while action.__sigaction_handler.sa_handler == nil
      kill(getpid(), number)
      try await Task.sleep(for: .seconds(120))
      exit(0)
    }
  }
}
