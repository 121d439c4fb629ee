/// A mistake in the text of an expression.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of characters in front of the mistake.
  public let offset: Int
  /// The mistake and its correction, in one line.
  public let description: String
}
