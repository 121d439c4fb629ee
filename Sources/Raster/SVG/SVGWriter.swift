import Geometry

/// Converts drawing operations into elements of SVG.
struct SVGWriter {
  private let bounds: Rect
  /// The gradients, clips and masks to which elements refer.
  private(set) var definitions: [String] = []
  /// The names of definitions by their contents.
  private var names: [String: String] = [:]
  /// Whether all colours are replaced by white, so that the alpha of a mask becomes its luminance.
  private var isMask = false

  init(bounds: Rect) { self.bounds = bounds }

  mutating func elements(of list: DrawList) -> String {
    list.operations.map { element(of: $0) }.joined()
  }

  private mutating func element(of operation: DrawOperation) -> String {
    let element = unclipped(operation)
    guard !element.isEmpty, let clip = operation.clip, let name = name(of: clip) else {
      return operation.clip == nil ? element : ""
    }
    return "<g clip-path=\"url(#\(name))\">\n\(element)</g>\n"
  }

  private mutating func unclipped(_ operation: DrawOperation) -> String {
    switch operation.content {
    case .clear(let color):
      return "<rect\(frame(bounds))\(attributes("fill", color))/>\n"
    case .fill(let path, let rule, let transform, let paint):
      let placed = operation.placed(transform)
      if case .image(let image) = paint {
        return self.image(image, path, rule, placed, operation.placed(paint, transform))
      }
      let fill = self.paint(paint, "fill", on: placed, operation.placed(paint, transform))
      let evenOdd = rule == .evenOdd ? " fill-rule=\"evenodd\"" : ""
      return "<path d=\"\(Self.data(path))\"\(Self.attribute(placed))\(fill)\(evenOdd)/>\n"
    case .stroke(let path, let style, let transform, let paint):
      return stroke(
        path, style, operation.placed(transform), paint, operation.placed(paint, transform))
    case .glyphs(let glyphs, let transform, let paint):
      return text(glyphs, operation.placed(transform), paint, operation.placed(paint, transform))
    case .group(let group): return self.group(group)
    }
  }

  // MARK: Elements

  private mutating func stroke(
    _ path: Path, _ style: StrokeStyle, _ transform: AffineTransform, _ paint: Paint,
    _ paintTransform: AffineTransform
  ) -> String {
    guard style.width > 0, style.width.isFinite else { return "" }
    var (path, style) = (path, style)
    if style.start > 0 || style.end < 1 {
      // A partial stroke is written as a separate path, with its dashes as parts of the path.
      path = path.dashed(
        pattern: style.dashPattern, phase: style.dashPhase, from: style.start, to: style.end)
      style.dashPattern = []
      if path.isEmpty { return "" }
    }
    var text = "<path d=\"\(Self.data(path))\"\(Self.attribute(transform)) fill=\"none\""
    text += self.paint(paint, "stroke", on: transform, paintTransform)
    text += " stroke-width=\"\(SVGNumber.text(style.width))\""
    switch style.cap {
    case .butt: break
    case .round: text += " stroke-linecap=\"round\""
    case .square: text += " stroke-linecap=\"square\""
    }
    switch style.join {
    case .miter:
      text += " stroke-miterlimit=\"\(SVGNumber.text(max(1, style.miterLimit)))\""
    case .round: text += " stroke-linejoin=\"round\""
    case .bevel: text += " stroke-linejoin=\"bevel\""
    }
    if !style.dashPattern.isEmpty {
      let dashes = style.dashPattern.map { SVGNumber.text($0) }.joined(separator: " ")
      text += " stroke-dasharray=\"\(dashes)\""
      text += " stroke-dashoffset=\"\(SVGNumber.text(style.dashPhase))\""
    }
    return text + "/>\n"
  }

  private mutating func text(
    _ glyphs: GlyphRun, _ transform: AffineTransform, _ paint: Paint,
    _ paintTransform: AffineTransform
  ) -> String {
    guard !glyphs.glyphs.isEmpty else { return "" }
    let fill = self.paint(paint, "fill", on: transform, paintTransform)
    guard let words = glyphs.text else {
      return "<path d=\"\(Self.data(glyphs.path))\"\(Self.attribute(transform))\(fill)/>\n"
    }
    var text = "<text\(Self.attribute(transform))\(fill)"
    text += " font-family=\"\(SVGText.escaped(words.family)), sans-serif\""
    text += " font-size=\"\(SVGNumber.text(words.size))\" font-weight=\"\(words.weight)\""
    if words.hasTabularDigits { text += " style=\"font-variant-numeric:tabular-nums\"" }
    text += " xml:space=\"preserve\""
    if words.hasTabularDigits, let parts = Self.parts(of: glyphs, words) {
      return text + ">\(parts)</text>\n"
    }
    // The length keeps the extent of each line if the viewer has another font.
    text += " textLength=\"\(SVGNumber.text(words.width))\" lengthAdjust=\"spacingAndGlyphs\""
    return text + ">\(SVGText.escaped(words.text))</text>\n"
  }

