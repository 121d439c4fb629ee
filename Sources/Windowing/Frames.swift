import CX11
import Geometry
import Raster
import Stage

/// The frame buffers of a window, both the shown one and those for drawing, and their transfer to the server.
///
/// A buffer has one owner, the list `buffers`: `make` adds the buffer to the list, and `releaseUnused`
/// removes the buffer and releases its memory. All other references only mark buffers as in use.
///
/// The server copies shared memory some time after a put. Until then the next frame is drawn into a second buffer.
/// Usually the copy is complete, and the shown buffer is used again, which needs only the latest changes; a second
/// buffer that has not been needed for long is released. Without shared memory one buffer is enough, because a put
/// copies at once.
@MainActor
final class Frames {
  struct Statistics {
    /// The bytes of pixels sent to the window, through shared memory or the connection.
    var bytes = 0
    var buffersMade = 0
    var buffersReleased = 0
  }

  private(set) var width: Int
  private(set) var height: Int
  private(set) var usesSharedMemory: Bool
  private(set) var statistics = Statistics()
  /// Whether `acquire` has returned nil since the last call of `takeWanted`.
  private var isWanted = false

  private let connection: Connection
  private let window: Window
  private let format: PixelFormat
  private let context: GC?
  private let sharedMemory: SharedMemoryExtension?

  /// All buffers with memory.
  private var buffers: [any FrameBuffer] = []
  /// The buffer that the window shows. It may have an earlier size after a resize without RENDER.
  private var front: (any FrameBuffer)?
  /// The number of frames since another buffer was shown.
  private var framesInFront = 0
  /// The buffer for the next frame. Before its presentation, the buffer may get an outdated size, or be shared memory
  /// that the server refuses in the meantime.
  private var acquired: (any FrameBuffer)?
  private var stretched: StretchedFrame?
  /// Rectangles that were exposed while the shown buffer was being drawn into. The next frame puts them.
  private var owed: [IntRect] = []
  /// The identifier of the next buffer.
  private(set) var nextIdentifier: Int

  init(
    connection: Connection, window: Window, format: PixelFormat, context: GC?, width: Int,
    height: Int, firstIdentifier: Int
  ) {
    nextIdentifier = firstIdentifier
    self.connection = connection
    self.window = window
    self.format = format
    self.context = context
    self.width = width
    self.height = height
    sharedMemory =
      connection.isLocal && format.matchesHostOrder ? SharedMemoryExtension(connection) : nil
    usesSharedMemory = sharedMemory != nil
  }

  // MARK: Drawing

  /// Makes the first buffer. Another thread lets the system provide the buffer's memory, which takes as long as
  /// drawing.
  func prepare() {
    guard usesSharedMemory, buffers.isEmpty else { return }
    (make() as? ShmBuffer)?.populate()
  }

  /// Lets the server map the memory of the first frame while the frame is being drawn.
  func prepareServer() {
    guard front == nil else { return }
    for case let buffer as ShmBuffer in buffers { buffer.letServerMap(window, with: context) }
  }

  /// A buffer that the server does not read, or nil. A buffer that was not presented is returned again.
  func acquire() -> (any FrameBuffer)? {
    if acquired?.bounds != bounds { acquired = nil }
    releaseUnused()
    if acquired == nil { acquired = free }
    if acquired == nil {
      takeCompletions()
      acquired = free ?? make()
    }
    isWanted = isWanted || acquired == nil
    return acquired
  }

  /// Shows an acquired buffer. A buffer of an earlier size is dropped.
  func present(identifier: Int, damage: [IntRect]) {
    guard let buffer = acquired, buffer.identifier == identifier else { return }
    acquired = nil
    defer { releaseUnused() }
    guard buffer.bounds == bounds else { return }
    let frame = isCurrent(buffer) ? buffer : privateCopy(of: buffer)
    let isWhole = front?.bounds != bounds
    put(frame, isWhole ? [bounds] : damage + owed)
    owed = []
    framesInFront = frame === front ? framesInFront + 1 : 0
    front = frame
    stretched?.release()
    stretched = nil
  }

  /// The buffer that the window shows; nil before the first frame and after a change of the size.
  var shown: SurfaceBuffer? { showsCurrentSize ? front?.surfaceBuffer : nil }

  /// Whether the last frame has the window's size.
  var showsCurrentSize: Bool { front?.bounds == bounds }

  private var bounds: IntRect { IntRect(width: width, height: height) }

  /// Whether a buffer has the window's size and the current kind of memory.
  private func isCurrent(_ buffer: any FrameBuffer) -> Bool {
    buffer.bounds == bounds && (buffer is ShmBuffer) == usesSharedMemory
  }

  private var free: (any FrameBuffer)? {
    let idle = buffers.filter { isCurrent($0) && !$0.isBusy }
    return idle.first { $0 === front } ?? idle.first
  }

  private var canMake: Bool {
    buffers.count(where: isCurrent) < (usesSharedMemory ? 2 : 1)
  }

