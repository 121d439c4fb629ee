import CProcess
import Dispatch
import Glibc

/// Reports changes of this machine's network: a cable is plugged in, a network is joined.
final class NetworkWatch {
  private let source: any DispatchSourceRead

  /// - Parameter onChange: called on a queue of its own, once for changes that come together. Fails if the system
  ///   reports no changes.
  init?(onChange: @escaping @Sendable () -> Void) {
    let descriptor = network_changes_open()
    guard descriptor >= 0 else { return nil }
    let queue = DispatchQueue(label: "wallchart.network", qos: .utility)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 1 << 13)
      while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
      onChange()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }
}
