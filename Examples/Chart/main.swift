import ChartWindow
import Charts
import Geometry

// A line through six values, drawn into a picture.
let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
let chart = LineChart()
(chart.min, chart.max, chart.splitCount) = (300, 600, 3)
chart.setData([502, 523, 482, 455, 473, 546], labels: days, at: nil)
try chart.writePNG(to: "chart.png", size: Size(750, 400), scale: 2)

// The chart in a window: the line is drawn in, and moves to new values every two seconds.
let window = try ChartWindow(chart, title: "Six days", size: Size(750, 400))
window.every(2) { time in
  chart.setData(days.map { _ in .random(in: 320...580).rounded() }, labels: days, at: time)
}
window.run()
