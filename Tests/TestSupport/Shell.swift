import Foundation

/// A command line, run in the folder of the package.
public enum Shell {
  public struct Result: Sendable {
    public let status: Int32
    /// The text of both outputs.
    public let output: String
  }

  /// The folder of what the program leaves behind in commands.
  private static let states = TemporaryFolder()

  /// Runs the command to its end, without input.
  public static func run(_ command: String) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = Program.root
    process.standardInput = FileHandle.nullDevice
    // A `make` that runs the tests would change this one through its variables.
    process.environment = Program.variables(in: states)
      .filter { !["MAKEFLAGS", "MAKELEVEL", "MFLAGS"].contains($0.key) }
    let pipe = try startingAlone {
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      return pipe
    }
    let output = String(decoding: try process.output(of: pipe), as: UTF8.self)
    return Result(status: process.terminationStatus, output: output)
  }
}

extension Process {
  /// Makes the process run another program with no signal blocked. Foundation gives a child the blocked signals
  /// of the thread that starts it, which are all of them in a test; a program that waits for the end of its own
  /// children would wait for ever.
  public func setCommand(_ words: [String]) {
    executableURL = URL(fileURLWithPath: "/usr/bin/perl")
    arguments =
      ["-MPOSIX", "-e", "sigprocmask(SIG_SETMASK, POSIX::SigSet->new); exec @ARGV or die $!"]
      + words
  }
}
