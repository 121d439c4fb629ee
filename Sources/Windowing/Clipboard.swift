import CX11
import Dispatch
import Glibc
import Stage

/// The ownership of the selection `CLIPBOARD`, and the answers to clients that paste (ICCCM, section 2).
///
/// Contents that are too long for one request are sent in pieces (INCR): each piece is sent when the receiver has
/// removed the piece before.
@MainActor
final class Clipboard {
  /// A transfer in pieces.
  private struct Transfer {
    let property: Atom
    let target: Atom
    /// All bytes; those from the index `start` on are still to be sent.
    let bytes: [UInt8]
    var start = 0
  }

  private let connection: Connection
  private let window: Window
  private let names: Atoms
  private var contents: ClipboardContents?
  private var since: Time = 0
  /// The running transfers by the windows of their receivers. A receiver has at most one for each property.
  private var transfers: [Window: [Transfer]] = [:]
  /// Whether a clipboard manager has taken over the contents; nil before the request.
  private(set) var isHandedOver: Bool?

  /// The longest property that is written at once, in bytes.
  private static let pieceLength = 64 << 10
  /// The largest number of transfers to all receivers, because some may never end.
  private static let mostTransfers = 64

  init(connection: Connection, window: Window) {
    self.connection = connection
    self.window = window
    names = connection.atoms
  }

  private var display: OpaquePointer { connection.display }

  /// Takes the clipboard.
  /// - Parameter time: the server's time of the user's request.
  func own(_ contents: ClipboardContents, since time: Time) {
    guard !connection.isBroken else { return }
    XSetSelectionOwner(display, names[.clipboard], window, time)
    guard XGetSelectionOwner(display, names[.clipboard]) == window else { return }
    (self.contents, since) = (contents, time)
  }

  // MARK: Answers

  /// Notes that another client has taken the clipboard. Running transfers continue. An event about an earlier ownership
  /// says nothing about the present one.
  func lost(_ event: XSelectionClearEvent) {
    guard event.selection == names[.clipboard], !connection.isBroken,
      XGetSelectionOwner(display, names[.clipboard]) != window
    else { return }
    contents = nil
  }

  /// Answers a request for the contents.
  func answer(_ event: XSelectionRequestEvent) {
    guard event.selection == names[.clipboard], event.owner == window, !connection.isBroken else {
      return
    }
    // Old clients omit the property.
    let property = event.property == 0 ? event.target : event.property
    var isGiven = false
    // A transfer replaces the events that are reported about its receiver, and these two windows need theirs.
    if contents != nil, event.requestor != window, event.requestor != connection.root {
      isGiven =
        event.target == names[.multiple]
        ? giveSeveral(event.requestor, property) : give(event.target, event.requestor, property)
    }
    var reply = XEvent()
    reply.xselection.type = SelectionNotify
    reply.xselection.requestor = event.requestor
    reply.xselection.selection = event.selection
    reply.xselection.target = event.target
    reply.xselection.property = isGiven ? property : 0
    reply.xselection.time = event.time
    XSendEvent(display, event.requestor, 0, NoEventMask, &reply)
  }

  /// The targets to which the contents can be converted.
  private var targets: [Atom] {
    var targets = [
      names[.targets], names[.multiple], names[.timestamp], names[.saveTargets],
    ]
    if contents?.png != nil { targets.append(names[.imagePNG]) }
    if contents?.text != nil {
      targets += [names[.utf8String], names[.textPlainUTF8], names[.textPlain], XA_STRING]
    }
    return targets
  }

  /// Writes the contents, converted to a target, into a property of the receiver.
  /// - Returns: whether the conversion exists, and its transfer has room.
  private func give(_ target: Atom, _ receiver: Window, _ property: Atom) -> Bool {
    switch target {
    case names[.targets]: set(targets, XA_ATOM, receiver, property)
    case names[.timestamp]: set([since], XA_INTEGER, receiver, property)
    // This target has only a side effect; the manager requests the contents separately.
    case names[.saveTargets]: set([], names[.null], receiver, property)
    default:
      guard let bytes = bytes(of: target) else { return false }
      return send(bytes, target, receiver, property)
    }
    return true
  }

