import CX11

extension ErrorRecord.Entry {
  /// Whether the error only means that another client's window no longer exists, which may happen at any time to a
  /// receiver of the clipboard: BadWindow for ChangeWindowAttributes, ChangeProperty, GetProperty or SendEvent.
  var isOfLostReceiver: Bool { code == UInt8(BadWindow) && [2, 18, 20, 25].contains(request) }

  /// Whether the error only means that a window no longer exists, because another client has destroyed it.
  func isOfDestroyed(_ window: Window) -> Bool {
    [UInt8(BadWindow), UInt8(BadDrawable)].contains(code) && resource == window
  }

  /// The error and the failed request by their names, such as `BadMatch (invalid parameter attributes) for
  /// X_SetInputFocus`; numbers if the library has no name. This takes no round trip.
  func description(_ display: OpaquePointer) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    func text() -> String {
      String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    XGetErrorText(display, Int32(code), &buffer, Int32(buffer.count))
    let error = text()
    let number = request < 128 ? "\(request)" : "\(request).\(minor)"
    XGetErrorDatabaseText(
      display, "XRequest", number, "request \(number)", &buffer, Int32(buffer.count))
    return "\(error) for \(text())"
  }
}

/// The kinds of errors that have been reported. Each kind is reported once, because the same error may recur at every
/// frame.
struct ReportedErrors {
  private struct Kind: Hashable {
    let code, request, minor: UInt8
  }

  private var reported: Set<Kind> = []

  /// Whether an error is of a kind that has not been reported.
  mutating func isNew(_ error: ErrorRecord.Entry) -> Bool {
    reported.insert(Kind(code: error.code, request: error.request, minor: error.minor)).inserted
  }
}
