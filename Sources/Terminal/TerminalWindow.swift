import CCrash
import Dispatch
import Geometry
import Glibc
import Layers
import Raster
import Stage
import Typography

/// A terminal that shows a page, as pictures or as characters and braille dots.
@MainActor
public final class TerminalWindow: PageWindow {
  /// The options of a terminal.
  public struct Options: Sendable {
    /// The graphics to use; nil for the best that the terminal has.
    public var graphics: TerminalGraphicsKind?
    /// Device pixels per point; nil for a scale that suits the height of a character cell. Braille dots have
    /// their own.
    public var scale: Double?
    /// The background where no frame is drawn.
    public var background = Color.black

    /// The default options.
    public init() {}
  }

  /// The receiver of events, called on the main actor.
  public var handler: (@MainActor (SurfaceEvent) -> Void)?
  /// The graphics in use.
  public let graphicsKind: TerminalGraphicsKind
  /// The width of a frame in device pixels.
  public private(set) var width = 1
  /// The height of a frame in device pixels.
  public private(set) var height = 1
  /// Device pixels per point.
  public private(set) var scale = 1.0
  /// Whether `pollEvents` is called before every frame of a motion. The value has no effect on a terminal.
  public var isPolled = false

  private let device: TerminalDevice
  private let graphics: any TerminalGraphics
  private let options: Options
  private let colors: ColorDepth
  private let cell: (width: Int, height: Int)?
  private var size: TerminalSize
  private var input = TerminalInput()
  /// Keys that were pressed while the terminal was asked for its abilities.
  private var early: [TerminalMessage] = []
  private var clicks = ClickCounter()
  /// The pixels of the frame, from which the terminal's bytes are made.
  private var bitmap: Bitmap?
  private var identifier = 0
  private var title = ""
  private var isMapped = false
  /// Whether a frame was presented before the terminal was taken.
  private var isFrameOwed = false
  private var isWanted = false

  /// Ten frames a second: more would overload a network connection, and would not look better in braille dots.
  public let refreshInterval = 0.1
  /// The seconds within which a terminal reports its abilities.
  private static let patience = 2.0

  /// Opens the process's terminal, and asks it for its abilities. The terminal shows nothing yet.
  /// - Throws: an error with cause and remedy if there is no terminal, or if the graphics cannot be used.
  public init(
    _ options: Options,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(TerminalError) {
    self.options = options
    if environment("TERM") == "dumb" { throw .dumb }
    colors = ColorDepth(environment: environment)
    device = try TerminalDevice()
    var traits = TerminalTraits()
    var input = TerminalInput()
    var early: [TerminalMessage] = []
    device.ask(TerminalTraits.questions, seconds: Self.patience) { bytes in
      for message in input.messages(bytes) where !traits.take(message) { early.append(message) }
      return traits.isComplete
    }
    (self.input, self.early) = (input, early)
    let first = TerminalSize(of: device.descriptor, cell: nil)
    cell = traits.cell(columns: first.columns, rows: first.rows)
    size = TerminalSize(of: device.descriptor, cell: cell)
    graphicsKind = try Self.usable(
      options.graphics ?? traits.graphics, isAsked: options.graphics != nil)
    switch graphicsKind {
    case .kitty: graphics = TiledGraphics(.kitty)
    case .sixel: graphics = TiledGraphics(try .sixel(colors: traits.colors))
    case .braille:
      if !Self.isUnicode { throw .noBraille }
      graphics = CellGraphics(colors)
    }
    adopt(size)
  }

  /// The graphics that can be used: braille takes the place of sixel pictures that nobody has asked for, if libsixel
  /// is missing.
  private static func usable(
    _ kind: TerminalGraphicsKind, isAsked: Bool
  ) throws(TerminalError) -> TerminalGraphicsKind {
    guard kind == .sixel, case .failure(let error) = LibSixel.shared else { return kind }
    if isAsked { throw error }
    return .braille
  }

  /// Whether the characters of the environment's locale are UTF-8.
  private static var isUnicode: Bool {
    guard let locale = newlocale(LC_CTYPE_MASK, "", nil) else { return false }
    defer { freelocale(locale) }
    return String(cString: nl_langinfo_l(nl_item(CODESET), locale)) == "UTF-8"
  }

  isolated deinit { close() }

  /// The cell of texts that are shown as characters, in points; nil if they are drawn.
  public var characterCell: CharacterCell? { (graphics as? CellGraphics)?.cell }

  private func adopt(_ size: TerminalSize) {
    self.size = size
    (width, height) = graphics.frameSize(size)
    scale = (characterCell == nil ? options.scale : nil) ?? graphics.scale(size)
    bitmap = nil
    graphics.restart(size)
  }

  // MARK: Surface

  /// The operations that the graphics draw as pixels. Braille notes texts here and shows them as characters.
  public func drawing(of list: DisplayList, within damage: [IntRect]) -> DrawList {
    graphics.drawing(of: list, within: damage)
  }

  /// The window's only buffer; nil while the terminal has not taken all output yet.
  public func acquireBuffer() -> SurfaceBuffer? {
    guard !device.isBusy else {
      isWanted = true
      return nil
    }
    let bitmap: Bitmap
    if let current = self.bitmap {
      bitmap = current
    } else {
      bitmap = Bitmap(width: width, height: height)
      self.bitmap = bitmap
      identifier += 1
    }
    return SurfaceBuffer(identifier: identifier, pixels: bitmap.buffer)
  }

  /// The number of bytes sent to the terminal for frames.
  public private(set) var bytesPut = 0

  /// Sends the damaged part of a frame. A frame before `map` waits for `map`, and a frame of an earlier size is
  /// dropped.
  public func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    guard buffer.identifier == identifier, let bitmap else { return }
    guard isMapped else {
      isFrameOwed = true
      return
    }
    let bytes = withExtendedLifetime(bitmap) { graphics.encode(bitmap.buffer, damage: damage) }
    if !bytes.isEmpty {
      let frame = ControlSequence.beginFrame + bytes + ControlSequence.endFrame
      bytesPut += frame.count
      device.write(frame)
    }
  }

