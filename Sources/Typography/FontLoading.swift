import Glibc
import Synchronization

/// The system's fonts on their way: fontconfig reads its configuration on a thread of its own, while
/// the caller does what needs no fonts yet.
public final class FontLoading {
  private final class Loaded: Sendable {
    let fonts = Mutex<Result<FontLibrary, FontError>?>(nil)

    func load() {
      fonts.withLock { fonts in
        fonts = Result { () throws(FontError) in try FontLibrary() }
      }
    }
  }

  private let loaded = Loaded()
  /// Nil when it has ended.
  private var thread: pthread_t?

  /// Starts it.
  public init() {
    var started = pthread_t()
    let box = Unmanaged.passRetained(loaded)
    let result = pthread_create(
      &started, nil,
      { argument in
        argument.map { Unmanaged<Loaded>.fromOpaque($0).takeRetainedValue().load() }
        return nil
      }, box.toOpaque())
    if result == 0 {
      thread = started
    } else {
      box.release()
      loaded.load()
    }
  }

  /// A process that ends meanwhile would pull fontconfig's memory away from under it.
  deinit { join() }

  private func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  /// The fonts, which are the caller's from now on; to be called once.
  /// - Throws: as `FontLibrary.init()`.
  public func wait() throws(FontError) -> FontLibrary {
    join()
    let result = loaded.fonts.withLock { fonts in
      defer { fonts = nil }
      return fonts
    }
    guard let result else { fatalError("the fonts have been taken already") }
    return try result.get()
  }
}
