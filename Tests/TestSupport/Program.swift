import Foundation
import Raster

/// The built program, run as a user does.
public struct Program {
  public struct Result: Sendable {
    public let status: Int32
    public let output: String
    public let errors: String
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

  /// Why a picture could not be had.
  public struct NoPicture: Error {
    public let result: Result
  }

  /// What `--snapshot` draws.
  public static func picture(_ arguments: [String]) throws -> Image {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try run(arguments + ["--snapshot", path])
    guard result.status == 0 else { throw NoPicture(result: result) }
    return try PNG.read(path)
  }

  /// The program while it runs. It is ended with the object.
  public final class Running {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private var errorText = ""

    public init(
      _ arguments: [String], environment: [String: String] = [:], without: [String] = [],
      folder: URL? = nil, input: String? = nil
    ) throws {
      process.executableURL = Program.executable
      process.arguments = arguments
      var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      for name in without { variables[name] = nil }
      // Other tests of this process change it.
      variables["TZ"] = "UTC"
      process.environment = variables
      let pipe = Pipe()
      process.standardInput = input == nil ? FileHandle.nullDevice : pipe
      process.standardOutput = output
      process.standardError = errors
      if let folder { process.currentDirectoryURL = folder }
      try process.run()
      if let input {
        try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try pipe.fileHandleForWriting.close()
      }
    }

    deinit { if process.isRunning { process.terminate() } }

    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Reads standard error up to the first line that contains a text; nil at its end.
    @discardableResult
    public func waitForErrorLine(containing text: String) -> String? {
      var line: [UInt8] = []
      while let byte = errors.fileHandleForReading.readData(ofLength: 1).first {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        let string = String(decoding: line, as: UTF8.self)
        errorText += string + "\n"
        if string.contains(text) { return string }
        line = []
      }
      return nil
    }

    public func waitForEnd() throws -> Result {
      errorText += String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return Result(status: process.terminationStatus, output: text, errors: errorText)
    }
  }
}
