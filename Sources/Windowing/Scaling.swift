import CX11

/// Device pixels per point.
enum Scaling {
  /// The range of scales. Outside the range, text is unreadable or a frame does not fit into memory.
  static let range = 0.5...8.0

  static func clamped(_ scale: Double) -> Double {
    scale.isNaN ? 1 : min(max(scale, range.lowerBound), range.upperBound)
  }

  /// The desktop's scale when the display was opened: `Xft.dpi` divided by 96, the resolution at which a point is a
  /// pixel; 1 if that is not set.
  static func ofDesktop(_ display: OpaquePointer) -> Double {
    guard let resources = XResourceManagerString(display) else { return 1 }
    return scale(resources: String(cString: resources))
  }

  /// The desktop's current scale. This takes a round trip.
  @MainActor
  static func ofDesktop(_ connection: Connection) -> Double {
    let text = Properties.text(connection.display, connection.root, XA_RESOURCE_MANAGER)
    return scale(resources: text)
  }

  /// - Parameter resources: the X resource database as text, one entry per line.
  static func scale(resources: String) -> Double {
    for line in resources.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == "Xft.dpi" else { continue }
      guard let resolution = Double(trimmed(parts[1])), resolution > 0 else { return 1 }
      return clamped(resolution / 96)
    }
    return 1
  }

  private static func trimmed(_ text: Substring) -> String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = text.drop(while: isSpace)
    return String(start.prefix { !isSpace($0) && $0 != "\r" })
  }
}
