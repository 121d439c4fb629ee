import CX11
import Dispatch
import Geometry
import Glibc
import Raster

/// A frame in memory that the server shares (MIT-SHM): it reads the pixels where they were drawn.
///
/// A put returns at once while the server reads later; it answers with a completion event, and
/// until then the frame must not be drawn into.
@MainActor
final class ShmBuffer: FrameBuffer {
  let identifier: Int
  let pixels: PixelBuffer
  var isBusy: Bool { completionsDue > 0 }
  /// The server's name of the memory, which a completion event carries.
  var segment: ShmSeg { info.pointee.shmseg }

  private let connection: Connection
  private let info: UnsafeMutablePointer<XShmSegmentInfo>
  private let image: UnsafeMutablePointer<XImage>
  private var completionsDue = 0

  /// nil where the system gives no such memory. That the server cannot attach it is told later, as
  /// an error of the extension's requests, so that no round trip is waited for.
  init?(connection: Connection, format: PixelFormat, width: Int, height: Int, identifier: Int) {
    info = .allocate(capacity: 1)
    info.initialize(to: XShmSegmentInfo())
    guard
      let image = XShmCreateImage(
        connection.display, format.visual, UInt32(format.depth), ZPixmap, nil, info,
        UInt32(width), UInt32(height)),
      Self.allocate(image, info)
    else {
      info.deallocate()
      return nil
    }
    XShmAttach(connection.display, info)
    // The server attaches when it reads the request; Linux lets it attach what is marked for
    // removal while somebody, here this process, holds it. Sending the request before marking
    // would not help: it is the mark that makes a crash leak nothing.
    self.connection = connection
    self.image = image
    self.identifier = identifier
    pixels = PixelBuffer(
      base: UnsafeMutableRawPointer(info.pointee.shmaddr!).assumingMemoryBound(to: UInt32.self),
      width: width, height: height, stride: Int(image.pointee.bytes_per_line) / 4)
  }

  /// Gets the memory for an image and marks it for removal with its last user.
  private static func allocate(
    _ image: UnsafeMutablePointer<XImage>, _ info: UnsafeMutablePointer<XShmSegmentInfo>
  ) -> Bool {
    let size = Int(image.pointee.bytes_per_line) * Int(image.pointee.height)
    info.pointee.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0o600)
    if info.pointee.shmid >= 0 {
      let address = shmat(info.pointee.shmid, nil, 0)
      shmctl(info.pointee.shmid, IPC_RMID, nil)
      if address != UnsafeMutableRawPointer(bitPattern: -1), let address {
        info.pointee.shmaddr = address.assumingMemoryBound(to: CChar.self)
        info.pointee.readOnly = 1
        image.pointee.data = info.pointee.shmaddr
        return true
      }
    }
    wallchart_XDestroyImage(image)
    return false
  }

  /// Has the system provide all pages on another thread, so that drawing need not wait for them one by
  /// one. Where Linux is older than 5.14 nothing happens.
  func populate() {
    let start = UInt(bitPattern: info.pointee.shmaddr)
    let end = start + UInt(pixels.stride * pixels.height * 4)
    DispatchQueue.global(qos: .userInitiated).async {
      // In parts, as other changes of the address space wait meanwhile.
      let step: UInt = 256 << 10
      for address in Swift.stride(from: start, to: end, by: Int(step)) {
        let length = Int(min(step, end - address))
        let part = UnsafeMutableRawPointer(bitPattern: address)
        // A buffer that has been released meanwhile is an error and no more.
        if madvise(part, length, MADV_POPULATE_WRITE) != 0 { return }
      }
    }
  }

  func put(_ rectangles: [IntRect], on drawable: Drawable, with context: GC?) {
    for (index, rectangle) in rectangles.enumerated() where !connection.isBroken {
      // Requests are served in order, so the last one's completion tells of all.
      let isLast = index == rectangles.count - 1
      XShmPutImage(
        connection.display, drawable, context, image, Int32(rectangle.minX),
        Int32(rectangle.minY), Int32(rectangle.minX), Int32(rectangle.minY),
        UInt32(rectangle.width), UInt32(rectangle.height), isLast ? 1 : 0)
      if isLast { completionsDue += 1 }
    }
  }

  /// The server has finished one put.
  func complete() { completionsDue = max(0, completionsDue - 1) }

  func release() {
    if !connection.isBroken { XShmDetach(connection.display, info) }
    shmdt(info.pointee.shmaddr)
    image.pointee.data = nil
    wallchart_XDestroyImage(image)
    info.deallocate()
  }
}
