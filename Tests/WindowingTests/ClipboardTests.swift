import CX11
import Foundation
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// The clipboard, as other clients see it.
@MainActor
@Suite(.serialized)
struct ClipboardTests {
  /// A client of its own, which pastes on its own thread while the window works on the main thread.
  private final class Receiver: @unchecked Sendable {
    let display: OpaquePointer
    let window: CX11.Window

    init(_ name: String) throws {
      display = try openTestDisplay(name)
      window = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
      XSelectInput(display, window, PropertyChangeMask)
    }

    // The display stays open: the thread that pastes may still use it.

    func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

    /// Waits for an event of a type; nil after a long time.
    func next(_ type: Int32, where isRight: (XEvent) -> Bool = { _ in true }) -> XEvent? {
      var event = XEvent()
      var found: XEvent?
      _ = eventually {
        while XPending(display) > 0 {
          XNextEvent(display, &event)
          if event.type == type, isRight(event) {
            found = event
            return true
          }
        }
        return false
      }
      return found
    }

    /// Reads and removes a property.
    func take(_ property: Atom) -> (type: Atom, bytes: [UInt8]) {
      var (type, format, count, left): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, property, 0, 1 << 24, 1, UInt(AnyPropertyType), &type, &format, &count,
        &left, &data)
      defer { XFree(data) }
      let size = Int(count) * (format == 32 ? 8 : Int(format) / 8)
      return (type, data.map { Array(UnsafeBufferPointer(start: $0, count: size)) } ?? [])
    }

