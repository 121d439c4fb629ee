import CProcess
import Control
import Dashboard
import Glibc
import Messages

/// `wallchart ctl`: sends a request to a running window.
struct ControlCommand: Equatable {
  enum Task: Equatable {
    /// Lists the running windows.
    case list
    case ask(ControlRequest)
    /// Saves a picture of the window into a file.
    case snapshot(file: String, PictureFormat)
  }

  var task: Task
  /// The name or the process identifier of the window; nil for the only window.
  var window: String?

  static let options = ["--window", "--for", "--list"]
  /// The seconds for which a message is shown.
  private static let usualMessageTime = 10.0

  func run() throws(Failure) {
    guard let folder = ControlFolder() else {
      throw Failure(
        .unavailable, "XDG_RUNTIME_DIR is not set, so windows have no control sockets")
    }
    switch task {
    case .list: try Output.print(folder.windows().map { "\($0.process) \($0.name)" })
    case .ask(let request):
      let answer = try ask(request, in: folder)
      if !answer.isEmpty { try Output.print([answer]) }
    case .snapshot(let file, let format): try saveSnapshot(to: file, format, in: folder)
    }
  }

  private func ask(
    _ request: ControlRequest, in folder: ControlFolder, file: Int32? = nil
  ) throws(Failure) -> String {
    do throws(ControlError) {
      return try ControlClient.ask(try folder.window(window), request, file: file)
    } catch {
      throw Failure(error)
    }
  }

  /// Saves a picture, which the window's process writes into shared memory. So the file is written as a whole or not at
  /// all, and neither a full disk nor a pipe without a reader affects the window.
  private func saveSnapshot(
    to path: String, _ format: PictureFormat, in folder: ControlFolder
  ) throws(Failure) {
    let memory = memfd_create("wallchart snapshot", MFD_CLOEXEC)
    guard memory >= 0 else {
      throw Failure(.systemError, "no memory for a picture: \(String(cString: strerror(errno)))")
    }
    defer { close(memory) }
    _ = try ask(.snapshot(format == .png ? .png : .svg), in: folder, file: memory)
    var status = stat()
    guard fstat(memory, &status) == 0, status.st_size > 0 else {
      throw Failure(.failure, "the window has written no picture")
    }
    var bytes = [UInt8](repeating: 0, count: status.st_size)
    guard pread(memory, &bytes, bytes.count, 0) == bytes.count else {
      throw Failure(.systemError, "the picture cannot be read: \(String(cString: strerror(errno)))")
    }
    try format.write(bytes, to: path)
  }
}

extension ControlCommand {
  /// - Parameter words: the words after `ctl`.
  init(parsing words: [String]) throws(UsageError) {
    var rest = ArgumentWords(words)
    var operands: [String] = []
    var (lists, seconds) = (false, Double?.none)
    /// The words that are options although a text is accepted; nil if no text is accepted.
    var optionsInText: [String]?
    window = nil
    while true {
      if let options = optionsInText, let text = rest.takeText(besides: options) {
        operands.append(text)
      } else if let option = rest.nextOption() {
        switch option {
        case "--list": lists = true
        case "--window": window = try rest.value(of: option)
        case "--for": seconds = try Self.seconds(try rest.value(of: option))
        default: throw rest.unknown(option, among: Self.options)
        }
      } else if let operand = rest.takeOperand() {
        operands.append(operand)
        // The text of a message may start with a dash: `-5 °C`.
        if operands == ["message"] { optionsInText = Self.options + ["--"] }
      } else {
        break
      }
    }
    if let word = rest.unexpected { throw UsageError(message: "unexpected argument '\(word)'") }
    if lists {
      guard operands.isEmpty, seconds == nil, window == nil else {
        throw UsageError(message: "ctl --list takes nothing else")
      }
      task = .list
    } else {
      task = try Self.task(operands, seconds: seconds)
    }
  }

  private static func seconds(_ text: String) throws(UsageError) -> Double {
    guard let seconds = DurationText(text)?.seconds,
      ControlRequest.messageTimes.contains(seconds)
    else {
      throw UsageError(message: "--for takes a time from 1s to 24h such as 30s, not '\(text)'")
    }
    return seconds
  }

  private static func task(
    _ words: [String], seconds: Double?
  ) throws(UsageError) -> ControlCommand.Task {
    guard let word = words.first else {
      throw UsageError(
        message: "ctl needs one of \(ControlRequest.words.joined(separator: ", "))")
    }
    if seconds != nil, word != "message" { throw UsageError(message: "--for is for message") }
    let rest = words.dropFirst()
    switch word {
    case "snapshot":
      guard let file = rest.first, rest.count == 1 else {
        throw UsageError(message: "snapshot needs a FILE")
      }
      return .snapshot(file: file, try PictureFormat(of: file, for: word))
    case "message":
      guard rest.contains(where: { !$0.isEmpty }) else {
        throw UsageError(message: "message needs a text")
      }
      return .ask(
        .message(rest.joined(separator: " "), seconds: seconds ?? usualMessageTime))
    default:
      do throws(ControlError) {
        return .ask(try ControlRequest(line: Array(words.joined(separator: " ").utf8)))
      } catch {
        throw UsageError(message: Message(verbatim: error.message))
      }
    }
  }
}
