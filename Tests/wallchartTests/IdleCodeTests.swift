import Foundation
import Testing

@testable import wallchart

/// Code that runs seldom.
@Suite struct IdleCodeTests {
  /// The kilobytes of code that are mapped.
  private func mappedCode() throws -> Int {
    var isCode = false
    var sum = 0
    for line in try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8).split(
      separator: "\n")
    {
      let fields = line.split(separator: " ")
      if fields.count >= 5, fields[0].split(separator: "-").count == 2 {
        isCode = fields[1] == "r-xp" && fields.last?.first == "/"
      } else if isCode, fields[0] == "Rss:" {
        sum += Int(fields[1]) ?? 0
      }
    }
    return sum
  }

  /// Other tests run meanwhile, and map code again.
  @Test func codeIsGivenBackAndComesBackWhenItRuns() throws {
    let before = try mappedCode()
    IdleCode.giveBack()
    #expect(try mappedCode() < before)
  }

  @Test func codeIsGivenBackAfterTheStartAndEveryTenMinutes() {
    var code = IdleCode()
    let times = [100.0, 105, 109, 111, 130, 710, 711, 1310, 5000, 5001]
    #expect(times.filter { code.isDue(at: $0) } == [111, 711, 5000])
  }
}
