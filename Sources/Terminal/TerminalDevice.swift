import CCrash
import Dispatch
import Glibc

/// The terminal of the process: its modes, its input and its output.
///
/// The terminal is opened by its own name, because the standard input is often a pipe of data. At every end of the
/// program, including a crash or a signal, the terminal returns to its former state.
@MainActor
final class TerminalDevice {
  let descriptor: Int32
  private let usual: termios
  private var output: [UInt8] = []
  private var reader: (any DispatchSourceRead)?
  private var writer: (any DispatchSourceWrite)?
  private var signals: [any DispatchSourceSignal] = []
  /// Whether the terminal belongs to the shell again. A continued program may draw before it notices that it was
  /// stopped.
  private var isAway = false
  /// Whether the terminal keeps the title that it had before the page.
  private var keepsTitle = false

  /// Called with the bytes that the terminal has sent.
  var onInput: (([UInt8]) -> Void)?
  /// Called when the terminal has taken all output after it had no room.
  var onDrained: (() -> Void)?
  /// Called when the terminal has another size, or shows other contents than before: after a stop.
  var onChange: ((_ isStopped: Bool) -> Void)?
  /// Called when the terminal has been closed.
  var onEnd: (() -> Void)?

  /// Everything that a page changes in a terminal: the second screen, no cursor, reports of the pointer and
  /// of the focus.
  private static let enter =
    "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?1003h\u{1b}[?1006h\u{1b}[?1004h"
  /// Keeps the terminal's title, which `leave` restores.
  private static let keepTitle = "\u{1b}[22;2t"
  private static let leave =
    "\u{1b}[?2026l\u{1b}[?1004l\u{1b}[?1006l\u{1b}[?1003l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l\u{1b}[23;2t"

  init() throws(TerminalError) {
    descriptor = open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noTerminal(String(cString: strerror(errno))) }
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else {
      let reason = String(cString: strerror(errno))
      Glibc.close(descriptor)
      throw .noTerminal(reason)
    }
    usual = modes
    // The program handles signals only once it has its page, long after it has changed the terminal's modes.
    wallchart_crash_catch_ends()
  }

  // MARK: Modes

  /// Takes the terminal.
  /// - Parameter farewell: further bytes that restore the terminal.
  func takeOver(farewell: String) {
    // A program that was stopped without notice, as SIGSTOP does, has kept the title already.
    isAway = false
    if !keepsTitle { write(Array(Self.keepTitle.utf8)) }
    keepsTitle = true
    var modes = usual
    // Keys arrive one by one and are not echoed; Ctrl-C and Ctrl-Z still send their signals.
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
    modes.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(descriptor, TCSANOW, &modes)
    let last = farewell + Self.leave
    var usual = usual
    wallchart_crash_set_terminal(descriptor, &usual, last, last.utf8.count)
    write(Array(Self.enter.utf8))
  }

  /// Gives the terminal back.
  func giveBack() {
    flush(within: 1000)
    wallchart_crash_give_terminal_back()
    keepsTitle = false
  }

  // MARK: Questions

  /// Sends questions, and passes the answering bytes on until `isEnough` returns true or the time is over.
  func ask(_ questions: String, seconds: Double, until isEnough: ([UInt8]) -> Bool) {
    var usual = usual
    wallchart_crash_set_terminal(descriptor, &usual, "", 0)
    var modes = usual
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &modes)
    defer { wallchart_crash_give_terminal_back() }
    write(Array(questions.utf8))
    flush(within: 1000)
    let end = DispatchTime.now() + seconds
    while DispatchTime.now() < end {
      let left =
        end.uptimeNanoseconds - min(DispatchTime.now().uptimeNanoseconds, end.uptimeNanoseconds)
      guard wait(for: POLLIN, milliseconds: Int32(left / 1_000_000) + 1) else { return }
      guard let bytes = read(), !bytes.isEmpty else { return }
      if isEnough(bytes) { return }
    }
  }

  private func wait(for events: Int32, milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) > 0
  }

  // MARK: Input

  /// Starts to pass on input and signals.
  func start() {
    let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    reader.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeInput() } }
    reader.activate()
    self.reader = reader
    signals = [SIGWINCH, SIGTSTP, SIGCONT].map { number in
      // A signal that is not ignored would stop the program before the terminal is given back.
      if number == SIGTSTP { signal(number, SIG_IGN) }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          switch number {
          case SIGTSTP: self?.stop()
          case SIGCONT: self?.goOn()
          default: self?.onChange?(false)
          }
        }
      }
      source.activate()
      return source
    }
  }

  private func takeInput() {
    guard let bytes = read() else {
      reader?.cancel()
      reader = nil
      onEnd?()
      return
    }
    if !bytes.isEmpty { onInput?(bytes) }
  }

  /// The bytes that can be read without waiting; nil at the end of the input.
  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 { return Array(buffer.prefix(count)) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }

  /// Stops the program as Ctrl-Z does. The shell continues the program by a signal.
  private func stop() {
    giveBack()
    isAway = true
    kill(getpid(), SIGSTOP)
  }

  /// Takes the terminal again, unless the shell has continued the program in the background. In the background the
  /// program stops again, as every program does that changes the modes of a terminal there.
  private func goOn() {
    let owner = tcgetpgrp(descriptor)
    if owner > 0, owner != getpgrp() {
      kill(getpid(), SIGSTOP)
    } else {
      onChange?(true)
    }
  }

  // MARK: Output

  /// Whether output waits for the terminal.
  var isBusy: Bool { !output.isEmpty }

  func write(_ bytes: [UInt8]) {
    if isAway { return }
    output += bytes
    drain()
  }

  /// Writes as much of the output as the terminal takes without waiting.
  private func drain() {
    let taken = output.withUnsafeBytes { bytes in
      var taken = 0
      while taken < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress! + taken, bytes.count - taken)
        if count > 0 {
          taken += count
        } else if errno != EINTR {
          // The output for a closed terminal is dropped.
          return errno == EAGAIN ? taken : bytes.count
        }
      }
      return taken
    }
    output.removeFirst(taken)
    if output.isEmpty {
      writer?.cancel()
      writer = nil
    } else if writer == nil {
      let writer = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
      writer.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          guard let self else { return }
          self.drain()
          if !self.isBusy { self.onDrained?() }
        }
      }
      writer.activate()
      self.writer = writer
    }
  }

  /// Waits until the terminal has taken all output, or drops the output.
  private func flush(within milliseconds: Int32) {
    while isBusy, wait(for: POLLOUT, milliseconds: milliseconds) { drain() }
    output = []
    writer?.cancel()
    writer = nil
  }

  /// Gives the terminal back for good.
  func close() {
    reader?.cancel()
    for source in signals { source.cancel() }
    signals = []
    giveBack()
  }
}