  /// Releases the buffers that will no longer be shown or drawn into.
  private func releaseUnused() {
    buffers.removeAll { buffer in
      let takesTurns =
        usesSharedMemory && isCurrent(buffer) && framesInFront < SurfaceBuffer.mostFramesUnused
      if buffer === front || buffer === acquired || takesTurns { return false }
      buffer.release()
      statistics.buffersReleased += 1
      return true
    }
  }

  private func put(_ frame: any FrameBuffer, _ rectangles: [IntRect]) {
    let parts = rectangles.map { $0.intersection(frame.bounds) }.filter { !$0.isEmpty }
    statistics.bytes += parts.reduce(0) { $0 + format.bytesPerPixel * $1.area }
    frame.put(parts, on: window, with: context)
  }

  /// Makes a buffer; nil if there are enough.
  private func make() -> (any FrameBuffer)? {
    guard canMake else { return nil }
    if usesSharedMemory {
      if let buffer = ShmBuffer(
        connection: connection, format: format, width: width, height: height,
        identifier: newIdentifier())
      {
        return own(buffer)
      }
      // The system has no more shared memory, or none at all.
      abandonSharedMemory()
      if let free { return free }
    }
    return makePrivate(width: width, height: height)
  }

  private func makePrivate(width: Int, height: Int) -> ImageBuffer {
    own(
      ImageBuffer(
        connection: connection, format: format, width: width, height: height,
        identifier: newIdentifier()))
  }

  private func own<Buffer: FrameBuffer>(_ buffer: Buffer) -> Buffer {
    buffers.append(buffer)
    statistics.buffersMade += 1
    return buffer
  }

  private func newIdentifier() -> Int {
    defer { nextIdentifier += 1 }
    return nextIdentifier
  }

  // MARK: Events of the server

  /// Shows areas again that were covered or lost.
  /// - Returns: false if the shown buffer is being drawn into. The rectangles then come with the next
  ///   frame, which must follow.
  func expose(_ rectangles: [IntRect]) -> Bool {
    if let stretched {
      stretched.show(width: width, height: height)
    } else if let front, front === acquired {
      owed += rectangles
      return false
    } else if let front {
      put(front, rectangles)
    }
    return true
  }

  /// Adopts a new size of the window, and stretches the last frame to that size.
  func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    owed = []
    if stretched == nil, let front {
      stretched = StretchedFrame(
        of: front, connection: connection, window: window, format: format, context: context)
    }
    stretched?.show(width: width, height: height)
    // Without RENDER the last frame stays unchanged until the next one.
    if stretched != nil { front = nil }
    releaseUnused()
  }

  /// Notes that the server has finished a put from shared memory.
  func complete(_ segment: ShmSeg) {
    for case let buffer as ShmBuffer in buffers where buffer.segment == segment {
      buffer.complete()
    }
  }

  /// The type of events for `complete`; nil without shared memory.
  var completionType: Int32? { sharedMemory?.completionType }

  /// Whether a buffer is available again after `acquire` returned nil; true only once.
  func takeWanted() -> Bool {
    guard isWanted, free != nil || canMake else { return false }
    isWanted = false
    return true
  }

  private func takeCompletions() {
    // A check for the event may read the socket up to three times.
    guard let completionType, !connection.isBroken, buffers.contains(where: \.isBusy) else {
      return
    }
    var event = XEvent()
    while XCheckTypedEvent(connection.display, completionType, &event) != 0 {
      if event.isFromServer { complete(event.shmCompletion.shmseg) }
    }
  }

  // MARK: Fallback

  /// Switches to transfers over the connection if the server cannot use the shared memory, because of a container or a
  /// tunnel, although the socket is local.
  func handle(_ errors: [ErrorRecord.Entry]) {
    guard usesSharedMemory, let sharedMemory, errors.contains(where: sharedMemory.isFatal) else {
      return
    }
    abandonSharedMemory()
    if let front { put(front, [front.bounds]) }
  }

  /// Whether an error is the server's refusal of shared memory, which has been handled.
  func isExpected(_ error: ErrorRecord.Entry) -> Bool {
    error.request == sharedMemory?.majorOpcode
  }

  /// Stops the use of shared memory. The shown buffer is copied here, and the buffer that is being drawn into is copied
  /// by `present`.
  private func abandonSharedMemory() {
    usesSharedMemory = false
    front = front.map(privateCopy)
    releaseUnused()
  }

  private func privateCopy(of frame: any FrameBuffer) -> any FrameBuffer {
    let (from, copy) = (
      frame.pixels, makePrivate(width: frame.pixels.width, height: frame.pixels.height)
    )
    copy.pixels.copy([copy.bounds], from: from)
    return copy
  }

  /// Releases all memory. The frames cannot be used after this call.
  func release() {
    stretched?.release()
    stretched = nil
    (acquired, front, usesSharedMemory) = (nil, nil, false)
    releaseUnused()
  }
}
