/// An expression at random: one that follows the rules, one with a mistake, or any text.
struct RandomExpression {
  let text: String

  init(_ random: inout InputRandom) {
    switch random.below(5) {
    case 0: text = (0..<random.below(12)).map { _ in random.scalar() }.joined()
    case 1:
      let pieces = (0..<random.below(40)).map { _ in random.pick(Self.pieces) }
      text = pieces.joined(separator: random.pick(["", " "]))
    case 2: text = Self.deep(&random)
    default:
      var whole = Self.term(&random, depth: 0)
      if random.chance(0.3) {
        let place = whole.index(whole.startIndex, offsetBy: random.below(whole.count))
        whole.replaceSubrange(place...place, with: random.pick(Self.pieces))
      }
      text = whole
    }
  }

  private static let pieces = [
    "+", "-", "*", "/", "^", "(", ")", ",", "<", "<=", "==", "=", "!=", "!", "&&", "&", "||", "?",
    ":",
    "a", "b", "net.in", "_", "_pi", "_e", "min(", "max(", "sum(", "avg(", "sqrt(", "log(", "rint(",
    "sin", "if", "0", "1", "2", "1e308", "1e-320", "1e999", "2.5.", ".", ".5", "0x1", "1_000",
    "\"x\"",
    "'", ";", "#", "é", "\u{0}", "\n", "$", "%", "@", "[", "{", "\\",
  ]

  private static func term(_ random: inout InputRandom, depth: Int) -> String {
    func inner(_ random: inout InputRandom) -> String { term(&random, depth: depth + 1) }
    switch random.below(depth > 5 ? 2 : 8) {
    case 0: return random.pick(["a", "b", "net.in", "_pi"])
    case 1: return random.pick(["0", "1", "2.5", "1e308", "100"])
    case 2:
      return inner(&random) + " ? " + inner(&random) + " : " + inner(&random)
    case 3:
      let name = random.pick(["min", "max", "sum", "avg"])
      return name + "(" + inner(&random) + "," + inner(&random) + ")"
    case 4: return random.pick(["-", "sqrt", "ln", "abs"]) + "(" + inner(&random) + ")"
    default:
      let sign = random.pick(["+", "-", "*", "/", "^", "<", ">=", "==", "!=", "&&", "||"])
      return "(" + inner(&random) + " " + sign + " " + inner(&random) + ")"
    }
  }

  /// Long chains and many open brackets.
  private static func deep(_ random: inout InputRandom) -> String {
    let count = random.pick([10, 63, 65, 300, 2000])
    let piece = random.pick(["(", "-", "a?", "a^", "min(", "1+", "a?b:", "((", "sin(", "a,", "1/"])
    let end = random.chance(0.5) ? "a" + String(repeating: ")", count: count) : "a"
    return String(repeating: piece, count: count) + end
  }
}
