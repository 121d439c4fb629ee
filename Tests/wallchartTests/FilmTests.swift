import Foundation
import Raster
import TestSupport
import Testing

@testable import wallchart

/// Films, as ffprobe and ffmpeg read them again.
@Suite struct FilmTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { folder.file(name).path }

  /// The properties of a film's stream and file.
  private func properties(of film: String) throws -> [String: String] {
    let result = try Shell.run(
      "ffprobe -v error -count_frames -show_entries "
        + "stream=nb_read_frames,r_frame_rate,width,height,codec_name:format_tags=title "
        + "-of default=noprint_wrappers=1 '\(film)'")
    #expect(result.status == 0, "\(result.output)")
    let pairs = result.output.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(
      pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The pictures of a film at a rate of its own, as bytes blue, green, red and one more.
  private func pictures(of film: String, size: (Int, Int)) throws -> [[UInt8]] {
    let raw = path("raw-\(UUID().uuidString)")
    let result = try Shell.run(
      "ffmpeg -v error -i '\(film)' -f rawvideo -pix_fmt bgr0 '\(raw)'")
    #expect(result.status == 0, "\(result.output)")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    let count = 4 * size.0 * size.1
    return stride(from: 0, to: bytes.count - count + 1, by: count).map {
      Array(bytes[$0..<$0 + count])
    }
  }

  /// The mean difference of the colours' components.
  private func difference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var sum = 0
    for i in a.indices where i % 4 != 3 { sum += abs(Int(a[i]) - Int(b[i])) }
    return Double(sum) / Double(a.count / 4 * 3)
  }

  private func bytes(_ image: Image) -> [UInt8] {
    image.pixels.flatMap { pixel in
      [UInt8(pixel & 255), UInt8(pixel >> 8 & 255), UInt8(pixel >> 16 & 255), 0]
    }
  }

  private static let rows =
    "load\n" + (0..<60).map { "\(20 + $0 * 7 % 31)\n" }.joined()

  /// A file is drawn on: the film ends with the picture of a snapshot, and begins without the line. Sides may
  /// be odd.
  @Test(arguments: [
    ("mp4", "h264", "60/1", 90, (320, 240)), ("webm", "vp9", "60/1", 90, (320, 240)),
    ("gif", "gif", "50/1", 75, (320, 240)), ("mp4", "h264", "60/1", 90, (321, 241)),
  ])
  func aFileIsFilmed(
    suffix: String, codec: String, rate: String, count: Int, size: (width: Int, height: Int)
  ) throws {
    try Data(Self.rows.utf8).write(to: folder.file("a.csv"))
    let film = path("a." + suffix)
    let options = ["--size", "\(size.width)x\(size.height)", "--title", "Load of a day"]
    let result = try Program.run(
      [path("a.csv"), "--record", film, "--for", "1.5s"] + options)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let found = try properties(of: film)
    let shown = (
      width: suffix == "gif" ? size.width : (size.width + 1) / 2 * 2,
      height: suffix == "gif" ? size.height : (size.height + 1) / 2 * 2
    )
    #expect(found["codec_name"] == codec && found["nb_read_frames"] == "\(count)", "\(found)")
    #expect(found["r_frame_rate"] == rate)
    #expect(found["width"] == "\(shown.width)" && found["height"] == "\(shown.height)")
    #expect(suffix == "gif" || found["TAG:title"] == "Load of a day")
    guard size.width % 2 == 0 else { return }
    let pictures = try pictures(of: film, size: size)
    let settled = bytes(try Program.picture([path("a.csv")] + options))
    #expect(difference(try #require(pictures.last), settled) < 3)
    #expect(
      difference(pictures[0], settled) > 2 * difference(pictures[pictures.count - 1], settled))
    let middle = pictures[pictures.count / 3]
    #expect(difference(pictures[0], middle) > 0.3)
  }

  /// The same command line gives the same bytes: no clock but the film's own has a part in the pictures.
  @Test func aFilmIsTheSameEachTime() throws {
    let films = try ["one.mp4", "two.mp4"].map { name in
      let result = try Program.run(
        [
          "--replay", Program.fixture("orion.samples"), "--record", path(name), "--for", "0.5",
          "--size", "640x360",
        ])
      #expect(result.status == 0, "\(result.errors)")
      return try pictures(of: path(name), size: (640, 360))
    }
    #expect(films[0] == films[1] && films[0].count == 30)
  }

  /// A pipe is filmed in its own time: what comes later is in later pictures, and the film has its length though
  /// the pipe goes on.
  @Test func aPipeIsFilmedInItsOwnTime() throws {
    let film = path("pipe.mp4")
    let result = try Shell.run(
      "i=0; while :; do i=$((i+1)); echo v=$((i*i)) || exit; sleep 0.1; done | "
        + "'\(Program.executable.path)' --record '\(film)' --for 2s --size 320x240; echo status $?")
    #expect(result.output.contains("status 0"), "\(result.output)")
    #expect(try properties(of: film)["nb_read_frames"] == "120")
    let pictures = try pictures(of: film, size: (320, 240))
    // A busy machine may read no row for a while.
    let isLater = [1, 30, 60, 90].contains { difference(pictures[$0], pictures[119]) > 0.5 }
    #expect(isLater)
  }

  /// Ctrl-C ends the film early, but whole. A file of the user with the name of the film stays.
  @Test func anInterruptedFilmIsWhole() throws {
    let film = path("short.mp4")
    try Data("mine".utf8).write(to: folder.file("short.mp4.part"))
    let program = try Program.Running([
      "--record", film, "--for", "1h", "--size", "320x240",
    ])
    // Some pictures.
    try #require(
      eventually {
        let names = (try? folder.names) ?? []
        return names.filter { $0.hasPrefix(".wallchart-") }.contains { name in
          let file = try? FileManager.default.attributesOfItem(atPath: path(name))
          return file?[.size] as? Int ?? 0 > 0
        }
      })
    program.signal(SIGINT)
    let result = try program.waitForEnd()
    #expect(result.status == 0, "\(result.errors)")
    let count = try properties(of: film)["nb_read_frames"].flatMap { Int($0) } ?? 0
    #expect(count >= 1 && count < 100_000)
    #expect(try folder.names == ["short.mp4", "short.mp4.part"])
    #expect(try String(contentsOfFile: film + ".part", encoding: .utf8) == "mine")
  }

  @Test func aFilmWithoutItsEncoderOrItsPlace() throws {
    let arguments = ["--replay", Program.fixture("orion.samples"), "--for", "0.1", "--record"]
    let without = try Program.run(
      arguments + [path("a.mp4")], environment: ["PATH": folder.path])
    #expect(without.status == 69 && without.errors.contains("films need ffmpeg"))
    let placeless = try Program.run(arguments + [path("missing/a.mp4")])
    #expect(placeless.status == 73, "\(placeless.errors)")
    #expect(placeless.errors.contains("No such file or directory"), "\(placeless.errors)")
    // An encoder that fails half way leaves the earlier film.
    try Data("old".utf8).write(to: folder.file("b.mp4"))
    let fake = folder.file("ffmpeg")
    try Data("#!/bin/sh\nhead -c 1000 >/dev/null; echo 'disk on fire' >&2; exit 3\n".utf8)
      .write(to: fake)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake.path)
    let broken = try Program.run(
      arguments + [path("b.mp4")], environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    #expect(broken.status == 73 && broken.errors.contains("disk on fire"), "\(broken.errors)")
    #expect(try String(contentsOfFile: path("b.mp4"), encoding: .utf8) == "old")
    #expect(try folder.names == ["b.mp4", "ffmpeg"])
  }

  /// The program itself ignores some signals. A film replaces the file behind a link, and keeps its mode.
  @Test func anEncoderHasTheUsualSignals() throws {
    let encoder =
      "#!/bin/sh\ncat >/dev/null; for file; do :; done; "
      + "grep -E '^Sig(Blk|Ign)' /proc/self/status >\"${file#file:}\"\n"
    try Data(encoder.utf8).write(to: folder.file("ffmpeg"))
    try Data("old".utf8).write(to: folder.file("a"))
    for (name, mode) in [("ffmpeg", 0o755), ("a", 0o604)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: path("b.mp4"), withDestinationPath: "a")
    let result = try Program.run(
      [
        "--replay", Program.fixture("orion.samples"), "--for", "0.1", "--record", path("b.mp4"),
      ], environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    #expect(result.status == 0, "\(result.errors)")
    let signals = try String(contentsOfFile: path("a"), encoding: .utf8).matches(
      of: /Sig(?:Blk|Ign):\t([0-9a-f]{16})/)
    // The C library ignores two signals of its own, 32 and 33.
    #expect(signals.map { UInt64($0.1, radix: 16)! & 0x7FFF_FFFF } == [0, 0])
    let file = try FileManager.default.attributesOfItem(atPath: path("a"))
    #expect(file[.posixPermissions] as? Int == 0o604)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("b.mp4")) == "a")
  }

  @Test(arguments: [
    (["--record", "a.avi"], "'a.avi' must end with one of .mp4, .webm, .gif"),
    (["--record", "mp4"], "must end with one of"),
    (["--for", "3s"], "--for needs --record"),
    (["--record", "a.mp4", "--at", "3"], "--at needs --snapshot"),
    (["--record", "a.mp4", "--locked"], "--locked is for a window, and --record opens none"),
    (
      ["--record", "a.mp4", "--for", "0"],
      "--for takes a time from 0.02 s to 86400 s such as 30s or 2m, not '0'"
    ),
    (["--record", "a.mp4", "--for", "9d"], "--for takes a time"),
    (["--record", "a.mp4", "--snapshot", "a.png"], "cannot be given together"),
  ])
  func mistakesOfTheCommandLine(words: [String], reason: String) throws {
    let result = try Program.run(words)
    #expect(result.status == 64 && result.errors.contains(reason), "\(result.errors)")
  }
}
