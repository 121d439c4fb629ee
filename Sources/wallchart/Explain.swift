import Dashboard
import Geometry
import Messages
import Typography

/// `wallchart --explain`: describes the interpretation of the rows of a pipe or a file.
@MainActor
enum Explain {
  static func run(_ arguments: Arguments) throws(Failure) {
    let input = try Input(arguments)
    let shown = try ShownPage(arguments, input: input, fonts: FontLoading.start().library())
    guard case .dashboard(let scene) = shown else { return }
    let size = arguments.size ?? (width: 1280, height: 720)
    shown.page.layOut(size: Size(Double(size.width), Double(size.height)), scale: 1)
    scene.collect(input, arguments)
    try Output.print(table(scene.explanation))
    try shown.checkInput()
  }

  /// A line for each fact, with the texts of the facts in a column.
  static func table(_ facts: [(name: String, text: String)]) -> [String] {
    let width = facts.map(\.name.count).max() ?? 0
    var last = ""
    return facts.map { fact in
      let name = fact.name == last ? "" : fact.name
      last = fact.name
      return name + String(repeating: " ", count: width - name.count + 2) + fact.text
    }
  }
}
