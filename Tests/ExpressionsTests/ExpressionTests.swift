import Glibc
import InputGenerator
import TestSupport
import Testing

@testable import Expressions

/// Arithmetic over named numbers.
@Suite struct ExpressionTests {
  /// The names have the values `used` 25, `total` 200, `a` 2, `b` 3, `zero` 0, `net.in` 7 and `none` NaN.
  private static let values: [String: Double] = [
    "used": 25, "total": 200, "a": 2, "b": 3, "zero": 0, "net.in": 7, "none": .nan,
  ]

  private func value(_ text: String) throws -> Double {
    let expression = try Expression(text)
    return expression.value(try expression.names.map { try #require(Self.values[$0.text]) })
  }

  @Test(
    arguments: [
      ("100 * used / total", 12.5), ("a + b * 2", 8), ("(a + b) * 2", 10), ("a - -b", 5),
      ("a ^ b ^ a", 512), ("-a ^ 2", -4), ("1.5e3 / .5", 3000), ("net.in*2", 14),
      ("a < b", 1), ("a >= b", 0), ("a == 2 && b != 2", 1), ("a > b || b > a", 1),
      ("a > b ? a : b", 3), ("total > 0 ? 100 * used / total : 0", 12.5),
      ("zero != 0 ? 1 / zero : 5", 5), ("min(a, b, -1)", -1), ("max(a,b)", 3), ("sum(a,b,1)", 6),
      ("avg(a, b)", 2.5), ("abs(a - b)", 1), ("sqrt(a * 8)", 4), ("rint(2.6)", 3), ("sign(-b)", -1),
      ("log10(100)", 2), ("log2(8)", 3), ("ln(_e)", 1), ("  a\n+\tb ", 5), ("_pi > 3", 1), ("7", 7),
    ] as [(String, Double)])
  func evaluates(_ text: String, _ expected: Double) throws {
    #expect(isNear(try value(text), expected, 1e-12))
  }

  /// Sums and differences have the unit of their operands, products and quotients have not.
  @Test(
    arguments: [
      ("a + b", true), ("a - b", true), ("b - a", true), ("a * 8", true), ("min(a, b)", true),
      ("max(a - b, 0)", true), ("max(b - a, 0)", true), ("100 - a", true), ("avg(a, b)", true),
      ("a > 5 ? a : 5", true), ("a / b", false), ("100 * a / b", false), ("a * b", false),
      ("a / (b + 1)", false), ("a / (a + b)", false), ("sqrt(a)", false), ("ln(a)", false),
      ("a > b", false), ("a ^ 2", false),
    ])
  func unitsOfOperands(_ text: String, _ isKept: Bool) throws {
    #expect(try Expression(text).keepsUnit == isKept)
  }

  /// A gap, and never an infinity or a number that comes from one.
  @Test(
    arguments: [
      "none", "none + 1", "min(a, none)", "none > 1", "a > 1 ? a : none", "0 * none",
      "a / zero", "-a / zero", "zero / zero", "1 / (a / zero)", "min(5, a / zero)", "a / zero > 1",
      "ln(zero)", "sqrt(-a)", "total ^ 999", "1 / total ^ 999 ^ b", "exp(total * total)",
    ])
  func isAGap(_ text: String) throws { #expect(try value(text).isNaN) }

  /// A gap leaves no trace in the values after it.
  @Test func columnsAreEvaluatedRowByRow() throws {
    let expression = try Expression("100 * used / total")
    #expect(expression.names.map(\.text) == ["used", "total"])
    let values = expression.values([[1, 2, 3, .nan, 5, 6], [10, 0, .infinity, 10, 50]])
    #expect(values.map { $0.isNaN ? -1 : $0 } == [10, -1, -1, -1, 10, -1])
    #expect(expression.values([[], []]).isEmpty)
    #expect(expression.value([1, 4]) == 25)
    #expect(try Expression("1 + 1").values([]).isEmpty)
  }

  @Test func namesHaveTheirPlaces() throws {
    let names = try Expression("total - (free + total.x) - free*_pi").names
    #expect(names.map(\.text) == ["total", "free", "total.x"])
    #expect(names.map(\.offset) == [0, 9, 16])
  }

  @Test(
    arguments: [
      ("", 0, "the expression is empty"), (" \n", 0, "the expression is empty"),
      ("a +", 3, "the expression ends where a number or a name is expected"),
      ("min(a, ", 7, "the expression ends where a number or a name is expected"),
      ("a + * b", 4, "'*' is not expected here"), ("a bcd", 2, "'bcd' is not expected here"),
      ("2used", 1, "'used' is not expected here"), ("a + b)", 5, "')' is not expected here"),
      ("2.5.5", 3, "'.5' is not expected here"), ("!a", 0, "'!' is not expected here"),
      ("(a + b", 6, "a ')' is missing"), ("1 + foo(a)", 4, "'foo' is not a function"),
      ("sin(a,b)", 7, "a function has too many arguments"),
      ("min()", 4, "a function has too few arguments"),
      ("a ? b", 5, "'a ? b' needs ': c'"), ("a : b", 2, "':' belongs after 'a ? b'"),
      ("a = 5", 2, "an expression assigns nothing; equality is written '=='"),
      ("a, b", 1, "',' belongs between the arguments of a function"),
      ("a + 1e999", 4, "'1e999' is neither a number nor a name"),
      ("1 / 0", 0, "a part of the expression has no finite value, such as a division by zero"),
      (
        "min(5, 1 / 0)", 0,
        "a part of the expression has no finite value, such as a division by zero"
      ),
      (
        "größe", 2,
        "'ö' cannot stand in an expression; a name in it consists of the letters a to z, digits, '_' "
          + "and '.', so give the series such a name"
      ),
    ])
  func tellsTheMistake(_ text: String, _ offset: Int, _ description: String) {
    let error = #expect(throws: ExpressionError.self) { try Expression(text) }
    #expect(error?.description == description)
    #expect(error?.offset == offset)
  }

  @Test(arguments: ["a % b", "\"x\"", "$a", "a;b", "a'", "a\u{0}b", "\u{1b}[31m", "[a]"])
  func strangeCharacters(_ text: String) {
    let error = #expect(throws: ExpressionError.self) { try Expression(text) }
    #expect(error?.description.contains("cannot stand in an expression") == true)
    #expect(error?.description.contains("\u{1b}") == false)
  }

  @Test func lengthAndDepthAreBounded() throws {
    func error(_ text: String) -> ExpressionError? {
      do throws(ExpressionError) {
        _ = try Expression(text)
        return nil
      } catch {
        return error
      }
    }
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(error(nested(64)) == nil)
    #expect(error(nested(65))?.description == "brackets are nested more than 64 deep")
    #expect(error(nested(65))?.offset == 64)
    let sum = String(repeating: "a+", count: 499) + "a"
    #expect(error(sum) == nil)
    #expect(error(sum + "+a")?.description == "an expression has at most 1000 characters")
    #expect(error(String(repeating: "x", count: 1_000_000))?.offset == 1000)
  }

  @Test func aCommaOfTheLocaleDoesNotMatter() async throws {
    let folder = TemporaryFolder()
    let made = try Shell.run("localedef -i de_DE -f UTF-8 '\(folder.path)/de_DE.UTF-8'")
    try #require(made.status == 0, "\(made.output)")
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      setenv("LOCPATH", path, 1)
      let german = try #require(newlocale(1 << LC_NUMERIC, "de_DE.UTF-8", nil))
      uselocale(german)
      // The locale counts: the number ends at the point.
      try #require(strtod("1.5", nil) == 1)
      try #require(Expression("a * 1.5").value([2]) == 3)
    }
    withExtendedLifetime(folder) {}
  }

  @Test func aMissingLibraryIsNamed() {
    let error = #expect(throws: ExpressionError.self) {
      try LibMuParser(names: ["libwallchart-none.so.2"])
    }
    #expect(
      error?.description
        == "expressions need libwallchart-none.so.2, which cannot be loaded: install the package "
        + "libmuparser2v5")
    // A library without the functions.
    #expect(throws: ExpressionError.self) { try LibMuParser(names: ["libm.so.6"]) }
  }

  /// `make fuzz` tries many more.
  @Test func randomExpressions() throws {
    let fuzz = try InputFuzz()
    for seed in 0..<UInt64(4000) { #expect(fuzz.expression(seed: seed) == nil, "seed \(seed)") }
  }
}
