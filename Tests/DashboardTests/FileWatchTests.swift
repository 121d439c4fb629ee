import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Dashboard
@testable import Feeds

@Suite struct FileWatchTests {
  private func withFile(
    _ body: (_ file: URL, _ changes: DispatchSemaphore) throws -> Void
  ) throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml")
      try Data("a".utf8).write(to: file)
      let changes = DispatchSemaphore(value: 0)
      let watch = FileWatch(path: file.path, queue: DispatchQueue(label: "test")) {
        changes.signal()
      }
      // Nobody wakes up for a file whose changes are all reported.
      #expect(watch.timer == nil)
      try withExtendedLifetime(watch) { try body(file, changes) }
    }
  }

  @Test func aFileThatIsWrittenInPlaceHasChanged() throws {
    try withFile { file, changes in
      try Data("bb".utf8).write(to: file)
      try #require(changes.wait(timeout: .now() + 300) == .success)
    }
  }

  @Test func aFileThatIsRenamedOverHasChanged() throws {
    try withFile { file, changes in
      for text in ["cc", "dd"] {
        let other = file.deletingLastPathComponent().appendingPathComponent(".a.yaml.swp")
        try Data(text.utf8).write(to: other)
        #expect(rename(other.path, file.path) == 0)
        try #require(changes.wait(timeout: .now() + 300) == .success)
      }
    }
  }

  @Test func aFileThatGoesAndComesBackHasChangedTwice() throws {
    try withFile { file, changes in
      try FileManager.default.removeItem(at: file)
      try #require(changes.wait(timeout: .now() + 300) == .success)
      try Data("ee".utf8).write(to: file)
      try #require(changes.wait(timeout: .now() + 300) == .success)
    }
  }

  /// A watch of the other file reports its changes: by then this watch has had enough time, too. The only change that
  /// it reports is that of its own file.
  @Test func otherFilesOfTheFolderAreNoChange() throws {
    try withFile { file, changes in
      let other = file.deletingLastPathComponent().appendingPathComponent("b.yaml")
      let otherChanges = DispatchSemaphore(value: 0)
      let watch = FileWatch(path: other.path, queue: DispatchQueue(label: "other")) {
        otherChanges.signal()
      }
      for text in ["f", "ff", "fff"] {
        try Data(text.utf8).write(to: other)
        try #require(otherChanges.wait(timeout: .now() + 300) == .success)
      }
      withExtendedLifetime(watch) {}
      #expect(rename(other.path, file.path) == 0)
      try #require(changes.wait(timeout: .now() + 300) == .success)
      #expect(changes.wait(timeout: .now()) == .timedOut)
    }
  }

  /// The change happens between a look at the file and the start of the watch.
  @Test func aFileThatHasChangedSinceItWasReadHasChanged() throws {
    try withFile { file, _ in
      let stamp = FileWatch.Stamp(of: file.path)
      try Data("bb".utf8).write(to: file)
      let changes = DispatchSemaphore(value: 0)
      let watch = FileWatch(path: file.path, since: stamp, queue: DispatchQueue(label: "late")) {
        changes.signal()
      }
      try #require(changes.wait(timeout: .now() + 300) == .success)
      withExtendedLifetime(watch) {}
    }
  }

  // MARK: Changes that are not reported

  /// Without a watch, and with one that does not report all changes (the system generates the files of `/proc`).
  @Test(arguments: [nil, "/proc/loadavg"])
  func aFileWithoutReportsIsLookedAt(watched: String?) throws {
    try withFile { file, _ in
      let changes = DispatchSemaphore(value: 0)
      let watch = FileWatch(
        path: file.path, since: nil, queue: DispatchQueue(label: "unreported"),
        watch: watched.flatMap { PathWatch(path: $0) }, period: .milliseconds(10)
      ) { changes.signal() }
      for text in ["bb", "ccc"] {
        try Data(text.utf8).write(to: file)
        try #require(changes.wait(timeout: .now() + 300) == .success)
      }
      withExtendedLifetime(watch) {}
    }
  }

  @Test func theLooksEndWhenAllChangesAreReported() throws {
    try withFolder { folder in
      try run("ln -s /proc/loadavg a.yaml; echo 1 > b.yaml", in: folder)
      let queue = DispatchQueue(label: "moving")
      let path = folder.appendingPathComponent("a.yaml").path
      let watch = FileWatch(path: path, queue: queue) {}
      func looks() -> Bool { queue.sync { watch.timer != nil } }
      #expect(looks())
      try run("ln -sfn b.yaml a.yaml", in: folder)
      try #require(eventually { !looks() })
      try run("ln -sfn /proc/loadavg a.yaml", in: folder)
      try #require(eventually { looks() })
    }
  }

  // MARK: Folders and links

  /// A log beside the dashboard that grows all the time does not delay the look at the dashboard.
  @Test func aBusyNeighbourDoesNotHoldUpTheChange() throws {
    try withFile { file, changes in
      let neighbour = file.deletingLastPathComponent().appendingPathComponent("other.log")
      let writer = BusyWriter(neighbour)
      defer { writer.stop() }
      try Data("bb".utf8).write(to: file)
      try #require(changes.wait(timeout: .now() + 300) == .success)
    }
  }

  @Test func aFileThatIsNeverLeftAloneIsToldMeanwhile() throws {
    try withFile { file, changes in
      let writer = BusyWriter(file)
      defer { writer.stop() }
      try #require(changes.wait(timeout: .now() + 300) == .success)
      try #require(changes.wait(timeout: .now() + 300) == .success)
    }
  }

  @Test func aLinkWithoutAnEndIsAFileThatIsNotThereYet() throws {
    try withFolder { folder in
      let link = folder.appendingPathComponent("a.yaml")
      #expect(symlink("a.yaml", link.path) == 0)
      try withWatch(link.path) { changes in
        #expect(unlink(link.path) == 0)
        try Data("a".utf8).write(to: link)
        try #require(changes.wait(timeout: .now() + 300) == .success)
      }
    }
  }

  private func withWatch(_ path: String, _ body: (DispatchSemaphore) throws -> Void) throws {
    let changes = DispatchSemaphore(value: 0)
    let watch = FileWatch(path: path, queue: DispatchQueue(label: "test")) { changes.signal() }
    try withExtendedLifetime(watch) { try body(changes) }
  }

  /// Ways in which a path comes to lead to other contents. Each is a shell script for a folder in which
  /// `wall/d.yaml` is watched; its first line prepares the folder.
  private static let ways = [
    "the folder is renamed and made anew":
      ("mkdir wall; echo 1 > wall/d.yaml", "mv wall old; mkdir wall; echo 22 > wall/d.yaml"),
    "the folder comes later": ("true", "mkdir wall; sleep 0.2; echo 22 > wall/d.yaml"),
    "a folder further up is renamed and made anew":
      (
        "mkdir -p up/wall; echo 1 > up/wall/d.yaml; ln -s up/wall wall",
        "mv up old; mkdir -p up/wall; echo 22 > up/wall/d.yaml"
      ),
    "a link is flipped as configuration maps are":
      (
        "mkdir wall wall/..1; echo 1 > wall/..1/d.yaml; ln -s ..1 wall/..data; ln -s ..data/d.yaml wall",
        "mkdir wall/..2; echo 22 > wall/..2/d.yaml; ln -s ..2 wall/..new; mv -T wall/..new wall/..data"
      ),
    "a link to the folder is flipped":
      (
        "mkdir one two; echo 1 > one/d.yaml; echo 22 > two/d.yaml; ln -s one wall",
        "ln -s two new; mv -T new wall"
      ),
    "the new target of a link is edited":
      (
        "mkdir wall one two; echo 1 > one/d; echo 1 > two/d; ln -s ../one/d wall/d.yaml",
        "ln -sf ../two/d wall/d.yaml; sleep 0.3; echo 22 > two/d"
      ),
    "the target of a link to a link is edited":
      (
        "mkdir wall one; echo 1 > one/d; ln -s one/d middle; ln -s ../middle wall/d.yaml",
        "echo 22 > one/d"
      ),
  ]

  @Test(arguments: ways.keys.sorted()) func changedContentsAreToldHowever(way: String) throws {
    let (before, after) = try #require(FileWatchTests.ways[way])
    try withFolder { folder in
      try run(before, in: folder)
      let path = folder.appendingPathComponent("wall/d.yaml").path
      let told = DispatchSemaphore(value: 0)
      let watch = FileWatch(path: path, queue: DispatchQueue(label: "test")) {
        if (try? String(contentsOfFile: path, encoding: .utf8)) == "22\n" { told.signal() }
      }
      try run(after, in: folder)
      try #require(told.wait(timeout: .now() + 300) == .success)
      withExtendedLifetime(watch) {}
    }
  }

  private func run(_ script: String, in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = folder
    try startingAlone { try process.run() }
    try process.waitForEnd()
    #expect(process.terminationStatus == 0)
  }

  /// After any sequence of changes, the last report is the file's final state.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func theLastStateIsToldAfterAnyChanges(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    try withFolder { folder in
      try run(
        "mkdir wall one two; echo 0 > wall/d.yaml; echo a > one/d; echo b > two/d", in: folder)
      let path = folder.appendingPathComponent("wall/d.yaml").path
      func contents() -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
      let last = Mutex<String?>(contents())
      let watch = FileWatch(path: path, queue: DispatchQueue(label: "test")) {
        let now = try? String(contentsOfFile: path, encoding: .utf8)
        last.withLock { $0 = now }
      }
      for step in 1...12 {
        let changes = [
          "rm -rf old; mv wall old; mkdir wall", "rm -rf old; mv wall old; cp -a old wall",
          "rm -f wall/d.yaml", "rm -f wall/d.yaml; echo \(step) > wall/d.yaml",
          "ln -sfn ../one/d wall/d.yaml", "ln -sfn ../two/d wall/d.yaml", "echo \(step) > one/d",
          "echo \(step) > two/d", "mv one three; mv two one; mv three two", "touch wall/other",
        ]
        for _ in 0...Int.random(in: 0...2, using: &random) {
          try run(changes.randomElement(using: &random)!, in: folder)
        }
        try #require(eventually { last.withLock { $0 } == contents() }, "step \(step)")
      }
      withExtendedLifetime(watch) {}
    }
  }
}

/// A thread that appends to a file every few milliseconds.
private final class BusyWriter: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ file: URL) {
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        if let stream = fopen(file.path, "a") {
          fputs("1\n", stream)
          fclose(stream)
        }
        usleep(5000)
      }
      ended.signal()
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    ended.wait()
  }
}
