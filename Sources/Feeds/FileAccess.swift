import Glibc

/// The system's message about `errno`.
func systemReason() -> String { String(cString: strerror(errno)) }

/// Whether a descriptor belongs to a regular file.
func isRegularFile(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
