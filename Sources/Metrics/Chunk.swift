/// Consecutive samples in one memory, addressed by index, `0..<count`.
struct Chunk: Sendable {
  private(set) var memory = ChunkMemory.none
  /// The place of the first sample in the memory.
  private(set) var offset = 0
  private(set) var count = 0
  /// The progression of the times, by place in the memory, where it has no column of times.
  private var start = 0.0
  private var step = 0.0

  /// A chunk without samples.
  init() {}

  /// A chunk without samples in a new memory.
  init(capacity: Int, hasTimes: Bool) {
    memory = ChunkMemory(capacity: capacity, hasTimes: hasTimes)
  }

  /// A chunk of ascending times, which are stored only if they are no arithmetic progression.
  /// - Parameter capacity: the number of samples that have room; the given samples take the first places.
  init(
    times: UnsafeBufferPointer<Double>, values: UnsafeBufferPointer<Double>, capacity: Int,
    tier: Tier? = nil
  ) {
    let progression = Chunk.progression(times)
    memory = ChunkMemory(capacity: capacity, hasTimes: progression == nil, tier: tier)
    (start, step) = progression ?? (0, 0)
    write(times, values)
  }

  var isEmpty: Bool { count == 0 }
  /// The number of samples that may be appended.
  var room: Int { memory.capacity - offset - count }
  /// Whether the times are a progression, and take no memory.
  var isProgression: Bool { memory.times == nil }

  func time(_ index: Int) -> Double {
    if let times = memory.times { return times[offset + index] }
    return start + Double(offset + index) * step
  }

  func value(_ index: Int) -> Double { memory.values[offset + index] }

  /// The values; valid only as long as the chunk is.
  var values: UnsafeBufferPointer<Double> {
    UnsafeBufferPointer(start: memory.values + offset, count: count)
  }

  /// The samples of a part, for `SampleRun`'s readers.
  func run(_ part: Range<Int>, firstPosition: Int) -> SampleRun {
    let place = offset + part.lowerBound
    let column = memory.times.map { UnsafePointer($0 + place) }
    return SampleRun(
      firstPosition: firstPosition,
      times: SampleRun.Times(column, start: start, step: step, first: place),
      values: UnsafeBufferPointer(start: memory.values + place, count: part.count))
  }

  /// Whether two chunks are parts of one memory, where `distance` is the number of samples by which this chunk starts
  /// later. Samples in a memory never change while chunks share the memory.
  func isContinuous(with other: Chunk, distance: Int) -> Bool {
    memory === other.memory && offset - other.offset == distance
  }

  // MARK: Search

