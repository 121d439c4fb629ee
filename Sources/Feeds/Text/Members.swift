/// The facts about the members of JSON objects and of lines of pairs that the lines so far have shown.
struct Members {
  /// The member with the times of rows, if its name is not that of a time.
  var time = MemberTime.open
  /// The members that hold texts.
  var texts = MemberTexts()
  /// The member that distinguishes lines.
  var keyed = KeyedLines()
  /// The members without a column, each with the reason.
  var leftOut: [String: String] = [:]
}
