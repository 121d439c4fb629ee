extension [Double] {
  /// The first index of an ascending array whose number is at least `value`, or greater if `orAt` is false; `count` if
  /// there is none.
  /// - Parameter orAt: whether an equal value is found, too. Default true.
  package func firstIndex(notBefore value: Double, orAt: Bool = true) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if orAt ? self[middle] >= value : self[middle] > value {
        upper = middle
      } else {
        lower = middle + 1
      }
    }
    return lower
  }
}
