import CProcess
import Dispatch
import Glibc

let version = "0.1.0"

@MainActor
func runProgram(_ clock: Clock) throws(Failure) {
  let arguments: Arguments
  do throws(UsageError) {
    arguments = try Arguments(parsing: Array(CommandLine.arguments.dropFirst()))
  } catch {
    throw Failure(.usage, "\(error.message); see wallchart --help")
  }
  switch arguments.action {
  case .help: print(Arguments.usage, terminator: "")
  case .version: print("wallchart \(version)")
  case .check(let files): try CheckCommand.run(files)
  case .initialize(let file): try InitCommand.run(file)
  case .sources: SourcesCommand.run()
  case .snapshot(let file):
    try DescriptorLimit.prepare()
    try Snapshot.run(arguments, file: file)
  case .icon(let file):
    let icon = Icon.draw(size: arguments.size?.width ?? 256)
    try withExtendedLifetime(icon) { () throws(Failure) in
      try Snapshot.save(icon, to: file)
    }
  case .window:
    try DescriptorLimit.prepare()
    let program = try WindowProgram(arguments, clock: clock)
    program.start()
    withExtendedLifetime(program) { dispatchMain() }
  }
}

// Each thread's own heap would grow page by page, a system call each; one serves the few threads.
mallopt(M_ARENA_MAX, 1)
// A reader that goes away, such as a terminal's of the standard error, is an error of the write and not
// the end of the program. Commands get the default back.
signal(SIGPIPE, SIG_IGN)
do throws(Failure) {
  try runProgram(Clock())
} catch {
  for line in error.lines { printError(line) }
  exit(error.code.rawValue)
}
