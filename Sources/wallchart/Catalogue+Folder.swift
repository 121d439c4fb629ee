import Glibc
import Messages

extension Catalogue {
  /// The directory of the translations that were installed with the program: `share/locale` beside the directory of the
  /// program's file. Without `/proc`, no directory is found, and messages stay English.
  static var folder: String {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = path.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.baseAddress!, $0.count)
    }
    let file = String(decoding: path.prefix(max(0, length)), as: UTF8.self)
    let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    return parts.joined(separator: "/") + "/share/locale"
  }
}
