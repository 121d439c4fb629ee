import Testing

@testable import Metrics

/// Dates of regions. The formats of the C library are tested with the program, which has one region.
@Suite struct RegionalFormatTests {
  private let day = TimeZoneRules.utc.civil(1_795_261_508)

  private func format(
    _ order: RegionalFormat.DateOrder, november: String = "Nov"
  ) -> RegionalFormat {
    var format = RegionalFormat()
    format.months[10] = november
    format.dateOrder = order
    return format
  }

  @Test func datesHaveTheOrderOfTheirRegion() {
    let cases: [(RegionalFormat, String, String, String)] = [
      (format(.dayMonth), "21 Nov", "21 Nov 2026", "Nov 2026"),
      (format(.dayMonth, november: "nov."), "21 nov.", "21 nov. 2026", "nov. 2026"),
      (format(.monthDay), "Nov 21", "Nov 21, 2026", "Nov 2026"),
      (
        format(.marked(year: "年", day: "日"), november: "11月"), "11月21日", "2026年11月21日",
        "2026年11月"
      ),
      (
        format(.marked(year: "년", day: "일"), november: "11월"), "11월 21일", "2026년 11월 21일",
        "2026년 11월"
      ),
    ]
    for (format, date, dateAndYear, month) in cases {
      #expect(format.date(day) == date)
      #expect(format.dateAndYear(day) == dateAndYear)
      #expect(format.monthAndYear(day) == month)
    }
  }

  @Test func theFormatOfNoRegionIsTheUsualOne() {
    #expect(RegionalFormat.current == RegionalFormat())
    #expect(day.clockText == "Sat 21 Nov 11:45:08 UTC")
    #expect(day.clockTextWithYear == "Sat 21 Nov 2026 11:45:08 UTC")
    #expect(day.weekdayText == "Saturday")
  }

  @Test func aMachineWithoutALocaleTellsSo() {
    #expect(RegionalFormat(named: "xx_YY") == nil && RegionalFormat(named: "") == nil)
    // The environment of a test may have a locale or none.
    #expect(RegionalFormat(named: "system") != nil)
    #expect(RegionalFormat.lack(of: "xx_YY").text.contains("'xx_YY'"))
  }
}
