import Glibc

/// `base` to the power of `exponent`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The logarithm to base ten; NaN of what has none, infinity too.
///
/// Not inlined: where nothing but a condition stands before it, it would be computed for each
/// sample of a linear axis, too.
@inline(never)
func decimalLogarithm(_ value: Double) -> Double { value > 0 ? log10(value) : .nan }
