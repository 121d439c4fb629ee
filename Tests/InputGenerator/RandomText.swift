import Dashboard
import Feeds
import Foundation
import TestSupport

/// Rows of text, as commands print them and as nobody would.
struct RandomText {
  var bytes: [UInt8]

  init(_ random: inout InputRandom) {
    let lines = Self.lines(&random)
    let text = lines.joined(separator: random.pick(["\n", "\r\n", "\r", "\n"])) + "\n"
    switch random.below(8) {
    case 0: bytes = [0xFF, 0xFE] + Array(text.data(using: .utf16LittleEndian) ?? Data())
    case 1: bytes = [0xFE, 0xFF] + Array(text.data(using: .utf16BigEndian) ?? Data())
    case 2: bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case 3: bytes = Array(text.data(using: .utf16LittleEndian) ?? Data())
    default: bytes = Array(text.utf8)
    }
    guard random.chance(0.2), !bytes.isEmpty else { return }
    for _ in 0..<(1 + random.below(20)) { bytes[random.below(bytes.count)] = random.byte() }
  }

  private static func lines(_ random: inout InputRandom) -> [String] {
    switch random.below(4) {
    case 0: table(&random)
    case 1: (0..<(1 + random.below(30))).map { _ in json(&random, depth: 0) }
    case 2: mutatedFixture(&random)
    default:
      (0..<(1 + random.below(30))).map { _ in
        (0..<random.below(8)).map { _ in random.scalar() }
          .joined(separator: random.pick([" ", "=", ", ", ": "]))
      }
    }
  }

  private static func table(_ random: inout InputRandom) -> [String] {
    let separator = random.pick([",", ";", "\t", " ", "  ", "|"])
    let columns = random.chance(0.02) ? 1100 : 1 + random.below(14)
    var lines: [String] = []
    if random.chance(0.7) {
      lines.append((0..<columns).map { _ in random.scalar() }.joined(separator: separator))
    }
    for row in 0..<random.below(40) {
      let count = random.chance(0.1) ? random.below(columns + 3) : columns
      lines.append(
        (0..<count).map { column in
          if random.chance(0.05) { return random.scalar() }
          return column == 0 && random.chance(0.5)
            ? "\(1_700_000_000 + row)" : "\(random.below(1000))"
        }.joined(separator: separator))
    }
    return lines
  }

  private static func json(_ random: inout InputRandom, depth: Int) -> String {
    func string(_ random: inout InputRandom) -> String {
      "\"" + random.scalar().replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }
    switch random.below(depth > 4 ? 3 : 6) {
    case 0: return random.scalar()
    case 1: return string(&random)
    case 2: return "\(random.below(1000))"
    case 3:
      return "["
        + (0..<random.below(5)).map { _ in json(&random, depth: depth + 1) }.joined(separator: ",")
        + "]"
    default:
      let entries = (0..<random.below(5)).map { _ in
        string(&random) + ":" + json(&random, depth: depth + 1)
      }
      return "{" + entries.joined(separator: ",") + "}"
    }
  }

  private static let fixtures: [[String]] = {
    let folder = Program.fixture("text")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8))
        .map {
          $0.split(separator: "\n", omittingEmptySubsequences: false).prefix(60).map(String.init)
        }
    }
  }()

  private static func mutatedFixture(_ random: inout InputRandom) -> [String] {
    mutated(random.pick(fixtures), &random)
  }

  /// Lines deleted, doubled and exchanged, and words replaced.
  static func mutated(_ lines: [String], _ random: inout InputRandom) -> [String] {
    var lines = lines
    for _ in 0..<random.below(8) where !lines.isEmpty {
      let (place, other) = (random.below(lines.count), random.below(lines.count))
      switch random.below(6) {
      case 0: lines.remove(at: place)
      case 1: lines.insert(lines[other], at: place)
      case 2: lines.swapAt(place, other)
      default:
        var words = lines[place].components(separatedBy: " ")
        let word = random.below(words.count)
        switch random.below(4) {
        case 0: words.remove(at: word)
        case 1: words.insert(words[random.below(words.count)], at: word)
        default: words[word] = random.scalar()
        }
        lines[place] = words.joined(separator: " ")
      }
    }
    return lines
  }
}
