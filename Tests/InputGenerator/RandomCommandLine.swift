/// Words of a command line, made of the program's options and of values that fit some of them.
public enum RandomCommandLine {
  /// - Parameters:
  ///   - options: names of options, as `--help` has them.
  ///   - files: names of files for operands and values.
  public static func words(
    seed: UInt64, options: [String], files: [String]
  ) -> [String] {
    var random = InputRandom(seed: seed)
    var words: [String] = []
    if random.chance(0.1) { words.append(random.pick(["check", "init", "sources", "gallery"])) }
    for _ in 0..<random.below(7) {
      switch random.below(8) {
      case 0: words.append(random.pick(files))
      case 1: words.append(argument(random.scalar()))
      default:
        let option = random.pick(options)
        let value = argument(value(files, &random))
        switch random.below(4) {
        case 0: words.append(option)
        case 1: words.append(option + "=" + value)
        default: words += [option, value]
        }
      }
    }
    return words
  }

  private static func value(_ files: [String], _ random: inout InputRandom) -> String {
    switch random.below(3) {
    case 0:
      random.pick([
        "1x1", "64x48", "1", "2", "0.5", "5m", "300", "dark", "light", "en", "zh", "line", "a,b",
        ",", "%", "0",
      ])
    case 1: random.pick(files)
    default: random.scalar()
    }
  }

  /// No argument has a NUL in it, and no path leads out of the folder.
  private static func argument(_ text: String) -> String {
    String(text.filter { $0 != "\0" && $0 != "/" })
  }
}
