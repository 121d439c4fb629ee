/// The lines that a program prints before its series: `Loading model: 124 parameters`, the bar of a download.
extension TextReader {
  /// Makes the rows so far void if they are a preamble of the rows that begin now, which have another form: sentences
  /// none of which has come twice, bars without values, or a single row of words. A text of one time has no preamble.
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
      table.map { !$0.hasHeader && $0.hasTexts && $0.roles.timeField != nil } == true
        && rowCount + (assembler.hasRow ? 1 : 0) == 1
    default: false
    }
  }
}
