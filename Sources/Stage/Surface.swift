import Geometry
import Layers
import Raster

/// A place where frames become visible: a window, or memory.
///
/// A surface owns a few frame buffers with persistent contents, so that a frame needs to draw only the
/// differences from the buffer's last frame.
@MainActor
public protocol Surface: AnyObject {
  /// The width of a frame in device pixels; at least 1.
  var width: Int { get }
  /// The height of a frame in device pixels; at least 1.
  var height: Int { get }

  /// Device pixels per point.
  var scale: Double { get }

  /// Seconds between two refreshes of the display with the surface; 1/60 if not known.
  var refreshInterval: Double { get }

  /// Seconds since a refresh of the display, from which all others are whole intervals away; nil if no
  /// refresh is known that is recent enough to count from.
  var timeSinceRefresh: Double? { get }

  /// The receiver of events, called on the main actor. Only `pollEvents` and `handOverClipboard` call the receiver
  /// before returning; no other function does.
  var handler: (@MainActor (SurfaceEvent) -> Void)? { get set }

  /// A buffer of the current size for the next frame; nil while the server still reads all buffers, or is
  /// away. After nil, `.bufferReleased` follows, or `.returned`.
  func acquireBuffer() -> SurfaceBuffer?

  /// The buffer with the picture on screen, in the current size, whose pixels may be read until the next frame is
  /// presented; nil if there is none. Default: nil, for a surface with one buffer.
  var shownBuffer: SurfaceBuffer? { get }

  /// The operations that are drawn into a buffer for a frame. A surface that shows some of them in another
  /// way, such as texts as characters, notes them here and leaves them out. Default: all within the damage.
  func drawing(of list: DisplayList, within damage: [IntRect]) -> DrawList

  /// Shows an acquired buffer as the current frame.
  /// - Parameter damage: all pixels that differ from the frame before.
  func present(_ buffer: SurfaceBuffer, damage: [IntRect])

  /// The bytes that the surface has sent to the display for frames so far. Default: 0, for a surface in memory.
  var bytesPut: Int { get }

  /// Whether `pollEvents` is called before every frame of a motion. Messages between two frames, such as that a
  /// frame has been read, then do not wake the program.
  var isPolled: Bool { get set }

  /// Handles all messages so far, and calls the handler for them.
  func pollEvents()
}

extension Surface {
  /// The default: all operations within the damage.
  public func drawing(of list: DisplayList, within damage: [IntRect]) -> DrawList {
    list.drawList(within: damage)
  }

  /// The default: nil, for a surface with one buffer.
  public var shownBuffer: SurfaceBuffer? { nil }

  /// The default: 0, for a surface in memory.
  public var bytesPut: Int { 0 }

  /// The default: nil, because the surface does not know the refreshes of its display.
  public var timeSinceRefresh: Double? { nil }
}

/// A frame buffer of a surface.
public struct SurfaceBuffer {
  /// The identity of the memory. A buffer that returns has its old identifier and contents; the contents
  /// under a new identifier are undefined. No identifier is used for two buffers of a surface.
  public let identifier: Int
  /// The memory of the frame.
  public let pixels: PixelBuffer

  /// The number of frames after which a surface releases a buffer that none of these frames needed.
  public static let mostFramesUnused = 120

  /// A buffer with the identity of its memory.
  public init(identifier: Int, pixels: PixelBuffer) {
    self.identifier = identifier
    self.pixels = pixels
  }
}

/// An event of a surface.
public enum SurfaceEvent: Equatable, Sendable {
  /// `width`, `height` or `scale` have new values.
  case resized
  /// The surface is smaller than its window, whose size is given in device pixels, because a frame cannot
  /// have that many pixels.
  case cropped(width: Int, height: Int)
  /// The surface has lost its picture while the next frame was being drawn. The next frame must be
  /// presented even without a change.
  case exposed
  /// A buffer is available again after `acquireBuffer` returned nil.
  case bufferReleased
  /// The surface has become visible, or invisible (unmapped, or fully covered).
  case visible(Bool)
  /// A press of a key, with the modifier keys that are held.
  case key(Key, KeyModifiers = [])
  /// The user has asked for a copy (Ctrl-C).
  case copyRequested
  /// The server has refused a request, named with its error. Each kind of error is reported once.
  case failed(String)
  /// The pointer has moved to a position in device pixels, or has left (nil). While a button is held,
  /// positions outside the surface are reported, too.
  case pointer(Point?)
  /// A press or a release of a pointer button.
  case button(PointerButtonEvent)
  /// A motion of a wheel or of fingers on a touchpad.
  case scroll(ScrollEvent)
  /// Monitors have come, gone, or changed their places and sizes.
  case monitorsChanged
  /// A gesture on a touch screen.
  case touch(TouchGesture)
  /// The user wants the window closed.
  case closeRequested
  /// The surface has lost its display, and waits for the display's return. All buffers are gone.
  case lost
  /// The surface has a display again, on which nothing has been drawn. `width`, `height` and `scale` may
  /// have new values.
  case returned
  /// The connection to the display has ended. The surface is of no more use.
  case disconnected
}

/// A key, named by the character that it types, or by its name if it types none.
public enum Key: Hashable, Sendable {
  /// A key that types a character.
  case character(Character)
  /// The key Escape.
  case escape
  /// The key Return, or Enter of the keypad.
  case `return`
  /// The key Tab.
  case tab
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The key Page Up.
  case pageUp
  /// The key Page Down.
  case pageDown
  /// The key Home.
  case home
  /// The key End.
  case end
}
