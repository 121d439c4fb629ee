import Glibc

/// The size of a terminal.
struct TerminalSize: Equatable {
  var columns: Int
  var rows: Int
  /// The size of a character cell in pixels.
  var cellWidth: Int
  var cellHeight: Int

  /// The size of a cell that a terminal does not report.
  static let usualCell = (width: 8, height: 16)

  /// The size of the terminal behind a descriptor.
  /// - Parameter cell: the size of a cell, for a terminal whose driver does not know its pixels.
  init(of descriptor: Int32, cell: (width: Int, height: Int)?) {
    var window = winsize()
    _ = ioctl(descriptor, UInt(TIOCGWINSZ), &window)
    columns = window.ws_col > 0 ? Int(window.ws_col) : 80
    rows = window.ws_row > 0 ? Int(window.ws_row) : 24
    let known = cell ?? Self.usualCell
    cellWidth = window.ws_xpixel > 0 ? Int(window.ws_xpixel) / columns : known.width
    cellHeight = window.ws_ypixel > 0 ? Int(window.ws_ypixel) / rows : known.height
    // The limits keep the frame of an implausible size within the limits of a picture.
    columns = min(max(columns, 2), 1000)
    rows = min(max(rows, 2), 500)
    cellWidth = min(max(cellWidth, 1), 128, Self.mostPixels.width / columns)
    cellHeight = min(max(cellHeight, 1), 256, Self.mostPixels.height / rows)
  }

  /// The largest frame in pixels, of as many pixels as a picture may have.
  private static let mostPixels = (width: 8192, height: 8192)

  init(columns: Int, rows: Int, cellWidth: Int, cellHeight: Int) {
    (self.columns, self.rows) = (columns, rows)
    (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
  }
}
