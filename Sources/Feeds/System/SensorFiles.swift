import Files
import Glibc

/// The sensors below `/sys`, kept open: temperatures and fans of `hwmon`, temperatures of thermal zones
/// if `hwmon` has none, and the frequencies of the cores.
///
/// Reading a sensor may take milliseconds (a disk answers over its bus), so only wanted sensors are read.
final class SensorFiles {
  private struct Sensor {
    var name: String
    var descriptor: OwnedDescriptor
    /// The factor from the number in the file to the metric's unit.
    var factor: Double
  }

  /// Sensors that are searched again now and then, because some come later with a module or a device.
  private struct Group {
    private var sensors: [Sensor] = []
    /// The number of samples until the next search.
    private var countdown = 0

    mutating func text(searching search: () -> [Sensor]) -> [UInt8] {
      if countdown == 0 { (sensors, countdown) = (search(), SensorFiles.pace) }
      countdown -= 1
      return SensorFiles.text(of: sensors)
    }
  }

  /// The number of samples between searches.
  static let pace = 60

  private let root: String
  private var sensors = Group()
  private var frequencies = Group()

  init(root: String) { self.root = root }

  /// Lines with a metric's name and its value.
  func sensorText() -> [UInt8] {
    sensors.text {
      let found = hardwareMonitors()
      return found.contains { $0.name.hasPrefix("temperature.") } ? found : found + thermalZones()
    }
  }

  func frequencyText() -> [UInt8] {
    frequencies.text {
      numbered("cpu", in: "devices/system/cpu").compactMap { number in
        sensor(
          "frequency.\(number)", "devices/system/cpu/cpu\(number)/cpufreq/scaling_cur_freq", 1000)
      }
    }
  }

  private static func text(of sensors: [Sensor]) -> [UInt8] {
    var text: [UInt8] = []
    for sensor in sensors {
      guard let value = number(of: sensor.descriptor) else { continue }
      text += Array("\(sensor.name) \(value * sensor.factor)\n".utf8)
    }
    return text
  }

  private static func number(of file: OwnedDescriptor) -> Double? {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
      let count = pread(file.number, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      let text = String(decoding: buffer[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
      // The number counts thousandths. A value of a billion or more comes from a broken sensor.
      guard let value = Double(text), abs(value) < 1e12 else { return nil }
      return value
    }
  }

  // MARK: Search

  private func hardwareMonitors() -> [Sensor] {
    var found: [Sensor] = []
    var chips: [String: Int] = [:]
    for number in numbered("hwmon", in: "class/hwmon") {
      let folder = "class/hwmon/hwmon\(number)"
      var chip = Self.word(text(of: "\(folder)/name") ?? "hwmon\(number)")
      chips[chip, default: 0] += 1
      if let count = chips[chip], count > 1 { chip += "-\(count)" }
      for (kind, metric, factor) in [("temp", "temperature", 0.001), ("fan", "fan", 1)] {
        for place in numbered(kind, in: folder, suffix: "_input") {
          let label = text(of: "\(folder)/\(kind)\(place)_label") ?? "\(kind)\(place)"
          let name = unique("\(metric).\(chip).\(Self.word(label))", among: found)
          guard let sensor = sensor(name, "\(folder)/\(kind)\(place)_input", factor) else {
            continue
          }
          found.append(sensor)
        }
      }
    }
    return found
  }

  private func thermalZones() -> [Sensor] {
    var found: [Sensor] = []
    for number in numbered("thermal_zone", in: "class/thermal") {
      let folder = "class/thermal/thermal_zone\(number)"
      let kind = Self.word(text(of: "\(folder)/type") ?? "zone\(number)")
      let name = unique("temperature.\(kind)", among: found)
      if let sensor = sensor(name, "\(folder)/temp", 0.001) { found.append(sensor) }
    }
    return found
  }

  private func unique(_ name: String, among found: [Sensor]) -> String {
    var (result, number) = (name, 2)
    while found.contains(where: { $0.name == result }) {
      result = "\(name)-\(number)"
      number += 1
    }
    return result
  }

  private func sensor(_ name: String, _ path: String, _ factor: Double) -> Sensor? {
    let file = OwnedDescriptor(open("\(root)/\(path)", O_RDONLY | O_CLOEXEC))
    return file.number < 0 ? nil : Sensor(name: name, descriptor: file, factor: factor)
  }

  private func text(of path: String) -> String? {
    guard let bytes = try? WholeFile.read("\(root)/\(path)", atMost: 4096) else { return nil }
    let text = String(decoding: bytes.prefix { $0 != .newline }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// The numbers, in order, of the entries of a folder whose names consist of a prefix, a number and a suffix.
  private func numbered(_ prefix: String, in folder: String, suffix: String = "") -> [Int] {
    let numbers = (entryNames(in: "\(root)/\(folder)") ?? []).compactMap { name -> Int? in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.utf8.count > prefix.utf8.count
      else { return nil }
      let number = Int(name.dropFirst(prefix.count).dropLast(suffix.count))
      return number.flatMap { $0 >= 0 ? $0 : nil }
    }
    return numbers.sorted()
  }

  /// A label as part of a metric's name: `package-id-0` for `Package id 0`.
  private static func word(_ label: String) -> String {
    var word = ""
    for character in label.lowercased() {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else if word.last != "-", !word.isEmpty {
        word.append("-")
      }
    }
    while word.last == "-" { word.removeLast() }
    return word.isEmpty ? "sensor" : word
  }
}
