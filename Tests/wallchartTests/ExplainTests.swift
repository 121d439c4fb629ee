import Foundation
import TestSupport
import Testing

/// Tests for the program's words about an input that it does not understand, or that it shows in
/// part.
@Suite struct ExplainTests {
  private let folder = TemporaryFolder()
  private var picture: String { folder.file("a.png").path }

  @Test func explainsAPipe() throws {
    let result = try Program.run(
      ["--explain"], input: "host cpu\n" + (0..<6).map { "a \($0 * 7 % 5)%\n" }.joined())
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("input    a table, columns between blanks (--match)"))
    #expect(result.output.contains("header   line 1: host, cpu (--label)"))
    #expect(result.output.contains("rows of  'host': a"))
    #expect(result.output.contains("cpu [%]: cpu"))
  }

  @Test(
    arguments: [
      (
        [], "hello\nworld\n",
        "2 lines read, none understood; the last one: world; --match reads lines by a regular expression"
      ),
      (["--columns", "usr,sys"], "r b\n1 2\n", "no column 'usr', 'sys'; there are r, b."),
      (["--columns", "b,nosuch"], "r b\n1 2\n3 4\n", "no column 'nosuch'; there are b, r."),
      (["--x", "usr"], "r b\n1 2\n3 4\n", "no column 'usr'; there are r, b."),
      (["--x", "usr"], "r\n1\n2\n", "no column 'usr'; there is only r."),
      (["--x", "usr", "--columns", "b"], "r b\n1 2\n3 4\n", "no column 'usr'; there are b, r."),
      (["--match", "x=(\\d+)"], "y\nz\n", "2 lines read, --match matches none; the last one: z"),
      ([], "", "no data; The input has ended without a number."),
    ] as [([String], String, String)])
  func aPictureOfNothingIsNoneAndSaysWhy(options: [String], input: String, reason: String) throws {
    try "an earlier picture".write(toFile: picture, atomically: true, encoding: .utf8)
    for way in [["--snapshot", picture], ["--explain"]] {
      let result = try Program.run(way + options, input: input)
      #expect(result.status == 65)
      #expect(result.errors.contains(reason), "\(result.errors)")
    }
    #expect(try String(contentsOfFile: picture, encoding: .utf8) == "an earlier picture")
  }

  @Test func numbersInTurnAreUnderstood() throws {
    let result = try Program.run(["--explain", "-2"], input: "1 2 3 4\n5 6\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.hasPrefix("input  numbers of two series in turn (-2)\n"), "\(result.output)")
  }

  @Test func anEmptyFileHasNoTimes() throws {
    let result = try Program.run(["--explain"], input: "")
    #expect(result.status == 65)
    #expect(result.output == "input  not understood so far (--match)\nrows   0 rows\n")
  }

  /// A pipe without an end is drawn after the seconds that are asked for.
  @Test func aPictureOfAnEndlessPipe() throws {
    let program = Program.executable.path
    let result = try Shell.run(
      "yes 5 7 | '\(program)' --snapshot '\(picture)' --after 1 --size 320x240")
    #expect(result.status == 0, "\(result.output)")
    #expect(FileManager.default.fileExists(atPath: picture))
  }
}
