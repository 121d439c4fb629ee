extension BinaryInteger {
  /// The digits of the number, after zeros up to a number of digits.
  package func padded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
