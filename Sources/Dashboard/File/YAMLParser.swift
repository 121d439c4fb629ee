import CYAML
import Messages

/// The place and the cause of a mistake in YAML.
struct YAMLError: Error, Equatable {
  var mark: Mark
  var message: Message
}

/// Parses the one document of a YAML text into nodes. JSON is YAML, too.
///
/// Aliases are replaced by their anchors' values. `<<` merges are expanded where mappings are read.
struct YAMLParser: ~Copyable {
  /// The limit of a document's depth.
  static let deepest = 64
  /// The limit of a document's values after each alias is replaced by its anchor's value.
  static let mostNodes = 200_000
  /// The limit of the bytes of all texts after each alias is replaced, too.
  private static let mostBytes = 16 << 20

  /// A number of values, and the bytes of their texts.
  private typealias Count = (values: Int, bytes: Int)

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var anchors: [String: (node: YAMLNode, count: Count)] = [:]
  /// The start of the last text in quotes, and the line of its end. A text whose closing quote is missing ends at
  /// the first quote of a later text.
  private var quote: (start: Mark, endLine: Int)?
  /// The number of values so far, including those behind aliases.
  private var count: Count = (0, 0)

  /// - Parameter file: the path of an included file, for the places of its nodes; nil for the dashboard's own.
  static func parse(_ text: [UInt8], file: String? = nil) throws(YAMLError) -> YAMLNode? {
    var parser = YAMLParser(text, file: file)
    return try parser.document()
  }

  private let file: String?

