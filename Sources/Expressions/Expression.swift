import CMuParser
import Messages

/// An arithmetic expression over named numbers, such as `100 * used / total`, evaluated by muParser.
///
/// - Names consist of the letters a to z and A to Z, digits, `_` and `.`, and do not start with a digit
///   or `.`.
/// - Operators are `+ - * / ^`, comparisons (`< <= > >= == !=`, 1 for true and 0 for false), `&&`, `||`
///   and `a ? b : c`. Functions are `min max sum avg abs rint sign sqrt exp ln log log2 log10` and the
///   trigonometric and hyperbolic ones; `_pi` and `_e` are constants.
/// - The decimal point is `.` in every locale.
/// - The value is NaN, a gap, where an operand is missing, and where an evaluated part has no finite
///   value: a division by zero, a logarithm of zero, an overflow.
///
/// The time of an evaluation is bounded by the length of the text: there are no loops.
///
/// An expression belongs to one thread at a time.
public final class Expression {
  /// A name in an expression.
  public struct Name: Hashable, Sendable {
    /// The name as it stands in the expression.
    public let text: String
    /// The number of characters in front of the first occurrence.
    public let offset: Int
  }

  /// The expression as it was written.
  public let text: String
  /// The names of the operands, in the order of their first occurrence.
  public private(set) var names: [Name] = []

  private let call: wallchart_muparser
  private let parser: muParserHandle_t
  /// The operands at the addresses that muParser knows, in the order in which it asked for them.
  private let operands: UnsafeMutableBufferPointer<Double>
  /// The unknown words for whose addresses muParser has asked.
  private var words: [String] = []

  /// Reads an expression. The error has the offset of the mistake. The error can also mean that muParser
  /// cannot be loaded; its description then names the package to install.
  public init(_ text: String) throws(ExpressionError) {
    let checked = try ExpressionText(text)
    call = try LibMuParser.shared.get().call
    guard let parser = call.Create(muBASETYPE_FLOAT) else {
      throw checked.mistake(0, "not enough memory for an expression")
    }
    self.parser = parser
    self.text = text
    // A word has at least one character.
    operands = .allocate(capacity: checked.bytes.count)
    operands.initialize(repeating: 1)
    try parse(checked)
    names = try words.map { word throws(ExpressionError) -> Name in
      guard let offset = checked.words[word] else {
        throw checked.mistake(checked.offset(of: word), "'\(word)' is neither a number nor a name")
      }
      return Name(text: word, offset: offset)
    }
    guard isConstantPartFinite else {
      throw checked.mistake(
        0, "a part of the expression has no finite value, such as a division by zero")
    }
  }

  deinit {
    call.Release(parser)
    operands.deallocate()
  }

  private func parse(_ checked: ExpressionText) throws(ExpressionError) {
    call.DefineNameChars(parser, ExpressionText.wordCharacters)
    call.SetVarFactory(
      parser,
      { word, context in
        guard let word, let context else { return nil }
        return Unmanaged<Expression>.fromOpaque(context).takeUnretainedValue()
          .address(of: String(cString: word))
      }, Unmanaged.passUnretained(self).toOpaque())
    call.SetExpr(parser, String(decoding: checked.bytes, as: UTF8.self))
    var count: Int32 = 0
    _ = call.EvalMulti(parser, &count)
    if call.Error(parser) != 0 {
      throw checked.mistake(
        code: call.GetErrorCode(parser), position: Int(call.GetErrorPos(parser)))
    }
    guard count == 1 else { throw checked.mistake(0, "the expression has more than one value") }
  }

  private func address(of word: String) -> UnsafeMutablePointer<Double>? {
    words.append(word)
    return operands.baseAddress.map { $0 + (words.count - 1) }
  }

  /// Whether the constant parts, which muParser computes only once, have finite values.
  private var isConstantPartFinite: Bool {
    wallchart_forget_not_finite()
    defer { wallchart_forget_not_finite() }
    _ = call.GetExprVarNum(parser)
    return wallchart_was_not_finite() == 0
  }

  /// The value for one number of each name.
  /// - Parameter operands: the numbers in the order of `names`; NaN and infinities are missing numbers.
  /// - Returns: a finite number, or NaN.
  public func value(_ operands: [Double]) -> Double {
    precondition(
      operands.count == names.count, "an expression needs a number for each of its names")
    wallchart_forget_not_finite()
    for (place, operand) in operands.enumerated() { self.operands[place] = operand }
    return evaluate()
  }

  /// The values for columns of numbers, row by row.
  /// - Parameter columns: a column for each name, in the order of `names`. A row that a shorter column
  ///   lacks is missing in that column.
  /// - Returns: a finite number or NaN for each row of the longest column; for an expression
  ///   without names, nothing.
  public func values(_ columns: [[Double]]) -> [Double] {
    precondition(columns.count == names.count, "an expression needs a column for each of its names")
    wallchart_forget_not_finite()
    let count = columns.lazy.map(\.count).max() ?? 0
    return [Double](unsafeUninitializedCapacity: count) { values, initialized in
      for row in 0..<count {
        for (place, column) in columns.enumerated() {
          operands[place] = row < column.count ? column[row] : .nan
        }
        values.initializeElement(at: row, to: evaluate())
      }
      initialized = count
    }
  }

  /// The value for the current operands. The processor's floating-point exception flags must be clear, and are clear
  /// afterwards. The flags are needed because a result can hide an infinite part: `min(5, 1 / 0)` is 5 for muParser.
  private func evaluate() -> Double {
    guard operands.prefix(words.count).allSatisfy(\.isFinite) else { return .nan }
    let value = call.Eval(parser)
    guard value.isFinite, wallchart_was_not_finite() == 0 else {
      wallchart_forget_not_finite()
      return .nan
    }
    return value
  }
}

extension Expression {
  /// Whether the value has the unit of the operands: sums, differences, minima and maxima do, products and quotients
  /// of operands do not. A value with that unit grows in equal steps if all operands grow in equal steps. The check
  /// uses small and large operands, in ascending and descending order, so that no bound in the expression hides the
  /// growth.
  public var keepsUnit: Bool {
    [1, -1].contains { order in
      [3, 3e6].contains { size in
        let start = names.indices.map {
          size * (1 + 0.07 * Double(order < 0 ? -$0 + names.count : $0))
        }
        let values = [1.0, 2, 3].map { step in value(start.map { $0 * step }) }
        let (first, second) = (values[1] - values[0], values[2] - values[1])
        return abs(first) > 1e-9 * abs(values[0]) && abs(second - first) <= 1e-6 * abs(first)
      }
    }
  }

  /// Whether a text can be the name of an operand.
  public static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return ExpressionText.isName(bytes[...])
      && bytes.allSatisfy { ExpressionText.wordCharacters.utf8.contains($0) }
  }
}
