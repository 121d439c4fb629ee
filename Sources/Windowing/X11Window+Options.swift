import Geometry
import Raster

extension X11Window {
  /// How a window is to be.
  public struct Options: Sendable {
    public var title = "Wallchart"
    public var windowClass = WindowClass(name: "wallchart", general: "Wallchart")
    /// Width and height in points. Held within the screen, and not below `minimumSize`.
    public var size = Size(1280, 720)
    /// The smallest width and height in points that a window manager should allow.
    public var minimumSize = Size(320, 240)
    /// Device pixels per point, held within 0.5...8; nil takes the desktop's (`Xft.dpi` / 96).
    public var scale: Double?
    public var isFullscreen = false
    /// The monitor that shows the window, by RandR's name (`HDMI-1`); nil leaves it to the window
    /// manager.
    public var monitor: String?
    /// Seconds without a move after which the pointer is hidden; nil for never.
    public var hidesPointerAfter: Double?
    /// Whether the screen stays on while the window is mapped: neither screen saver nor DPMS.
    public var keepsScreenOn = false
    public var icons: [Icon] = []
    /// Whether the window may get the keyboard focus. Without it, it gets no keys.
    public var takesFocus = true
    /// Whether the window asks for the focus when it appears. One that does not gets it when the user
    /// clicks into it.
    public var claimsFocus = true
    /// What shows where no frame has been drawn yet: 0xAARRGGBB, alpha is ignored.
    public var background: UInt32 = 0xff00_0000

    public init() {}
  }

  /// WM_CLASS: by which rules of a window manager know the window.
  public struct WindowClass: Sendable {
    public var name: String
    public var general: String

    public init(name: String, general: String) {
      self.name = name
      self.general = general
    }
  }

  /// An icon in one of several sizes.
  public struct Icon: Sendable {
    public var width: Int
    public var height: Int
    /// 0xAARRGGBB, not premultiplied, row after row; an icon with another count is left out.
    public var pixels: [UInt32]

    public init(width: Int, height: Int, pixels: [UInt32]) {
      self.width = width
      self.height = height
      self.pixels = pixels
    }
  }

  /// What the window has done so far.
  public struct Statistics: Equatable, Sendable {
    /// Frames are read from shared memory (MIT-SHM), not sent over the connection.
    public var usesSharedMemory: Bool
    /// Bytes of pixels put on the window, at four a pixel, by either way.
    public var bytesPut: Int
    /// Frame buffers allocated since the start.
    public var buffersMade: Int
    /// Frame buffers of those that have given their memory back; all of them once the window is closed.
    public var buffersReleased: Int
    /// How often the server's messages woke the program.
    public var readWakeups: Int
  }
}

/// A size in device pixels that an X window can have.
struct PixelSize: Equatable {
  var width: Int
  var height: Int

  /// The most of the protocol's coordinates, which have 16 bits with a sign, and of a picture's side.
  private static let limit = PNG.largestSide

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whole pixels that hold a size in points; what is not a number counts as 1.
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
  /// (`PNG.largestSide`, `PNG.largestArea`). A window beyond these is filled from its top left, with a
  /// frame of about its own proportions.
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
