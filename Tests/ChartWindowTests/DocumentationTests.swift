import Foundation
import TestSupport
import Testing

/// The documentation catalogue: its programs are the examples, its pictures those of the tests.
struct DocumentationTests {
  private static let catalogue = Program.root.appendingPathComponent("Sources/Charts/Charts.docc")
  private let folder = TemporaryFolder()

  @Test func theProgramsAreTheExamples() throws {
    let article = try String(
      contentsOf: Self.catalogue.appendingPathComponent("FirstSteps.md"), encoding: .utf8)
    for name in ["Chart", "Live", "PageViews"] {
      let path = Program.root.appendingPathComponent("Examples/\(name)/main.swift")
      let program = try String(contentsOf: path, encoding: .utf8)
      #expect(article.contains("```swift\n\(program)```\n"), "\(name)")
    }
  }

  /// The goldens are drawn and compared by the tests of charts.
  @Test(arguments: [
    ("live.png", "time-series-chart-line-light.png"),
    ("live-dark.png", "time-series-chart-line-dark.png"),
  ])
  func thePicturesAreThoseOfTheTests(resource: String, golden: String) throws {
    let own = Self.catalogue.appendingPathComponent("Resources/" + resource)
    let drawn = try Data(contentsOf: Program.root.appendingPathComponent("Tests/Goldens/" + golden))
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil { try drawn.write(to: own) }
    #expect(try Data(contentsOf: own) == drawn)
  }

  /// The compiler of catalogues finds all pictures and links. Only the module is unknown without its symbols.
  @Test func theCatalogueIsWellFormed() throws {
    let output = folder.file("output")
    let result = try Shell.run(
      "docc=$(dirname \"$(readlink -f \"$(command -v swift)\")\")/docc; "
        + "[ -x \"$docc\" ] || docc=$(command -v docc); \"$docc\" convert '\(Self.catalogue.path)' "
        + "--output-path '\(output.path)' --fallback-display-name Charts "
        + "--fallback-bundle-identifier charts 2>&1")
    #expect(result.status == 0, "\(result.output)")
    let complaints = result.output.split(separator: "\n").filter {
      $0.contains("warning:") || $0.contains("error:")
    }
    #expect(complaints == ["warning: No symbol matched 'Charts'. Can't resolve 'Charts'."])
  }
}
