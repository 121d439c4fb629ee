import Glibc
import Synchronization

/// Loads the system's fonts. Fontconfig reads its configuration on a separate thread, while the caller
/// does work that needs no fonts.
public final class FontLoading {
  private final class Loaded: Sendable {
    let fonts = Mutex<Result<FontLibrary, FontError>?>(nil)
    let memory: String?

    init(memory: String?) { self.memory = memory }

    func load() {
      fonts.withLock { fonts in
        fonts = Result { () throws(FontError) in try FontLibrary(memory: memory) }
      }
    }
  }

  private let loaded: Loaded
  /// The thread; nil when it has ended.
  private var thread: pthread_t?

  /// Starts the thread.
  /// - Parameter memory: the file of `FontLibrary.init(memory:)`. Default nil.
  public init(memory: String? = nil) {
    loaded = Loaded(memory: memory)
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

  /// Waits for the thread. If the process ended meanwhile, fontconfig's memory would disappear under the
  /// thread.
  deinit { join() }

  private func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  /// Waits for the fonts and hands them to the caller. Call this function once.
  /// - Throws: the error of `FontLibrary.init()`.
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
