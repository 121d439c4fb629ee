import Files
import Messages

/// Reads the secrets of a source's requests. A secret in a file may change at any time.
struct CredentialReader: Sendable {
  private let authorization: HTTPFeedSpec.Authorization
  /// The last good secret of the file. A program that renews the file may leave it empty, or remove it,
  /// for a moment.
  private var last: Secret?

  init(_ authorization: HTTPFeedSpec.Authorization) { self.authorization = authorization }

  /// The path of the file with the secret; nil without a file.
  var file: String? {
    switch authorization {
    case .basic(_, .file(let path)), .bearer(.file(let path)): path
    case .none, .basic, .bearer: nil
    }
  }

  /// The authorization for the next request, with its secret as text.
  /// - Throws: an error if the file has no secret, and never had one before.
  mutating func next() throws(SourceError) -> HTTPFeedSpec.Authorization {
    switch authorization {
    case .none: .none
    case .basic(let user, let password):
      .basic(
        user: user, password: .text(try secret(password, without: RequestText.problem(password:))))
    case .bearer(let token):
      .bearer(.text(try secret(token, without: RequestText.problem(bearer:))))
    }
  }

  private mutating func secret(
    _ credential: Credential, without problem: (String) -> String?
  ) throws(SourceError) -> Secret {
    switch credential {
    case .text(let secret): return secret
    case .file(let path):
      do throws(SourceError) {
        let secret = try RequestText.secret(inFile: path, without: problem)
        last = secret
        return secret
      } catch {
        guard let last else { throw error }
        return last
      }
    }
  }
}

/// The secret of one request, with its reader, which now knows the last good secret.
struct SecretReading: Sendable {
  let reader: CredentialReader
  let authorization: Result<HTTPFeedSpec.Authorization, SourceError>

  /// Reads the secret now.
  init(_ reader: CredentialReader) {
    var reader = reader
    do throws(SourceError) {
      authorization = .success(try reader.next())
    } catch {
      authorization = .failure(error)
    }
    self.reader = reader
  }
}

extension RequestText {
  /// The limit of bytes of a file with a secret.
  package static let largestSecretFile = 1 << 16

  /// The secret in a file: the only line, if a rule finds no mistake in the line.
  /// - Throws: an error whose description names the file, but not its contents.
  static func secret(
    inFile path: String, without problem: (String) -> String?
  ) throws(SourceError) -> Secret {
    // A named pipe without a writer would be waited for.
    guard let bytes = try? WholeFile.read(path, atMost: largestSecretFile, waits: false) else {
      throw SourceError(
        kind: .noInput, description: "the file '\(shown(path))' cannot be read")
    }
    switch secret(in: String(decoding: bytes, as: UTF8.self), without: problem) {
    case .success(let secret): return secret
    case .failure(let error):
      throw SourceError(kind: .badData, description: "the file '\(shown(path))'\(error.reason)")
    }
  }

  /// A mistake in a file with a secret, as the end of a sentence after the name of the file: ` is empty`.
  public struct SecretProblem: Error, Equatable {
    /// The end of a sentence that begins with the name of the file.
    public let reason: String
  }

  /// The secret in a file's text: the only line, if a rule finds no mistake in the line.
  public static func secret(
    in text: String, without problem: (String) -> String?
  ) -> Result<Secret, SecretProblem> {
    switch onlyLine(of: text) {
    case .none: .failure(SecretProblem(reason: String(localized: " is empty")))
    case .several:
      .failure(
        SecretProblem(reason: String(localized: " has more than one line; a secret has one line")))
    case .line(let line):
      problem(line).map { .failure(SecretProblem(reason: ": \($0)")) } ?? .success(Secret(line))
    }
  }
}
