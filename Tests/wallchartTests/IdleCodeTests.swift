import Foundation
import TestSupport
import Testing

@testable import wallchart

/// Code that runs seldom.
@Suite struct IdleCodeTests {
  /// The kilobytes in memory of the mapping at an address.
  private func resident(at address: UnsafeMutableRawPointer) throws -> Int? {
    let first = String(UInt(bitPattern: address), radix: 16) + "-"
    // The file is longer than its first read, after which `String(contentsOfFile:)` stops.
    let maps = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let text = String(decoding: try #require(try maps.readToEnd()), as: UTF8.self)
    var isFound = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix(first) { isFound = true }
      let fields = line.split(separator: " ")
      if isFound, fields[0] == "Rss:" { return Int(fields[1]) }
    }
    return nil
  }

  /// Code and fonts are given back. Read-only parts of other files stay, because they may hold addresses. The test maps
  /// each file itself, so that nothing else runs or reads the mapping.
  @Test(arguments: [
    ("/bin/sh", PROT_READ | PROT_EXEC, true),
    (Program.root.path + "/Tests/Fonts/Inter-Regular.otf", PROT_READ, true),
    ("/bin/sh", PROT_READ, false),
  ])
  func codeIsGivenBackAndComesBackUnchanged(path: String, access: Int32, isGivenBack: Bool) throws {
    let (size, file) = (1 << 14, open(path, O_RDONLY | O_CLOEXEC))
    defer { close(file) }
    let code = try #require(mmap(nil, size, access, MAP_PRIVATE, file, 0))
    try #require(code != MAP_FAILED)
    defer { munmap(code, size) }
    let before = Data(bytes: code, count: size)
    #expect(try #require(try resident(at: code)) > 0)
    IdleCode.giveBack()
    #expect((try resident(at: code) == 0) == isGivenBack)
    #expect(Data(bytes: code, count: size) == before)
  }

  @Test func codeIsGivenBackAfterTheStartAndEveryMinute() {
    var code = IdleCode()
    let times = [100.0, 105, 109, 111, 130, 170, 171, 230, 500, 501]
    #expect(times.filter { code.isDue(at: $0) } == [111, 171, 500])
  }
}