  private init(_ text: [UInt8], file: String?) {
    self.file = file
    let text = SurrogatePairs.hidden(in: text)
    input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, text.count))
    _ = input.update(fromContentsOf: text)
    parser = .allocate(capacity: 1)
    yaml_parser_initialize(parser)
    yaml_parser_set_input_string(parser, input.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  // MARK: Events

  private enum Event {
    case scalar(String, isPlain: Bool, anchor: String?)
    case alias(String)
    case sequenceStart(anchor: String?)
    case mappingStart(anchor: String?)
    case end
    case documentStart
    case streamEnd
    case other
  }

  private mutating func next() throws(YAMLError) -> (event: Event, mark: Mark) {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw parserError() }
    defer { yaml_event_delete(&event) }
    let mark = Mark(event.start_mark, file: file)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = SurrogatePairs.restored(
        in: String(decoding: bytes, as: UTF8.self),
        asCharacters: scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      if scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
        || scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE
      {
        quote = (mark, Int(event.end_mark.line) + 1)
      }
      return (.scalar(text, isPlain: isPlain, anchor: self.text(scalar.anchor)), mark)
    case YAML_ALIAS_EVENT: return (.alias(text(event.data.alias.anchor) ?? ""), mark)
    case YAML_SEQUENCE_START_EVENT:
      return (.sequenceStart(anchor: text(event.data.sequence_start.anchor)), mark)
    case YAML_MAPPING_START_EVENT:
      return (.mappingStart(anchor: text(event.data.mapping_start.anchor)), mark)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return (.end, mark)
    case YAML_DOCUMENT_START_EVENT: return (.documentStart, mark)
    case YAML_STREAM_END_EVENT: return (.streamEnd, mark)
    default: return (.other, mark)
    }
  }

  private func text(_ characters: UnsafeMutablePointer<UInt8>?) -> String? {
    characters.map { String(cString: $0) }
  }

  private func parserError() -> YAMLError {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "not YAML"
    if state.error == YAML_READER_ERROR {
      let before = input.prefix(state.problem_offset)
      let line = before.count(where: { $0 == UInt8(ascii: "\n") }) + 1
      // A character is counted by its first byte, as in the places of other mistakes.
      let column =
        before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count { $0 & 0xC0 != 0x80 } + 1
      return YAMLError(
        mark: Mark(line: line, column: column, file: file),
        message: "not a text in UTF-8: \(problem)")
    }
    let mark = Mark(state.problem_mark, file: file)
    let start = Mark(state.context_mark, file: file)
    let context = state.context.map { String(cString: $0) } ?? ""
    let trap = trap(problem, context, at: mark)
    let hint = trap.cure.text.isEmpty ? "" : Message(" (\(trap.cure))")
    if trap.isOpenQuote { return YAMLError(mark: start, message: "not YAML: \(trap.cure)") }
    // The cause is often the start of a bracket or a list, not the place where the parser failed.
    let place =
      start.line < mark.line && !context.isEmpty
      ? Message(", begun at \(start.line):\(start.column)") : ""
    let words = context.isEmpty ? problem : problem + " " + context
    return YAMLError(mark: mark, message: "not YAML: \(words)" + place + hint)
  }

  private func trap(_ problem: String, _ context: String, at mark: Mark) -> YAMLTrap {
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line =
      lines.dropFirst(mark.line - 1).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let column = line.unicodeScalars.index(
      line.startIndex, offsetBy: mark.column - 1, limitedBy: line.endIndex)
    return YAMLTrap(
      problem: problem, context: context, before: String(line[..<(column ?? line.endIndex)]),
      rest: String(line[(column ?? line.endIndex)...]),
      quote: quote.flatMap { $0.endLine == mark.line ? $0.start : nil }, line: mark.line)
  }

  // MARK: Nodes

  private mutating func document() throws(YAMLError) -> YAMLNode? {
    var root: YAMLNode?
    while true {
      let (event, mark) = try next()
      switch event {
      case .documentStart:
        if root != nil { throw YAMLError(mark: mark, message: "a second document") }
        let (event, mark) = try next()
        root = try node(event, mark, depth: 0)
      case .streamEnd: return root
      default: break
      }
    }
  }

  private mutating func node(
    _ event: Event, _ mark: Mark, depth: Int
  ) throws(YAMLError) -> YAMLNode {
    guard depth < YAMLParser.deepest else {
      throw YAMLError(mark: mark, message: "nested more than \(YAMLParser.deepest) deep")
    }
    let before = count
    if case .alias(let name) = event { return try alias(name, mark) }
    var bytes = 0
    if case .scalar(let text, _, _) = event { bytes = text.utf8.count }
    try add((1, bytes), mark)
    let content: YAMLNode.Content
    let anchor: String?
    switch event {
    case .scalar(let text, let isPlain, let name):
      (content, anchor) = (.scalar(text, isPlain: isPlain), name)
    case .sequenceStart(let name):
      (content, anchor) = (.sequence(try items(depth: depth + 1)), name)
    case .mappingStart(let name):
      let items = try items(depth: depth + 1)
      let entries = stride(from: 0, to: items.count - 1, by: 2).map {
        (key: items[$0], value: items[$0 + 1])
      }
      (content, anchor) = (.mapping(entries), name)
    default: throw YAMLError(mark: mark, message: "a value is missing")
    }
    let node = YAMLNode(content: content, mark: mark)
    if let anchor {
      anchors[anchor] = (node, (count.values - before.values, count.bytes - before.bytes))
    }
    return node
  }

  private mutating func alias(_ name: String, _ mark: Mark) throws(YAMLError) -> YAMLNode {
    guard let (named, size) = anchors[name] else {
      throw YAMLError(mark: mark, message: "no anchor is named '&\(name)'")
    }
    try add(size, mark)
    var node = named
    node.mark = mark
    return node
  }

  /// Counts values. A few lines of aliases can expand to more values than fit into memory, or to more text than can be
  /// read.
  private mutating func add(_ size: Count, _ mark: Mark) throws(YAMLError) {
    count.values += size.values
    count.bytes += size.bytes
    guard count.bytes <= YAMLParser.mostBytes else {
      throw YAMLError(
        mark: mark,
        message:
          "too long: more than \(YAMLParser.mostBytes >> 20) MiB, counting the texts behind aliases"
      )
    }
    guard count.values <= YAMLParser.mostNodes else {
      throw YAMLError(
        mark: mark,
        message: "more than \(YAMLParser.mostNodes) values, counting those behind aliases")
    }
  }

  private mutating func items(depth: Int) throws(YAMLError) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let (event, mark) = try next()
      if case .end = event { return items }
      items.append(try node(event, mark, depth: depth))
    }
  }
}

extension Mark {
  fileprivate init(_ mark: yaml_mark_t, file: String?) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, file: file)
  }
}
