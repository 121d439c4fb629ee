import Foundation
import TestSupport
import Testing

@testable import wallchart

/// The names of files as keys of histories.
@Suite struct AbsolutePathTests {
  @Test(arguments: [
    ("/a/./b/../c//d.yaml", "/a/c/d.yaml"), ("/..", "/"), ("/a", "/a"), ("/../a/..", "/"),
  ])
  func plain(path: String, absolute: String) { #expect(path.absolutePath == absolute) }

  /// The link to the newest release is the same dashboard after each release.
  @Test func linksStay() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/current"
    #expect(symlink(folder.path, path) == 0)
    #expect((path + "/wall.yaml").absolutePath == path + "/wall.yaml")
    #expect("wall.yaml".absolutePath.hasSuffix("/wall.yaml"))
    #expect("wall.yaml".absolutePath.hasPrefix("/"))
  }
}
