/// The lines that a program prints before its series: `Loading model: 124 parameters`, the bar of a download.
extension TextReader {
  /// Makes the rows so far void if they are a preamble of the rows that begin now, which have another form: sentences
  /// none of which has come twice, bars without values, or a line of words or two. A text of one time has no preamble.
  func endPreamble(_ batch: inout TextBatch) {
    guard hasRows || assembler.hasRow, isPreamble, !options.isOfOneTime else { return }
    flushRow(&batch)
    assembler.reset()
    batch.controls.append((row: batch.rowCount, control: .void))
    timeKind = .none
  }

  /// Whether the rows so far may be a preamble.
  var isPreamble: Bool {
    switch style {
    case .progress: !bars.hasValues
    case .sentence: !sentences.repeats
    case .table:
      table?.mayBeWords == true && rowCount + (assembler.hasRow ? 1 : 0) == 1
    default: false
    }
  }
}

extension TextTable {
  /// Whether the first row may be a line of words: a time and words without a header, or words below a line that looks
  /// like no header, because it has a number among its words, or far more words than the row has fields.
  fileprivate var mayBeWords: Bool {
    guard hasHeader else { return hasTexts && roles.timeField != nil }
    return delimiter == .blanks && hasLabels
      && (signature.count > names.count + 1
        || signature.contains { Double($0) != nil })
  }
}
