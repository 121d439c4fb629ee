import Geometry
import Raster

extension Layer {
  /// The tree as text at a time: one line per layer, indented by depth, with the values that differ from the
  /// defaults. The text is meant for tests and for readers; equal trees have equal texts.
  ///
  ///     Layer bounds(0 0 100 50) position(50 25)
  ///       ShapeLayer path(3: 0 0 10 5) stroke(#00cdd1) lineWidth(2) animations(path)
  public func dump(at time: Double) -> String {
    var lines: [String] = []
    let above = parent?.treeTimeMap ?? .identity
    dump(at: above(time), depth: 0, role: "", into: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private func dump(at time: Double, depth: Int, role: String, into lines: inout [String]) {
    let now = timeMap(time)
    let shown = shown(atLocal: FrameTime(now), scale: nil)
    var line = LayerLine(name: "\(Self.self)")
    line.addProperties(of: shown)
    switch shown {
    case let shape as ShapeLayer: line.addContents(of: shape)
    case let gradient as GradientLayer: line.addContents(of: gradient)
    case let text as TextLayer: line.addContents(of: text)
    case let image as ImageLayer: line.addContents(of: image)
    case let replicator as ReplicatorLayer: line.addContents(of: replicator)
    default: break
    }
    if !animations.isEmpty {
      line.add("animations", animations.map { $0.key ?? "-" }.joined(separator: " "))
    }
    lines.append(String(repeating: "  ", count: depth) + role + line.text)
    mask?.dump(at: now, depth: depth + 1, role: "mask ", into: &lines)
    for layer in sublayers { layer.dump(at: now, depth: depth + 1, role: "", into: &lines) }
  }
}

private struct LayerLine {
  private(set) var text: String

  init(name: String) { text = name }

  mutating func add(_ name: String, _ value: String) { text += " \(name)(\(value))" }

  mutating func add(_ name: String, _ value: Double, unless standard: Double) {
    if value != standard { add(name, DumpText.number(value)) }
  }

  mutating func add(_ name: String, _ values: [Double], unless standard: [Double] = []) {
    if values != standard { add(name, DumpText.numbers(values)) }
  }

  mutating func add(_ name: String, _ color: Color?, unless standard: Color? = nil) {
    if color != standard { add(name, color.map(DumpText.color) ?? "none") }
  }

  mutating func add(_ name: String, _ transform: AffineTransform) {
    let t = transform
    if t != .identity { add(name, [t.a, t.b, t.c, t.d, t.tx, t.ty]) }
  }

  mutating func addProperties(of layer: Layer) {
    let bounds = layer.bounds
    add("bounds", [bounds.minX, bounds.minY, bounds.width, bounds.height], unless: [0, 0, 0, 0])
    add("position", [layer.position.x, layer.position.y], unless: [0, 0])
    add("anchor", [layer.anchorPoint.x, layer.anchorPoint.y], unless: [0.5, 0.5])
    add("transform", layer.transform)
    add("beginTime", layer.beginTime, unless: 0)
    add("speed", layer.speed, unless: 1)
    add("timeOffset", layer.timeOffset, unless: 0)
    add("opacity", layer.opacity, unless: 1)
    if layer.isHidden { text += " hidden" }
    add("background", layer.backgroundColor)
    add("border", layer.borderColor)
    add("borderWidth", layer.borderWidth, unless: 0)
    add("cornerRadius", layer.cornerRadius, unless: 0)
    if layer.masksToBounds { text += " masksToBounds" }
  }

  mutating func addContents(of shape: ShapeLayer) {
    if let path = shape.path { add("path", DumpText.path(path)) }
    add("fill", shape.fillColor, unless: .black)
    if shape.fillRule != .nonZero { add("fillRule", "even-odd") }
    add("stroke", shape.strokeColor)
    let (style, standard) = (shape.strokeStyle, StrokeStyle())
    add("lineWidth", style.width, unless: standard.width)
    if style.cap != standard.cap { add("cap", "\(style.cap)") }
    if style.join != standard.join { add("join", "\(style.join)") }
    add("miterLimit", style.miterLimit, unless: standard.miterLimit)
    add("dash", style.dashPattern)
    add("dashPhase", style.dashPhase, unless: 0)
    add("strokeStart", style.start, unless: 0)
    add("strokeEnd", style.end, unless: 1)
  }

  mutating func addContents(of gradient: GradientLayer) {
    add("colors", gradient.colors.map(DumpText.color).joined(separator: " "))
    add("locations", gradient.locations)
    add("start", [gradient.startPoint.x, gradient.startPoint.y], unless: [0.5, 0])
    add("end", [gradient.endPoint.x, gradient.endPoint.y], unless: [0.5, 1])
  }

  mutating func addContents(of text: TextLayer) {
    guard let line = text.line else { return }
    add("text", DumpText.quoted(line.text))
    add("color", text.foregroundColor, unless: .black)
  }

  mutating func addContents(of image: ImageLayer) {
    if let contents = image.contents { add("image", "\(contents.width)x\(contents.height)") }
    if image.contentsGravity != .resize { add("gravity", image.contentsGravity.rawValue) }
  }

  mutating func addContents(of replicator: ReplicatorLayer) {
    add("count", "\(replicator.instanceCount)")
    add("instanceTransform", replicator.instanceTransform)
    add("instanceDelay", replicator.instanceDelay, unless: 0)
    add("instanceColor", replicator.instanceColor, unless: .white)
    add(
      "offsets",
      [
        replicator.instanceRedOffset, replicator.instanceGreenOffset,
        replicator.instanceBlueOffset, replicator.instanceAlphaOffset,
      ], unless: [0, 0, 0, 0])
  }
}

/// Short texts of values.
private enum DumpText {
  /// A number with at most three decimals.
  static func number(_ value: Double) -> String {
    guard value.magnitude < 1e12 else { return "\(value)" }
    let thousandths = Int((value.magnitude * 1000).rounded())
    let digits = String(thousandths % 1000)
    var fraction = String(repeating: "0", count: 3 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 && thousandths != 0 ? "-" : ""
    return sign + String(thousandths / 1000) + (fraction.isEmpty ? "" : "." + fraction)
  }

  static func numbers(_ values: [Double]) -> String {
    values.map(number).joined(separator: " ")
  }

  /// A colour as `#rrggbb`, followed by its opacity if it is not opaque.
  static func color(_ color: Color) -> String {
    func byte(_ component: Double) -> String {
      let digits = String(Int((component > 0 ? min(component, 1) * 255 : 0).rounded()), radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    let name = "#" + byte(color.red) + byte(color.green) + byte(color.blue)
    return color.alpha == 1 ? name : name + "/" + number(color.alpha)
  }

  /// The number of a path's elements, and its bounding box: left, top, width, height.
  static func path(_ path: Path) -> String {
    let box = path.controlPointBounds
    if box.isNull { return "empty" }
    return "\(path.verbs.count): " + numbers([box.minX, box.minY, box.width, box.height])
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\" + String(scalar)
      case _ where scalar.value < 32: "\\u{" + String(scalar.value, radix: 16) + "}"
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
