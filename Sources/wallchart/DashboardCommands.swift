import Dashboard
import Glibc

/// `wallchart check FILE…`: reads dashboards and tells what is wrong with them.
enum CheckCommand {
  static func run(_ files: [String]) throws(Failure) {
    var worst = ExitCode.done
    for file in files {
      do throws(DashboardFile.Failure) {
        let dashboard = try DashboardFile(path: file).read()
        let panels = dashboard.pages.map(\.panels.count).reduce(0, +)
        print("\(file): \(count(dashboard.pages.count, "page")), \(count(panels, "panel"))")
      } catch {
        for problem in error.problems { printError(problem.description) }
        worst = error.isMissing && worst != .badConfiguration ? .noInput : .badConfiguration
      }
    }
    if worst != .done { exit(worst.rawValue) }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

/// `wallchart init [FILE]`: writes a commented example.
enum InitCommand {
  /// - Parameter file: where to; nil or `-` for the standard output. A file that exists is not touched.
  static func run(_ file: String?) throws(Failure) {
    guard let file, file != "-" else {
      print(ExampleDashboard.text, terminator: "")
      return
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "\(file): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    let bytes = Array(ExampleDashboard.text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure(.cannotCreate, "\(file): \(String(cString: strerror(errno)))")
    }
    print("\(file) is written: change it as you like; 'wallchart check \(file)' tells mistakes,")
    print("'wallchart \(file)' shows it, and follows while you edit it.")
  }
}
