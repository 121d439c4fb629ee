import Files
import Glibc

/// The last valid version of a dashboard's file and of the files that the file includes, in the user's folder of
/// states. A kiosk that starts while its file has mistakes, or is not there yet, shows that version.
///
/// The copy may hold passwords, as the file may, so that only the user can read it.
public struct DashboardCopy: Sendable {
  /// The texts of files, by their paths from the folder of the dashboard's file; that file has an empty path.
  public typealias Texts = [String: [UInt8]]

  /// The path of the copy.
  let path: String

  /// The limit of a copy's bytes.
  private static let largest = 32 << 20

  /// The copy of a file; nil without a folder of states.
  /// - Parameters:
  ///   - file: the path of the file, from the root.
  ///   - environment: returns the value of an environment variable.
  public init?(
    ofFile file: String,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    guard let folder = UserFolder.state.path(environment: environment) else { return nil }
    path = folder + "/wallchart/" + HistorySpec.name(ofFile: file) + ".dashboard"
  }

  /// Keeps a version, unless it is kept already. A version that cannot be written is not kept: the dashboard itself is
  /// shown in any case.
  public func write(_ texts: Texts) {
    guard read() != texts else { return }
    var bytes: [UInt8] = []
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      bytes += Array("\(text.count) \(name)\n".utf8) + text
    }
    UserFolder.makeFolder(of: path)
    // A replacement keeps the mode of the old file.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    close(descriptor)
    try? WholeFile.write(bytes, to: path)
  }

  /// The version that is kept; nil for none, or for a damaged copy.
  public func read() -> Texts? {
    guard let bytes = try? WholeFile.read(path, atMost: Self.largest, waits: false) else {
      return nil
    }
    var (texts, rest): (Texts, ArraySlice<UInt8>) = ([:], bytes[...])
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      let words = line.split(
        separator: " " as Character, maxSplits: 1, omittingEmptySubsequences: false)
      rest = rest[(end + 1)...]
      guard words.count == 2, let count = Int(words[0]), (0...rest.count).contains(count) else {
        return nil
      }
      texts[String(words[1])] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty && !texts.isEmpty ? texts : nil
  }
}
