import Dispatch
import Foundation
import Testing

@testable import Dashboard

@Suite struct FileWatchTests {
  private func withFile(
    _ body: (_ file: URL, _ changes: DispatchSemaphore) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("wallchart-watch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.yaml")
    try Data("a".utf8).write(to: file)
    let changes = DispatchSemaphore(value: 0)
    let watch = try #require(
      FileWatch(path: file.path, queue: DispatchQueue(label: "test")) { changes.signal() })
    try withExtendedLifetime(watch) { try body(file, changes) }
  }

  @Test func aFileThatIsWrittenInPlaceHasChanged() throws {
    try withFile { file, changes in
      try Data("bb".utf8).write(to: file)
      #expect(changes.wait(timeout: .now() + 300) == .success)
    }
  }

  @Test func aFileThatIsRenamedOverHasChanged() throws {
    try withFile { file, changes in
      for text in ["cc", "dd"] {
        let other = file.deletingLastPathComponent().appendingPathComponent(".a.yaml.swp")
        try Data(text.utf8).write(to: other)
        #expect(rename(other.path, file.path) == 0)
        #expect(changes.wait(timeout: .now() + 300) == .success)
      }
    }
  }

  @Test func aFileThatGoesAndComesBackHasChangedTwice() throws {
    try withFile { file, changes in
      try FileManager.default.removeItem(at: file)
      #expect(changes.wait(timeout: .now() + 300) == .success)
      try Data("ee".utf8).write(to: file)
      #expect(changes.wait(timeout: .now() + 300) == .success)
    }
  }

  /// By the time at which a watch of the other file has told of its changes, this one has had its time
  /// as well.
  @Test func otherFilesOfTheFolderAreNoChange() throws {
    try withFile { file, changes in
      let other = file.deletingLastPathComponent().appendingPathComponent("b.yaml")
      let otherChanges = DispatchSemaphore(value: 0)
      let watch = FileWatch(path: other.path, queue: DispatchQueue(label: "other")) {
        otherChanges.signal()
      }
      for text in ["f", "ff", "fff"] {
        try Data(text.utf8).write(to: other)
        #expect(otherChanges.wait(timeout: .now() + 300) == .success)
      }
      withExtendedLifetime(watch) {}
      #expect(changes.wait(timeout: .now() + .milliseconds(200)) == .timedOut)
      try Data("gg".utf8).write(to: file)
      #expect(changes.wait(timeout: .now() + 300) == .success)
    }
  }

  /// What is written between a look at the file and the begin of the watch.
  @Test func aFileThatHasChangedSinceItWasReadHasChanged() throws {
    try withFile { file, _ in
      let stamp = FileWatch.Stamp(of: file.path)
      try Data("bb".utf8).write(to: file)
      let changes = DispatchSemaphore(value: 0)
      let watch = FileWatch(path: file.path, since: stamp, queue: DispatchQueue(label: "late")) {
        changes.signal()
      }
      #expect(changes.wait(timeout: .now() + 300) == .success)
      withExtendedLifetime(watch) {}
    }
  }
}