  private func bytes(of target: Atom) -> [UInt8]? {
    switch target {
    case names[.imagePNG]: contents?.png
    case names[.utf8String], names[.textPlainUTF8], names[.textPlain]:
      contents?.text.map { Array($0.utf8) }
    // Latin-1 by definition. Other characters become question marks.
    case XA_STRING:
      contents?.text.map { $0.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") } }
    default: nil
    }
  }

  /// Answers a request for several conversions, which are pairs of a target and a property. The property of a failed
  /// conversion becomes zero.
  private func giveSeveral(_ receiver: Window, _ property: Atom) -> Bool {
    var pairs = Properties.values(display, receiver, property, type: names[.atomPair])
    guard !pairs.isEmpty, pairs.count % 2 == 0, pairs.count <= 64 else { return false }
    for index in stride(from: 0, to: pairs.count, by: 2)
    where pairs[index] == names[.multiple] || pairs[index + 1] == 0
      || !give(pairs[index], receiver, pairs[index + 1])
    {
      pairs[index + 1] = 0
    }
    set(pairs, names[.atomPair], receiver, property)
    return true
  }

  // MARK: Properties

  /// - Returns: false if too many transfers are running.
  private func send(
    _ bytes: [UInt8], _ target: Atom, _ receiver: Window, _ property: Atom
  ) -> Bool {
    guard bytes.count > Self.pieceLength else {
      write(bytes[...], target, receiver, property)
      return true
    }
    // A receiver that requests the same property again has given up the earlier transfer.
    transfers[receiver]?.removeAll { $0.property == property }
    guard transfers.values.reduce(0, { $0 + $1.count }) < Self.mostTransfers else { return false }
    // The receiver's removal of the property requests each piece.
    XSelectInput(display, receiver, PropertyChangeMask | StructureNotifyMask)
    transfers[receiver, default: []].append(
      Transfer(property: property, target: target, bytes: bytes))
    set([UInt(bytes.count)], names[.incr], receiver, property)
    return true
  }

  /// Sends the next piece, if the removal of a property requests one. An empty piece is the end.
  func sendMore(_ event: XPropertyEvent) {
    guard let waiting = transfers[event.window], event.state == PropertyDelete,
      let index = waiting.firstIndex(where: { $0.property == event.atom }), !connection.isBroken
    else { return }
    var transfer = waiting[index]
    let piece = transfer.bytes[transfer.start...].prefix(Self.pieceLength)
    write(piece, transfer.target, event.window, transfer.property)
    transfer.start += piece.count
    if piece.isEmpty {
      transfers[event.window]?.remove(at: index)
      if transfers[event.window]?.isEmpty ?? true { end(event.window) }
    } else {
      transfers[event.window]?[index] = transfer
    }
  }

  private func end(_ receiver: Window) {
    transfers[receiver] = nil
    XSelectInput(display, receiver, NoEventMask)
  }

  /// Notes that a receiver has been destroyed.
  /// - Returns: whether the window was a receiver.
  func destroyed(_ window: Window) -> Bool { transfers.removeValue(forKey: window) != nil }

  private func write(
    _ bytes: ArraySlice<UInt8>, _ type: Atom, _ receiver: Window, _ property: Atom
  ) {
    // A long piece leaves the request buffer at once, so the connection is checked first.
    guard connection.flush() > 0 else { return }
    bytes.withUnsafeBufferPointer {
      _ = XChangeProperty(
        display, receiver, property, type, 8, PropModeReplace, $0.baseAddress, Int32($0.count))
    }
  }

  /// Sets 32-bit values, which Xlib expects as C longs.
  private func set(_ values: [UInt], _ type: Atom, _ receiver: Window, _ property: Atom) {
    values.withUnsafeBytes {
      _ = XChangeProperty(
        display, receiver, property, type, 32, PropModeReplace,
        $0.bindMemory(to: UInt8.self).baseAddress, Int32(values.count))
    }
  }

  // MARK: The end of the program

  /// Asks a clipboard manager to keep the contents after the end of the window.
  /// - Returns: whether there is a manager to wait for.
  func handOver() -> Bool {
    guard contents != nil, !connection.isBroken,
      XGetSelectionOwner(display, names[.clipboardManager]) != 0
    else { return false }
    isHandedOver = false
    let kinds = targets.filter { bytes(of: $0) != nil }
    set(kinds, XA_ATOM, window, names[.wallchartSelection])
    XConvertSelection(
      display, names[.clipboardManager], names[.saveTargets], names[.wallchartSelection], window,
      since)
    return true
  }

  /// Notes the manager's answer.
  func noted(_ event: XSelectionEvent) {
    if event.selection == names[.clipboardManager] { isHandedOver = true }
  }
}