    /// Pastes the clipboard's contents; nil if the owner refuses.
    func paste(_ target: String) -> (bytes: [UInt8], pieces: Int)? {
      let property = atom("RESULT")
      XConvertSelection(
        display, atom("CLIPBOARD"), atom(target), property, window, UInt(CurrentTime))
      guard let answer = next(SelectionNotify), answer.xselection.property != 0 else { return nil }
      let first = take(property)
      guard first.type == atom("INCR") else { return (first.bytes, 1) }
      var (whole, pieces): ([UInt8], Int) = ([], 0)
      while next(
        PropertyNotify,
        where: {
          $0.xproperty.atom == property && $0.xproperty.state == PropertyNewValue
        }) != nil
      {
        let piece = take(property).bytes
        if piece.isEmpty { break }
        whole += piece
        pieces += 1
      }
      return (whole, pieces)
    }
  }

  /// Runs work of another client while the window handles its events.
  private func run<Result: Sendable>(
    beside fixture: Fixture, _ work: @escaping @Sendable () -> Result
  ) throws -> Result {
    let box = Box<Result>()
    Thread.detachNewThread { box.value = work() }
    try fixture.wait("the other client") { box.value != nil }
    return box.value!
  }

  private final class Box<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value?
    var value: Value? {
      get { lock.withLock { stored } }
      set { lock.withLock { stored = newValue } }
    }
  }

  private func owner(
    of contents: ClipboardContents, on server: Xvfb
  ) throws -> (Fixture, Receiver) {
    let fixture = try Fixture(server.display)
    try fixture.map()
    fixture.window.copy(contents)
    return (fixture, try Receiver(server.display))
  }

  @Test func textIsGivenInAllItsKinds() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let (fixture, receiver) = try owner(of: ClipboardContents(text: "12 µs · 7 °C\n"), on: server)
    let results = try run(beside: fixture) {
      ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "image/png", "NONSENSE"]
        .map { receiver.paste($0)?.bytes }
    }
    let utf8 = Array("12 µs · 7 °C\n".utf8)
    let latin = "12 µs · 7 °C\n".unicodeScalars.map { UInt8($0.value) }
    #expect(results == [utf8, utf8, utf8, latin, nil, nil])
    let targets = try run(beside: fixture) {
      receiver.paste("TARGETS")?.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt.self)) } ?? []
    }
    for name in ["TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "UTF8_STRING", "STRING"] {
      #expect(targets.contains(receiver.atom(name)), "\(name)")
    }
    #expect(!targets.contains(receiver.atom("image/png")))
  }

  /// A picture that is longer than a request comes in pieces.
  @Test(arguments: [1, 65_536, 65_537, 1_000_000])
  func aPictureComesWhole(length: Int) throws {
    var random = SeededGenerator(seed: 7)
    let png = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    let server = try Xvfb()
    defer { server.stop() }
    let (fixture, receiver) = try owner(of: ClipboardContents(png: png), on: server)
    for _ in 0..<2 {
      let result = try run(beside: fixture) {
        receiver.paste("image/png").map { [$0.bytes, [UInt8(min(255, $0.pieces))]] }
      }
      #expect(result?[0] == png)
      #expect(result?[1] == [UInt8((length + 65_535) / 65_536)])
    }
  }

  /// Another program of the desktop pastes, a short text at once and a long one in pieces.
  @Test(arguments: [1, 100_000])
  func anotherProgramPastes(count: Int) throws {
    let text = String(repeating: "12 µs · 7 °C\n", count: count)
    let server = try Xvfb()
    defer { server.stop() }
    let (fixture, _) = try owner(of: ClipboardContents(text: text), on: server)
    nonisolated(unsafe) let unsafeServer = server
    let pasted = try run(beside: fixture) {
      (try? unsafeServer.run("xclip", "-selection", "clipboard", "-o")) ?? ""
    }
    #expect(pasted.utf8.count == text.utf8.count)
    #expect(pasted == text)
  }

  @Test func anotherOwnerTakesTheClipboard() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let (fixture, receiver) = try owner(of: ClipboardContents(text: "old"), on: server)
    XSetSelectionOwner(
      receiver.display, receiver.atom("CLIPBOARD"), receiver.window, UInt(CurrentTime))
    XSync(receiver.display, 0)
    fixture.settle()
    // Whoever asks the old owner directly is refused.
    var request = XEvent()
    request.xselectionrequest.type = SelectionRequest
    request.xselectionrequest.owner = fixture.window.window
    request.xselectionrequest.requestor = receiver.window
    request.xselectionrequest.selection = receiver.atom("CLIPBOARD")
    request.xselectionrequest.target = receiver.atom("UTF8_STRING")
    request.xselectionrequest.property = receiver.atom("RESULT")
    fixture.window.live.clipboard.answer(request.xselectionrequest)
    fixture.settle()
    let answer = try run(beside: fixture) { receiver.next(SelectionNotify)?.xselection.property }
    #expect(answer == 0)
  }

  /// A receiver that disappears in the middle leaves nothing behind, and is no error.
  @Test func aReceiverThatDisappears() throws {
    let png = [UInt8](repeating: 1, count: 300_000)
    let server = try Xvfb()
    defer { server.stop() }
    let (fixture, receiver) = try owner(of: ClipboardContents(png: png), on: server)
    try run(beside: fixture) {
      XConvertSelection(
        receiver.display, receiver.atom("CLIPBOARD"), receiver.atom("image/png"),
        receiver.atom("RESULT"), receiver.window, UInt(CurrentTime))
      _ = receiver.next(SelectionNotify)
      XDestroyWindow(receiver.display, receiver.window)
      XSync(receiver.display, 0)
    }
    fixture.settle()
    let second = try Receiver(server.display)
    let bytes = try run(beside: fixture) { second.paste("image/png")?.bytes }
    #expect(bytes == png)
    #expect(!fixture.events.contains { if case .failed = $0 { true } else { false } })
  }

  /// Transfers that nobody ends, of one receiver or of many, leave no room for more, which the receivers are told. A
  /// receiver that asks again does not count twice.
  @Test(arguments: [true, false])
  func transfersThatNobodyEnds(hasManyReceivers: Bool) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let png = [UInt8](repeating: 1, count: 100_000)
    let (fixture, receiver) = try owner(of: ClipboardContents(png: png), on: server)
    let answers = try run(beside: fixture) {
      (0..<70).map { number in
        let window =
          hasManyReceivers
          ? XCreateSimpleWindow(
            receiver.display, XDefaultRootWindow(receiver.display), 0, 0, 1, 1, 0, 0, 0)
          : receiver.window
        // The first one asks three times.
        let property = receiver.atom("RESULT\(hasManyReceivers ? 0 : max(2, number))")
        XConvertSelection(
          receiver.display, receiver.atom("CLIPBOARD"), receiver.atom("image/png"), property,
          number < 3 ? receiver.window : window, UInt(CurrentTime))
        return receiver.next(SelectionNotify).map { $0.xselection.property == property }
      }
    }
    // Numbers 0 to 2 are one transfer.
    #expect(answers == (0..<70).map { $0 < 66 })
  }

  /// A client that names the window itself, or the root, as the receiver is refused, and takes no events away from it.
  @Test(arguments: [true, false])
  func aReceiverWhoseEventsAreNeeded(isRoot: Bool) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let png = [UInt8](repeating: 1, count: 100_000)
    let (fixture, receiver) = try owner(of: ClipboardContents(png: png), on: server)
    let named = isRoot ? fixture.client.root : fixture.window.window
    func mask() -> Int {
      var attributes = XWindowAttributes()
      XGetWindowAttributes(fixture.window.connection.display, named, &attributes)
      return attributes.your_event_mask
    }
    let before = mask()
    XConvertSelection(
      receiver.display, receiver.atom("CLIPBOARD"), receiver.atom("image/png"),
      receiver.atom("RESULT"), named, UInt(CurrentTime))
    XSync(receiver.display, 0)
    fixture.settle()
    #expect(mask() == before)
    #expect(fixture.client.bytes(named, "RESULT").isEmpty)
  }

  /// A clipboard manager takes the contents over before the window is gone.
  @Test func aManagerKeepsTheContents() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let (fixture, manager) = try owner(of: ClipboardContents(text: "kept"), on: server)
    XSetSelectionOwner(
      manager.display, manager.atom("CLIPBOARD_MANAGER"), manager.window, UInt(CurrentTime))
    XSync(manager.display, 0)
    let box = Box<[UInt8]>()
    Thread.detachNewThread {
      guard let request = manager.next(SelectionRequest)?.xselectionrequest,
        request.target == manager.atom("SAVE_TARGETS")
      else { return }
      box.value = manager.paste("UTF8_STRING")?.bytes ?? []
      var reply = XEvent()
      reply.xselection.type = SelectionNotify
      reply.xselection.requestor = request.requestor
      reply.xselection.selection = request.selection
      reply.xselection.target = request.target
      reply.xselection.property = request.property
      XSendEvent(manager.display, request.requestor, 0, NoEventMask, &reply)
      XSync(manager.display, 0)
    }
    // A busy machine may need more than the second that a program waits.
    try #require(
      eventually {
        fixture.window.handOverClipboard()
        return fixture.window.live.clipboard.isHandedOver == true
      })
    #expect(box.value == Array("kept".utf8))
  }

  @Test func controlCAsksForACopyOnceAStroke() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    try server.run("xdotool", "key", "ctrl+c", "c", "ctrl+shift+q", "ctrl+c")
    try fixture.wait("the keys") { fixture.events.filter { $0 == .copyRequested }.count == 2 }
    #expect(fixture.events == [.copyRequested, .key(.character("c")), .copyRequested])
  }

  // MARK: Errors

  /// A mistake is told by its name, and once.
  @Test func anErrorIsToldOnceByName() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    for _ in 0..<3 {
      XFreePixmap(fixture.window.connection.display, 77)
      fixture.settle()
    }
    let told = fixture.takeEvents().compactMap { event -> String? in
      if case .failed(let text) = event { text } else { nil }
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("BadPixmap") == true)
    #expect(told.first?.contains("X_FreePixmap") == true)
  }

  /// The handlers of a program around this module go on working for its own displays.
  @Test func theErrorsOfOtherDisplaysReachTheProgramsOwnHandler() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let client = try XClient(server.display)
    ErrorRecord.forget(ErrorRecord.key(client.display))
    Self.hostErrors.value = 0
    let earlier = XSetErrorHandler { _, _ in
      ClipboardTests.hostErrors.value = (ClipboardTests.hostErrors.value ?? 0) + 1
      return 0
    }
    defer { XSetErrorHandler(earlier) }
    let fixture = try Fixture(server.display)
    XFreePixmap(client.display, 77)
    client.sync()
    #expect(Self.hostErrors.value == 1)
    XFreePixmap(fixture.window.connection.display, 77)
    fixture.settle()
    #expect(Self.hostErrors.value == 1)
  }

  private static let hostErrors = Box<Int>()
}
