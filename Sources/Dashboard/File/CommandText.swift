/// A command line of a file, for the shell.
///
/// The shell itself replaces `${NAME}`, so that no value of a variable is part of the command line. A value in the
/// command line would be visible in lists of processes, and the shell would interpret its quotes and semicolons. As
/// elsewhere in the file, `$${` means `${`.
///
/// A plain `${NAME}` needs a variable of the environment, unless the command line may set the variable
/// itself: by `NAME=`, `for`, `read` and the like, or by a script that it reads. Forms with a default or
/// another operator (`${NAME:-x}`, `${NAME%.*}`), and texts in single quotes, are the shell's alone.
struct CommandText {
  /// The command line.
  private(set) var text = ""
  /// Whether a `${` has no `}`.
  private(set) var isOpen = false

  /// The names in plain `${NAME}`, in order.
  private var references: [String] = []
  /// The names that the command line may set.
  private var own: Set<String> = []
  private var readsScripts = false

  /// The variables that the shell sets (POSIX, 2.5.3).
  private static let shellVariables: Set<String> = [
    "IFS", "LINENO", "OLDPWD", "OPTARG", "OPTIND", "PPID", "PS1", "PS2", "PS4", "PWD",
  ]
  /// Commands whose operands are names of variables that they set.
  private static let setters: Set<String> = [
    "for", "getopts", "mapfile", "read", "readarray", "select",
  ]

  init(_ raw: String) {
    var rest = Array(raw.utf8)[...]
    var text: [UInt8] = []
    var (inSingle, inDouble, isSetting, isStart) = (false, false, false, true)
    while let byte = rest.first {
      let start = rest
      var startsCommand = false
      switch byte {
      case UInt8(ascii: "\\") where !inSingle: rest = rest.dropFirst(2)
      case UInt8(ascii: "$"):
        if rest.starts(with: "$${".utf8) {
          // The shell gets `${`.
          text.append(byte)
          text.append(UInt8(ascii: "{"))
          rest = rest.dropFirst(3)
          isStart = false
          continue
        }
        rest.removeFirst()
        if !inSingle { readReference(&rest) }
      case _ where Self.isName(byte):
        let word = Self.word(&rest)
        if rest.first == UInt8(ascii: "=") || isSetting { own.insert(word) }
        isSetting = isSetting || !inSingle && !inDouble && Self.setters.contains(word)
        if ["eval", "source"].contains(word) { readsScripts = true }
      default:
        if byte == UInt8(ascii: "'"), !inDouble { inSingle.toggle() }
        if byte == UInt8(ascii: "\""), !inSingle { inDouble.toggle() }
        if byte == UInt8(ascii: "."), isStart, rest.dropFirst().first == UInt8(ascii: " ") {
          readsScripts = true
        }
        startsCommand = !inSingle && !inDouble && ";|&(\n".utf8.contains(byte)
        if startsCommand { isSetting = false }
        rest.removeFirst()
      }
      isStart = startsCommand || isStart && byte == UInt8(ascii: " ")
      text += start[..<rest.startIndex]
    }
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// The variables of the environment without which the command line has no meaning, in order.
  var neededVariables: [String] {
    var seen = own.union(Self.shellVariables)
    return readsScripts ? [] : references.filter { seen.insert($0).inserted }
  }

  /// Reads the text after a `$`, up to the name's end.
  private mutating func readReference(_ rest: inout ArraySlice<UInt8>) {
    guard rest.first == UInt8(ascii: "{") else {
      _ = Self.word(&rest)
      return
    }
    isOpen = isOpen || !rest.contains(UInt8(ascii: "}"))
    rest.removeFirst()
    let name = Self.word(&rest)
    guard let first = name.first, !first.isNumber else { return }
    if rest.first == UInt8(ascii: "}") {
      references.append(name)
    } else if rest.starts(with: ":=".utf8) || rest.first == UInt8(ascii: "=") {
      own.insert(name)
    }
  }

  private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
    let word = rest.prefix { isName($0) }
    rest = rest[word.endIndex...]
    return String(decoding: word, as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
  }
}
