import Geometry
import Layers
import Raster

/// A racetrack-shaped ring, filled with a picture up to the reached share of a goal, around the reached number and its
/// unit: the chart of the fifth article.
///
/// A change of progress is eased, and the number counts along.
public final class ProgressChart: Chart {
  /// The chart's own tree, for a host to add.
  public let layer = Layer()
  private let background = Layer()
  private let track = ShapeLayer()
  private var ring = ProgressRing()
  private let step = CountingText()
  private let stepUnit = CountingText()
  /// The content that is shown.
  public private(set) var content = Content()
  /// The look of the chart; nil for the style that suits the page. A change shows at the next
  /// `layOut`.
  public var style: Style?
  private var shownStyle = Style()
  private var environment: ChartEnvironment?
  private(set) var geometry = ProgressGeometry(frame: .zero, style: Style())
  /// The motion of the progress and of the number.
  private var motion = ProgressMotion(to: Content())

  /// A chart without progress.
  public init(style: Style? = nil) {
    self.style = style
    for part in [background, track, ring.layer, step.layer, stepUnit.layer] {
      layer.addSublayer(part)
    }
  }

  /// Puts the chart in its place, without motion.
  public func layOut(frame: Rect, environment: ChartEnvironment) {
    self.environment = environment
    layer.frame = frame
    let style =
      style?.adapted(to: environment.theme) ?? .suited(to: environment, size: frame.size)
    shownStyle = style
    geometry = ProgressGeometry(frame: environment.snapped(layer.bounds), style: style)
    background.frame = layer.bounds
    background.backgroundColor = style.backgroundColor
    track.path = geometry.racetrack.region(1)
    track.fillColor = style.trackColor
    let fonts = environment.fonts
    step.layOut(
      box: geometry.step, font: style.stepLabelFont, color: style.stepLabelColor, fonts: fonts)
    stepUnit.layOut(
      box: geometry.stepUnit, font: style.stepUnitLabelFont, color: style.stepUnitLabelColor,
      fonts: fonts)
    motion = ProgressMotion(to: content)
    ring.layOut(geometry, style: style)
    ring.show(content.progress)
    step.show(content.stepText)
    stepUnit.show(content.stepUnit)
  }

  /// Shows other content.
  /// - Parameter time: the start of the motion towards the new content; nil for no motion.
  public func setData(_ content: Content, at time: Double?) {
    self.content = content
    guard let environment else { return }
    let fade = environment.fadeTime(time)
    stepUnit.show(content.stepUnit, fade: fade)
    if let time = environment.travelTime(time) {
      move(
        ProgressMotion(from: motion.state(at: time), to: content, Pace(begin: time)), at: time)
    } else {
      motion = ProgressMotion(to: content)
      let old = ring
      ring = ProgressRing()
      ring.layOut(geometry, style: shownStyle)
      old.layer.fadeOver(to: ring.layer, at: fade)
      ring.show(content.progress)
      step.show(content.stepText, fade: fade)
    }
  }

  /// Fills the ring again from nothing.
  public func replay(at time: Double) {
    guard let environment, environment.isAnimated else { return }
    if environment.reducesMotion {
      for part in [ring.layer, step.layer] { part.fadeIn(at: time) }
      return
    }
    move(ProgressMotion(to: content, .drawOn(at: time)), at: time)
  }

  private func move(_ motion: ProgressMotion, at time: Double) {
    self.motion = motion
    ring.move(motion, at: time)
    guard content.stepLabel == nil else {
      return step.show(content.stepText, fade: environment?.fadeTime(time))
    }
    step.count(from: motion.pace.begin, duration: motion.pace.duration, at: time) {
      ProgressChart.Content.text(motion.state(fraction: $0).steps)
    }
  }
}
