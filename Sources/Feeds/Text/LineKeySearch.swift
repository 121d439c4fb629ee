/// The search for the member that distinguishes lines of JSON or of pairs. Without that member, the lines of several
/// things would alternate in one series.
///
/// - The first two lines of one moment show the member if they name two things.
/// - A member called `gpu`, `rank` or the like that has numbers shows itself if these are 0 and 1, or 1 and 2, in the
///   first two lines of one stated time.
/// - Lines of other moments show the member if the name of a thing comes again after that of another thing. Until then,
///   the search keeps the lines, so that the reader can read them again.
struct LineKeySearch {
  typealias Texts = [(name: String, text: String)]

  /// A member that distinguishes lines.
  struct Member: Hashable {
    var name: String
    /// Whether the member has numbers.
    var isNumbered = false
  }

  /// A line whose key is not known.
  struct Kept {
    var things: Texts
    var values: MemberValues
  }

  /// The result of the search.
  struct Found {
    var member: Member
    /// The lines so far.
    var lines: [Kept]
    /// Whether these lines are of one thing.
    var areOfOneThing: Bool
  }

  /// The names so far of a member that names things.
  private struct Watched {
    let name: String
    var texts: Set<String>
    var last: String

    /// Notes the next text.
    /// - Returns: whether the text comes again after another one.
    mutating func note(_ text: String) -> Bool {
      defer { last = text }
      return !texts.insert(text).inserted && text != last
    }
  }

  /// The member that distinguishes lines; nil if there is none.
  private(set) var member: Member?
  /// A member that could distinguish lines, which is proposed to the user.
  private(set) var proposal: String?
  private(set) var isOver = false
  private var first: LineMoment?
  /// The texts of the first line; empty after the line that was compared with the first one.
  private var firstTexts: Texts = []
  /// The members of the first line that may number things.
  private var firstNumbers: Texts = []
  private var watched: [Watched] = []
  private var things: Texts = []
  private(set) var kept: [Kept] = []

  /// The number of lines after which the search ends without a member.
  private static let mostLines = 500

  /// Ends the search without a member.
  mutating func end() {
    self = LineKeySearch(member: member, proposal: proposal, isOver: true)
  }

  private init(member: Member?, proposal: String?, isOver: Bool) {
    (self.member, self.proposal, self.isOver) = (member, proposal, isOver)
  }

  init() {}

  /// A search that is over, because the member is known.
  init(known member: Member) {
    self.init(member: member, proposal: nil, isOver: true)
  }

  /// Keeps the values of the line that was noted last. Lines that are never noted have no members to search.
  mutating func keep(_ values: MemberValues) {
    if !isOver, first != nil { kept.append(Kept(things: things, values: values)) }
  }

  /// Notes the texts of a line.
  /// - Parameters:
  ///   - line: the members of the line that may hold texts, by their names.
  ///   - areOfOneTime: whether all lines are of one time, so that they are different things.
  ///   - isQuantity: whether the member with a name holds the names of quantities.
  /// - Returns: the member that the line shows; nil for none.
  mutating func note(
    _ line: some Sequence<(name: String, text: UnsafeBufferPointer<UInt8>)>, at moment: LineMoment,
    areOfOneTime: Bool = false, isQuantity: (String) -> Bool
  ) -> Found? {
    guard let first else {
      begin(line, moment, areOfOneTime)
      return nil
    }
    guard kept.count < Self.mostLines else {
      end()
      return nil
    }
    let searched = Set((firstTexts + firstNumbers).map(\.name) + watched.map(\.name))
    let others = Dictionary(
      line.filter { searched.contains($0.name) }.map { ($0.name, shown($0.text, limit: 128)) }
    ) { a, _ in a }
    things = watched.compactMap { thing in others[thing.name].map { (thing.name, $0) } }
    if let number = takeCount(in: others, moment) {
      return found(Member(name: number, isNumbered: true), areOfOneThing: true)
    }
    if !firstTexts.isEmpty {
      let differing =
        moment == first
        ? firstTexts.filter { text in others[text.name].map { $0 != text.text } ?? false } : []
      // Lines of several quantities come before those of the next thing.
      if let only = differing.first, differing.count == 1, isQuantity(only.name) { return nil }
      firstTexts = []
      let things = differing.filter { NameBeside.isThing($0.name) }
      if let name = Self.best(things) ?? (areOfOneTime ? differing.first?.name : nil) {
        return found(Member(name: name), areOfOneThing: true)
      }
      // Other texts may be remarks, so the user decides.
      proposal = differing.first?.name
    }
    return noteThings()
  }

  private mutating func begin(
    _ line: some Sequence<(name: String, text: UnsafeBufferPointer<UInt8>)>, _ moment: LineMoment,
    _ areOfOneTime: Bool
  ) {
    first = moment
    firstTexts = line.filter { FieldValue($0.text) == .text }
      .map { (name: $0.name, text: shown($0.text, limit: 128)) }
    things = firstTexts.filter { NameBeside.isThing($0.name) }
    watched = things.map { Watched(name: $0.name, texts: [$0.text], last: $0.text) }
    if areOfOneTime { things = firstTexts }
    if moment.time != nil {
      firstNumbers = line.filter { Self.isFirstNumber($0.text) && NameBeside.mayNumber($0.name) }
        .map { (name: $0.name, text: shown($0.text, limit: 128)) }
      things += firstNumbers
    }
    if firstTexts.isEmpty, firstNumbers.isEmpty { end() }
  }

  /// Whether a text is a number from which things are counted.
  private static func isFirstNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == 1 && (text[0] == 0x30 || text[0] == 0x31)
  }

  /// The member whose number in the second line follows that in the first one, at the same stated time; nil for none.
  /// Names of things come before their numbers.
  private mutating func takeCount(in line: [String: String], _ moment: LineMoment) -> String? {
    defer { firstNumbers = [] }
    guard !firstNumbers.isEmpty, moment == first else { return nil }
    let hasNames = firstTexts.contains { text in
      NameBeside.isThing(text.name) && line[text.name].map { $0 != text.text } ?? false
    }
    guard !hasNames else { return nil }
    return firstNumbers.first { number in
      line[number.name].flatMap(Int.init) == Int(number.text).map { $0 + 1 }
    }?.name
  }

  /// Notes the things of a line of any moment.
  private mutating func noteThings() -> Found? {
    var returned: Texts = []
    for (name, text) in things {
      guard let place = watched.firstIndex(where: { $0.name == name }) else { continue }
      if watched[place].note(text) { returned.append((name, text)) }
      if watched[place].texts.count > TextLimits.keys { watched.remove(at: place) }
    }
    if let name = Self.best(returned) { return found(Member(name: name), areOfOneThing: false) }
    if watched.isEmpty { end() }
    return nil
  }

  private mutating func found(_ member: Member, areOfOneThing: Bool) -> Found {
    self.member = member
    defer { end() }
    return Found(member: member, lines: kept, areOfOneThing: areOfOneThing)
  }

  /// The member with names for people. Identifiers are long numbers of base 16.
  private static func best(_ things: Texts) -> String? {
    let named = things.first { $0.text.utf8.count < 8 || !$0.text.allSatisfy(\.isHexDigit) }
    return (named ?? things.first)?.name
  }
}
