/// The texts and the numbers so far of a column whose first cell is a text: `warming up`, `>99`, a name.
///
/// A word or two before the numbers, or among them, stand in place of a number. More words are names, as are texts of
/// letters and digits (`web1`), and a name may look like a number, too.
struct ColumnTexts {
  let field: Int
  private var texts = 0
  private var numbers = 0
  private var hasIdentifier = false
  /// The first different texts.
  private var words: [[UInt8]] = []

  /// The largest number of different words that stand in place of numbers.
  private static let mostWords = 2
  /// The ratio of numbers to texts above which the texts are not names of rows.
  private static let mostNumbers = 4
  /// The number of numbers after which the column's meaning no longer changes.
  private static let enough = 100

  init(field: Int) { self.field = field }

  mutating func note(_ cell: TextField) {
    if cell.isNumber { numbers += 1 }
    guard cell.isText else { return }
    texts += 1
    guard !areNames else { return }
    hasIdentifier = MemberTexts.isIdentifier(cell.bytes)
    let word = cell.bytes.prefix(64)
    if !words.contains(where: { $0.elementsEqual(word) }) { words.append(Array(word)) }
  }

  private var areNames: Bool { hasIdentifier || words.count > Self.mostWords }

  /// Whether the numbers may be drawn.
  var areValues: Bool { numbers > 0 && (!areNames || numbers > Self.mostNumbers * texts) }
  /// Whether later texts do not matter.
  var areValuesForGood: Bool { numbers > Self.enough && numbers > Self.mostNumbers * texts }
  /// Whether the numbers that are drawn look like names.
  var areNoValues: Bool { areNames && texts > numbers }
}

extension TextTable {
  /// Notes the texts of a row, and turns columns that began with texts into columns of values when numbers come.
  func judgeTexts(_ row: [TextField], arrival: Double, columns: inout TextColumns) {
    guard !texts.isEmpty else { return }
    let moment = LineMoment(time: roles.time(of: row), arrival: arrival)
    defer { lastMoment = moment }
    for index in texts.indices.reversed() where texts[index].field < row.count {
      let field = texts[index].field
      texts[index].note(row[field])
      if roles[field] == .value {
        if texts[index].areValuesForGood {
          texts.remove(at: index)
          continue
        }
        guard texts[index].areNoValues, !columns.isSelecting else { continue }
        columns.becomesText(bareName(field))
        texts.remove(at: index)
      } else if field == keyField {
        guard row[field].isNumber else { continue }
        // Names must distinguish rows of one time, and rows with several names.
        if keys.count < 2, moment.time != nil, moment != lastMoment, texts[index].areValues {
          dropOnlyKey(&columns)
          becomesValue(field)
        } else {
          texts.remove(at: index)
        }
      } else if texts[index].areValues {
        becomesValue(field)
      }
    }
  }

  /// Removes the name from all rows, which have only one.
  private func dropOnlyKey(_ columns: inout TextColumns) {
    dropKey()
    guard !keys.isEmpty else { return }
    keys[0].text = ""
    keyNumbers = ["": 0]
    for column in keys[0].columns where column >= 0 { columns.setKey("", named: "", of: column) }
    nameInFull(0, &columns)
  }
}
