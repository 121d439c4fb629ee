import ChartWindow
import Charts
import Geometry
import Metrics

// Page views of a month. The key `n` shows the next month: the line takes half a second on its way there.
func month(_ number: Int) -> [PageViewChart.Entry] {
  (1...28).map { day in
    .init(
      day: CivilTime(year: 2026, month: number, day: day),
      value: .random(in: 200...900).rounded())
  }
}
let chart = PageViewChart()
chart.setData(month(1), at: nil)
let window = try ChartWindow(chart, title: "Page views", size: Size(750, 400))
window.onKey = { key, time in
  guard key == "n" else { return false }
  chart.setData(month((chart.entries.first?.day.month ?? 0) % 12 + 1), at: time)
  return true
}
window.run()
