import Foundation
import Raster
import TestSupport
import Testing

@testable import Dashboard
@testable import wallchart

/// The files of `make install` describe the options that the program has.
@Suite struct PackagingTests {
  static let folder = Program.root.appendingPathComponent("assets/packaging")
  private let scratch = TemporaryFolder()

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// All options of the help, including those of one letter.
  static var options: Set<String> {
    let letters = Arguments.usage.matches(of: /[\s,](-[A-Za-z0-9])\b/).map { "\($0.1)" }
    let commands = Subcommand.allCases.flatMap(\.options)
    return Set(Arguments.options + Arguments.galleryOptions + commands + letters)
  }

  /// The possible first words of a command line.
  static var commands: Set<String> {
    Set(Subcommand.allCases.map(\.rawValue) + [GalleryOptions.name])
  }

  enum Listing: String, CaseIterable {
    case manual = "wallchart.1"
    case bash = "completions/wallchart.bash"
    case zsh = "completions/_wallchart"
    case fish = "completions/wallchart.fish"

    /// The first words that the file lists.
    func commands() throws -> Set<String> {
      let text = try PackagingTests.text(rawValue)
      let pattern =
        switch self {
        case .manual: /(?m)^\.It Cm ([a-z]+)(?: Ar| Op| Oo|$)/
        case .bash: /\[([a-z]+)\]=/
        case .zsh: /(?m)^    '([a-z]+):/
        case .fish: /-n __fish_use_subcommand -a ([a-z]+)/
        }
      return Set(text.matches(of: pattern).map { "\($0.1)" })
    }

