import CCurl
import Glibc

/// The requests under way (libcurl's multi handle). Only one thread uses them.
struct HTTPTransfers {
  let curl: LibCurl
  private let handle: UnsafeMutableRawPointer

  /// Prepares libcurl for transfers.
  /// - Returns: nil without memory.
  init?(_ curl: LibCurl) {
    _ = curl.call.global_init(Int(CURL_GLOBAL_DEFAULT))
    guard let handle = curl.call.multi_init() else { return nil }
    _ = wallchart_curl_multi_set_long(curl.functions, handle, CURLMOPT_MAXCONNECTS, 32)
    self.curl = curl
    self.handle = handle
  }

  func add(_ transfer: HTTPTransfer) -> Bool {
    curl.call.multi_add_handle(handle, transfer.handle) == CURLM_OK
  }

  func remove(_ handle: UnsafeMutableRawPointer) {
    _ = curl.call.multi_remove_handle(self.handle, handle)
  }

  func perform() {
    var count: Int32 = 0
    _ = curl.call.multi_perform(handle, &count)
  }

  /// The next request that has ended. The request is then no longer under way.
  func nextFinished() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
    var count: Int32 = 0
    while let message = curl.call.multi_info_read(handle, &count) {
      guard message.pointee.msg == CURLMSG_DONE, let done = message.pointee.easy_handle else {
        continue
      }
      let code = wallchart_curl_result(message)
      // The message becomes invalid with this call.
      remove(done)
      return (done, code)
    }
    return nil
  }

  /// Waits for activity of a request; false on failure.
  func wait(milliseconds: Int32) -> Bool {
    curl.call.multi_poll(handle, nil, 0, milliseconds, nil) == CURLM_OK
  }

  /// Waits for activity of a request, for some seconds, or until the thread is woken up.
  func wait(on thread: FeedThread, atMost seconds: Double) {
    thread.wait { wakeUp in
      let milliseconds = Int32((min(max(seconds, 0), wakeUp < 0 ? 1 : 3600) * 1000).rounded(.up))
      var extra = curl_waitfd(fd: wakeUp, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      let count: UInt32 = wakeUp < 0 ? 0 : 1
      if curl.call.multi_poll(handle, &extra, count, milliseconds, nil) != CURLM_OK {
        usleep(100_000)
      }
    }
  }

  /// Frees the connections. No request may be under way, and no other function may be called afterwards.
  func close() { _ = curl.call.multi_cleanup(handle) }
}
