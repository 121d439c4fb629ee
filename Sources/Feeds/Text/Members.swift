/// The members of JSON objects and of lines of pairs, as far as the lines so far tell about them.
struct Members {
  /// The member with the times of rows, if its name does not say so.
  var time = MemberTime.open
  /// The members that hold texts.
  var texts = MemberTexts()
  /// The member that tells lines apart.
  var keyed = KeyedLines()
  /// The members that give no column, with the reasons.
  var leftOut: [String: String] = [:]
}
