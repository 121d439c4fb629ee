import CX11
import Dispatch
import Geometry
import Glibc
import Raster

/// A frame in memory shared with the server (MIT-SHM). The server reads the pixels from the memory in which they were
/// drawn; if the server's pixels have another layout, the frame is drawn elsewhere, and a put converts the pixels into
/// the shared memory.
///
/// A put returns at once, and the server reads the memory later. A completion event reports the end of reading; until
/// then, the frame must not be drawn into.
@MainActor
final class ShmBuffer: FrameBuffer {
  let identifier: Int
  let pixels: PixelBuffer
  var isBusy: Bool { completionsDue > 0 }
  /// The server's identifier of the memory, which a completion event contains.
  var segment: ShmSeg { info.pointee.shmseg }

  private let connection: Connection
  private let format: PixelFormat
  /// The drawn frame, if the shared memory has the pixels in another layout.
  private let bitmap: Bitmap?
  private let info: UnsafeMutablePointer<XShmSegmentInfo>
  private let image: UnsafeMutablePointer<XImage>
  private var completionsDue = 0

  /// Fails if the system provides no shared memory. If the server cannot attach the memory, an error of the extension's
  /// request follows later, so no round trip is needed here.
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
    // The server attaches the memory when it reads the request. Linux allows this even for memory marked for removal
    // while a process, here this one, has it attached. The early mark ensures that a crash leaks nothing.
    self.connection = connection
    self.image = image
    self.identifier = identifier
    self.format = format
    if format.isNative {
      bitmap = nil
      pixels = PixelBuffer(
        // `allocate` has set the address.
        base: UnsafeMutableRawPointer(info.pointee.shmaddr!).assumingMemoryBound(to: UInt32.self),
        width: width, height: height, stride: Int(image.pointee.bytes_per_line) / 4)
    } else {
      let bitmap = Bitmap(width: width, height: height)
      self.bitmap = bitmap
      pixels = bitmap.buffer
    }
  }

  /// Allocates the memory of an image, and marks it for removal after its last user.
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

  /// Lets the system provide all pages on another thread, so that drawing does not wait for each page. This has no
  /// effect before Linux 5.14.
  func populate() {
    let start = UInt(bitPattern: info.pointee.shmaddr)
    let end = start + UInt(Int(image.pointee.bytes_per_line) * Int(image.pointee.height))
    DispatchQueue.global(qos: .userInitiated).async {
      // The work is done in parts, because other changes of the address space wait during each call.
      let step: UInt = 256 << 10
      for address in Swift.stride(from: start, to: end, by: Int(step)) {
        let length = Int(min(step, end - address))
        let part = UnsafeMutableRawPointer(bitPattern: address)
        // If the buffer has been released meanwhile, the call fails without harm.
        if madvise(part, length, MADV_POPULATE_WRITE) != 0 { return }
      }
    }
  }

  /// Lets the server map all pages, so that the first put does not wait for each page. The server reads a pixel of each
  /// page, for a pixmap that nobody sees.
  func letServerMap(_ drawable: Drawable, with context: GC?) {
    guard !connection.isBroken else { return }
    let (width, height) = (Int(image.pointee.width), UInt32(image.pointee.height))
    let pixmap = XCreatePixmap(connection.display, drawable, 1, height, UInt32(format.depth))
    let step = max(1, Int(getpagesize()) * 8 / Int(image.pointee.bits_per_pixel))
    for x in Swift.stride(from: 0, to: width, by: step) {
      XShmPutImage(connection.display, pixmap, context, image, Int32(x), 0, 0, 0, 1, height, 0)
    }
    XFreePixmap(connection.display, pixmap)
  }

  func put(_ rectangles: [IntRect], on drawable: Drawable, with context: GC?) {
    for (index, rectangle) in rectangles.enumerated() where !connection.isBroken {
      // Requests are served in order, so the last completion covers all.
      let isLast = index == rectangles.count - 1
      if bitmap != nil { convert(rectangle) }
      XShmPutImage(
        connection.display, drawable, context, image, Int32(rectangle.minX),
        Int32(rectangle.minY), Int32(rectangle.minX), Int32(rectangle.minY),
        UInt32(rectangle.width), UInt32(rectangle.height), isLast ? 1 : 0)
      if isLast { completionsDue += 1 }
    }
  }

  /// Converts a part of the frame to the same position in the shared memory. The server may still be reading an earlier
  /// put there, of a frame that has already been replaced.
  private func convert(_ part: IntRect) {
    let stride = Int(image.pointee.bytes_per_line)
    let start = part.minY * stride + part.minX * format.bytesPerPixel
    // `allocate` has set the address.
    format.convert(
      pixels, x: part.minX, y: part.minY, width: part.width, height: part.height,
      to: UnsafeMutableRawPointer(info.pointee.shmaddr!) + start, stride: stride)
  }

  /// Notes that the server has finished a put.
  func complete() { completionsDue = max(0, completionsDue - 1) }

  func release() {
    if !connection.isBroken { XShmDetach(connection.display, info) }
    shmdt(info.pointee.shmaddr)
    image.pointee.data = nil
    wallchart_XDestroyImage(image)
    info.deallocate()
  }
}
