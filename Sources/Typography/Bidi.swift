import CFriBidi

/// The embedding level of every character by the Unicode Bidirectional Algorithm (UAX 9): even levels run left to
/// right, odd ones right to left. The first strong character determines the paragraph's direction.
func bidiLevels(of scalars: [UInt32]) -> [UInt8] {
  let count = scalars.count
  // All characters below the Hebrew block run from left to right without embedding.
  let leftToRight = [UInt8](repeating: 0, count: count)
  guard scalars.contains(where: { $0 >= 0x590 }) else { return leftToRight }
  let length = FriBidiStrIndex(count)
  var types = [FriBidiCharType](repeating: .init(0), count: count)
  fribidi_get_bidi_types(scalars, length, &types)
  var brackets = [FriBidiBracketType](repeating: 0, count: count)
  fribidi_get_bracket_types(scalars, length, types, &brackets)
  var direction = FRIBIDI_PAR_ON
  var levels = [FriBidiLevel](repeating: 0, count: count)
  let result = fribidi_get_par_embedding_levels_ex(types, brackets, length, &direction, &levels)
  guard result != 0 else { return leftToRight }
  return levels.map { UInt8(max($0, 0)) }
}

/// The order from left to right of runs given in logical order (rule L2 of UAX 9): from the highest
/// level down to the lowest odd one, every stretch at that level or above is reversed.
func visualOrder(ofLevels levels: [UInt8]) -> [Int] {
  var order = Array(levels.indices)
  guard let highest = levels.max(), highest > 0 else { return order }
  for level in stride(from: highest, through: 1, by: -1) {
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, levels[order[end]] >= level { end += 1 }
      order[start..<end].reverse()
      start = max(end, start + 1)
    }
  }
  return order
}
