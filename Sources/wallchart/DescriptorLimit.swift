import Glibc
import Messages

/// The limit of open file descriptors.
///
/// Without free descriptors, Dispatch crashes when it makes a timer, and fontconfig finds no fonts, so
/// the program checks the limit before anything else.
enum DescriptorLimit {
  /// The descriptors for a window and the feeds of a small dashboard, in addition to those open at the
  /// start.
  private static let base = 32
  /// The descriptors of a command while it starts, which are more than those of other sources.
  private static let perSource = 5
  /// The number of sources beyond which more may have to wait for free descriptors.
  private static let mostAtOnce = 40
  /// The limit to which a lower limit is raised, if the system allows the change. Commands inherit the limit.
  static let usual: rlim_t = 4096

  /// Raises the limit, and checks that enough descriptors are free.
  /// - Parameters:
  ///   - sources: the number of the sources of a dashboard. Default 0.
  ///   - isRunning: whether the window has its descriptors already. Default false.
  static func prepare(sources: Int = 0, isRunning: Bool = false) throws(Failure) {
    let limit = raised()
    let needed = (isRunning ? 0 : base) + perSource * min(sources, mostAtOnce)
    let available = available(of: needed)
    guard available < needed else { return }
    throw Failure(
      .systemError,
      "at least \(Int(limit) + needed - available) file descriptors are needed, the limit is "
        + "\(limit) (ulimit -n)")
  }

  /// Raises the limit as far as the system allows, and returns the limit.
  private static func raised() -> rlim_t {
    let resource = Int32(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return usual }
    if limit.rlim_cur < min(usual, limit.rlim_max) {
      var more = limit
      more.rlim_cur = min(usual, limit.rlim_max)
      if setrlimit(resource, &more) == 0 { limit = more }
    }
    return limit.rlim_cur
  }

  /// The number of free descriptors, counted up to those that are needed.
  private static func available(of needed: Int) -> Int {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { break }
      opened.append(descriptor)
    }
    return opened.count
  }
}
