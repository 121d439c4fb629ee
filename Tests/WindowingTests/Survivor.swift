import CX11
import Foundation
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// A window that outlives its server, and draws a pattern whenever a frame is needed, as a program does.
@MainActor
final class Survivor {
  let window: X11Window
  private(set) var events: [SurfaceEvent] = []
  /// The identifiers of all buffers so far.
  private(set) var identifiers: [Int] = []
  private(set) var seed: UInt32 = 1

  init(_ display: String, _ change: (inout X11Window.Options) -> Void = { _ in }) throws {
    var options = X11Window.Options()
    options.size = Size(320, 240)
    options.minimumSize = Size(16, 16)
    options.reconnects = true
    change(&options)
    window = try X11Window(options: options, display: display)
    window.handler = { [weak self] in self?.handle($0) }
    draw()
    window.map()
  }

  private func handle(_ event: SurfaceEvent) {
    events.append(event)
    switch event {
    case .returned, .resized, .exposed, .bufferReleased: draw()
    default: break
    }
  }

  /// Draws the current pattern, if there is a buffer.
  private func draw() {
    guard let buffer = window.acquireBuffer() else { return }
    if identifiers.last != buffer.identifier { identifiers.append(buffer.identifier) }
    Fixture.fill(buffer.pixels, seed: seed)
    window.present(buffer, damage: [buffer.pixels.bounds])
  }

  /// Draws the next pattern.
  func drawNext() {
    seed += 1
    draw()
  }

  func count(of event: SurfaceEvent) -> Int { events.count { $0 == event } }

  func forgetEvents() { events = [] }

  /// The picture that the window should show.
  var pattern: [UInt32] { Fixture.pattern(width: window.width, height: window.height, seed: seed) }

  /// Waits for the right picture on the server.
  func waitForPicture(_ client: XClient) async throws -> Bool {
    try await Self.wait {
      guard let session = self.window.session, session.isExposed,
        client.size(of: session.window)
          == PixelSize(width: self.window.width, height: self.window.height)
      else { return false }
      let shown = client.pixels(
        session.window, width: self.window.width, height: self.window.height)
      return difference(shown, self.pattern) == nil
    }
  }

  /// Waits for a condition while the main queue works.
  static func wait(_ isSo: () throws -> Bool) async throws -> Bool {
    try await becomes { try isSo() }
  }
}
