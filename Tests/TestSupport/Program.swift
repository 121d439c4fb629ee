import Foundation
import Raster

/// The built program, run like a user's program.
public struct Program {
  public struct Result: Sendable {
    public let status: Int32
    public let output: String
    public let errors: String

    public init(status: Int32, output: String, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }
  }

  /// The folder of the package.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file of the tests.
  public static func fixture(_ name: String) -> String {
    root.appendingPathComponent("Tests/Fixtures/\(name)").path
  }

  /// The program beside the test bundle, where the build puts both.
  public static var executable: URL {
    Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
      .map { $0.deletingLastPathComponent().appendingPathComponent("wallchart") }
      ?? root.appendingPathComponent(".build/debug/wallchart")
  }

  /// Runs the program to its end.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], without: [String] = [],
    input: String? = nil
  ) throws -> Result {
    let program = try Running(
      arguments, environment: environment, without: without, input: input)
    return try program.waitForEnd()
  }

  /// The reason why there is no picture.
  public struct NoPicture: Error {
    public let result: Result
  }

  /// The picture that `--snapshot` draws.
  public static func picture(_ arguments: [String]) throws -> Image {
    try withFolder { folder in
      let path = folder.appendingPathComponent("a.png").path
      let result = try run(arguments + ["--snapshot", path])
      guard result.status == 0 else { throw NoPicture(result: result) }
      return try PNG.read(path)
    }
  }

  /// Runs the program with growing time to collect data, until its result is right: on a busy machine,
  /// feeds deliver later than within a second.
  /// - Returns: the last result.
  public static func runCollecting(
    _ arguments: [String], environment: [String: String] = [:], without: [String] = [],
    input: String? = nil, until isDone: (Result) -> Bool
  ) throws -> Result {
    func result(after seconds: Int) throws -> Result {
      try run(
        arguments + ["--after", "\(seconds)"], environment: environment, without: without,
        input: input)
    }
    for seconds in [1, 5, 25] {
      let result = try result(after: seconds)
      if isDone(result) { return result }
    }
    return try result(after: 100)
  }
}
