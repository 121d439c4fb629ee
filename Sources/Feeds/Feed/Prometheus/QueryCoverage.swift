/// The stretch of the past that a query's answers cover so far, and the next stretch to ask for.
///
/// A query requests exactly the missing time: first for the window; then at each beat for the time since the previous
/// beat, which is usually one instant, and a whole stretch after an outage; and for an older stretch when the window
/// grows.
struct QueryCoverage {
  /// A question to the server, about the query at the times of a grid.
  struct Question: Hashable, Sendable {
    /// The place of the times relative to the covered stretch.
    enum Place: Hashable, Sendable {
      /// The covered stretch starts again.
      case first
      case newer
      case older
    }

    var grid: QueryGrid
    var place: Place
    /// The stretch of time that the answer completes; nil for live samples.
    var past: ClosedRange<Double>?
  }

  /// The seconds between live samples, which is also the least step unless the user gives a step.
  private let beat: Double
  /// The user's step in seconds.
  private let givenStep: Double?
  private var covered: ClosedRange<Double>?
  /// The step of the covered stretch.
  private var coveredStep = Double.infinity
  /// The limit of points in a question. It shrinks while answers are too large, until the window is filled.
  private var mostPoints = QueryGrid.mostPoints

  /// The longest window in seconds: ten years.
  private static let longestWindow = 10 * 366 * 86_400.0
  /// The number of beats by which a question may be late without counting as a fill after an outage.
  private static let lateness = 1.5

  init(beat: Double, step: Double?) {
    self.beat = max(0.001, QueryGrid.rounded(beat))
    givenStep = step.map { max(0.001, QueryGrid.rounded($0)) }
  }

  /// The distance in seconds between the samples of a past: the user's step, or otherwise the beat, doubled until it
  /// reaches the resolution; and in any case doubled until one answer can hold the window. The times of a doubled step
  /// are also times of the step before, so that a longer window moves no sample.
  func step(for past: Selection.Past) -> Double {
    let window = min(past.window, Self.longestWindow)
    var step = givenStep ?? beat
    if givenStep == nil { while step < past.resolution, step < window { step *= 2 } }
    while window / step >= Double(QueryGrid.mostPoints) { step *= 2 }
    return step
  }

  /// Whether a part of the window is missing, other than live samples.
  /// - Parameter now: the current time in UTC seconds.
  func lacksPast(_ past: Selection.Past, at now: Double) -> Bool {
    guard let question = lacking(past, at: now) else { return false }
    return question.place != .newer
  }

  /// The next question. If nothing is missing, the newest time is asked again.
  /// - Parameter isInterrupted: whether an attempt has failed since the last answer. A live answer then also completes
  ///   the time since the last answer.
  func question(
    for past: Selection.Past, at now: Double, isInterrupted: Bool = false
  ) -> Question {
    let lacking = lacking(past, at: now)
    guard let end = covered?.upperBound else { return lacking ?? first(0, beat, newest: now) }
    var question = lacking ?? Question(grid: QueryGrid(at: end, step: beat), place: .newer)
    let closes = isInterrupted || lacking == nil
    if closes, question.place == .newer { question.past = end...max(end, question.grid.end) }
    return question
  }

  /// The next question about missing time; nil for none.
  private func lacking(_ past: Selection.Past, at now: Double) -> Question? {
    let step = step(for: past)
    let window = min(past.window, Self.longestWindow)
    let newest = QueryGrid.multiple(of: min(step, beat), notAfter: now)
    guard let covered, step >= coveredStep, newest > covered.upperBound - 2 * beat,
      newest - covered.upperBound <= max(window, 2 * beat)
    else { return first(window, step, newest: newest) }
    return live(after: covered.upperBound, newest: newest, step)
      ?? older(than: covered.lowerBound, newest - window, step)
  }

  private func first(_ window: Double, _ step: Double, newest: Double) -> Question {
    guard window > 0, let grid = QueryGrid(max(0, newest - window)...newest, step: step) else {
      return Question(grid: QueryGrid(at: newest, step: beat), place: .first)
    }
    let part = grid.suffix(mostPoints)
    return Question(grid: part, place: .first, past: part.start...part.end)
  }

  private func live(after last: Double, newest: Double, _ step: Double) -> Question? {
    let length = QueryGrid.rounded(newest - last)
    guard length >= pause(step) else { return nil }
    let isLate = length > Self.lateness * beat
    let fine = length > 2 * step ? step : min(step, beat)
    guard step < beat || isLate,
      let grid = QueryGrid(last + fine / 2...newest, step: fine)?.prefix(mostPoints)
    else { return Question(grid: QueryGrid(at: newest, step: beat), place: .newer) }
    return Question(grid: grid, place: .newer, past: isLate ? last...max(last, grid.end) : nil)
  }

  /// The least time in seconds after the covered stretch that is worth a question: a beat, less the distance to the
  /// last multiple of the user's step.
  private func pause(_ step: Double) -> Double { beat * (step < beat ? 0.9 : 0.5) }

  private func older(than first: Double, _ start: Double, _ step: Double) -> Question? {
    let start = max(0, start)
    guard first - start >= step,
      let grid = QueryGrid(start...first - step / 2, step: step)?.suffix(mostPoints)
    else { return nil }
    return Question(grid: grid, place: .older, past: grid.start...grid.end)
  }

  /// The time in UTC seconds of the next live question.
  func due(for past: Selection.Past) -> Double {
    guard let covered else { return -.infinity }
    let step = step(for: past)
    return QueryGrid.multiple(
      of: min(step, beat), notBefore: covered.upperBound + pause(step))
  }

  /// Records that a question has been answered.
  mutating func cover(_ question: Question, for past: Selection.Past) {
    let grid = question.grid
    guard let covered, question.place != .first else {
      covered = grid.start...grid.end
      coveredStep = step(for: past)
      return
    }
    self.covered = min(covered.lowerBound, grid.start)...max(covered.upperBound, grid.end)
    // The fill of the window keeps its size to the end, so that no answer is too large again.
    if question.past == nil, !lacksPast(past, at: grid.end) { mostPoints = QueryGrid.mostPoints }
  }

  /// Halves the size of questions, because an answer was too large.
  /// - Returns: false if the question was about one time only.
  mutating func halve(_ question: Question) -> Bool {
    guard question.grid.count > 1 else { return false }
    mostPoints = max(1, min(mostPoints, question.grid.count) / 2)
    return true
  }
}
