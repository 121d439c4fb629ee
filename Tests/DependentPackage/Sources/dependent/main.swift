import ChartWindow
import Charts
import Geometry
import Layers
import Metrics

// All products are imported, and a chart of the library is written as a picture.
let chart = TimeSeriesChart("Load", unit: Unit.none, window: 60)
for second in 0...60 {
  chart.append(
    ["one": Double(second % 7), "two": Double(second % 5)], time: 1_732_276_800 + Double(second),
    at: nil)
}
let layer: Layer = chart.layer
try chart.writePNG(to: CommandLine.arguments[1], size: Size(640, 360))
print("a picture with a layer of", layer.sublayers.count, "parts")
