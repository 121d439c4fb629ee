/// A repeated check whether frames come, or rest, as they should.
///
/// A frame that is overdue once may come in the next moment, as after a pause of the whole process. So only a loop
/// that is overdue at two looks, without a turn between them, is wrong.
public struct FrameWatch: Sendable {
  private var last: (turns: Int, isOverdue: Bool)?

  /// A watch before its first look.
  public init() {}

  /// Notes a look at a loop.
  /// - Parameters:
  ///   - turns: the loop's number of turns.
  ///   - isOverdue: whether a frame is overdue now.
  /// - Returns: whether the loop is right.
  public mutating func isRight(turns: Int, isOverdue: Bool) -> Bool {
    defer { last = (turns, isOverdue) }
    guard let last, last.isOverdue, isOverdue else { return true }
    return last.turns != turns
  }
}
