import Glibc
import Testing

@testable import Feeds

/// The end of a command that has left its process group.
@Suite struct CommandProcessTests {
  @Test(
    arguments: [
      ("timeout 60 sh -c 'echo; exec sleep 60'", SIGTERM),
      ("setsid sh -c 'echo; exec sleep 60'", SIGTERM),
      ("setsid sh -c 'trap \"\" TERM; echo; for i in $(seq 60); do sleep 1; done'", SIGKILL),
    ])
  func aCommandOfAnotherGroupIsEnded(command: String, signal: Int32) throws {
    let process = try CommandProcess(command)
    // The line comes out of the other group.
    var wait = pollfd(fd: process.output.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, -1) == 1)
    process.end()
    #expect(process.ending == .signal(signal))
  }
}
