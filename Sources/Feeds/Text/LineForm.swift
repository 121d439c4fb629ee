/// A form that a line may have: the function that reads such a line, and the styles of the text before it.
///
/// Each form has a type in a file of its own, which holds the form's state.
struct LineForm {
  typealias Read = (_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool

  /// Reads a line, or leaves it out; false for a line of another form.
  let read: Read
  /// A bit for each style that the last row may have.
  private let styles: UInt16

  /// - Parameters:
  ///   - styles: the styles of the last row after which a line may have the form.
  ///   - others: the styles of the last row after which a line may not have the form.
  init(
    after styles: [TextReader.Style] = TextReader.Style.allCases,
    except others: [TextReader.Style] = [], _ read: @escaping Read
  ) {
    self.read = read
    self.styles = styles.filter { !others.contains($0) }.reduce(0) { $0 | 1 << $1.rawValue }
  }

  func mayFollow(_ style: TextReader.Style) -> Bool { styles & 1 << style.rawValue != 0 }
}

extension LineForm {
  /// The forms, in the order in which they are tried. A line without any of the forms is kept as a header.
  static func inOrder(
    _ options: TextOptions, json: JSONForm, sensors: SensorForm, sentences: SentenceForm,
    bars: ProgressBarForm
  ) -> [LineForm] {
    if options.ttyplotTwo { return [LineForm(TwoByTwo().read)] }
    if let matcher = options.match.flatMap({ try? LineMatcher($0) }) {
      return [LineForm(matcher.read)]
    }
    let pairs = PairForm()
    // Beside periodic sentences, other lines are a summary.
    func unlessPeriodic(_ read: @escaping Read) -> Read {
      { line, reader, batch in !sentences.isPeriodic && read(line, reader, &batch) }
    }
    return [
      LineForm(bars.read),
      LineForm { line, reader, batch in reader.readBarred(line, &batch) },
      LineForm(after: [.none, .pairs], ColonForm().read),
      // Forms that a line shows by itself.
      LineForm(json.read),
      LineForm(after: [.json]) { line, _, _ in line.isEndOfArray },
      LineForm(sensors.read),
      LineForm(after: [.none, .listing], ListingLine.read),
      LineForm(after: [.none, .counters], CounterForm().read),
      LineForm(after: [.none, .exposition, .table], Exposition.read),
      LineForm(after: [.none, .metrics], MetricLine.read),
      LineForm(after: [.table]) { line, reader, batch in reader.readComment(line, &batch) },
      LineForm { line, reader, _ in reader.isDateWithRemark(line.text) },
      LineForm(after: [.none, .access], AccessLine.read),
      // The form of the lines before.
      LineForm(after: [.pairs], pairs.read),
      LineForm(sentences.readKnown),
      LineForm { line, reader, batch in reader.readRow(line.whole, &batch) },
      LineForm { line, _, _ in line.isRuler },
      // Forms other than that of the lines before.
      LineForm(except: [.pairs, .table], unlessPeriodic(pairs.read)),
      LineForm(unlessPeriodic { line, reader, batch in reader.readNewTable(line, &batch) }),
      LineForm(after: [.table], pairs.read),
      LineForm(sentences.read),
    ]
  }
}
