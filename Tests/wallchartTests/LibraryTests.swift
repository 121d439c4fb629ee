import Foundation
import TestSupport
import Testing

/// libcurl is loaded only for web services.
@Suite struct LibraryTests {
  private func withDashboard<Result>(
    source: String, _ body: (_ file: String, _ folder: URL) throws -> Result
  ) throws -> Result {
    try withFolder { folder in
      let file = folder.appendingPathComponent("wall.yaml")
      try "panels: [{title: Answer, chart: number, source: {\(source)}}]\n"
        .write(to: file, atomically: true, encoding: .utf8)
      return try body(file.path, folder)
    }
  }

  private func snapshot(
    _ file: String, _ folder: URL, environment: [String: String],
    until isDone: (Program.Result) -> Bool
  ) throws -> Program.Result {
    try Program.runCollecting(
      [file, "--snapshot", folder.path + "/picture.png", "--dump-layers", "--size", "640x360"],
      environment: environment, without: ["DISPLAY"], until: isDone)
  }

  @Test(arguments: [
    ("system: load.1", false), ("command: echo 42", false),
    ("http: \"http://127.0.0.1:9/\", path: .v", true),
  ])
  func isLoadedForTheFirstRequest(source: String, isLoaded: Bool) throws {
    let result = try withDashboard(source: source) {
      try snapshot($0, $1, environment: ["LD_DEBUG": "files"]) {
        !isLoaded || $0.errors.contains("libcurl")
      }
    }
    #expect(result.status == 0)
    #expect(result.errors.contains("libfontconfig.so.1"))
    #expect(result.errors.contains("libcurl") == isLoaded)
  }

  @Test func itsAbsenceIsToldInThePanel() throws {
    let result = try withDashboard(source: "http: \"http://127.0.0.1:9/\", path: .v") {
      file, folder in
      // The loader finds these files first, and they are not libraries.
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
        try Data().write(to: folder.appendingPathComponent(name))
      }
      return try snapshot(file, folder, environment: ["LD_LIBRARY_PATH": folder.path]) {
        $0.output.contains("cannot be loaded")
      }
    }
    #expect(result.status == 0)
    #expect(result.output.contains("libcurl.so.4 cannot be loaded"))
  }
}
