import Feeds
import Files
import Glibc
import Messages

/// A dashboard in a YAML file.
public struct DashboardFile: Sendable {
  /// The path as the user wrote it, for messages.
  public let path: String

  /// The limit of a file's bytes. A larger file is not a dashboard.
  static let largest = 1 << 20

  /// A file at a path, which is read later.
  public init(path: String) { self.path = path }

  /// Whether the file is a dashboard, by its name, or because it is JSON with pages or panels. Other JSON
  /// is data.
  public var looksLikeDashboard: Bool {
    if path.hasSuffix(".yaml") || path.hasSuffix(".yml") { return true }
    guard path.hasSuffix(".json"),
      case .success(let text) = DashboardFile.bytes(of: path),
      let root = try? YAMLParser.parse(text), case .mapping(let entries) = root.content
    else { return false }
    return entries.contains { key, _ in
      guard case .scalar(let name, _) = key.content else { return false }
      return name == "pages" || name == "panels"
    }
  }

  /// The reason why a dashboard cannot be read from a file: all problems of the file.
  public struct Failure: Error, Sendable, Equatable {
    /// The problems in the order of the file, at least one.
    public let problems: [Problem]
    /// Whether the file cannot even be read.
    public let isMissing: Bool
    /// The known included files and files with secrets, by their paths, with their states before they were read. A
    /// missing file may appear later, and end the failure.
    public var neededFiles: [String: FileWatch.Stamp] = [:]
  }

  /// A dashboard with the messages about its file.
  public struct Contents: Sendable {
    /// The dashboard that the file specifies.
    public var dashboard: DashboardSpec
    /// Remarks about entries that work but should be changed, such as old names of keys.
    public let notes: [Problem]
    /// The files that the file includes, by their paths, with their states before they were read; empty for a kept
    /// version.
    public let includedFiles: [String: FileWatch.Stamp]
    /// The texts of the file and of the files that it includes.
    public let texts: DashboardCopy.Texts
  }

  /// Reads the file.
  /// - Parameters:
  ///   - check: checks the queries at their servers once the file itself has no mistakes; nil asks no server.
  ///   - machine: the metrics of this machine, which must include those of the file; nil skips this check.
  ///   - environment: returns the value of an environment variable, for `${NAME}`.
  public func read(
    askingServers check: QueryCheck? = nil, knowing machine: MetricCatalog? = nil,
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(Failure) -> Contents {
    let text: [UInt8]
    switch DashboardFile.bytes(of: path) {
    case .success(let bytes): text = bytes
    case .failure(let reason):
      throw Failure(
        problems: [Problem(file: path, message: reason.text)], isMissing: true)
    }
    return try contents(
      text, askingServers: check, knowing: machine, environment: environment)
  }

  /// Reads a version of the file that was kept earlier.
  public func read(
    _ texts: DashboardCopy.Texts,
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(Failure) -> Contents {
    try contents(
      texts[""] ?? [], askingServers: nil, knowing: nil, environment: environment,
      included: { path in
        texts[name(of: path)].map { .success($0) }
          ?? .failure(Unreadable(text: String(localized: "it is not kept")))
      },
      // The secrets of a kept version were valid, and the file system with its files may not answer.
      secret: { _ in "valid" }, stamp: { _ in nil })
  }

  /// The path of an included file from the folder of this file.
  private func name(of path: String) -> String {
    let folder = FileInclusion.folder(of: self.path)
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Parses a text as if it were the contents of the file.
  package func parse(
    _ text: [UInt8], askingServers check: QueryCheck? = nil,
    environment: @escaping (String) -> String? = { _ in nil }
  ) throws(Failure) -> DashboardSpec {
    try contents(text, askingServers: check, knowing: nil, environment: environment).dashboard
  }

  private func contents(
    _ text: [UInt8], askingServers check: QueryCheck?, knowing machine: MetricCatalog?,
    environment: @escaping (String) -> String?,
    included readFile: @escaping (String) -> FileInclusion.Reading = DashboardFile.bytes,
    secret readSecret: @escaping (String) -> String? = DashboardFile.secret,
    stamp: @escaping (String) -> FileWatch.Stamp? = { FileWatch.Stamp(of: $0) }
  ) throws(Failure) -> Contents {
    let problems = ProblemList()
    let queries = OnlineQueries()
    let folder = FileInclusion.folder(of: path)
    var texts = ["": text]
    var includedFiles: [String: FileWatch.Stamp] = [:]
    var inclusion = FileInclusion(problems: problems) { path in
      // A file that changes while it is read has another state afterwards.
      if includedFiles[path] == nil { includedFiles[path] = stamp(path) }
      let reading = readFile(path)
      if case .success(let bytes) = reading { texts[name(of: path)] = bytes }
      return reading
    }
    var dashboard: DashboardSpec?
    var secretFiles: [String: FileWatch.Stamp] = [:]
    do throws(YAMLError) {
      if let root = try YAMLParser.parse(text), !root.isNull {
        var reader = DashboardReader(
          problems: problems, folder: folder, environment: environment,
          readFile: { path in
            if secretFiles[path] == nil { secretFiles[path] = stamp(path) }
            return readSecret(path)
          }, onlineQueries: queries, machine: machine)
        var variables = FileVariables(problems: problems)
        let whole = inclusion.expanded(root, folder: folder, chain: [path])
        if let node = variables.expanded(whole) { dashboard = reader.dashboard(node) }
      } else {
        problems.add(Mark(line: 1, column: 1), "there is nothing in this file")
      }
    } catch {
      problems.add(error.mark, error.message)
    }
    if problems.isEmpty, let check { queries.check(by: check, problems) }
    guard problems.isEmpty, let dashboard else {
      throw Failure(
        problems: problems.problems(file: path), isMissing: false,
        neededFiles: includedFiles.merging(secretFiles) { first, _ in first })
    }
    return Contents(
      dashboard: dashboard, notes: problems.notes(file: path), includedFiles: includedFiles,
      texts: texts)
  }

  /// The reason why a file cannot be read.
  struct Unreadable: Error {
    let text: String
  }

  static func bytes(of path: String) -> Result<[UInt8], Unreadable> {
    do throws(WholeFile.Failure) {
      if let bytes = try WholeFile.read(path, atMost: largest, waits: false) {
        return .success(bytes)
      }
      return .failure(Unreadable(text: String(localized: "larger than \(largest >> 20) MiB")))
    } catch {
      return .failure(Unreadable(text: error.reason))
    }
  }

  /// The text of a file with a secret; nil if the file cannot be read.
  private static func secret(in path: String) -> String? {
    let bytes = try? WholeFile.read(path, atMost: RequestText.largestSecretFile, waits: false)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
