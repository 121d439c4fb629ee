import CX11

/// The last frame, which the server keeps and shows stretched while a frame of the new size is being drawn, so that a
/// resize never shows an empty or cropped window.
@MainActor
final class StretchedFrame {
  private let connection: Connection
  private let pixmap: Pixmap
  private let picture: Picture
  private let target: Picture
  private let width: Int
  private let height: Int

  /// Copies a frame to the server. Fails if the server has no RENDER extension.
  init?(
    of frame: any FrameBuffer, connection: Connection, window: Window, format: PixelFormat,
    context: GC?
  ) {
    let display = connection.display
    // The library caches both answers after the first resize.
    guard connection.find(XRenderQueryExtension) != nil,
      let pictFormat = XRenderFindVisualFormat(display, format.visual)
    else { return nil }
    self.connection = connection
    width = frame.pixels.width
    height = frame.pixels.height
    pixmap = XCreatePixmap(
      display, window, UInt32(width), UInt32(height), UInt32(format.depth))
    frame.put([frame.bounds], on: pixmap, with: context)
    // The edge pixels repeat outside the picture. Otherwise the filter would blend the edge with
    // transparency.
    var attributes = XRenderPictureAttributes()
    attributes.repeat = RepeatPad
    picture = XRenderCreatePicture(display, pixmap, pictFormat, UInt(CPRepeat), &attributes)
    target = XRenderCreatePicture(display, window, pictFormat, 0, nil)
    XRenderSetPictureFilter(display, picture, FilterBilinear, nil, 0)
  }

  func show(width: Int, height: Int) {
    guard !connection.isBroken else { return }
    // XFixed has 16 bits before the point, including the sign, which is enough for a ratio of sides up to
    // `PNG.largestSide`.
    func fixed(_ value: Double) -> XFixed { XFixed((value * 65536).rounded()) }
    var transform = XTransform()
    transform.matrix.0.0 = fixed(Double(self.width) / Double(width))
    transform.matrix.1.1 = fixed(Double(self.height) / Double(height))
    transform.matrix.2.2 = fixed(1)
    XRenderSetPictureTransform(connection.display, picture, &transform)
    XRenderComposite(
      connection.display, PictOpSrc, picture, 0, target, 0, 0, 0, 0, 0, 0, UInt32(width),
      UInt32(height))
  }

  func release() {
    guard !connection.isBroken else { return }
    XRenderFreePicture(connection.display, picture)
    XRenderFreePicture(connection.display, target)
    XFreePixmap(connection.display, pixmap)
  }
}
