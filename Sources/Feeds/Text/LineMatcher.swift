import CPCRE
import Messages

/// A regular expression of PCRE2 whose groups are the columns of lines.
///
/// The work for a line is bounded: a match that takes too many steps counts as no match.
public final class LineMatcher {
  /// The names of the groups that are columns: the named groups, or the numbers of all groups if none has a name.
  let names: [String]
  /// The numbers of these groups.
  private let groups: [Int]
  private let call: wallchart_pcre
  private let code: OpaquePointer
  private let data: OpaquePointer
  private let context: OpaquePointer

  /// The largest number of steps of a match.
  private static let mostSteps: UInt32 = 200_000

  /// Reads an expression. The error names the mistake and its offset, or, if PCRE2 cannot be loaded, the package to
  /// install.
  public init(_ pattern: String) throws(LineMatcherError) {
    call = try LibPCRE.shared.get().call
    var mistake: Int32 = 0
    var offset = 0
    let bytes = Array(pattern.utf8)
    guard let code = call.compile(bytes, bytes.count, wallchart_pcre_utf, &mistake, &offset, nil)
    else { throw LineMatcherError(description: Self.text(mistake, at: offset, call)) }
    self.code = code
    _ = call.jit_compile(code, wallchart_pcre_jit)
    guard let data = call.match_data_create_from_pattern(code, nil),
      let context = call.match_context_create(nil)
    else { throw LineMatcherError(description: "not enough memory for an expression") }
    (self.data, self.context) = (data, context)
    _ = call.set_match_limit(context, Self.mostSteps)
    let named = Self.namedGroups(code, call)
    var count: UInt32 = 0
    _ = call.pattern_info(code, wallchart_pcre_group_count, &count)
    groups = named.isEmpty ? Array(1..<Int(count) + 1) : named.map(\.number)
    names = named.isEmpty ? groups.map(String.init) : named.map(\.name)
    guard !groups.isEmpty else {
      throw LineMatcherError(
        description:
          "the expression has no groups: write (?<name>...) around what is to be a column")
    }
  }

  deinit {
    call.match_data_free(data)
    call.match_context_free(context)
    call.code_free(code)
  }

  private static func text(_ mistake: Int32, at offset: Int, _ call: wallchart_pcre) -> String {
    var message = [UInt8](repeating: 0, count: 256)
    let length = call.get_error_message(mistake, &message, message.count)
    let text = String(decoding: message.prefix(Int(max(0, length))), as: UTF8.self)
    return "\(text) at character \(offset + 1)"
  }

  /// The named groups in the order of their numbers.
  private static func namedGroups(
    _ code: OpaquePointer, _ call: wallchart_pcre
  ) -> [(number: Int, name: String)] {
    var count: UInt32 = 0
    var size: UInt32 = 0
    var table: UnsafePointer<UInt8>?
    _ = call.pattern_info(code, wallchart_pcre_name_count, &count)
    _ = call.pattern_info(code, wallchart_pcre_name_size, &size)
    _ = call.pattern_info(code, wallchart_pcre_name_table, &table)
    guard let table else { return [] }
    // Each entry is the number in two bytes, and the name with its NUL.
    return (0..<Int(count)).map { place in
      let entry = table + place * Int(size)
      return (Int(entry[0]) << 8 | Int(entry[1]), String(cString: entry + 2))
    }.sorted { $0.number < $1.number }
  }

  /// The texts of the groups in a line; nil if the line does not match. A group that does not participate in the match
  /// is empty.
  func match(_ line: UnsafeBufferPointer<UInt8>) -> [UnsafeBufferPointer<UInt8>]? {
    guard let start = line.baseAddress,
      call.match(code, start, line.count, 0, 0, data, context) > 0,
      let places = call.get_ovector_pointer(data)
    else { return nil }
    return groups.map { group in
      let (from, to) = (places[2 * group], places[2 * group + 1])
      // A group that does not participate in the match has offsets of PCRE2_UNSET, the largest number.
      guard from >= 0, from <= to, to <= line.count else {
        return UnsafeBufferPointer(rebasing: line[..<0])
      }
      return UnsafeBufferPointer(rebasing: line[from..<to])
    }
  }
}

/// The reason why an expression cannot be used, in one line.
public struct LineMatcherError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let description: String
}

/// PCRE2's functions, loaded for the first expression. The values never change, so they can be shared.
private struct LibPCRE: @unchecked Sendable {
  let call: wallchart_pcre

  static let shared = Result { () throws(LineMatcherError) in try LibPCRE() }

  init() throws(LineMatcherError) {
    var functions = wallchart_pcre()
    guard wallchart_pcre_load(&functions, "libpcre2-8.so.0") != 0 else {
      throw LineMatcherError(
        description: "--match needs libpcre2-8.so.0, which cannot be loaded: install the package "
          + "libpcre2-8-0")
    }
    call = functions
  }
}

extension LineMatcher {
  /// Reads a line with the expression; leaves out a line that the expression does not match.
  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    guard let texts = match(line.whole) else {
      batch.leftOut.unmatched += 1
      batch.lastBanner = UnreadableLine(
        line: shown(line.whole, limit: TextLimits.shownLine), lineNumber: reader.lineNumber,
        reason: String(localized: "'match' does not match it"))
      return true
    }
    let read = texts.enumerated().map { place, bytes in
      let value = FieldValue(bytes)
      var field = TextField(bytes: bytes, value: value, time: nil)
      if value == .text || isTimeName(names[place]) { field.time = time(bytes, reader) }
      return field
    }
    reader.fields.take(read)
    guard reader.fields.numbers > 0 else {
      reader.unreadable(
        line.whole, String(localized: "no number in the groups of 'match'"), &batch)
      return true
    }
    if reader.table == nil { reader.beginTable(names, chosen: reader.options.chosenColumns) }
    guard let table = reader.table else { return true }
    if table.roles.lacksTime(reader.fields.fields) {
      reader.unreadable(line.whole, String(localized: "its time cannot be read"), &batch)
    } else {
      reader.store(table, &batch)
    }
    reader.style = .match
    return true
  }

  /// The time in the text of a group, in the user's format or in a format of logs.
  private func time(_ bytes: UnsafeBufferPointer<UInt8>, _ reader: TextReader) -> TextTime? {
    if let time = reader.pairTime(bytes) { return time }
    guard let (time, length) = reader.fields.times.readStart(bytes), length == bytes.count else {
      return nil
    }
    return time
  }
}
