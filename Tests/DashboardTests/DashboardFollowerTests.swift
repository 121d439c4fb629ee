import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Dashboard

@Suite struct DashboardFollowerTests {
  /// The answers that a follower has reported.
  private final class Answers: Sendable {
    private let all = Mutex<[DashboardFollower.Answer]>([])
    private let news = DispatchSemaphore(value: 0)

    func add(_ answer: DashboardFollower.Answer) {
      all.withLock { $0.append(answer) }
      news.signal()
    }

    func next() throws -> DashboardFollower.Answer {
      try #require(news.wait(timeout: .now() + 300) == .success)
      return all.withLock { $0.removeFirst() }
    }
  }

  private static func failure(_ message: String) -> DashboardFollower.Answer {
    .failure(
      DashboardFile.Failure(
        problems: [Problem(file: "a.yaml", line: 1, column: 1, message: message)],
        isMissing: false))
  }

  private func message(_ answer: DashboardFollower.Answer) -> String? {
    guard case .failure(let failure) = answer else { return nil }
    return failure.problems.first?.message
  }

  private func title(_ answer: DashboardFollower.Answer) -> String? {
    try? answer.get().dashboard.title
  }

  /// A file system that does not answer stops nobody for longer than was asked, and its answer is reported when it
  /// comes, also if nobody followed the file before.
  @Test(arguments: [true, false]) func aSilentFileSystemIsAFailureUntilItAnswers(
    isFollowedFirst: Bool
  ) throws {
    let isOpen = DispatchSemaphore(value: 0)
    let follower = DashboardFollower(path: "/a.yaml", retryPeriod: .seconds(3600)) {
      isOpen.wait()
      return Self.failure("empty")
    }
    let answers = Answers()
    if isFollowedFirst { follower.follow(answers.add) }
    let silence = follower.read(within: .milliseconds(20))
    #expect(message(silence) == "the file system does not answer")
    for _ in 0..<2 { isOpen.signal() }
    if !isFollowedFirst {
      // The queue has finished the reading that was given up, and the one that reports.
      isOpen.signal()
      #expect(message(follower.read()) == "empty")
      follower.follow(answers.add)
    }
    #expect(message(try answers.next()) == "empty")
  }

  /// A mistake that is corrected at a place without a watch is noticed by reading again.
  @Test func aFileWithMistakesIsReadAgainUntilItIsValid() throws {
    let readings = Mutex(0)
    let contents = try DashboardFile(path: "a.yaml").read([
      "": Array("panels: [{source: cpu.busy}]\ntitle: a".utf8)
    ])
    let follower = DashboardFollower(path: "/a.yaml", retryPeriod: .milliseconds(5)) {
      let number = readings.withLock { number in
        number += 1
        return number
      }
      return number < 4 ? Self.failure("\(number)") : .success(contents)
    }
    let answers = Answers()
    #expect(message(follower.read()) == "1")
    follower.follow(answers.add)
    #expect(message(try answers.next()) == "2")
    #expect(message(try answers.next()) == "3")
    #expect(title(try answers.next()) == "a")
    // The valid file has ended the readings: the next one is the caller's.
    #expect(title(follower.read()) == "a")
    #expect(readings.withLock { $0 } == 5)
  }

  /// A change of an included file between its reading and its watch is noticed.
  @Test func anIncludedFileThatChangesBeforeItIsFollowedIsReadAgain() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml")
      let part = folder.appendingPathComponent("part.yaml")
      try Data("panels: [{include: part.yaml}]\n".utf8).write(to: file)
      try Data("[{source: cpu.busy}]".utf8).write(to: part)
      let follower = DashboardFollower(DashboardFile(path: file.path))
      #expect(try follower.read().get().dashboard.pages.first?.panels.count == 1)
      try Data("[{source: cpu.busy}, {source: cpu.busy}]".utf8).write(to: part)
      let answers = Answers()
      follower.follow(answers.add)
      #expect(try answers.next().get().dashboard.pages.first?.panels.count == 2)
    }
  }

  /// The file and exactly the files that it includes are followed.
  @Test func includedFilesAreFollowed() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml")
      let part = folder.appendingPathComponent("part.yaml")
      func write(_ text: String, _ file: URL) throws {
        try Data(text.utf8).write(to: file, options: .atomic)
      }
      try write("title: one\npanels: [{include: part.yaml}]\n", file)
      try write("[{source: cpu.busy}]", part)
      let follower = DashboardFollower(DashboardFile(path: file.path))
      #expect(title(follower.read()) == "one")
      let answers = Answers()
      follower.follow(answers.add)
      try write("[{chart: none}]", part)
      #expect(message(try answers.next()) != nil)
      try write("[{source: cpu.busy}, {source: cpu.busy}]", part)
      #expect(try answers.next().get().dashboard.pages.first?.panels.count == 2)
      try write("title: two\npanels: [{source: cpu.busy}]\n", file)
      #expect(title(try answers.next()) == "two")
    }
  }
}
