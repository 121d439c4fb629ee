import Foundation
import TestSupport
import Testing

@testable import Files

extension TemporaryFolder {
  fileprivate func callAsFunction(_ name: String) -> String { path + "/" + name }
}

@Suite struct WholeFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func aNewFileHasTheModeThatOpenGives() throws {
    let folder = TemporaryFolder()
    try WholeFile.write(Array("new".utf8), to: folder("a"))
    let usual = open(folder("b"), O_WRONLY | O_CREAT, 0o666)
    close(usual)
    #expect(try text(folder("a")) == "new" && mode(folder("a")) == mode(folder("b")))
    #expect(try folder.names == ["a", "b"])
  }

  @Test func aFileIsWrittenInParts() throws {
    let folder = TemporaryFolder()
    var parts = ["one ", "", "two ", "three"]
    try WholeFile.write(to: folder("a")) {
      parts.isEmpty ? .end : .bytes(Array(parts.removeFirst().utf8))
    }
    #expect(try text(folder("a")) == "one two three")
  }

  @Test func aFailureInTheMiddleLeavesTheOldFile() throws {
    let folder = TemporaryFolder()
    try WholeFile.write(Array("old".utf8), to: folder("a"))
    var isFirst = true
    #expect(throws: WholeFile.Failure.self) {
      try WholeFile.write(to: folder("a")) {
        defer { isFirst = false }
        return isFirst ? .bytes(Array("new".utf8)) : .failure
      }
    }
    #expect(try text(folder("a")) == "old")
    #expect(try folder.names == ["a"])
  }

  @Test func aFileThatIsReplacedPassesItsModeOn() throws {
    let folder = TemporaryFolder()
    try "a longer text".write(toFile: folder("a"), atomically: false, encoding: .utf8)
    chmod(folder("a"), 0o604)
    try WholeFile.write(Array("new".utf8), to: folder("a"))
    #expect(try text(folder("a")) == "new" && mode(folder("a")) == 0o604)
  }

  /// Links to a file in another folder, to another link, and to a missing file.
  @Test func aSymbolicLinkStays() throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    try "old".write(toFile: other("a"), atomically: false, encoding: .utf8)
    symlink(other("a"), folder("direct"))
    symlink("direct", folder("second"))
    symlink("later", folder("dangling"))
    for (name, target) in [
      ("direct", other("a")), ("second", other("a")), ("dangling", folder("later")),
    ] {
      try WholeFile.write(Array(name.utf8), to: folder(name))
      #expect(try text(target) == name)
      #expect(throws: Never.self) {
        try FileManager.default.destinationOfSymbolicLink(atPath: folder(name))
      }
    }
    #expect(try other.names == ["a"])
  }

  @Test func aFullDeviceIsAnErrorAndADeviceStaysOne() throws {
    let error = #expect(throws: WholeFile.Failure.self) {
      try WholeFile.write([1], to: "/dev/full")
    }
    #expect(error?.description == "/dev/full: No space left on device")
    try WholeFile.write([1, 2], to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func aNamedPipeIsWrittenInto() throws {
    let folder = TemporaryFolder()
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    // With a reader that does not wait, the writer does not wait, either.
    let reader = open(folder("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try WholeFile.write(Array("through".utf8), to: folder("pipe"))
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through")
    #expect(try folder.names == ["pipe"])
  }

  /// A descriptor's name in /proc leads to an open file, which is written and not replaced.
  @Test func anOpenFileIsWrittenInto() throws {
    let folder = TemporaryFolder()
    let descriptor = open(folder("a"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    try WholeFile.write(Array("direct".utf8), to: "/dev/fd/\(descriptor)")
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(pread(descriptor, &bytes, bytes.count, 0) == 6)
  }

  @Test func whatExistsIsNotReplacedUnasked() throws {
    let folder = TemporaryFolder()
    try WholeFile.write(Array("first".utf8), to: folder("a"), replaces: false)
    symlink("nowhere", folder("link"))
    for name in ["a", "link"] {
      let error = #expect(throws: WholeFile.Failure.self) {
        try WholeFile.write(Array("second".utf8), to: folder(name), replaces: false)
      }
      #expect(error?.reason == "File exists")
    }
    #expect(try text(folder("a")) == "first")
    #expect(try folder.names == ["a", "link"])
  }

  /// Programs that write beside one file at the same time do not meet.
  @Test func draftsHaveNamesOfTheirOwn() throws {
    let folder = TemporaryFolder()
    let drafts = try (0..<3).map { _ in try WholeFile.Draft(of: folder("a.mp4")) }
    try "mine".write(toFile: drafts[1].path, atomically: false, encoding: .utf8)
    drafts[0].cancel()
    _ = try WholeFile.Draft(of: folder("a.mp4"))
    #expect(Set(drafts.map(\.path)).count == 3)
    #expect(drafts.allSatisfy { $0.path.hasPrefix(folder("")) })
    #expect(try folder.names.count == 3)
    try drafts[1].finish()
    #expect(try text(folder("a.mp4")) == "mine")
    let error = #expect(throws: WholeFile.Failure.self) { try WholeFile.Draft(of: "/nowhere/a") }
    #expect(error?.description == "/nowhere/a: No such file or directory")
  }

  /// A program may write into the draft, or put a file of its own into the draft's place.
  @Test(arguments: [false, true])
  func aDraftTakesThePlaceOfTheFileBehindALink(atomically: Bool) throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    try "old".write(toFile: other("a"), atomically: false, encoding: .utf8)
    chmod(other("a"), 0o464)
    symlink(other("a"), folder("link"))
    let draft = try WholeFile.Draft(of: folder("link"))
    #expect(draft.path.hasPrefix(other("")) && mode(draft.path) == 0o600)
    try "new".write(toFile: draft.path, atomically: atomically, encoding: .utf8)
    #expect(try text(other("a")) == "old")
    try draft.finish()
    #expect(try text(other("a")) == "new" && mode(other("a")) == 0o464)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("link")) == other("a"))
    #expect(try folder.names == ["link"] && other.names == ["a"])
  }

  @Test func aCancelledDraftLeavesNothing() throws {
    let folder = TemporaryFolder()
    try "old".write(toFile: folder("a"), atomically: false, encoding: .utf8)
    for name in ["a", "b"] {
      let draft = try WholeFile.Draft(of: folder(name))
      try "new".write(toFile: draft.path, atomically: false, encoding: .utf8)
      draft.cancel()
    }
    #expect(try text(folder("a")) == "old")
    #expect(try folder.names == ["a"])
  }

  /// A draft that its program has removed is an error, and the old file stays.
  @Test func aDraftThatIsGoneIsAnError() throws {
    let folder = TemporaryFolder()
    try "old".write(toFile: folder("a"), atomically: false, encoding: .utf8)
    let draft = try WholeFile.Draft(of: folder("a"))
    unlink(draft.path)
    let error = #expect(throws: WholeFile.Failure.self) { try draft.finish() }
    #expect(error?.description == folder("a") + ": No such file or directory")
    #expect(try text(folder("a")) == "old")
  }

  /// A device cannot be replaced, and is not removed.
  @Test func aDeviceIsItsOwnDraft() throws {
    let folder = TemporaryFolder()
    symlink("/dev/null", folder("a"))
    let draft = try WholeFile.Draft(of: folder("a"))
    #expect(draft.path == folder("a"))
    try draft.finish()
    draft.cancel()
    #expect(try folder.names == ["a"])
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 200_000])
  func aFileIsReadUpToALimit(count: Int) throws {
    let folder = TemporaryFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try WholeFile.write(bytes, to: folder("a"))
    #expect(try WholeFile.read(folder("a"), atMost: count) == bytes)
    let short = try WholeFile.read(folder("a"), atMost: max(0, count - 1))
    #expect(short == (count == 0 ? [] : nil))
  }

  @Test(arguments: [("/nowhere/a", "No such file or directory"), ("/tmp", "Is a directory")])
  func whatCannotBeReadSaysWhy(path: String, reason: String) {
    let error = #expect(throws: WholeFile.Failure.self) { try WholeFile.read(path, atMost: 1) }
    #expect(error?.path == path && error?.reason == reason)
  }

  /// A named pipe without a writer is empty for a reader that does not wait.
  @Test func aPipeWithoutAWriterIsEmpty() throws {
    let folder = TemporaryFolder()
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(try WholeFile.read(folder("pipe"), atMost: 10, waits: false) == [])
  }

  @Test func aFolderHasTheNamesOfItsEntries() throws {
    let folder = TemporaryFolder()
    #expect(entryNames(in: folder.path) == [])
    let names = [".hidden", "a", "b c", "Übersicht", String(repeating: "x", count: 255)]
    for name in names { try WholeFile.write([], to: folder(name)) }
    #expect(entryNames(in: folder.path).map(Set.init) == Set(names))
    #expect(entryNames(in: folder("missing")) == nil)
  }

  @Test(arguments: [
    ("/nowhere/a", "No such file or directory"), ("/tmp", "Is a directory"),
    ("", "No such file or directory"),
  ])
  func whatCannotBeWrittenSaysWhy(path: String, reason: String) {
    let error = #expect(throws: WholeFile.Failure.self) { try WholeFile.write([1], to: path) }
    #expect(error?.path == path && error?.reason == reason)
  }
}
