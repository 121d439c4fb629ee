import Metrics
import Raster

#if canImport(Glibc)
  import Glibc
#endif

/// The options of the command line.
struct Options {
  var scene = "all"
  var dumpDirectory: String?
  var threads = 1
  var kernels = Kernels.best

  static let usage =
    "usage: wallchart-bench [S1…S6|QA|all|layers|frames|slide|store|series|text|history] [--dump DIR] [--threads N] "
    + "[--kernels base|wide|widest]"

  /// Fails for a command line that cannot be understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--dump":
        guard let directory = rest.popFirst() else { return nil }
        dumpDirectory = directory
      case "--threads":
        guard let text = rest.popFirst(), let count = Int(text), count >= 0 else { return nil }
        threads = count
      case "--kernels":
        guard let kernels = rest.popFirst().flatMap(Kernels.init(rawValue:)), kernels.isAvailable
        else { return nil }
        self.kernels = kernels
      default:
        guard
          ["all", "layers", "frames", "slide", "store", "series", "text", "history"].contains(
            argument)
            || Scene.all.contains(where: { $0.name == argument })
        else {
          return nil
        }
        scene = argument
      }
    }
  }
}

/// The clock for frames: the wall clock, or, with `CLOCK=cpu` in the environment, the first thread's own
/// processor time, which a busy machine disturbs less.
private let clock = environment("CLOCK") == "cpu" ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC

func milliseconds() -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Prints a line on the standard error stream.
func complain(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(2, line, line.count)
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Draws and times one scene, and writes its picture if a file is given.
func run(_ scene: Scene, _ options: Options) throws(PNGError) {
  let bitmap = Bitmap(width: Scene.width, height: Scene.height)
  let copy = Bitmap(width: Scene.width, height: Scene.height)
  let renderer = Renderer(threads: options.threads, kernels: options.kernels)
  func frame() {
    renderer.draw(scene.list, into: bitmap)
    if scene.copies {
      memcpy(copy.buffer.base, bitmap.buffer.base, Scene.width * Scene.height * 4)
    }
  }
  if scene.isProbe || environment("NOTIME") != nil {
    frame()
  } else {
    let samples = time(frame).sorted()
    let name =
      "wallchart" + (options.threads == 1 ? "" : "-\(options.threads)t")
      + (options.kernels == .best ? "" : "-\(options.kernels)")
    let figures = [samples[samples.count / 2], samples[0], samples[samples.count - 1]]
    print(([name, scene.name] + figures.map(fixed)).joined(separator: " "))
    fflush(nil)
  }
  if let directory = options.dumpDirectory {
    try PNG.write(bitmap, to: "\(directory)/wallchart_\(scene.name).png")
  }
}

/// The milliseconds of each of many frames, after a warm-up. `FRAMES` and `SECONDS` in the environment
/// set the smallest number of frames and the duration.
func time(_ frame: () -> Void) -> [Double] {
  let least = environment("FRAMES").flatMap(Int.init) ?? 30
  let duration = 1e3 * (environment("SECONDS").flatMap(Double.init) ?? 1.5)
  var start = milliseconds()
  var count = 0
  while count < 5 || (milliseconds() - start < 300 && count < 200) {
    frame()
    count += 1
  }
  var samples: [Double] = []
  start = milliseconds()
  while samples.count < max(least, 1)
    || (milliseconds() - start < duration && samples.count < 20_000)
  {
    let before = milliseconds()
    frame()
    samples.append(milliseconds() - before)
  }
  return samples
}

/// A number with four decimals.
func fixed(_ value: Double) -> String {
  let scaled = Int((value * 10_000).rounded())
  return "\(scaled / 10_000).\((scaled % 10_000).padded(to: 4))"
}

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  complain(Options.usage)
  exit(64)
}
if options.scene == "layers" {
  LayerBench.runAll()
  exit(0)
}
if options.scene == "frames" {
  FrameBench.run(threads: options.threads)
  exit(0)
}
do {
  if options.scene == "text" {
    try TextBench.runAll()
    exit(0)
  }
  if options.scene == "series" {
    try SeriesBench.run(threads: options.threads)
    exit(0)
  }
  if options.scene == "history" {
    try HistoryBench.run()
    exit(0)
  }
  if options.scene == "store" {
    try StoreBench.run(threads: options.threads)
    exit(0)
  }
  if options.scene == "slide" {
    try SlideBench.run(
      threads: options.threads, frames: environment("FRAMES").flatMap(Int.init) ?? 1200)
    exit(0)
  }
  for scene in Scene.all where options.scene == "all" || options.scene == scene.name {
    if scene.isProbe && options.scene == "all" && options.dumpDirectory == nil { continue }
    try run(scene, options)
  }
} catch {
  complain("wallchart-bench: \(error)")
  exit(1)
}
