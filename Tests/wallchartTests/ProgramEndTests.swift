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

  /// The connection to the X server must not get the descriptor into which messages are written.
  @Test(arguments: [[], [2], [0, 1, 2]] as [[Int32]])
  func closedStandardStreamsAreOpened(closed: [Int32]) async {
    await #expect(processExitsWith: .exitCode(42)) { [closed] in
      for descriptor in closed { close(descriptor) }
      openStandardStreams()
      let areOpen = (0...2).allSatisfy { fcntl(Int32($0), F_GETFD) >= 0 }
      let next = open("/dev/null", O_RDWR)
      _exit(areOpen && next > 2 ? 42 : 1)
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
