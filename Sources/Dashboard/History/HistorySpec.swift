import Files
import Glibc
import History

/// The settings of a dashboard's history on the disk.
package struct HistorySpec: Sendable, Equatable {
  /// Whether a history is kept. Default true.
  package var isOn = true
  package var limits = HistoryLimits()
  /// The path of the file; nil for a file in the user's folder of states.
  package var path: String?

  package init() {}

  /// The path of the history with a name in the user's folder of states; nil without a home.
  /// - Parameters:
  ///   - name: the name of a dashboard's file, or of the data.
  ///   - environment: returns the value of an environment variable.
  package static func path(
    named name: String,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> String? {
    UserFolder.state.path(environment: environment).map { $0 + "/wallchart/" + name + ".db" }
  }

  /// The name of the history of a dashboard's file: the file's name without folder and suffix, and a digest of the
  /// whole path, because another folder may have a file of the same name.
  /// - Parameter file: the path of the file, from the root.
  package static func name(ofFile file: String) -> String {
    let last = file.split(separator: "/").last.map(String.init) ?? "dashboard"
    let stem = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    return (stem.isEmpty ? last : stem) + "-" + String(stableHash(file), radix: 16)
  }
}
