import CX11

/// The numbers that the server has given MIT-SHM.
struct SharedMemoryExtension {
  let majorOpcode: UInt8
  let completionType: Int32

  /// nil if the server lacks it.
  init?(_ display: OpaquePointer) {
    var (major, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard XQueryExtension(display, "MIT-SHM", &major, &event, &error) != 0 else { return nil }
    majorOpcode = UInt8(truncatingIfNeeded: major)
    completionType = event + ShmCompletion
  }

  /// Whether an error says that the server cannot read the memory. A detach (2) that fails only
  /// follows an attach (1) that has.
  func isFatal(_ error: ErrorRecord.Entry) -> Bool {
    error.request == majorOpcode && (error.minor == 1 || error.minor == 3)
  }
}

extension XEvent {
  /// The event as what an extension defines it to be.
  var shmCompletion: XShmCompletionEvent {
    withUnsafeBytes(of: self) { $0.load(as: XShmCompletionEvent.self) }
  }
}