  /// The first index in a range whose time is at least `time`, or greater if `orAt` is false; otherwise the range's
  /// end. The search starts at the range's beginning, and takes logarithmic time in the distance.
  func index(notBefore time: Double, orAt: Bool = true, in range: Range<Int>) -> Int {
    func isFound(_ index: Int) -> Bool {
      orAt ? self.time(index) >= time : self.time(index) > time
    }
    var lower = range.lowerBound
    var reach = 1
    while lower + reach <= range.upperBound, !isFound(lower + reach - 1) {
      lower += reach
      reach *= 2
    }
    var upper = min(lower + reach - 1, range.upperBound)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if isFound(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }

  // MARK: Changes

  /// Adds a sample; false if there is no room, another chunk has claimed the place, or the time does not
  /// go on with the progression.
  @inline(__always)
  mutating func append(_ time: Double, _ value: Double) -> Bool {
    let place = offset + count
    guard place < memory.capacity else { return false }
    if memory.times == nil {
      let wasStep = step
      if place == 0 { start = time } else if place == 1 { step = time - start }
      guard start + Double(place) * step == time else {
        step = wasStep
        return false
      }
    }
    guard memory.claim(from: place, to: place + 1) else { return false }
    memory.times?[place] = time
    memory.values[place] = value
    count += 1
    if (place + 1) % ChunkMemory.blockLength == 0 {
      memory.finishBlocks(from: place, to: place + 1)
    }
    return true
  }

  /// Adds ascending times with their values, as many as there is room for.
  /// - Returns: the number of samples added; 0 if there is no room, another chunk has claimed the place,
  ///   or the times do not go on with the progression.
  mutating func append(
    times: UnsafeBufferPointer<Double>, values: UnsafeBufferPointer<Double>
  ) -> Int {
    let added = min(room, times.count)
    let times = UnsafeBufferPointer(rebasing: times[..<added])
    guard added > 0, memory.times != nil || goesOn(times),
      memory.claim(from: offset + count, to: offset + count + added)
    else { return 0 }
    fill(times, UnsafeBufferPointer(rebasing: values[..<added]), keepsMarkers: false)
    return added
  }

  /// Whether times go on with the progression; a chunk of no samples takes over theirs.
  private mutating func goesOn(_ times: UnsafeBufferPointer<Double>) -> Bool {
    let place = offset + count
    if place == 0 {
      guard let progression = Chunk.progression(times) else { return false }
      (start, step) = progression
      return true
    }
    let first = place == 1 ? times[0] - start : step
    guard Chunk.isProgression(times, start: start, step: first, first: place) else { return false }
    step = first
    return true
  }

  /// Writes the samples of a chunk that nobody shares.
  private mutating func write(
    _ times: UnsafeBufferPointer<Double>, _ values: UnsafeBufferPointer<Double>
  ) {
    memory.reset(used: times.count)
    fill(times, values, keepsMarkers: true)
  }

  /// Fills claimed places.
  private mutating func fill(
    _ times: UnsafeBufferPointer<Double>, _ values: UnsafeBufferPointer<Double>, keepsMarkers: Bool
  ) {
    let place = offset + count
    if let column = memory.times, let source = times.baseAddress {
      (column + place).update(from: source, count: times.count)
    }
    let target = memory.values + place
    for i in 0..<times.count {
      let value = values[i]
      target[i] = value.isFinite || keepsMarkers && Gap.isMarker(value) ? value : .nan
    }
    count += times.count
    memory.finishBlocks(from: place, to: place + times.count)
  }

  /// The samples of a part, in the same memory.
  func part(_ range: Range<Int>) -> Chunk {
    var part = self
    (part.offset, part.count) = (offset + range.lowerBound, range.count)
    return part
  }

  mutating func removeFirst(_ dropped: Int) {
    offset += dropped
    count -= dropped
  }

  /// Drops the newest samples. Copies keep them: while there are copies, later samples are written
  /// elsewhere.
  mutating func removeLast(_ dropped: Int) {
    count -= dropped
    if isKnownUniquelyReferenced(&memory) { memory.reset(used: offset + count) }
  }

  /// Moves the samples to a new memory.
  mutating func move(toCapacity capacity: Int, hasTimes: Bool) {
    var moved = Chunk(capacity: capacity, hasTimes: hasTimes)
    for i in 0..<count {
      let isMoved = moved.append(time(i), value(i))
      // The places of a progression count from another start, and may differ by rounding.
      if !isMoved { return move(toCapacity: capacity, hasTimes: true) }
    }
    self = moved
  }

  /// Replaces the memory by one that has samples at the same places and times.
  mutating func replaceMemory(_ new: ChunkMemory) { memory = new }

  // MARK: Progressions

  /// The start and the step of times that are an arithmetic progression to the last bit.
  private static func progression(
    _ times: UnsafeBufferPointer<Double>
  ) -> (start: Double, step: Double)? {
    guard let start = times.first else { return (0, 0) }
    let step = times.count > 1 ? times[1] - start : 0
    return isProgression(times, start: start, step: step, first: 0) ? (start, step) : nil
  }

  private static func isProgression(
    _ times: UnsafeBufferPointer<Double>, start: Double, step: Double, first: Int
  ) -> Bool {
    for i in 0..<times.count where times[i] != start + Double(first + i) * step { return false }
    return true
  }
}
