import Glibc

/// A folder of the user's files of one kind (XDG Base Directory Specification).
public enum UserFolder: Sendable {
  /// Files that the program can create again, by default in `~/.cache`.
  case cache
  /// Files that outlast a restart, by default in `~/.local/state`.
  case state

  private var names: (variable: String, usual: String) {
    switch self {
    case .cache: ("XDG_CACHE_HOME", "/.cache")
    case .state: ("XDG_STATE_HOME", "/.local/state")
    }
  }

  /// The folder's path, which need not exist; nil without a home. A variable that is empty or has a relative path is
  /// ignored, as the specification demands.
  /// - Parameter environment: returns the value of an environment variable.
  public func path(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> String? {
    if let folder = environment(names.variable), folder.hasPrefix("/") { return folder }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + names.usual
  }

  /// Creates the program's folder and the user's folders around it, but no home.
  /// - Parameters:
  ///   - path: the path of a file in the program's folder.
  ///   - environment: returns the value of an environment variable.
  public static func makeFolder(
    of path: String,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    let folders = path.split(separator: "/").dropLast()
    let home = environment("HOME")?.split(separator: "/") ?? []
    let inHome = folders.starts(with: home) ? folders.count - home.count : 0
    for count in folders.indices.suffix(home.isEmpty || inHome == 0 ? 2 : inHome) {
      mkdir("/" + folders[...count].joined(separator: "/"), 0o700)
    }
  }
}
