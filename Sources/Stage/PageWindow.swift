import Geometry

/// A window in which a program shows its pages: one of an X server, or a terminal.
///
/// A terminal has no monitors, icons or clipboard of its own, so these have defaults.
@MainActor
public protocol PageWindow: Surface {
  /// The other end of the window's connection, as messages name it: `X server`.
  var serverName: String { get }

  /// Whether the window has a server. A window that waits for one reports `.returned` when it has it.
  var isOpen: Bool { get }

  /// Shows the window. A frame that has been presented before appears with the window.
  func map()

  /// Lets the server prepare for the first picture, while the picture is being drawn. Default: nothing.
  func prepareDisplay()

  /// Changes the title of the window.
  func setTitle(_ title: String)

  /// Changes the icons in window managers and task lists. Default: nothing.
  func setIcons(_ icons: [WindowIcon])

  /// Whether the window fills its monitor. Default true.
  var isFullscreen: Bool { get }
  /// Fills the monitor, or returns to the old size. Default: nothing.
  func setFullscreen(_ isOn: Bool)

  /// The names of the monitors from left to right. Default: none.
  var monitorNames: [String] { get }
  /// The name of the wanted monitor; nil for any. Default nil.
  var monitor: String? { get set }

  /// Turns the screen off, or on again. Default: nothing.
  func setDark(_ isDark: Bool)

  /// Puts contents on the clipboard. Default: nothing.
  func copy(_ contents: ClipboardContents)
  /// Hands the clipboard's contents over to another program before this program ends. Default: nothing.
  func handOverClipboard()

  /// Destroys the window and releases its resources. No event follows.
  func close()
}

extension PageWindow {
  /// The default: nothing.
  public func prepareDisplay() {}
  /// The default: nothing.
  public func setIcons(_ icons: [WindowIcon]) {}
  /// The default: true.
  public var isFullscreen: Bool { true }
  /// The default: nothing.
  public func setFullscreen(_ isOn: Bool) {}
  /// Fills the monitor, or returns to the old size if the window fills the monitor now.
  public func toggleFullscreen() { setFullscreen(!isFullscreen) }
  /// The default: no names.
  public var monitorNames: [String] { [] }
  /// The default: nil, also after another name is set.
  public var monitor: String? {
    get { nil }
    set {}
  }
  /// The default: nothing.
  public func setDark(_ isDark: Bool) {}
  /// The default: nothing.
  public func copy(_ contents: ClipboardContents) {}
  /// The default: nothing.
  public func handOverClipboard() {}
}

/// An icon of a window in one size.
public struct WindowIcon: Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int
  /// The pixels row by row as 0xAARRGGBB, not premultiplied. An icon with another number of pixels is left
  /// out.
  public var pixels: [UInt32]

  /// An icon of a size in pixels, with its pixels row by row.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// Contents for the clipboard, by their kinds.
public struct ClipboardContents: Sendable, Equatable {
  /// Plain text; nil for none.
  public var text: String?
  /// A picture as a PNG file; nil for none.
  public var png: [UInt8]?

  /// Contents of one kind or both.
  public init(text: String? = nil, png: [UInt8]? = nil) {
    (self.text, self.png) = (text, png)
  }
}
