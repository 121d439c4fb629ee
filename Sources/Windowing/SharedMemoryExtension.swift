import CX11
import CX11Connection

/// The codes that the server has assigned to MIT-SHM.
struct SharedMemoryExtension {
  let majorOpcode: UInt8
  let completionType: Int32

  /// Fails if the server lacks the extension.
  @MainActor
  init?(_ connection: Connection) {
    var (event, major): (Int32, Int32) = (0, 0)
    guard !connection.isBroken,
      wallchart_XFindSharedMemory(connection.display, &event, &major)
    else { return nil }
    majorOpcode = UInt8(truncatingIfNeeded: major)
    completionType = event + ShmCompletion
  }

  /// Whether an error means that the server cannot read the memory. A failed detach (2) only follows a
  /// failed attach (1).
  func isFatal(_ error: ErrorRecord.Entry) -> Bool {
    error.request == majorOpcode && (error.minor == 1 || error.minor == 3)
  }
}

extension XEvent {
  /// The event as a completion event of the extension.
  var shmCompletion: XShmCompletionEvent {
    withUnsafeBytes(of: self) { $0.load(as: XShmCompletionEvent.self) }
  }
}
