import Geometry

/// Pictures as scalable vector graphics (SVG 1.1): paths as paths, gradients as gradients, and text as text with the
/// names of its fonts.
public enum SVG {
  /// The document of a picture.
  /// - Parameters:
  ///   - list: the drawing, in device pixels.
  ///   - scale: the number of device pixels per point; the size of the document is in points.
  ///   - title: the title of the document; nil for none.
  public static func encode(
    _ list: DrawList, width: Int, height: Int, scale: Double = 1, title: String? = nil
  ) -> [UInt8] {
    var writer = SVGWriter(bounds: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    let content = writer.elements(of: list)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    text += " width=\"\(SVGNumber.text(Double(width) / scale))\""
    text += " height=\"\(SVGNumber.text(Double(height) / scale))\""
    text += " viewBox=\"0 0 \(width) \(height)\">\n"
    if let title { text += "<title>\(SVGText.escaped(title))</title>\n" }
    if !writer.definitions.isEmpty {
      text += "<defs>\n" + writer.definitions.joined(separator: "\n") + "\n</defs>\n"
    }
    return Array((text + content + "</svg>\n").utf8)
  }
}

/// The texts of numbers in SVG, by default with at most three decimals, a thousandth of a pixel.
enum SVGNumber {
  static func text(_ number: Double, decimals: Int = 3) -> String {
    guard number.isFinite else { return "0" }
    let factor = [1.0, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9][min(max(decimals, 0), 9)]
    let held = min(max(number, -1e9), 1e9)
    let rounded = (held * factor).rounded() / factor
    if rounded == rounded.rounded() { return String(Int(rounded)) }
    return "\(rounded)".contains("e") ? "0" : "\(rounded)"
  }

  static func point(_ point: Point) -> String { text(point.x) + " " + text(point.y) }
}

/// Text inside a document.
enum SVGText {
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML forbids other control characters.
      case "\t", "\n", "\r": result += " "
      case "\0"..."\u{1f}", "\u{fffe}"..."\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
