import InputGenerator
import Testing

@testable import wallchart

/// Random command lines through the parser; `make fuzz` runs the program with more of them.
@Suite struct CommandLineFuzzTests {
  private static let letters = ["-2", "-r", "-t", "-u", "-M", "-m", "-S", "-s", "-h"]
  private static let options =
    Arguments.options + Arguments.galleryOptions + letters + ["--write-icon"]

  /// Each command line is accepted, or refused with a reason.
  @Test func randomCommandLines() {
    var understood = 0
    for seed in 0..<20_000 {
      let words = RandomCommandLine.words(
        seed: UInt64(seed), options: Self.options, files: ["a.csv", "b.yaml", "-"])
      do throws(UsageError) {
        var arguments = try Arguments(parsing: words)
        try arguments.settle(
          isDashboard: { $0.hasSuffix(".yaml") }, hasInput: seed.isMultiple(of: 2))
        understood += 1
      } catch {
        #expect(!error.message.isEmpty, "\(words)")
      }
    }
    // Fewer would mean that the words are too random to test anything.
    #expect(understood > 1000)
  }
}
