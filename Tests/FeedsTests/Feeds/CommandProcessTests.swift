import Glibc
import TestSupport
import Testing

@testable import Feeds

/// The ends of commands that leave their process group.
@Suite struct CommandProcessTests {
  @Test(
    arguments: [
      "timeout 1000 sh -c 'echo $$; exec sleep 1000'", "setsid sh -c 'echo $$; exec sleep 1000'",
      // The shell of the command becomes the process that leaves the group.
      "exec timeout 1000 sh -c 'echo $$; exec sleep 1000'",
      "exec setsid sh -c 'echo $$; exec sleep 1000'",
      "setsid sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done'",
    ])
  func aProcessOfAnotherGroupIsEnded(command: String) async throws {
    let process = try CommandProcess(command)
    var wait = pollfd(fd: process.output.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, -1) == 1)
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(process.output.number, &bytes, bytes.count)
    let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    let stray = try #require(pid_t(text.prefix { $0 != "\n" }))
    #expect(kill(stray, 0) == 0 && getpgid(stray) != getpgrp())
    process.end()
    #expect(process.ending != nil)
    let isGone = try await becomes { kill(stray, 0) != 0 }
    #expect(isGone)
  }
}
