import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// The last valid version of a dashboard's file.
@Suite struct DashboardCopyTests {
  private let folder = TemporaryFolder()

  private func copy(of file: String) throws -> DashboardCopy {
    let state = folder.path
    return try #require(
      DashboardCopy(ofFile: file) { $0 == "XDG_STATE_HOME" ? state + "/state" : nil })
  }

  /// The folder and the file are private, and the version comes back as it was.
  @Test(
    arguments: [
      ["": "panels: []\n"], ["": "", "a/b c.yaml": "12 x\n7 y\n"], ["": "é\n\u{0}", "x": ""],
    ] as [[String: String]])
  func aVersionComesBack(_ version: [String: String]) throws {
    let copy = try copy(of: "/walls/rack.yaml")
    #expect(copy.read() == nil)
    let texts = version.mapValues { Array($0.utf8) }
    copy.write(["": [1, 2, 3], "old": [4]])
    copy.write(texts)
    #expect(copy.read() == texts)
    #expect(try self.copy(of: "/other/rack.yaml").read() == nil)
    for (path, mode) in [(copy.path, 0o600), (folder.path + "/state/wallchart", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  /// A version that is kept already is not written again.
  @Test func anEqualVersionStays() throws {
    let copy = try copy(of: "/walls/rack.yaml")
    func number() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: copy.path)[.systemFileNumber] as? Int
    }
    copy.write(["": [1]])
    let first = try number()
    copy.write(["": [1]])
    #expect(try number() == first)
    copy.write(["": [2]])
    #expect(try number() != first)
  }

  /// A copy that a failing disk has damaged is no version.
  @Test(arguments: ["", "3 \nab", "x y\nabc", "-1 \n", "1\na", "1 \nabc"])
  func aDamagedCopy(_ bytes: String) throws {
    let copy = try copy(of: "/walls/rack.yaml")
    copy.write(["": [1]])
    try Data(bytes.utf8).write(to: URL(fileURLWithPath: copy.path))
    #expect(copy.read() == nil)
  }

  @Test func withoutAFolderOfStates() {
    #expect(DashboardCopy(ofFile: "/a.yaml") { _ in nil } == nil)
  }

  /// A version has the files that the file includes, whichever path leads to the folder.
  @Test func includedFiles() throws {
    let parts = folder.file("parts")
    try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: true)
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: folder.file(name))
    }
    try write("panels:\n  - include: parts/one.yaml\n", "rack.yaml")
    try write("{title: One, source: cpu.busy}\n", "parts/one.yaml")
    let path = folder.path + "/rack.yaml"
    let contents = try DashboardFile(path: path).read()
    #expect(Set(contents.texts.keys) == ["", "parts/one.yaml"])
    try FileManager.default.removeItem(at: folder.url)
    for other in [path, "rack.yaml", "/elsewhere/rack.yaml"] {
      let again = try DashboardFile(path: other).read(contents.texts)
      #expect(again.dashboard == contents.dashboard)
    }
    var fewer = contents.texts
    fewer["parts/one.yaml"] = nil
    #expect(throws: DashboardFile.Failure.self) { try DashboardFile(path: path).read(fewer) }
  }
}
