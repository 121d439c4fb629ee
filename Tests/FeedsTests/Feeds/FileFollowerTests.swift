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

  @Test func onlyFilesAreRead() {
    withFolder { folder in
      let pipe = folder.appendingPathComponent("p").path
      #expect(mkfifo(pipe, 0o600) == 0)
      for (path, reason) in [
        (pipe, "it is a named pipe: use 'fifo' instead of 'file'"), (folder.path, "it is a folder"),
        ("/dev/null", "it is not a file"), (pipe + "x", "No such file or directory"),
      ] {
        var follower = FileFollower(path: path)
        #expect(look(&follower) == reason)
      }
    }
  }

  /// The outcomes of a long file that is shown as a whole after a change of its bytes in place, or of its time alone.
  @Test(
    arguments: [
      ("the time", nil, 0, "nothing"), ("the start", 0, 0, "restarts"),
      ("the end", 9_998, 0, "restarts"), ("more rows", nil, 4, "5555"),
      ("the start and more rows", 0, 4, "restarts"),
    ] as [(String, Int?, Int, String)])
  func aWholeFileThatChanges(_ name: String, at place: Int?, more: Int, _ outcome: String) throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("x.csv")
      try file.write(String(repeating: "1", count: 10_000))
      var follower = FileFollower(path: file.path, isWhole: true)
      #expect(look(&follower) == "opened")
      follower.skip(to: 10_000)
      #expect(look(&follower) == "nothing")
      let handle = try FileHandle(forUpdating: file)
      if let place {
        try handle.seek(toOffset: UInt64(place))
        try handle.write(contentsOf: Data("2".utf8))
      }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(String(repeating: "5", count: more).utf8))
      try handle.close()
      var times = [
        timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0),
      ]
      #expect(utimes(file.path, &times) == 0)
      #expect(look(&follower) == outcome, "\(name)")
      // The next look begins at the start of a text that is new.
      #expect(look(&follower) == (outcome == "restarts" ? place == 0 ? "2111" : "1111" : "nothing"))
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
