import ChartWindow
import Charts
import Foundation
import Geometry

// The load of this machine slides through a window; the key `p` writes a picture of the window.
let chart = TimeSeriesChart("Load", window: 60)
let window = try ChartWindow(chart, title: "Load", size: Size(750, 400), theme: .dark)
window.every(0.5) { time in
  var load = [0.0, 0]
  getloadavg(&load, 2)
  let now = Date().timeIntervalSince1970
  chart.append(["1 min": load[0], "5 min": load[1]], time: now, at: time)
}
window.onKey = { key, _ in
  if key == "p" { try? window.writePNG(to: "load.png") }
  return key == "p"
}
window.run()