  /// The text in parts with positions of their own, numbers and the texts between them, because some viewers have only
  /// proportional digits. Nil if glyphs do not correspond to letters.
  private static func parts(of glyphs: GlyphRun, _ words: GlyphText) -> String? {
    let letters = Array(words.text)
    guard letters.allSatisfy({ $0.unicodeScalars.count == 1 }),
      letters.count(where: { $0 != " " }) == glyphs.glyphs.count,
      letters.contains(where: \.isNumber)
    else { return nil }
    var (text, next) = ("", 0)
    var wasNumber: Bool?
    for letter in letters {
      if letter != " " {
        let isNumber = letter.isNumber || ".,:\u{2212}".contains(letter)
        if wasNumber != isNumber {
          let x = SVGNumber.text(glyphs.glyphs[next].origin.x)
          text += (wasNumber == nil ? "" : "</tspan>") + "<tspan x=\"\(x)\">"
        }
        wasNumber = isNumber
        next += 1
      }
      text += SVGText.escaped(String(letter))
    }
    return wasNumber == nil ? nil : text + "</tspan>"
  }

  private mutating func image(
    _ paint: ImagePaint, _ path: Path, _ rule: FillRule, _ transform: AffineTransform,
    _ paintTransform: AffineTransform
  ) -> String {
    guard let png = Self.png(paint.image, isMask: isMask) else { return "" }
    let clip = ClipPath(path: path, rule: rule, transform: transform)
    guard let name = name(of: Clip(rect: bounds, paths: [clip])) else { return "" }
    let placed = paint.transform.concatenating(paintTransform)
    let opacity = paint.opacity < 1 ? " opacity=\"\(SVGNumber.text(paint.opacity))\"" : ""
    return "<g clip-path=\"url(#\(name))\">\n<image width=\"\(paint.image.width)\""
      + " height=\"\(paint.image.height)\" preserveAspectRatio=\"none\"\(Self.attribute(placed))"
      + "\(opacity) xlink:href=\"data:image/png;base64,\(Base64.text(png))\"/>\n</g>\n"
  }

  /// - Parameter isMask: whether only the opacity counts. SVG masks with the brightness, too.
  private static func png(_ image: Image, isMask: Bool) -> [UInt8]? {
    let bitmap = Bitmap(width: image.width, height: image.height)
    for (i, pixel) in image.pixels.enumerated() {
      bitmap.buffer.base[i] = isMask ? (pixel >> 24) * 0x0101_0101 : pixel
    }
    return try? PNG.encode(bitmap)
  }

  private mutating func group(_ group: DrawGroup) -> String {
    let content = elements(of: group.list)
    guard !content.isEmpty, group.opacity > 0 else { return "" }
    var text = "<g"
    if group.opacity < 1 { text += " opacity=\"\(SVGNumber.text(group.opacity))\"" }
    if let mask = group.mask {
      let outer = isMask
      isMask = true
      let elements = elements(of: mask)
      isMask = outer
      let attributes = " maskUnits=\"userSpaceOnUse\"\(frame(bounds))"
      text += " mask=\"url(#\(define("mask", attributes, "\n" + elements)))\""
    }
    return text + ">\n\(content)</g>\n"
  }

  // MARK: Paint

  private mutating func paint(
    _ paint: Paint, _ name: String, on transform: AffineTransform,
    _ paintTransform: AffineTransform
  ) -> String {
    switch paint {
    case .color(let color): return attributes(name, color)
    case .gradient(let gradient):
      return " \(name)=\"url(#\(self.name(of: gradient, on: transform, paintTransform)))\""
    // Only fills have images.
    case .image: return " \(name)=\"none\""
    }
  }

  private func attributes(_ name: String, _ color: Color) -> String {
    let color = shown(color)
    let alpha = color.alpha < 1 ? " \(name)-opacity=\"\(SVGNumber.text(color.alpha))\"" : ""
    return " \(name)=\"\(Self.hex(color))\"" + alpha
  }

