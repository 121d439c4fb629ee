import CX11
import Geometry
import Glibc
import Raster

/// The frame buffers of a window: which one is shown, which can be drawn into, and how they reach
/// the server.
///
/// With shared memory there are two: one is shown, and kept as it is for what an expose asks for,
/// while the other is drawn into. Over the connection one is enough, because a put copies.
@MainActor
final class Frames {
  struct Statistics {
    /// Bytes of pixels put on the window, at four a pixel, by either way.
    var bytes = 0
    var buffersMade = 0
  }

  private(set) var width: Int
  private(set) var height: Int
  private(set) var usesSharedMemory: Bool
  private(set) var statistics = Statistics()
  /// A buffer was asked for in vain since the last call of `takeWanted`.
  private var isWanted = false

  private let connection: Connection
  private let window: Window
  private let format: PixelFormat
  private let context: GC?
  private let sharedMemory: SharedMemoryExtension?

  private var buffers: [any FrameBuffer] = []
  private var front: (any FrameBuffer)?
  private var acquired: (any FrameBuffer)?
  private var stretched: StretchedFrame?
  private var lastIdentifier = 0

  init(
    connection: Connection, window: Window, format: PixelFormat, context: GC?, width: Int,
    height: Int
  ) {
    self.connection = connection
    self.window = window
    self.format = format
    self.context = context
    self.width = width
    self.height = height
    sharedMemory =
      connection.isLocal && format.isNative ? SharedMemoryExtension(connection.display) : nil
    usesSharedMemory = sharedMemory != nil
  }

  // MARK: Drawing

  /// A buffer that the server does not read, or nil.
  func acquire() -> (any FrameBuffer)? {
    if acquired == nil {
      takeCompletions()
      acquired = buffers.first { !$0.isBusy && (!usesSharedMemory || $0 !== front) }
      if acquired == nil, buffers.count < (usesSharedMemory ? 2 : 1) { acquired = make() }
    }
    isWanted = isWanted || acquired == nil
    return acquired
  }

  /// Shows an acquired buffer. One of an earlier size is dropped.
  func present(identifier: Int, damage: [IntRect]) {
    guard var frame = acquired, frame.identifier == identifier else { return }
    acquired = nil
    guard frame.pixels.width == width, frame.pixels.height == height else {
      frame.release()
      return
    }
    if !usesSharedMemory, frame is ShmBuffer { frame = replace(frame) }
    let isWhole = front == nil || stretched != nil || front!.bounds != frame.bounds
    put(frame, isWhole ? [frame.bounds] : damage)
    if let old = front, !buffers.contains(where: { $0 === old }) { old.release() }
    front = frame
    stretched?.release()
    stretched = nil
  }

  private func put(_ frame: any FrameBuffer, _ rectangles: [IntRect]) {
    let parts = rectangles.map { $0.intersection(frame.bounds) }.filter { !$0.isEmpty }
    statistics.bytes += parts.reduce(0) { $0 + 4 * $1.area }
    frame.put(parts, on: window, with: context)
  }

  private func make() -> any FrameBuffer {
    lastIdentifier += 1
    statistics.buffersMade += 1
    var buffer: (any FrameBuffer)?
    if usesSharedMemory {
      buffer = ShmBuffer(
        connection: connection, format: format, width: width, height: height,
        identifier: lastIdentifier)
      // The system has no (more) shared memory to give.
      if buffer == nil { abandonSharedMemory() }
    }
    let made =
      buffer
      ?? ImageBuffer(
        connection: connection, format: format, width: width, height: height,
        identifier: lastIdentifier)
    buffers.append(made)
    return made
  }

  // MARK: What the server tells

  /// Shows what was covered or lost.
  func expose(_ rectangles: [IntRect]) {
    if let stretched {
      stretched.show(width: width, height: height)
    } else if let front {
      put(front, rectangles)
    }
  }

  /// The window has a new size: shows the last frame stretched to it.
  func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    if stretched == nil, let front {
      stretched = StretchedFrame(
        of: front, connection: connection, window: window, format: format, context: context)
    }
    stretched?.show(width: width, height: height)
    // Without RENDER the last frame stays where it is until the next one comes.
    let kept = stretched == nil ? front : nil
    for buffer in buffers where buffer !== kept && buffer !== acquired { buffer.release() }
    buffers = []
    front = kept
  }

  /// A put from shared memory is done.
  func complete(_ segment: ShmSeg) {
    for case let buffer as ShmBuffer in buffers where buffer.segment == segment {
      buffer.complete()
    }
  }

  /// The type of events to give to `complete`; nil without shared memory.
  var completionType: Int32? { sharedMemory?.completionType }

  /// Whether a buffer that was asked for in vain can be had now; tells it once.
  func takeWanted() -> Bool {
    guard isWanted, !usesSharedMemory || buffers.contains(where: { !$0.isBusy && $0 !== front })
    else { return false }
    isWanted = false
    return true
  }

  private func takeCompletions() {
    guard let completionType, !connection.isBroken else { return }
    var event = XEvent()
    while XCheckTypedEvent(connection.display, completionType, &event) != 0 {
      complete(event.shmCompletion.shmseg)
    }
  }

  // MARK: Falling back

  /// Goes over to the connection if the server could not use the shared memory: a container or a
  /// tunnel is between, though the socket is local.
  func handle(_ errors: [ErrorRecord.Entry]) {
    guard usesSharedMemory, let sharedMemory, errors.contains(where: sharedMemory.isFatal) else {
      return
    }
    abandonSharedMemory()
    if let front { put(front, [front.bounds]) }
  }

  private func abandonSharedMemory() {
    usesSharedMemory = false
    let old = front
    for buffer in buffers where buffer !== acquired && buffer !== old { buffer.release() }
    buffers = []
    front = old.map(replace)
  }

  /// A copy of a frame in private memory; the frame is released.
  private func replace(_ frame: any FrameBuffer) -> any FrameBuffer {
    let copy = ImageBuffer(
      connection: connection, format: format, width: frame.pixels.width,
      height: frame.pixels.height, identifier: lastIdentifier + 1)
    lastIdentifier += 1
    statistics.buffersMade += 1
    let rowSize = frame.pixels.width * 4
    for row in 0..<frame.pixels.height {
      memcpy(
        copy.pixels.base + row * copy.pixels.stride, frame.pixels.base + row * frame.pixels.stride,
        rowSize)
    }
    frame.release()
    for buffer in buffers where buffer !== frame { buffer.release() }
    buffers = [copy]
    return copy
  }

  /// Gives all memory back.
  func release() {
    stretched?.release()
    stretched = nil
    if let acquired, !buffers.contains(where: { $0 === acquired }) { acquired.release() }
    acquired = nil
    if let front, !buffers.contains(where: { $0 === front }) { front.release() }
    front = nil
    for buffer in buffers { buffer.release() }
    buffers = []
  }
}
