import CFontconfig
import Files
import Glibc

/// The font files that fontconfig has chosen at earlier starts, so that a start need not wait for fontconfig.
///
/// Fontconfig reads fifty files before its first answer. The memory is valid as long as none of these files, no
/// folder of fonts or of configuration, and no environment variable that fontconfig reads has changed, because
/// fontconfig would then give the same answers.
struct FontMemory {
  private typealias Request = FontCatalog.Request

  private let path: String
  private var files: [Request: FontFile] = [:]

  /// The first line of the file, with the version of its format.
  private static let title = "Fonts of Wallchart 1"
  /// The largest number of bytes that are read.
  private static let limit = 1 << 18
  /// The variables that change fontconfig's answers, among them those of the locale: fontconfig prefers fonts for the
  /// user's language.
  private static let variables = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "LC_ALL", "LC_CTYPE",
    "LANG", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CURRENT_DESKTOP",
  ]
  /// The smallest age in seconds of a file's last change for the memory to be written. A younger file may change
  /// again within the resolution of its time, which the memory would not notice.
  private static let leastAge = 2

  /// Reads the memory; a missing, damaged or outdated one is empty.
  /// - Parameter path: the path of the file, which is written when fontconfig has answered.
  init(path: String) {
    self.path = path
    guard let bytes = try? WholeFile.read(path, atMost: Self.limit, waits: false) else { return }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(of: "") else { return }
    let watched = lines[..<end].compactMap { Self.watched($0) }
    guard let state = Self.state(of: watched), state.elementsEqual(lines[..<end].map(String.init))
    else { return }
    for line in lines[(end + 1)...] {
      guard let (request, file) = Self.choice(line) else { continue }
      files[request] = file
    }
  }

  /// Whether there is no answer.
  var isEmpty: Bool { files.isEmpty }

  /// The file that fontconfig has chosen for a request.
  func file(for request: FontCatalog.Request) -> FontFile? { files[request] }

  /// Remembers an answer of fontconfig, and writes all of them. A memory that cannot be written is no error: the next
  /// start asks fontconfig again.
  /// - Parameter watched: the files and folders that fontconfig has read.
  mutating func add(_ file: FontFile, for request: FontCatalog.Request, watched: [String]) {
    files[request] = file
    let choices = files.map { Self.line($0, $1) }.sorted()
    guard !(watched + choices).contains(where: { $0.contains("\n") }),
      let state = Self.state(of: watched + Self.places)
    else { return }
    let text = (state + [""] + choices).map { $0 + "\n" }.joined()
    UserFolder.makeFolder(of: path)
    try? WholeFile.write(Array(text.utf8), to: path, isDurable: false)
  }

  // MARK: The state of the system

  /// The places of a user's configuration, which fontconfig does not list while they are missing.
  private static var places: [String] {
    let home = variable("HOME")
    let folder =
      variable("XDG_CONFIG_HOME").isEmpty ? home + "/.config" : variable("XDG_CONFIG_HOME")
    return ["", "/conf.d", "/fonts.conf"].map { folder + "/fontconfig" + $0 }
      + [home + "/.fonts.conf", home + "/.fonts.conf.d"]
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  /// The lines that describe fontconfig's library, the environment, and the last changes of files; nil if a file has
  /// changed just now.
  private static func state(of watched: [String]) -> [String]? {
    var lines = [title, "fontconfig \(FcGetVersion())"]
    lines += variables.map { "\($0)=\(variable($0))" }
    let limit = time(nil) - leastAge
    for path in watched {
      var status = stat()
      let isThere = stat(path, &status) == 0
      let change = isThere ? status.st_mtim : timespec()
      if change.tv_sec > limit { return nil }
      lines.append("\(change.tv_sec).\(change.tv_nsec) \(path)")
    }
    return lines
  }

  /// The path in a line of the state that describes a file.
  private static func watched(_ line: Substring) -> String? {
    guard line.first?.isNumber == true, let space = line.firstIndex(of: " ") else { return nil }
    return String(line[line.index(after: space)...])
  }

  // MARK: Answers

  private static func line(_ request: FontCatalog.Request, _ file: FontFile) -> String {
    [
      request.family, String(request.weight.rawValue), request.language, String(file.index),
      String(file.instance), file.variations, file.path,
    ].joined(separator: "\t")
  }

  private static func choice(_ line: Substring) -> (FontCatalog.Request, FontFile)? {
    let parts = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 7, let weight = Int(parts[1]).flatMap(FontWeight.init(rawValue:)),
      let index = Int32(parts[3]), let instance = Int32(parts[4])
    else { return nil }
    return (
      .init(family: parts[0], weight: weight, language: parts[2]),
      FontFile(path: parts[6], index: index, instance: instance, variations: parts[5])
    )
  }
}
