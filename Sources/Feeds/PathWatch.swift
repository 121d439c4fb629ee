import Glibc

/// Watches, with inotify, all places that determine the file of a path, and the contents of that file.
///
/// The watch notices a file that is written in place, replaced by renaming, or removed. The watch also notices a folder
/// on the path that is renamed and created again, and a symbolic link with a new target. The watch does not notice a
/// file system that is mounted on a folder of the path, because inotify does not report mounts.
public final class PathWatch {
  /// The path of the watched file.
  public let path: String
  private let inotify: OwnedDescriptor
  /// The relevant names in each watched folder, by inotify's number of the folder.
  private var names: [Int32: Set<String>] = [:]
  /// Whether every change is reported: the whole path is watched, and lies on file systems that report all changes.
  /// Otherwise, the file must be checked from time to time.
  public private(set) var reportsAll = false

  /// The limit of rounds in `follow`. Only a path that changes endlessly needs more.
  private static let mostRounds = 8

  /// Starts to watch a path. Fails if the system offers no more watches.
  public init?(path: String) {
    self.path = path
    inotify = OwnedDescriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    guard inotify.number >= 0 else { return nil }
    follow()
    if names.isEmpty { return nil }
  }

  /// A file descriptor that becomes readable when something has happened; for `poll` and for Dispatch
  /// sources.
  public var descriptor: Int32 { inotify.number }

  /// Reads all events since the last call, and follows the path to its current file.
  /// - Returns: whether any event concerned the path.
  public func takeEvents() -> Bool {
    var isConcerned = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = read(inotify.number, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        if concerns(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isConcerned = true }
      }
    }
    if isConcerned { follow() }
    return isConcerned
  }

  private func concerns(_ events: UnsafeRawBufferPointer) -> Bool {
    let size = MemoryLayout<inotify_event>.size
    var isConcerned = false
    var start = 0
    while start + size <= events.count {
      let event = events.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
      let text = events[(start + size)..<min(events.count, start + size + Int(event.len))]
      let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      if concerns(event, name) { isConcerned = true }
      start += size + Int(event.len)
    }
    return isConcerned
  }

  private func concerns(_ event: inotify_event, _ name: String) -> Bool {
    if event.mask & UInt32(IN_IGNORED) != 0 {
      names[event.wd] = nil
      return false
    }
    // Events were lost, or the folder itself was moved, removed or unmounted.
    let always = UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)
    return event.mask & always != 0 || names[event.wd]?.contains(name) ?? false
  }

  /// Watches the places of the path. The path may change between the check of a place and the start of its watch, so
  /// all places are checked again until nothing has changed.
  private func follow() {
    var current = PathTrail.places(of: path)
    for _ in 0..<Self.mostRounds {
      let watched = current
      watch(watched)
      current = PathTrail.places(of: path)
      if current == watched { return }
    }
  }

  private func watch(_ places: [PathTrail.Place]) {
    var wanted: [Int32: Set<String>] = [:]
    reportsAll = true
    for place in places {
      let isFolder = place.name != ""
      let events = place.events | UInt32(IN_MASK_ADD) | UInt32(isFolder ? IN_ONLYDIR : 0)
      let number = inotify_add_watch(inotify.number, place.folder, events)
      if number < 0 || FileSystemKind(of: place.folder) != .local { reportsAll = false }
      guard number >= 0 else { continue }
      wanted[number, default: []].formUnion(place.name.map { [$0] } ?? [])
    }
    for number in names.keys where wanted[number] == nil {
      inotify_rm_watch(inotify.number, number)
    }
    names = wanted
  }
}
