import CCrash
import CProcess
import Dashboard
import Dispatch
import Feeds
import Glibc
import Messages
import Raster

let version = "0.1.0"

/// Opens `/dev/null` for each standard stream that the caller has closed: otherwise the connection to the X server might
/// get the descriptor of the standard error, into which messages are written.
func openStandardStreams() {
  while true {
    let descriptor = open("/dev/null", O_RDWR)
    if descriptor > STDERR_FILENO { close(descriptor) }
    if descriptor < 0 || descriptor > STDERR_FILENO { return }
  }
}

@MainActor
func runProgram(_ clock: Clock) throws(Failure) {
  if let name = Kernels.unusableName {
    let known = Kernels.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: " or ")
    throw Failure(.usage, "\(Kernels.variable) takes \(known), not '\(name)'")
  }
  var arguments: Arguments
  do throws(UsageError) {
    arguments = try Arguments(parsing: Array(CommandLine.arguments.dropFirst()))
    switch arguments.action {
    case .window, .snapshot, .film, .explain:
      try arguments.settle(
        isDashboard: { DashboardFile(path: $0).looksLikeDashboard },
        hasInput: TextFeedSpec.standardInputIsConnected)
    default: break
    }
  } catch {
    throw Failure(.usage, "\(error.message); see wallchart --help")
  }
  switch arguments.action {
  case .help: try Output.print(text: Arguments.usage)
  case .version: try Output.print(["wallchart \(version)"])
  case .check(let files, let isOnline): try CheckCommand.run(files, isOnline: isOnline)
  case .initialize(let file, let kind):
    try InitCommand.run(file, kind)
  case .sources: try SourcesCommand.run()
  case .control(let command): try command.run()
  case .history(let command): try command.run()
  case .snapshot(let file):
    try DescriptorLimit.prepare()
    try Snapshot.run(arguments, file: file)
  case .film(let file):
    try DescriptorLimit.prepare()
    try Film.run(arguments, file: file)
  case .explain:
    try DescriptorLimit.prepare()
    try Explain.run(arguments)
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

// A separate heap for each thread would grow page by page, with a system call for each page. One heap is enough for the
// few threads.
mallopt(M_ARENA_MAX, 1)
// A write to a pipe without a reader, such as standard error, fails without ending the program. Commands get the
// default action.
signal(SIGPIPE, SIG_IGN)
// A write beyond the process's limit for file sizes fails, as on a full disk.
signal(SIGXFSZ, SIG_IGN)
openStandardStreams()
wallchart_crash_install(version)
Catalogue.open(folder: Catalogue.folder)
do throws(Failure) {
  try runProgram(Clock())
} catch {
  for line in error.lines { printError(verbatim: line) }
  exit(error.code.rawValue)
}
