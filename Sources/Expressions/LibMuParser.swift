import CMuParser
import Messages

/// muParser's functions, loaded for the first expression. The values never change, so they can be shared.
struct LibMuParser: @unchecked Sendable {
  /// The functions.
  let call: wallchart_muparser

  /// The library's names.
  static let names = ["libmuparser.so.2"]

  /// The process's copy; loading takes a millisecond.
  static let shared = Result { () throws(ExpressionError) in try LibMuParser(names: names) }

  /// Loads the first available library of a list.
  init(names: [String]) throws(ExpressionError) {
    var functions = wallchart_muparser()
    guard names.contains(where: { wallchart_muparser_load(&functions, $0) != 0 }) else {
      throw ExpressionError(
        offset: 0,
        description: String(
          localized: "expressions need \(names.first ?? "libmuparser"), which cannot be loaded: "
            + "install the package libmuparser2v5"))
    }
    call = functions
  }
}
