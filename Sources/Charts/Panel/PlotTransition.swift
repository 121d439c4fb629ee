/// The motion from the picture at the change of data to the picture of the new data.
struct PlotTransition {
  var from: AxisMap
  var to: AxisMap
  var begin: Double
  /// The duration in seconds.
  var duration = Motion.sampleDuration

  var pace: Pace { Pace(begin: begin, duration: duration) }

  /// The eased progress at a time; 1 from the end on.
  func progress(at time: Double) -> Double { pace.progress(at: time) }

  func map(at time: Double) -> AxisMap { AxisMap.interpolate(from, to, progress(at: time)) }

  /// The transition with times counted from another epoch.
  func counted(from epoch: Double) -> PlotTransition {
    PlotTransition(
      from: from.counted(from: epoch), to: to.counted(from: epoch), begin: begin, duration: duration
    )
  }
}
