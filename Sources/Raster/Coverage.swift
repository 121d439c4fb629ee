/// How much of the pixels of a span is covered, 0...65535.
enum Coverage {
  case constant(UInt32)
  /// One for each pixel.
  case varying(UnsafePointer<UInt32>)
}
