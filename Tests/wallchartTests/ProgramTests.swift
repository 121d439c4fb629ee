import Foundation
import Raster
import TestSupport
import Testing

/// The program on the command line.
@Suite struct ProgramTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String, _ text: String? = nil) throws -> String {
    let url = folder.file(name)
    if let text { try text.write(to: url, atomically: true, encoding: .utf8) }
    return url.path
  }

  @Test func helpAndVersion() throws {
    let help = try Program.run(["--help"])
    #expect(help.status == 0 && help.output.hasPrefix("usage: wallchart"))
    let version = try Program.run(["--version"])
    #expect(version.status == 0 && version.output.hasPrefix("wallchart 0."))
  }

  @Test func withoutADisplay() throws {
    let result = try Program.run([], without: ["DISPLAY"])
    #expect(result.status == 69)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("--snapshot") && result.errors.contains("xvfb-run"))
  }

  @Test func badUsage() throws {
    let result = try Program.run(["--sise", "1x1"])
    #expect(result.status == 64)
    #expect(result.errors.contains("did you mean '--size'?"))
  }

  /// All kernels draw the same picture, and a name that is none of theirs is told.
  @Test func kernelsAreChosenForMeasurements() throws {
    let pictures = try ["", "base"].map { name in
      let picture = try file("kernels-\(name).png")
      let result = try Program.run(
        ["--snapshot", picture, "--replay", Program.fixture("idle.samples")],
        environment: name.isEmpty ? [:] : ["WALLCHART_KERNELS": name])
      #expect(result.status == 0, "\(result.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: picture))
    }
    #expect(pictures[0] == pictures[1])
    let result = try Program.run(["--version"], environment: ["WALLCHART_KERNELS": "avx"])
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("wallchart: WALLCHART_KERNELS takes base"))
    #expect(result.errors.hasSuffix(", not 'avx'\n"))
  }

  @Test func tooLargeAPicture() throws {
    let result = try Program.run([
      "--snapshot", try file("x.png"), "--size", "16384x16384", "--scale", "8",
    ])
    #expect(result.status == 64)
    #expect(result.errors.contains("131072x131072"))
  }

  @Test func badData() throws {
    let path = try file("bad.samples", "this is no recording\n")
    let result = try Program.run(["--snapshot", try file("x.png"), "--replay", path])
    #expect(result.status == 65)
    #expect(result.errors.contains("bad.samples:1:"))
  }

  /// A recording without a whole sample has nothing to show.
  @Test(arguments: ["", "sample 5.25\nloadavg 1 2 3\n"])
  func recordingWithoutSamples(_ rest: String) throws {
    let header = "wallchart-samples 1\nhost h\nsystem Debian 12\nperiod 1\n"
    let path = try file("none.samples", header + rest)
    for arguments in [["--snapshot", try file("x.png")], []] {
      let result = try Program.run(arguments + ["--replay", path])
      #expect(result.status == 65)
      #expect(result.errors == "wallchart: \(path): no samples\n")
    }
  }

  @Test func noInput() throws {
    let result = try Program.run(["--snapshot", try file("x.png"), "--replay", "/nowhere"])
    #expect(result.status == 66)
  }

  @Test func noPlaceForThePicture() throws {
    let result = try Program.run(
      ["--snapshot", "/nowhere/x.png", "--replay", Program.fixture("idle.samples")])
    #expect(result.status == 73)
    #expect(result.errors.contains("/nowhere/x.png"))
  }

  @Test func theSameSamplesGiveTheSameBytes() throws {
    let arguments = ["--replay", Program.fixture("orion.samples"), "--size", "640x400"]
    let names = try ["a.png", "b.png", "c.png"].map { try file($0) }
    for name in names[..<2] {
      #expect(try Program.run(["--snapshot", name] + arguments).status == 0)
    }
    #expect(try Program.run(["--snapshot", names[2], "--at", "0.6"] + arguments).status == 0)
    let pictures = try names.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0] != pictures[2])
  }

  /// A file, the same rows through a pipe, and the same file as standard input.
  @Test func rowsOfAFileAndOfAPipe() throws {
    let text = "a b\n1 2\n3 4\n2 6\nnot a row\n5 5\n"
    let rows = try file("rows.txt", text)
    let arguments = ["--size", "640x400", "--title", "rows"]
    #expect(try Program.run(["--snapshot", try file("f.png"), rows] + arguments).status == 0)
    let pictures = try [[], ["-"]].enumerated().map { i, operand in
      let picture = try file("p\(i).png")
      let result = try Program.run(
        ["--snapshot", picture] + operand + arguments, input: text)
      #expect(result.status == 0, "\(result.errors)")
      return try PNG.read(picture).pixels
    }
    #expect(Set(pictures[0]).count > 100 && pictures[0] == pictures[1])
  }

  @Test func noSuchFile() throws {
    for path in ["/nowhere.csv", "/tmp"] {
      let result = try Program.run(["--snapshot", try file("x.png"), path])
      #expect(result.status == 66)
      #expect(result.errors.hasPrefix("wallchart: \(path): "))
    }
  }

  /// Records this machine, and shows the recording. The recording may lack a sample that came while the
  /// picture was drawn; then the test tries again.
  @Test func recordAndReplay() throws {
    #expect(try eventually { try recordingShowsThePicture() })
  }

  private func recordingShowsThePicture() throws -> Bool {
    let samples = try file("machine.samples")
    let live = try Program.run([
      "--snapshot", try file("live.png"), "--after", "1.2", "--record-samples", samples,
      "--size", "640x400",
    ])
    #expect(live.status == 0, "\(live.errors)")
    let replay = try Program.run([
      "--snapshot", try file("replay.png"), "--replay", samples, "--size", "640x400",
    ])
    #expect(replay.status == 0, "\(replay.errors)")
    // The header says which one is the recording.
    func panels(_ name: String) throws -> ArraySlice<UInt32> {
      let picture = try PNG.read(file(name))
      return picture.pixels.dropFirst(picture.width * 40)
    }
    return try panels("live.png") == panels("replay.png")
  }
}
