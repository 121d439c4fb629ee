import Foundation
import Geometry

/// The difference of two colours for people with each kind of colour vision.
enum ColorVision: CaseIterable {
  case normal, protanopia, deuteranopia, tritanopia

  /// The transformation of linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model
  /// for Simulation of Color Vision Deficiency" (2009), at full severity.
  private var matrix: [[Double]] {
    switch self {
    case .normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .deuteranopia:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .tritanopia:
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    }
  }

  func difference(_ a: Color, _ b: Color) -> Double {
    ciede2000(lab(a), lab(b))
  }

  private func lab(_ color: Color) -> [Double] {
    func linear(_ c: Double) -> Double { c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4) }
    let source = [color.red, color.green, color.blue].map(linear)
    let rgb = matrix.map { row in min(max(zip(row, source).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
    let toXYZ: [[Double]] = [
      [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
      [0.0193339, 0.1191920, 0.9503041],
    ]
    let white = [0.95047, 1, 1.08883]
    let xyz = zip(toXYZ, white).map { row, white -> Double in
      let part = (row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]) / white
      return part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
    }
    return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])]
  }
}

/// The colour difference after Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula"
/// (2005).
func ciede2000(_ a: [Double], _ b: [Double]) -> Double {
  func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
  func cosine(_ angle: Double) -> Double { cos(angle * .pi / 180) }
  let mean = (hypot(a[1], a[2]) + hypot(b[1], b[2])) / 2
  let g = 0.5 * (1 - sqrt(pow(mean, 7) / (pow(mean, 7) + pow(25, 7))))
  func polar(_ c: [Double]) -> (chroma: Double, hue: Double) {
    let red = c[1] * (1 + g)
    let hue = degrees(atan2(c[2], red))
    return (hypot(red, c[2]), hue < 0 ? hue + 360 : hue)
  }
  let (p, q) = (polar(a), polar(b))
  var turn = q.hue - p.hue
  if p.chroma * q.chroma == 0 { turn = 0 }
  if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
  let hueStep = 2 * sqrt(p.chroma * q.chroma) * sin(turn / 2 * .pi / 180)
  var hue = (p.hue + q.hue) / 2
  if abs(p.hue - q.hue) > 180 { hue += p.hue + q.hue < 360 ? 180 : -180 }
  if p.chroma * q.chroma == 0 { hue = p.hue + q.hue }
  let (light, chroma) = ((a[0] + b[0]) / 2, (p.chroma + q.chroma) / 2)
  let t =
    1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6)
    - 0.20 * cosine(4 * hue - 63)
  let dark = (light - 50) * (light - 50)
  let l = (b[0] - a[0]) / (1 + 0.015 * dark / sqrt(20 + dark))
  let c = (q.chroma - p.chroma) / (1 + 0.045 * chroma)
  let h = hueStep / (1 + 0.015 * chroma * t)
  let rotation =
    -sin(2 * 30 * exp(-pow((hue - 275) / 25, 2)) * .pi / 180)
    * 2 * sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)))
  return sqrt(l * l + c * c + h * h + rotation * c * h)
}
