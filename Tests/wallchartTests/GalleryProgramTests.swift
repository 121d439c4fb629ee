import Foundation
import TestSupport
import Testing

/// The gallery on the command line.
@Suite struct GalleryProgramTests {
  private let folder = TemporaryFolder()

  private func dump(_ arguments: [String], locale: [String: String]) throws -> Program.Result {
    let path = folder.file("a.png").path
    return try Program.run(
      ["gallery", "--snapshot", path, "--size", "400x300", "--dump-layers"] + arguments,
      environment: locale.filter { !$0.value.isEmpty },
      without: ["LC_ALL", "LC_MESSAGES", "LANG"].filter { locale[$0] == nil })
  }

  /// The language is that of the command line, or else that of the locale.
  @Test(
    arguments: [
      ([], [:], "Spectrum"), ([], ["LANG": "zh_CN.UTF-8"], "光谱曲线"),
      ([], ["LANG": "zh_CN.UTF-8", "LC_ALL": "C"], "Spectrum"),
      (["--language", "zh"], ["LANG": "C"], "光谱曲线"),
      (["--language", "en"], ["LC_MESSAGES": "zh_TW"], "Spectrum"),
    ] as [([String], [String: String], String)])
  func language(arguments: [String], locale: [String: String], word: String) throws {
    let result = try dump(arguments, locale: locale)
    #expect(result.status == 0)
    #expect(result.output.contains(word))
  }

  @Test func oneChartAlone() throws {
    let result = try dump(["--chart", "progress", "--language", "en"], locale: [:])
    #expect(result.output.contains("Steps of today") && !result.output.contains("Spectrum"))
  }

  @Test func anUnknownChart() throws {
    let result = try Program.run(["gallery", "--chart", "spectra"])
    #expect(result.status == 64)
    #expect(result.errors.contains("did you mean 'spectrum'?"))
  }
}
