import Glibc

/// The number of file descriptors that the program may have open at the same time.
///
/// Dispatch ends a program in the middle that has none left for its timers, and fontconfig finds no
/// fonts, so the program makes sure of them before anything else.
enum DescriptorLimit {
  /// Descriptors of a window and of the feeds of a small dashboard, beside those that are open from the
  /// start.
  static let needed = 32
  /// A limit that is lower is raised to this, where the system allows it. Commands inherit it.
  static let usual: rlim_t = 4096

  /// Raises the limit, and checks that there are enough.
  static func prepare() throws(Failure) {
    let limit = raised()
    let available = available
    guard available < needed else { return }
    throw Failure(
      .systemError,
      "at least \(Int(limit) + needed - available) file descriptors are needed, the limit is "
        + "\(limit) (ulimit -n)")
  }

  /// Raises the limit as far as the system allows, and gives the limit.
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

  /// How many can be opened, counted up to `needed`.
  private static var available: Int {
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
