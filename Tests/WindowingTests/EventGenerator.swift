import CX11
import Glibc
import TestSupport

/// Random events with random contents, such as any X client can send to any window.
@MainActor
struct EventGenerator {
  private var generator: SeededGenerator
  private let client: XClient
  private let window: CX11.Window
  private let types: [UInt8]

  /// - Parameter without: types of events that are never sent.
  init(_ client: XClient, window: CX11.Window, seed: UInt64, without excluded: [Int32] = []) {
    generator = SeededGenerator(seed: seed)
    self.client = client
    self.window = window
    // The server's own events, and those of extensions. The server refuses unknown types.
    types = (2...127).filter { !excluded.contains(Int32($0)) }
    for type in types { RawEvent.prepare(client.display, type: type) }
  }

  /// Sends an event to the window.
  mutating func send() {
    var event = RawEvent.event(bytes())
    XSendEvent(client.display, window, 0, NoEventMask, &event)
  }

  private mutating func bytes() -> [UInt8] {
    // Half of the events are core events, because only few types of extensions exist.
    let isCore = Bool.random(using: &generator)
    var bytes = [
      isCore ? UInt8.random(in: 2..<36, using: &generator) : types.randomElement(using: &generator)!
    ]
    if !types.contains(bytes[0]) { bytes[0] = types.randomElement(using: &generator)! }
    // A client message has 8, 16 or 32 bits; the server refuses other sizes.
    bytes.append(
      bytes[0] == ClientMessage
        ? [8, 16, 32].randomElement(using: &generator)!
        : UInt8.random(in: 0...255, using: &generator))
    bytes += [0, 0]
    while bytes.count < 32 { append(to: &bytes) }
    return Array(bytes[..<32])
  }

  /// Adds a field of two or four bytes: extreme, plausible, or random.
  private mutating func append(to bytes: inout [UInt8]) {
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value) { bytes += $0 }
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: add(UInt32(truncatingIfNeeded: window))
    case 1: add(UInt32(truncatingIfNeeded: client.root))
    case 2:
      add(UInt32(truncatingIfNeeded: client.atom(Self.names.randomElement(using: &generator)!)))
    case 3, 4: add([0, 1, 0x7fff, 0x8000, 0xffff].randomElement(using: &generator)! as UInt16)
    case 5: add(UInt16.random(in: 0..<400, using: &generator))
    default: add(UInt32.random(in: 0...UInt32.max, using: &generator))
    }
  }

  private static let names = [
    "WM_PROTOCOLS", "WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_STATE", "RESOURCE_MANAGER",
  ]
}

/// An event as the 32 bytes that go over the connection. Xlib converts the types that it knows, and
/// accepts a converter for other types.
enum RawEvent {
  private typealias Converter =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  private typealias Setter =
    @convention(c) (OpaquePointer?, Int32, Converter?) -> UnsafeMutableRawPointer?

  /// A function of Xlibint.h, which Swift cannot import.
  private static let setConverter = unsafeBitCast(
    dlsym(nil, "XESetEventToWire")!, to: Setter.self)
  /// An event begins with its type, and the bytes follow.
  private static let offset = 8

  static func prepare(_ display: OpaquePointer, type: UInt8) {
    _ = setConverter(display, Int32(type)) { _, event, wire in
      wire!.copyMemory(from: event! + RawEvent.offset, byteCount: 32)
      return 1
    }
  }

  /// Sends an event of 32 bytes to a window.
  static func send(_ bytes: [UInt8], to window: CX11.Window, _ display: OpaquePointer) {
    prepare(display, type: bytes[0])
    var event = event(bytes)
    XSendEvent(display, window, 0, NoEventMask, &event)
  }

  static func event(_ bytes: [UInt8]) -> XEvent {
    var event = XEvent()
    event.type = Int32(bytes[0])
    withUnsafeMutableBytes(of: &event) { $0[offset..<offset + 32].copyBytes(from: bytes) }
    return event
  }
}
