import SQLite

/// A library that feeds load for their first request. Loading takes milliseconds, so that an early load brings the
/// first answer forward.
public enum ClientLibrary: Hashable, Sendable {
  case curl, mosquitto, postgres, sqlite

  /// Loads the library if it is not loaded yet. An error is not reported here, but by the feeds that need the
  /// library.
  public func load() {
    switch self {
    case .curl: _ = LibCurl.shared
    case .mosquitto: _ = LibMosquitto.shared
    case .postgres: _ = LibPostgres.shared
    case .sqlite: _ = LibSQLite.shared
    }
  }
}

extension SourceSpec {
  /// The library that the source's feed needs; nil for none.
  public var library: ClientLibrary? {
    switch self {
    case .system, .text: return nil
    case .http, .prometheus: return .curl
    case .mqtt: return .mosquitto
    case .sql(let spec):
      if case .sqlite = spec.database { return .sqlite }
      return .postgres
    }
  }
}
