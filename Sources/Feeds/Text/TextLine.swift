/// A line for the forms to read.
struct TextLine {
  let whole: UnsafeBufferPointer<UInt8>
  /// The line without the blanks at its ends; never empty for a form.
  let text: UnsafeBufferPointer<UInt8>

  init(_ line: UnsafeBufferPointer<UInt8>) {
    whole = line
    var start = 0
    var end = line.count
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    text = UnsafeBufferPointer(rebasing: line[start..<end])
  }

  /// The control that the line states; nil for any other line. feedgnuplot accepts a word at the start of a line. Here
  /// the word must be alone, because `clear` may be a name.
  var control: TextControl? {
    switch text.count {
    case 4 where text.elementsEqual("exit".utf8): return .exit
    case 5 where text.elementsEqual("clear".utf8): return .clear
    case 6 where text.elementsEqual("replot".utf8): return .replot
    default: return nil
    }
  }

  /// Whether the line ends an array of objects, each of which is a row.
  var isEndOfArray: Bool { text.elementsEqual("]".utf8) }

  /// Whether the line is only a drawing: `+----+----+`, `=====`.
  var isRuler: Bool { text.count > 2 && text.allSatisfy { "-=+|_ :".utf8.contains($0) } }
}
