import Foundation
import Synchronization
import Testing

/// A new folder for the files of a test, which is removed with the object, or else at the end of the process.
///
/// A suite has it as a property: each test runs in an instance of its suite, so it has a folder of its own. An object
/// in a variable may go after its last use, when a path that it gave is still read: `withFolder` keeps it.
public final class TemporaryFolder: Sendable {
  public let url: URL

  /// Makes the folder. A folder that cannot be made is a failure of the test.
  public init() {
    // The path of a socket has 107 bytes at most.
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("wt-\(UUID().uuidString.prefix(8))")
    _ = atEnd
    remaining.withLock { _ = $0.insert(url) }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      Issue.record(error)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
    remaining.withLock { _ = $0.remove(url) }
  }

  public var path: String { url.path }

  /// The place of a file in the folder.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The sorted names of what is in the folder.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// The folders that are still there.
private let remaining = Mutex<Set<URL>>([])

/// Removes the folders of objects that live as long as the process, such as those of static properties.
private let atEnd = atexit {
  for url in remaining.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
}

/// Runs a body with a new folder, which is removed afterwards.
public func withFolder<Result>(_ body: (URL) throws -> Result) rethrows -> Result {
  let folder = TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder.url) }
}

/// Runs a body with a new folder, which is removed afterwards.
public func withFolder<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Result
) async rethrows -> Result {
  let folder = TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  return try await body(folder.url)
}
