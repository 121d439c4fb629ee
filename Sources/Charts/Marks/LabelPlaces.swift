/// The places of labels beside the ends of lines.
enum LabelPlaces {
  /// Returns the heights of labels, as near to the lines' ends as a distance between labels allows, and in
  /// the order of the ends, so that no label passes another. Labels without an end stand below the others.
  ///
  /// The places minimize the sum of the squares of the distances between ends and labels. The algorithm pools adjacent
  /// violators (Ayer et al., "An empirical distribution function for sampling with incomplete information", Annals of
  /// Mathematical Statistics 26, 1955).
  /// - Parameters:
  ///   - ends: the heights of the lines' ends, within 0...`height`; nil for a line without an end.
  ///   - pitch: the least distance between two labels.
  ///   - height: the height of the plot; labels that have room in it stay within.
  static func places(_ ends: [Double?], pitch: Double, height: Double) -> [Double] {
    let order = ends.indices.sorted {
      (ends[$0] ?? .infinity, $0) < (ends[$1] ?? .infinity, $1)
    }
    // After subtraction of the pitches before a place, the condition of the least distance is that numbers do not
    // descend: descending numbers are replaced by their mean.
    var pools: [(sum: Double, count: Int)] = []
    for (rank, i) in order.enumerated() {
      pools.append(((ends[i] ?? height) - Double(rank) * pitch, 1))
      while pools.count > 1 {
        let (last, before) = (pools[pools.count - 1], pools[pools.count - 2])
        guard before.sum / Double(before.count) > last.sum / Double(last.count) else { break }
        pools.removeLast(2)
        pools.append((before.sum + last.sum, before.count + last.count))
      }
    }
    let levels = pools.flatMap { pool in
      Array(repeating: pool.sum / Double(pool.count), count: pool.count)
    }
    let most = max(0, height - Double(ends.count - 1) * pitch)
    var result = [Double](repeating: 0, count: ends.count)
    for (rank, i) in order.enumerated() {
      result[i] = min(max(levels[rank], 0), most) + Double(rank) * pitch
    }
    return result
  }

  /// The heights at which labels that change their ranks leave the old rank and enter the new one, invisibly in the
  /// middle of the motion; nil for a label that keeps its rank.
  ///
  /// All ranks move from their old places to the new ones at the same pace, so that they are never nearer to each other
  /// than at rest. No label passes another one: labels exchange their ranks.
  static func exchanges(from: [Double], to: [Double]) -> [[Double]?] {
    func order(_ places: [Double]) -> [Int] {
      places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    }
    let (before, after) = (order(from), order(to))
    let middles = zip(before, after).map { (from[$0] + to[$1]) / 2 }
    var left: [Int: Double] = [:]
    for (i, middle) in zip(before, middles) { left[i] = middle }
    var result = [[Double]?](repeating: nil, count: from.count)
    for (rank, i) in after.enumerated() where before[rank] != i {
      // Each label has an old rank that it leaves.
      result[i] = [left[i]!, middles[rank]]
    }
    return result
  }
}
