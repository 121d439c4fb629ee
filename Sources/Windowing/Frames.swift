import CX11
import Geometry
import Glibc
import Raster

/// The frame buffers of a window: which one is shown, which can be drawn into, and how they reach
/// the server.
///
/// A put from shared memory copies when the server comes to it. Until then the next frame is drawn
/// into a second buffer; as a rule the server is done, and the buffer that is shown is drawn into
/// again, which needs just what has changed since. Over the connection one is enough at all times,
/// because a put copies at once.
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
  /// What was exposed while the shown buffer was being drawn into; it comes with the next frame.
  private var owed: [IntRect] = []
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

  /// Makes the first buffer. The system's work on its memory, as long as that of drawing, is done on
  /// another thread meanwhile.
  func prepare() {
    guard usesSharedMemory, buffers.isEmpty else { return }
    (make() as? ShmBuffer)?.populate()
  }

  /// A buffer that the server does not read, or nil. One that was not presented comes again.
  func acquire() -> (any FrameBuffer)? {
    if let old = acquired, old.bounds != bounds {
      acquired = nil
      old.release()
    }
    if acquired == nil { acquired = free }
    if acquired == nil {
      takeCompletions()
      acquired = free ?? (buffers.count < (usesSharedMemory ? 2 : 1) ? make() : nil)
    }
    isWanted = isWanted || acquired == nil
    return acquired
  }

  /// Shows an acquired buffer. One of an earlier size is dropped.
  func present(identifier: Int, damage: [IntRect]) {
    guard var frame = acquired, frame.identifier == identifier else { return }
    acquired = nil
    guard frame.bounds == bounds else { return frame.release() }
    if !usesSharedMemory, frame is ShmBuffer {
      let copy = privateCopy(of: frame)
      frame.release()
      frame = copy
      buffers = [copy]
    }
    let isWhole = front == nil || front?.bounds != bounds
    put(frame, isWhole ? [bounds] : damage + owed)
    owed = []
    // A frame of an earlier size, which is none of the buffers any more.
    if let front, !isBuffer(front) { front.release() }
    front = frame
    stretched?.release()
    stretched = nil
  }

  private var bounds: IntRect { IntRect(width: width, height: height) }

  private var free: (any FrameBuffer)? {
    let idle = buffers.filter { !$0.isBusy }
    return idle.first { $0 === front } ?? idle.first
  }

  private func isBuffer(_ frame: any FrameBuffer) -> Bool { buffers.contains { $0 === frame } }

  private func put(_ frame: any FrameBuffer, _ rectangles: [IntRect]) {
    let parts = rectangles.map { $0.intersection(frame.bounds) }.filter { !$0.isEmpty }
    statistics.bytes += parts.reduce(0) { $0 + 4 * $1.area }
    frame.put(parts, on: window, with: context)
  }

  private func make() -> any FrameBuffer {
    if usesSharedMemory {
      if let buffer = ShmBuffer(
        connection: connection, format: format, width: width, height: height,
        identifier: newIdentifier())
      {
        buffers.append(buffer)
        return buffer
      }
      // The system has no (more) shared memory to give.
      abandonSharedMemory()
    }
    if let buffer = buffers.first, buffer.bounds == bounds { return buffer }
    let buffer = makePrivate(width: width, height: height)
    buffers = [buffer]
    return buffer
  }

  private func makePrivate(width: Int, height: Int) -> ImageBuffer {
    ImageBuffer(
      connection: connection, format: format, width: width, height: height,
      identifier: newIdentifier())
  }

  private func newIdentifier() -> Int {
    lastIdentifier += 1
    statistics.buffersMade += 1
    return lastIdentifier
  }

  // MARK: What the server tells

  /// Shows what was covered or lost.
  func expose(_ rectangles: [IntRect]) {
    if let stretched {
      stretched.show(width: width, height: height)
    } else if let front, front === acquired {
      owed += rectangles
    } else if let front {
      put(front, rectangles)
    }
  }

  /// The window has a new size: shows the last frame stretched to it.
  func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    owed = []
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
    guard isWanted, free != nil || buffers.isEmpty else { return false }
    isWanted = false
    return true
  }

  private func takeCompletions() {
    // To look for one is to ask the socket up to three times.
    guard let completionType, !connection.isBroken, buffers.contains(where: \.isBusy) else {
      return
    }
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

  /// Keeps what is shown and what is being drawn; `present` copies the latter.
  private func abandonSharedMemory() {
    usesSharedMemory = false
    let old = front
    front = old.map(privateCopy)
    for buffer in buffers where buffer !== acquired && buffer !== old { buffer.release() }
    old?.release()
    buffers = front.map { [$0] } ?? []
  }

  private func privateCopy(of frame: any FrameBuffer) -> any FrameBuffer {
    let (from, copy) = (
      frame.pixels, makePrivate(width: frame.pixels.width, height: frame.pixels.height)
    )
    for row in 0..<from.height {
      memcpy(
        copy.pixels.base + row * copy.pixels.stride, from.base + row * from.stride,
        from.width * 4)
    }
    return copy
  }

  /// Gives all memory back.
  func release() {
    stretched?.release()
    stretched = nil
    for case let frame? in [acquired, front] where !isBuffer(frame) { frame.release() }
    (acquired, front) = (nil, nil)
    for buffer in buffers { buffer.release() }
    buffers = []
  }
}