  /// Does nothing, because the terminal's input arrives through the main queue.
  public func pollEvents() {}

  // MARK: The window

  /// The name of the display in messages.
  public var serverName: String { "terminal" }
  /// Whether the window has a terminal, which is always so.
  public let isOpen = true

  /// Takes over the terminal. A frame that has been presented before is shown now.
  public func map() {
    guard !isMapped else { return }
    isMapped = true
    device.onInput = { [weak self] in self?.take($0) }
    device.onDrained = { [weak self] in self?.drained() }
    device.onChange = { [weak self] in self?.changed(isStopped: $0) }
    device.onEnd = { [weak self] in self?.handler?(.disconnected) }
    takeOver()
    device.start()
    if isFrameOwed, let bitmap {
      isFrameOwed = false
      present(
        SurfaceBuffer(identifier: identifier, pixels: bitmap.buffer),
        damage: [IntRect(width: width, height: height)])
    }
    let early = early
    self.early = []
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { for message in early { self?.send(message) } }
    }
  }

  private func takeOver() {
    device.takeOver(farewell: graphics.farewell)
    device.write(ControlSequence.title(title) + clearing)
  }

  /// The bytes that clear the terminal.
  private var clearing: [UInt8] {
    let color = CellColor(options.background)
    return ControlSequence.clear(colors.parameters(color, ground: 48))
  }

  /// Names the terminal in its title bar.
  public func setTitle(_ title: String) {
    self.title = title
    if isMapped { device.write(ControlSequence.title(title)) }
  }

  /// Gives the terminal back as it was. No event follows.
  public func close() {
    guard isMapped else { return }
    isMapped = false
    device.close()
  }

  /// Gives the terminal back at once, from any thread, for an end without `close`.
  public nonisolated static func giveBack() { wallchart_crash_give_terminal_back() }

  // MARK: Events

  private func drained() {
    guard isWanted else { return }
    isWanted = false
    handler?(.bufferReleased)
  }

  private func changed(isStopped: Bool) {
    if isStopped { takeOver() }
    let now = TerminalSize(of: device.descriptor, cell: cell)
    if now != size || isStopped {
      device.write(clearing)
      adopt(now)
      handler?(.resized)
    }
    handler?(.exposed)
  }

  private func take(_ bytes: [UInt8]) {
    for message in input.messages(bytes) { send(message) }
    awaitKeys()
  }

  /// Takes the start of a sequence as keys if nothing follows soon.
  private func awaitKeys() {
    guard input.mayBeKey else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        for message in self.input.takeKeys() { self.send(message) }
        self.awaitKeys()
      }
    }
  }

  private func send(_ message: TerminalMessage) {
    switch message {
    case .key(let key, let modifiers): handler?(.key(key, modifiers))
    case .pointer(let pointer): send(pointer)
    case .unfocused: handler?(.pointer(nil))
    case .attributes, .graphics, .colorRegisters, .cell, .area: break
    }
  }

  private func send(_ pointer: TerminalPointer) {
    // The middle of the cell.
    let place = Point(
      (Double(pointer.column) + 0.5) * Double(graphics.textCell?.width ?? size.cellWidth),
      (Double(pointer.row) + 0.5) * Double(graphics.textCell?.height ?? size.cellHeight))
    if let direction = pointer.wheel {
      handler?(.scroll(ScrollEvent(direction, at: place, modifiers: pointer.modifiers)))
    } else if pointer.isMotion {
      handler?(.pointer(place))
    } else if let button = pointer.button {
      let isPress = !pointer.isRelease
      // The clicks of a double click are in one cell.
      let count =
        isPress
        ? clicks.press(
          button, at: place,
          time: UInt32(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1_000_000),
          reach: 0)
        : clicks.release(at: place, reach: 0)
      handler?(
        .button(
          PointerButtonEvent(
            button, isPress: isPress, at: place, modifiers: pointer.modifiers, clicks: count)))
    }
  }
}
