import Geometry
import Raster

/// Where frames become visible: a window, or memory.
///
/// A surface owns a few frame buffers whose contents persist, so that a frame needs to draw only
/// what differs from what its buffer showed last.
@MainActor
public protocol Surface: AnyObject {
  /// The size of a frame in device pixels; at least 1×1.
  var width: Int { get }
  var height: Int { get }

  /// Device pixels per point.
  var scale: Double { get }

  /// Seconds between two refreshes of the display that shows the surface; 1/60 where unknown.
  var refreshInterval: Double { get }

  /// Whom to tell of events. Called on the main actor, never from inside a call of the surface.
  var handler: (@MainActor (SurfaceEvent) -> Void)? { get set }

  /// A buffer of the current size to draw the next frame into, or nil while the server still reads
  /// all of them; then `.bufferReleased` follows.
  func acquireBuffer() -> SurfaceBuffer?

  /// Makes an acquired buffer the frame that is shown.
  /// - Parameter damage: all pixels that differ from the frame shown before.
  func present(_ buffer: SurfaceBuffer, damage: [IntRect])

  /// Whether `pollEvents` is called at every refresh. Then nothing wakes the program for what arrives between
  /// two of them, such as that a frame has been read, for it could not be shown any sooner.
  var isPolled: Bool { get set }

  /// Tells of what has arrived: the one call that the handler is called inside of.
  func pollEvents()
}

extension Surface {
  /// A surface that has nothing to wait for ignores it.
  public var isPolled: Bool {
    get { false }
    set { _ = newValue }
  }

  public func pollEvents() {}
}

/// A frame buffer of a surface.
public struct SurfaceBuffer {
  /// Names the memory: a buffer that comes again has the same identifier and still holds what was
  /// drawn; a new identifier means undefined contents.
  public let identifier: Int
  public let pixels: PixelBuffer

  public init(identifier: Int, pixels: PixelBuffer) {
    self.identifier = identifier
    self.pixels = pixels
  }
}

/// What a surface tells.
public enum SurfaceEvent: Equatable, Sendable {
  /// `width`, `height` or `scale` have new values.
  case resized
  /// The surface is smaller than the window of this size, in device pixels, that it is to fill: a frame
  /// cannot have as many pixels.
  case cropped(width: Int, height: Int)
  /// What the surface showed was lost while the frame was being drawn over: the next frame has to be
  /// presented even where nothing has changed.
  case exposed
  /// A buffer can be acquired again after `acquireBuffer` gave none.
  case bufferReleased
  /// Nothing of the surface can be seen (unmapped, or fully covered), or it can again.
  case visible(Bool)
  case key(Key, KeyModifiers = [])
  /// The pointer moved to a position in device pixels, or left (nil). While a button is held it is
  /// told outside of the surface, too.
  case pointer(Point?)
  case button(PointerButtonEvent)
  case scroll(ScrollEvent)
  /// The user wants the window closed.
  case closeRequested
  /// The display is gone; the surface is of no more use.
  case disconnected
}

/// A key as the program names it: what it types, or a named key that types nothing.
public enum Key: Hashable, Sendable {
  case character(Character)
  case escape
  case `return`
  case tab
  case left
  case right
  case up
  case down
  case pageUp
  case pageDown
  case home
  case end
}
