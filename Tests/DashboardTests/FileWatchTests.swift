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
      #expect(changes.wait(timeout: .now() + 20) == .success)
    }
  }

  @Test func aFileThatIsRenamedOverHasChanged() throws {
    try withFile { file, changes in
      for text in ["cc", "dd"] {
        let other = file.deletingLastPathComponent().appendingPathComponent(".a.yaml.swp")
        try Data(text.utf8).write(to: other)
        #expect(rename(other.path, file.path) == 0)
        #expect(changes.wait(timeout: .now() + 20) == .success)
      }
    }
  }

  @Test func aFileThatGoesAndComesBackHasChangedTwice() throws {
    try withFile { file, changes in
      try FileManager.default.removeItem(at: file)
      #expect(changes.wait(timeout: .now() + 20) == .success)
      try Data("ee".utf8).write(to: file)
      #expect(changes.wait(timeout: .now() + 20) == .success)
    }
  }

  @Test func otherFilesOfTheFolderAreNoChange() throws {
    try withFile { file, changes in
      let other = file.deletingLastPathComponent().appendingPathComponent("b.yaml")
      try Data("ff".utf8).write(to: other)
      // What follows is seen after what came before.
      try Data("gg".utf8).write(to: file)
      #expect(changes.wait(timeout: .now() + 20) == .success)
      #expect(changes.wait(timeout: .now() + .milliseconds(200)) == .timedOut)
    }
  }
}
