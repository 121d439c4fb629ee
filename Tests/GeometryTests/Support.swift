import Geometry
import TestSupport
import Testing

/// A path written as in SVG, absolute: `M0 0 L10 0 Q… C… Z`.
func path(_ text: String) -> Path {
  var path = Path()
  var tokens = text.split(whereSeparator: { $0 == " " || $0 == "," })[...]
  while let token = tokens.popFirst() {
    let verb = token.first!
    var numbers: [Double] = token.dropFirst().isEmpty ? [] : [Double(token.dropFirst())!]
    while let next = tokens.first, let number = Double(next) {
      numbers.append(number)
      tokens.removeFirst()
    }
    func p(_ i: Int) -> Point { Point(numbers[2 * i], numbers[2 * i + 1]) }
    switch verb {
    case "M": path.move(to: p(0))
    case "L": path.addLine(to: p(0))
    case "Q": path.addQuadCurve(to: p(1), control: p(0))
    case "C": path.addCurve(to: p(2), control1: p(0), control2: p(1))
    case "Z": path.closeSubpath()
    default: fatalError("unknown verb \(verb)")
    }
  }
  return path
}

/// Whether two paths have the same elements, with points that are near to each other.
func isNear(_ a: Path, _ b: Path, _ tolerance: Double = 1e-6) -> Bool {
  a.verbs == b.verbs && zip(a.points, b.points).allSatisfy { isNear($0, $1, tolerance) }
}
