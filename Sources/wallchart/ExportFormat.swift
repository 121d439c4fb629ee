import Messages

/// The format of exported samples.
enum ExportFormat: String, CaseIterable {
  case csv
  /// A JSON object on each line (JSON Lines), with either of the two usual suffixes.
  case jsonl, ndjson

  /// The format of a path: CSV for the standard output and for a path without a suffix.
  /// - Throws: an error for any other suffix.
  init(of path: String) throws(UsageError) {
    let suffix = FileSuffix.suffix(of: path) ?? Self.csv.rawValue
    if let format = ExportFormat(rawValue: suffix) {
      self = format
      return
    }
    let suffixes = Self.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    throw UsageError(
      message: "export writes CSV and lines of JSON: '\(path)' must end with \(suffixes), "
        + "not with .\(suffix)")
  }
}
