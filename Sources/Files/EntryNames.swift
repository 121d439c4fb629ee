import Glibc

/// The names of a folder's entries, in no order; nil for a folder that cannot be read.
public func entryNames(in folder: String) -> [String]? {
  guard let entries = opendir(folder) else { return nil }
  defer { closedir(entries) }
  var names: [String] = []
  while let entry = readdir(entries) {
    // A copy of the field would reach beyond the record of a short name.
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}
