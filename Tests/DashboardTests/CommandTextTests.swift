import Feeds
import Testing

@testable import Dashboard

/// Command lines of a dashboard keep their variables for the shell.
@Suite struct CommandTextTests {
  @Test(
    arguments: [
      ("curl -H \"X: ${TOKEN}\" http://${HOST}/", ["TOKEN", "HOST"]), ("echo ${A}${A}", ["A"]),
      ("echo $HOME ${B}", ["B"]),
      // The command line sets the variable itself.
      ("for i in 1 2; do echo ${i}; done", []), ("x=5; echo ${x}", []),
      ("while read -r name value; do echo ${name}=${value}; done", []),
      ("read a; echo ${b}", ["b"]), ("getopts ab o; echo ${o}", []), ("echo ${x:=5} ${x}", []),
      (". ./settings.sh; echo ${RACK}", []), ("cd /; . settings.sh; echo ${RACK}", []),
      ("eval \"$(settings)\"; echo ${RACK}", []), ("ls . ; echo ${RACK}", ["RACK"]),
      // Forms that are the shell's alone.
      ("echo ${x%.*} ${#x} ${x:-5} ${x:?} ${1} ${?}", []), ("echo '${x}'", []),
      ("echo \\${x}", []), ("echo $${x}", []), ("cd ${PWD}/${OLDPWD}", []),
      ("echo \"it's ${A}\"", ["A"]), ("awk '{print $1}' ${FILE}", ["FILE"]),
    ])
  func needsVariables(_ text: String, _ names: [String]) {
    #expect(CommandText(text).neededVariables == names)
    #expect(!CommandText(text).isOpen)
  }

  private func command(
    _ text: String, _ environment: [String: String]
  ) throws(DashboardFile.Failure) -> String? {
    let file = "panels:\n  - source:\n      command: |\n        \(text)\n"
    let spec = try DashboardFile(path: "f").parse(Array(file.utf8)) { environment[$0] }
    guard case .text(let text) = spec.pages[0].panels[0].series[0].source,
      case .command(let command, nil) = text.origin
    else { return nil }
    return command
  }

  /// The command line is as it was written, but for `$${`.
  @Test func noValueEntersACommandLine() throws {
    let text = "curl -H \"X: ${TOKEN}\" ${x:-y} $TOKEN ü '$${i}' $$ $"
    #expect(
      try command(text, ["TOKEN": "'; rm -rf /"])
        == "curl -H \"X: ${TOKEN}\" ${x:-y} $TOKEN ü '${i}' $$ $\n")
  }

  @Test(
    arguments: [
      ("echo ${TOKEN}", "the environment variable TOKEN is not set"),
      ("echo ${TOKEN", "'${' without a '}'; a literal '${' is written '$${'"),
    ])
  func mistakes(_ text: String, _ problem: String) {
    let error = #expect(throws: DashboardFile.Failure.self) { try command(text, [:]) }
    #expect(error?.problems.map(\.description) == ["f:3:16: \(problem)"])
  }
}