  private func shown(_ color: Color) -> Color {
    isMask ? Color.white.opacity(color.alpha) : color
  }

  private static func hex(_ color: Color) -> String {
    "#"
      + [color.red, color.green, color.blue].map { part in
        let byte = Int((min(max(part, 0), 1) * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }

  private mutating func name(
    of gradient: LinearGradient, on transform: AffineTransform, _ paintTransform: AffineTransform
  ) -> String {
    // The gradient is in the space of the element, so the element's own transform is reversed.
    let placed = gradient.transform.concatenating(paintTransform)
      .concatenating(transform.inverted ?? .identity)
    let stops = gradient.stops.map { stop in
      let color = shown(stop.color)
      let alpha = color.alpha < 1 ? " stop-opacity=\"\(SVGNumber.text(color.alpha))\"" : ""
      return "<stop offset=\"\(SVGNumber.text(stop.location, decimals: 6))\""
        + " stop-color=\"\(Self.hex(color))\"\(alpha)/>"
    }
    let (start, end) = (gradient.start, gradient.end)
    return define(
      "linearGradient",
      " gradientUnits=\"userSpaceOnUse\" x1=\"\(SVGNumber.text(start.x, decimals: 6))\""
        + " y1=\"\(SVGNumber.text(start.y, decimals: 6))\""
        + " x2=\"\(SVGNumber.text(end.x, decimals: 6))\""
        + " y2=\"\(SVGNumber.text(end.y, decimals: 6))\""
        + Self.attribute(placed, "gradientTransform"),
      stops.joined())
  }

  // MARK: Clips

  /// The name of a clip; nil for a clip without visible area.
  private mutating func name(of clip: Clip) -> String? {
    let rect = clip.rect.intersection(bounds.insetBy(dx: -1, dy: -1))
    guard !rect.isNull, rect.width > 0, rect.height > 0 else { return nil }
    var name = define("clipPath", "", "<rect\(frame(rect))/>")
    for clip in clip.paths {
      let rule = clip.rule == .evenOdd ? " clip-rule=\"evenodd\"" : ""
      let path = "<path d=\"\(Self.data(clip.path))\"\(Self.attribute(clip.transform))\(rule)/>"
      // Each clip is clipped by the one before.
      name = define("clipPath", " clip-path=\"url(#\(name))\"", path)
    }
    return name
  }

  private mutating func define(_ kind: String, _ attributes: String, _ content: String) -> String {
    let key = kind + attributes + content
    if let name = names[key] { return name }
    let name = "\(kind.prefix(1))\(names.count)"
    names[key] = name
    definitions.append("<\(kind) id=\"\(name)\"\(attributes)>\(content)</\(kind)>")
    return name
  }

  // MARK: Geometry

  private func frame(_ rect: Rect) -> String {
    " x=\"\(SVGNumber.text(rect.minX))\" y=\"\(SVGNumber.text(rect.minY))\""
      + " width=\"\(SVGNumber.text(rect.width))\" height=\"\(SVGNumber.text(rect.height))\""
  }

  private static func attribute(
    _ transform: AffineTransform, _ name: String = "transform"
  ) -> String {
    guard transform != .identity else { return "" }
    let t = transform
    let numbers = [t.a, t.b, t.c, t.d, t.tx, t.ty].map { SVGNumber.text($0, decimals: 6) }
    return " \(name)=\"matrix(\(numbers.joined(separator: " ")))\""
  }

  /// The data of a path.
  static func data(_ path: Path) -> String {
    var (text, place) = ("", 0)
    for verb in path.verbs {
      let points = path.points[place..<place + verb.pointCount]
      place += verb.pointCount
      let letter =
        switch verb {
        case .move: "M"
        case .line: "L"
        case .quad: "Q"
        case .cubic: "C"
        case .close: "Z"
        }
      text += letter + points.map(SVGNumber.point).joined(separator: " ")
    }
    return text
  }
}

/// Bytes as text (RFC 4648).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = (0..<3).map { start + $0 < bytes.count ? Int(bytes[start + $0]) : 0 }
      let number = part[0] << 16 | part[1] << 8 | part[2]
      let count = min(3, bytes.count - start)
      for i in 0..<4 {
        result.append(i <= count ? letters[number >> (18 - 6 * i) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
