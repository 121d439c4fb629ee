import Geometry
import Raster
import Stage

extension X11Window {
  /// The options of a new window.
  public struct Options: Sendable {
    /// The title of the window. Default "Wallchart".
    public var title = "Wallchart"
    /// The class of the window. Default "wallchart", "Wallchart".
    public var windowClass = WindowClass(name: "wallchart", general: "Wallchart")
    /// Width and height in points, at most those of the screen, and at least `minimumSize`.
    public var size = Size(1280, 720)
    /// The smallest width and height in points for the window manager to allow.
    public var minimumSize = Size(320, 240)
    /// Device pixels per point, clamped to 0.5...8; nil uses the desktop's scale (`Xft.dpi` / 96).
    public var scale: Double?
    /// Whether the window fills its monitor. Default false.
    public var isFullscreen = false
    /// The monitor for the window, by RandR's name (`HDMI-1`); nil leaves the choice to the window
    /// manager. While the monitor is missing, the window is on another one.
    public var monitor: String?
    /// Whether the program requests that a compositor does not redirect the fullscreen window. Default false.
    public var bypassesCompositor = false
    /// The seconds without a move after which the pointer is hidden; nil for never.
    public var hidesPointerAfter: Double?
    /// Whether the screen stays on while the window is mapped, despite screen saver and DPMS. Default false.
    public var keepsScreenOn = false
    /// The icons for window managers and task lists, sent when the first picture is on screen.
    public var icons: [WindowIcon] = []
    /// Whether the window opens again when its server has ended and returned, or when another program has destroyed the
    /// window, and whether the window waits for a server or a monitor that is missing at the start. Otherwise,
    /// `.disconnected` or `.closeRequested` reports the end, and a missing server or monitor is an error. Default
    /// false.
    public var reconnects = false
    /// Whether the window may get the keyboard focus, and thus key events. Default true.
    public var takesFocus = true
    /// Whether the window requests the focus when it appears. A window without the focus gets the focus when the user
    /// clicks into the window. Default true.
    public var claimsFocus = true
    /// The background before the first frame: 0xAARRGGBB, alpha is ignored.
    public var background: UInt32 = 0xff00_0000

    /// The default options.
    public init() {}
  }

  /// WM_CLASS, which identifies the window in a window manager's rules.
  public struct WindowClass: Sendable {
    /// The name of the instance, the first part of WM_CLASS.
    public var name: String
    /// The name of the class, the second part of WM_CLASS.
    public var general: String

    /// A class of two names.
    public init(name: String, general: String) {
      self.name = name
      self.general = general
    }
  }

  /// Counts of a window's operations so far.
  public struct Statistics: Equatable, Sendable {
    /// Whether frames are read from shared memory (MIT-SHM), and not sent over the connection.
    public var usesSharedMemory: Bool
    /// The bytes of pixels sent to the window, through shared memory or the connection.
    public var bytesPut: Int
    /// The number of frame buffers allocated since the start.
    public var buffersMade: Int
    /// The number of frame buffers whose memory has been released; equal to `buffersMade` once the window is closed.
    public var buffersReleased: Int
    /// The number of times that messages of the server, or the wait for more of them, have woken the
    /// program.
    public var readWakeups: Int
  }
}

/// A size in device pixels that an X window can have.
struct PixelSize: Equatable {
  var width: Int
  var height: Int

  /// The largest side of a picture, which is also the largest coordinate of the protocol, a signed 16-bit number.
  private static let limit = PNG.largestSide

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The smallest size in whole pixels that contains a size in points. NaN counts as 1 pixel.
  init(_ points: Size, scale: Double) {
    func pixels(_ length: Double) -> Int {
      let value = (length * scale).rounded(.up)
      return value >= 1 ? Int(min(value, Double(Self.limit))) : 1
    }
    self.init(width: pixels(points.width), height: pixels(points.height))
  }

  func held(atMost other: PixelSize) -> PixelSize {
    PixelSize(width: min(width, other.width), height: min(height, other.height))
  }

  /// The size of the frame that fills a window of this size: from 1×1 to the limits of a picture
  /// (`PNG.largestSide`, `PNG.largestArea`). A larger window is filled from its top left with a frame of
  /// about the same proportions.
  var frame: PixelSize {
    let width = min(max(width, 1), Self.limit)
    let height = min(max(height, 1), Self.limit)
    guard width * height > PNG.largestArea else { return PixelSize(width: width, height: height) }
    let factor = (Double(PNG.largestArea) / Double(width * height)).squareRoot()
    return PixelSize(
      width: Int(Double(width) * factor), height: Int(Double(height) * factor))
  }

  func held(atLeast other: PixelSize) -> PixelSize {
    PixelSize(width: max(width, other.width), height: max(height, other.height))
  }
}
