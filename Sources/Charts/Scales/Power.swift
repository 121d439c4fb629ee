import Glibc

/// `base` to the power of `exponent`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The logarithm to base ten; NaN for a value that is not positive.
///
/// The function is not inlined: behind a mere condition, the logarithm would also be computed for each sample of a
/// linear axis.
@inline(never)
func decimalLogarithm(_ value: Double) -> Double { value > 0 ? log10(value) : .nan }