    /// The options in the file, with their dashes.
    func options() throws -> [String] {
      let text = try PackagingTests.text(rawValue)
      switch self {
      case .manual:
        return text.split(separator: "\n").filter {
          $0.hasPrefix(".It Fl ") || $0.hasPrefix(".It Cm ")
        }
        .flatMap { $0.matches(of: /Fl (-?[A-Za-z0-9-]+)/).map { "-\($0.1)" } }
      case .bash: return text.matches(of: /\[(-[A-Za-z0-9-]+)\]=/).map { "\($0.1)" }
      case .zsh:
        return text.matches(of: /[{,')](--?[A-Za-z0-9][a-z-]*)[=+]?(?=[\[,}])/).map { "\($0.1)" }
      case .fish:
        return text.matches(of: /\s-l ([a-z-]+)/).map { "--\($0.1)" }
          + text.matches(of: /\s-s ([A-Za-z0-9])/).map { "-\($0.1)" }
      }
    }
  }

  @Test(arguments: Listing.allCases)
  func everyOptionIsThereAndNoOther(listing: Listing) throws {
    let name = listing.rawValue
    let found = try listing.options()
    let missing = Self.options.subtracting(found).sorted()
    let unknown = Set(found).subtracting(Self.options).sorted()
    #expect(missing.isEmpty, "\(name) lacks \(missing.joined(separator: " "))")
    #expect(unknown.isEmpty, "\(name) has \(unknown.joined(separator: " "))")
    #expect(Set(found).count == found.count, "\(name) has an option twice")
  }

  @Test(arguments: Listing.allCases)
  func everyCommandIsThere(listing: Listing) throws {
    let missing = Self.commands.subtracting(try listing.commands()).sorted()
    #expect(missing.isEmpty, "\(listing.rawValue) lacks \(missing.joined(separator: " "))")
  }

  /// The manual explains every key that dashboards have, and no other key.
  @Test func everyKeyOfADashboardIsInTheManual() throws {
    let keys = Set(MappingRule.all.flatMap(\.keys).map(\.name))
    #expect(keys.count > 50)
    let manual = try Self.text("wallchart.5")
    let explained = Set(
      manual.matches(of: /(?m)^\.(?:It )?Cm ([a-z_ ,]+?)[ ,]*$/)
        .flatMap { $0.1.split { " ,".contains($0) }.map(String.init) })
    let missing = keys.subtracting(explained).sorted()
    #expect(missing.isEmpty, "wallchart.5 lacks \(missing.joined(separator: " "))")
    let items = Set(
      manual.matches(of: /(?m)^\.It Cm ([a-z_ ,]+)$/)
        .flatMap { $0.1.split { " ,".contains($0) }.map(String.init) })
    let charts = PanelSpec.Chart.allCases.map(\.rawValue)
    let unknown = items.subtracting(keys).subtracting(charts).sorted()
    #expect(unknown.isEmpty, "wallchart.5 has \(unknown.joined(separator: " "))")
    #expect(items.isSuperset(of: charts))
  }

  /// The dashboards in the manual and in README.md have no mistakes, and no old names, which would be noted.
  @Test func theManualsDashboardsAreWellFormed() throws {
    let readme = try String(
      contentsOf: Program.root.appendingPathComponent("README.md"), encoding: .utf8)
    let blocks =
      try Self.text("wallchart.5").matches(of: /(?s)\.Bd -literal[^\n]*\n(.*?)\.Ed/).map(\.1)
      + readme.matches(of: /(?s)```yaml\n(.*?)```/).map(\.1)
    #expect(blocks.count == 9)
    let file = scratch.file("a.yaml")
    for block in blocks {
      let text = block.replacing("\\e", with: "\\")
      try text.write(to: file, atomically: true, encoding: .utf8)
      let result = try Program.run(
        ["check", file.path],
        environment: ["SHOP_TOKEN": "secret", "HOME_ASSISTANT_TOKEN": "secret"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(!(result.output + result.errors).contains("note:"), "\(result)")
    }
  }

  @Test func everyExitStatusIsInTheManual() throws {
    let manual = try Self.text("wallchart.1")
    for code in 0...255 {
      let isListed = manual.contains("\n.It \(code)\n")
      #expect(isListed == (ExitCode(rawValue: Int32(code)) != nil), "\(code)")
    }
  }

  @Test(arguments: ["wallchart.1", "wallchart.5"])
  func theManualIsWellFormed(name: String) throws {
    let file = Self.folder.appendingPathComponent(name).path
    // Only mistakes in the page itself count, not missing pages on this machine.
    let result = try Shell.run("mandoc -T lint -W warning \(file)")
    #expect(result.output == "" && result.status == 0)
    #expect(try Self.text(name).split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: ["wallchart.desktop", "kiosk/wallchart-kiosk.desktop"])
  func theDesktopEntryIsValid(name: String) throws {
    let file = Self.folder.appendingPathComponent(name).path
    let result = try Shell.run("desktop-file-validate \(file)")
    #expect(result.output == "" && result.status == 0)
  }

  /// The words of a command line, the last one incomplete, and its completions.
  @Test(
    arguments: [
      (["--th"], ["--theme"]), (["--theme", ""], ["dark", "light"]),
      (["--theme", "=", "l"], ["light"]), (["--theme", "="], ["dark", "light"]),
      (["--no-motion", "--win"], ["--window"]), (["--title", ""], []), (["-t", ""], []),
      (["--snapshot", "assets/d"], ["assets/dashboard.png", "assets/dashboards"]),
      (["ch"], ["check"]), (["check", "assets/dashboards/m"], ["assets/dashboards/machine.yaml"]),
      (["check", "assets/dashb"], ["assets/dashboards"]), (["sources", ""], []),
      (["gallery", "--chart", "p"], ["page-view", "progress"]), (["--chart", "p"], ["points"]),
      (["check", "--"], ["--online", "--help"]), (["sources", "--"], ["--help"]), (["--onl"], []),
      (["check", "assets/w"], ["assets/wallchart.schema.json"]),
      (["ctl", "pa"], ["page", "pause"]), (["ctl", "--window", "w1", "pa"], ["page", "pause"]),
      (["ctl", "--window", "=", "w1", "page", ""], ["next", "previous"]),
      (["ctl", "page", "next", ""], []), (["--window", "3"], ["300"]),
      (["ctl", "snapshot", "assets/d"], ["assets/dashboard.png", "assets/dashboards"]),
      (["gallery", "--language", ""], ["zh", "en"]), (["./ch"], []),
      (["--snapshot", "Tests/Fixtures/orion"], []),
      (["--replay", "Tests/Fixtures/or"], ["Tests/Fixtures/orion.samples"]),
      (["--replay", "Tests/Fix"], ["Tests/Fixtures"]),
      (["Tests/Fixtures/id"], ["Tests/Fixtures/idle.samples"]),
    ] as [([String], [String])])
  func completionInBash(words: [String], completions: [String]) throws {
    let file = Self.folder.appendingPathComponent("completions/wallchart.bash").path
    let line = (["wallchart"] + words).map { "'\($0)'" }.joined(separator: " ")
    let result = try Shell.run(
      """
      bash -uc 'source \(file)
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
      _wallchart
      for word in "${COMPREPLY[@]}"; do echo "$word"; done' bash \(line)
      """)
    #expect(result.status == 0)
    #expect(Set(result.output.split(separator: "\n").map(String.init)) == Set(completions))
  }

  @Test func completionInFish() throws {
    let file = Self.folder.appendingPathComponent("completions/wallchart.fish").path
    for (line, completions) in [
      ("--th", "--theme"), ("--theme l", "light"), ("chec", "check"),
      ("check assets/dashboards/mac", "assets/dashboards/machine.yaml"),
      ("gallery --chart p", "page-view\nprogress"), ("--chart p", "points"),
      ("check --", "--help\n--online"), ("sources --", "--help"), ("ctl pa", "page\npause"),
      ("ctl --window w1 page ", "next\nprevious"), ("ctl page next ", ""),
      ("ctl snapshot assets/d", "assets/dashboard.png\nassets/dashboards/"),
      ("--snapshot assets/d", "assets/dashboard.png\nassets/dashboards/"),
    ] {
      let result = try Shell.run(
        "fish --no-config -c 'source \(file); complete -C \"wallchart \(line)\"' | cut -f 1")
      #expect(result.output == (completions.isEmpty ? "" : completions + "\n"), "\(line)")
    }
  }

  @Test func completionForZshIsAScript() throws {
    let file = Self.folder.appendingPathComponent("completions/_wallchart").path
    let result = try Shell.run("zsh -n \(file)")
    #expect(result.output == "" && result.status == 0)
    #expect(try Self.text("completions/_wallchart").hasPrefix("#compdef wallchart\n"))
  }
}

/// `make install` from an existing build.
@Suite struct InstallTests {
  private static let sizes = [16, 22, 24, 32, 48, 64, 128, 256, 512]
  private let folder = TemporaryFolder()
  /// The root of the installed files, with a space in its path.
  private var tree: URL { folder.file("installed files") }

  private func make(
    _ target: String, into folder: URL, _ variables: String = ""
  ) throws -> Shell.Result {
    try Shell.run(
      "make --no-print-directory \(target) BINARY='\(Program.executable.path)' "
        + "DESTDIR='\(folder.path)' PREFIX=/usr \(variables)")
  }

  /// Software centers show the program by this file; its pictures need an address on the web.
  @Test(arguments: ["", "SITE=https://example.org/wallchart"])
  func softwareCentersCanShowTheProgram(site: String) throws {
    #expect(try make("install", into: tree, site).status == 0)
    let result = try Shell.run(
      "appstreamcli validate-tree --no-net --pedantic --no-color '\(tree.path)'")
    #expect(result.status == 0 && result.output.contains("successful"), "\(result.output)")
    let file = tree.appendingPathComponent(
      "usr/share/metainfo/org.wallchart.wallchart.metainfo.xml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let pictures = text.matches(of: /<image .*>https:\/\/example.org\/wallchart\/(.*)<\/image>/)
    #expect(pictures.count == (site.isEmpty ? 0 : 2))
    #expect(text.contains("@") == false && text.contains("<screenshots>") == !site.isEmpty)
    for picture in pictures {
      let path = Program.root.appendingPathComponent(String(picture.1)).path
      #expect(FileManager.default.fileExists(atPath: path))
    }
    let version = try Program.run(["--version"]).output.split(separator: " ").last ?? ""
    #expect(text.contains("<release version=\"\(version.trimmingCharacters(in: .newlines))\""))
  }

  private func files(in folder: URL) -> Set<String> {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    var isFolder: ObjCBool = false
    return Set(
      names.filter {
        FileManager.default.fileExists(
          atPath: folder.appendingPathComponent($0).path, isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }

  @Test func theTreeComesAndGoes() throws {
    let result = try make("install", into: tree)
    try #require(result.status == 0, "\(result.output)")
    let dashboards = Program.root.appendingPathComponent("assets/dashboards").path
    let examples = try FileManager.default.contentsOfDirectory(atPath: dashboards)
      .map { "usr/share/wallchart/dashboards/\($0)" }
    let icons = Self.sizes.map { "usr/share/icons/hicolor/\($0)x\($0)/apps/wallchart.png" }
    #expect(
      files(in: tree)
        == Set(
          icons + [
            "usr/bin/wallchart", "usr/share/man/man1/wallchart.1",
            "usr/share/man/man5/wallchart.5",
            "usr/share/applications/wallchart.desktop",
            "usr/share/metainfo/org.wallchart.wallchart.metainfo.xml",
            "usr/share/bash-completion/completions/wallchart",
            "usr/share/zsh/site-functions/_wallchart",
            "usr/share/fish/vendor_completions.d/wallchart.fish",
            "usr/lib/systemd/user/wallchart@.service",
            "usr/lib/systemd/user/wallchart-session@.service",
            "usr/share/wallchart/wallchart-kiosk.desktop",
            "usr/share/wallchart/wallchart.schema.json",
            "usr/share/locale/zh_CN/LC_MESSAGES/wallchart.mo",
          ] + examples))
    let unit = tree.appendingPathComponent("usr/lib/systemd/user/wallchart@.service")
    #expect(
      try String(contentsOf: unit, encoding: .utf8)
        .contains("\nExecStart=/usr/bin/wallchart --kiosk %E/wallchart/%i.yaml\n"))
    // The unit for sessions stops with the session, the other does not.
    for (name, stops) in [("wallchart", false), ("wallchart-session", true)] {
      let unit = tree.appendingPathComponent("usr/lib/systemd/user/\(name)@.service")
      let text = try String(contentsOf: unit, encoding: .utf8)
      #expect(text.contains("\nPartOf=graphical-session.target\n") == stops)
      #expect(text.contains(" --no-reconnect ") == stops)
    }
    let manual = tree.appendingPathComponent("usr/share/man/man5/wallchart.5")
    let pages = try String(contentsOf: manual, encoding: .utf8)
    #expect(pages.contains("\n.It Pa /usr/share/wallchart/dashboards\n"))
    for (size, icon) in zip(Self.sizes, icons) {
      let image = try PNG.read(tree.appendingPathComponent(icon).path)
      #expect(image.width == size && image.height == size)
      // A corner is clear, the centre is not.
      #expect(image.pixels[0] >> 24 < 40)
      #expect(image.pixels[size / 2 * size + size / 2] >> 24 == 255)
    }
    let program = "'" + tree.appendingPathComponent("usr/bin/wallchart").path + "'"
    #expect(try Shell.run("\(program) --version").output.hasPrefix("wallchart 0."))
    #expect(try make("uninstall", into: tree).status == 0)
    #expect(files(in: tree).isEmpty)
    // Other programs may use the other folders.
    let own = tree.appendingPathComponent("usr/share/wallchart").path
    #expect(!FileManager.default.fileExists(atPath: own))
  }
}
