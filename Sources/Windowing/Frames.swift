import CX11
import Geometry
import Glibc
import Raster

/// The frame buffers of a window: which one is shown, which can be drawn into, and how they reach
/// the server.
///
/// A buffer has one owner, the list `buffers`: it joins the list when it is made, and gives its
/// memory back when `releaseUnused` takes it out. All else only says which buffers are in use.
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
    var buffersReleased = 0
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

  /// All buffers whose memory is held.
  private var buffers: [any FrameBuffer] = []
  /// The buffer that the window shows; of an earlier size after a resize without RENDER.
  private var front: (any FrameBuffer)?
  /// The buffer that is being drawn into; of an earlier size, or shared memory that the server has
  /// refused meanwhile, until it is presented.
  private var acquired: (any FrameBuffer)?
  private var stretched: StretchedFrame?
  /// Rectangles that were exposed while the shown buffer was being drawn into. They come with the
  /// next frame.
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

  /// Shows an acquired buffer. One of an earlier size is dropped.
  func present(identifier: Int, damage: [IntRect]) {
    guard let buffer = acquired, buffer.identifier == identifier else { return }
    acquired = nil
    defer { releaseUnused() }
    guard buffer.bounds == bounds else { return }
    let frame = isCurrent(buffer) ? buffer : privateCopy(of: buffer)
    let isWhole = front?.bounds != bounds
    put(frame, isWhole ? [bounds] : damage + owed)
    owed = []
    front = frame
    stretched?.release()
    stretched = nil
  }

  private var bounds: IntRect { IntRect(width: width, height: height) }

  /// A buffer of the window's size whose memory reaches the server in the present way.
  private func isCurrent(_ buffer: any FrameBuffer) -> Bool {
    buffer.bounds == bounds && (buffer is ShmBuffer) == usesSharedMemory
  }

  private var free: (any FrameBuffer)? {
    let idle = buffers.filter { isCurrent($0) && !$0.isBusy }
    return idle.first { $0 === front } ?? idle.first
  }

  /// Whether there are fewer buffers than take turns.
  private var canMake: Bool {
    buffers.count(where: isCurrent) < (usesSharedMemory ? 2 : 1)
  }

  /// Releases the buffers that nobody shows, draws into or will draw into again.
  private func releaseUnused() {
    buffers.removeAll { buffer in
      let takesTurns = usesSharedMemory && isCurrent(buffer)
      if buffer === front || buffer === acquired || takesTurns { return false }
      buffer.release()
      statistics.buffersReleased += 1
      return true
    }
  }

  private func put(_ frame: any FrameBuffer, _ rectangles: [IntRect]) {
    let parts = rectangles.map { $0.intersection(frame.bounds) }.filter { !$0.isEmpty }
    statistics.bytes += parts.reduce(0) { $0 + 4 * $1.area }
    frame.put(parts, on: window, with: context)
  }

  /// A new buffer; nil where there are enough.
  private func make() -> (any FrameBuffer)? {
    guard canMake else { return nil }
    if usesSharedMemory {
      if let buffer = ShmBuffer(
        connection: connection, format: format, width: width, height: height,
        identifier: newIdentifier())
      {
        return own(buffer)
      }
      // The system has no (more) shared memory to give.
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
    lastIdentifier += 1
    return lastIdentifier
  }

  // MARK: What the server tells

  /// Shows what was covered or lost.
  /// - Returns: false where the frame that was shown is being drawn over: then the rectangles come
  ///   with the next frame, and there must be one.
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
    if stretched != nil { front = nil }
    releaseUnused()
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
    guard isWanted, free != nil || canMake else { return false }
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
      if event.isFromServer { complete(event.shmCompletion.shmseg) }
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
    front = front.map(privateCopy)
    releaseUnused()
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

  /// Gives all memory back. The frames are of no use afterwards.
  func release() {
    stretched?.release()
    stretched = nil
    (acquired, front, usesSharedMemory) = (nil, nil, false)
    releaseUnused()
  }
}
