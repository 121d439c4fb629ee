import Files
import Foundation
import TestSupport
import Testing

@Suite struct UserFolderTests {
  private let root = TemporaryFolder()

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// All folders below an existing home are made, but no home.
  @Test(arguments: [(UserFolder.state, true), (.cache, true), (.state, false), (.cache, false)])
  func foldersBelowTheHome(kind: UserFolder, hasHome: Bool) throws {
    let home = root.path + "/home"
    if hasHome {
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    }
    func environment(_ name: String) -> String? { name == "HOME" ? home : nil }
    let folder = try #require(kind.path(environment: environment)) + "/wallchart"
    UserFolder.makeFolder(of: folder + "/file", environment: environment)
    #expect(exists(folder) == hasHome && exists(home) == hasHome)
  }

  @Test(
    arguments: [
      (["HOME": ""], nil), (["HOME": "home"], nil), ([:], nil), (["HOME": "/h"], "/h/.local/state"),
      (["HOME": "/h", "XDG_STATE_HOME": ""], "/h/.local/state"),
      (["HOME": "", "XDG_STATE_HOME": "/s"], "/s"),
    ] as [([String: String], String?)])
  func variables(_ variables: [String: String], path: String?) {
    #expect(UserFolder.state.path { variables[$0] } == path)
  }

  /// Another folder of the user's choice is made in an existing one.
  @Test(arguments: [("state", true), ("missing/state", false)])
  func aFolderElsewhere(name: String, isMade: Bool) {
    let folder = root.path + "/" + name + "/wallchart"
    UserFolder.makeFolder(of: folder + "/file", environment: { _ in "/home/nobody" })
    #expect(exists(folder) == isMade)
  }
}
