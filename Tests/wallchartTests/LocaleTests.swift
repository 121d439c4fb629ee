import Foundation
import TestSupport
import Testing

@testable import wallchart

/// Numbers and dates of regions, with locales that the test makes from Debian's sources of locales.
@Suite struct LocaleTests {
  private static let names = ["de_DE", "en_US", "fr_FR", "zh_CN", "ko_KR", "sv_SE"]

  private let folder = TemporaryFolder()

  /// A folder of locales, made once.
  private static let locales: TemporaryFolder = {
    let folder = TemporaryFolder()
    for name in names {
      let result = try? Shell.run("localedef -i \(name) -f UTF-8 '\(folder.path)/\(name).UTF-8'")
      if result?.status != 0 { Issue.record("no locale \(name): \(result?.output ?? "")") }
    }
    return folder
  }()

  /// The texts of a snapshot.
  private func texts(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> [String] {
    let picture = folder.file("a.png").path
    var environment = environment
    environment["LOCPATH"] = Self.locales.path
    environment["TZ"] = "UTC"
    let result = try Program.run(
      arguments + ["--snapshot", picture, "--dump-layers"], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.matches(of: /text\("([^"]*)"\)/).map { String($0.1) }
  }

  @Test(arguments: [
    ("de_DE", "Sa 21 Nov 2026 13:25:08 UTC", "37,2"),
    ("en_US", "Sat Nov 21, 2026 13:25:08 UTC", "37.2"),
    ("fr_FR", "sam. 21 nov. 2026 13:25:08 UTC", "37,2"),
    ("zh_CN", "星期六 2026年11月21日 13:25:08 UTC", "37.2"),
    ("ko_KR", "토요일 2026년 11월 21일 13:25:08 UTC", "37.2"),
    ("sv_SE", "lör 21 nov 2026 13:25:08 UTC", "37,2"),
  ])
  func aPageIsWrittenAsInItsRegion(name: String, clock: String, load: String) throws {
    let recording = ["--replay", Program.fixture("orion.samples")]
    let texts = try texts(recording + ["--locale", name])
    #expect(texts.contains("recording · " + clock) && texts.contains(load), "\(texts)")
    let system = try self.texts(
      recording + ["--locale=system"], environment: ["LC_ALL": name + ".UTF-8", "LANGUAGE": "en"])
    #expect(system == texts)
  }

  @Test func groupsAndDecimalsOfAFile() throws {
    let file = folder.file("a.csv")
    try Data("v\n12000.5\n34567.25\n23456.5\n".utf8).write(to: file)
    let texts = try texts([file.path, "--locale", "de_DE"])
    #expect(texts.contains("23.457") && texts.contains("20.000"), "\(texts)")
  }

  @Test func theKeyOfADashboardAndTheOptionThatReplacesIt() throws {
    let file = folder.file("a.yaml")
    func write(_ locale: String) throws {
      let text = "locale: \(locale)\npanels: [{chart: clock, zones: [UTC]}]\n"
      try Data(text.utf8).write(to: file)
    }
    try write("de_DE")
    let german = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
    let own = try texts([file.path])
    #expect(own.contains { text in german.contains { text.hasPrefix($0 + " ") } }, "\(own)")
    let replaced = try texts([file.path, "--locale", "zh_CN"])
    #expect(replaced.contains { $0.hasPrefix("星期") }, "\(replaced)")
    try write("xx_YY")
    let check = try Program.run(["check", file.path])
    #expect(check.status != 0)
    #expect(
      check.errors.contains(":1:9: this machine has no locale 'xx_YY' with UTF-8"),
      "\(check.errors)")
    let option = try Program.run(["--locale", "xx_YY"])
    #expect(option.status == 64 && option.errors.contains("no locale 'xx_YY'"))
  }
}
