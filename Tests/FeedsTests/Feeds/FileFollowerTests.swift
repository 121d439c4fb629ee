import Foundation
import TestSupport
import Testing

@testable import Feeds

/// The looks at a file whose reading fails for a moment, as on a file server that is away.
@Suite struct FileFollowerTests {
  /// The outcome of a look, with a buffer of four bytes.
  private func look(_ follower: inout FileFollower) -> String {
    withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer in
      switch follower.next(into: buffer) {
      case .bytes(let count): String(decoding: buffer[..<count], as: UTF8.self)
      case .nothing: "nothing"
      case .opened: "opened"
      case .generated: "generated"
      case .continues: "continues"
      case .restarts: "restarts"
      case .failed(let reason): reason
      }
    }
  }

  /// Makes a read fail: the system cannot write to the first page of the memory.
  private func failToRead(_ follower: inout FileFollower) {
    let nowhere = UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: 1), count: 4)
    guard case .failed("Bad address") = follower.next(into: nowhere) else {
      Issue.record("the read has not failed")
      return
    }
  }

  /// A follower of a file with the rows 1 and 2 that has read the first row, and whose next read has failed.
  private func interrupted(_ file: URL) throws -> FileFollower {
    try file.write("v\n1\n2\n")
    var follower = FileFollower(path: file.path)
    #expect(look(&follower) == "opened")
    #expect(look(&follower) == "v\n1\n")
    failToRead(&follower)
    return follower
  }

  @Test func afterAFailedReadTheRestIsRead() throws {
    try withFolder { folder in
      var follower = try interrupted(folder.appendingPathComponent("x.log"))
      #expect(look(&follower) == "opened")
      #expect(look(&follower) == "2\n")
      #expect(look(&follower) == "nothing")
    }
  }

  @Test func aFileThatIsShorterAfterAFailedReadIsReadAnew() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      var follower = try interrupted(file)
      try file.write("3\n")
      #expect(look(&follower) == "restarts")
      #expect(look(&follower) == "3\n")
      #expect(look(&follower) == "nothing")
    }
  }

  @Test func anotherFileAfterAFailedReadIsReadFromItsStart() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      var follower = try interrupted(file)
      let other = folder.appendingPathComponent("new")
      try other.write("4\n")
      #expect(rename(other.path, file.path) == 0)
      #expect(look(&follower) == "restarts")
      #expect(look(&follower) == "4\n")
      #expect(look(&follower) == "nothing")
    }
  }

  /// A folder in the place of the file cannot be read. The file that replaces the folder continues the text.
  @Test func aFileThatComesLateAfterARotation() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("x.log")
      try file.write("1\n")
      var follower = FileFollower(path: file.path)
      #expect(look(&follower) == "opened")
      #expect(look(&follower) == "1\n")
      #expect(rename(file.path, folder.appendingPathComponent("x.log.1").path) == 0)
      #expect(mkdir(file.path, 0o700) == 0)
      #expect(look(&follower) == "it is a folder")
      #expect(rmdir(file.path) == 0)
      try file.write("2\n")
      #expect(look(&follower) == "continues")
      #expect(look(&follower) == "2\n")
      #expect(look(&follower) == "nothing")
    }
  }

  /// The writer writes to the old file until it is told of the rotation.
  @Test func theOldFileIsReadUntilTheNewOneHasText() throws {
    try withFolder { folder in
      let (file, old) = (
        folder.appendingPathComponent("x.log"), folder.appendingPathComponent("x.log.1")
      )
      try file.write("1\n")
      var follower = FileFollower(path: file.path)
      #expect(look(&follower) == "opened")
      #expect(look(&follower) == "1\n")
      #expect(rename(file.path, old.path) == 0)
      try file.write("")
      #expect(look(&follower) == "nothing" && follower.isReplaced)
      try old.append("2\n")
      #expect(look(&follower) == "2\n")
      #expect(look(&follower) == "nothing" && follower.isReplaced)
      try old.append("3\n")
      try file.append("4\n")
      #expect(look(&follower) == "3\n")
      #expect(look(&follower) == "continues")
      #expect(look(&follower) == "4\n")
      #expect(look(&follower) == "nothing" && !follower.isReplaced)
    }
  }
}
