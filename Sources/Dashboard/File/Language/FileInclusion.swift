import Messages

/// Replaces `include: FILE` by the contents of the file.
///
/// In a mapping, the entries of the files are added unless the mapping has an entry with the same key; the names
/// under `sources` and `variables` are added one by one. In a list, an item with only `include` is replaced by the
/// file's mapping, or by the items of the file's list.
struct FileInclusion {
  typealias Reading = Result<[UInt8], DashboardFile.Unreadable>

  let problems: ProblemList
  let readFile: (String) -> Reading
  /// The paths of the files so far, including files that cannot be read.
  private var paths: Set<String> = []
  /// The number of values from included files. A file that is included twice counts twice.
  private var count = 0
  /// The number of readings of files, and their bytes.
  private var readings = (count: 0, bytes: 0)

  static let key = "include"
  /// The limit of the depth of inclusion.
  private static let deepest = 16
  /// The limit of files in all.
  private static let most = 200
  /// The limits of readings. A small file can be included many times, and a large one can have few values.
  private static let mostReadings = (count: 1000, bytes: 16 << 20)
  /// The mappings whose names are added one by one.
  private static let open = ["sources", "variables"]

  init(problems: ProblemList, readFile: @escaping (String) -> Reading) {
    self.problems = problems
    self.readFile = readFile
  }

  /// - Parameters:
  ///   - folder: the folder of the node's file with a slash at its end, or empty.
  ///   - chain: the paths of the files through which the node is included, to detect a file that includes itself.
  mutating func expanded(_ node: YAMLNode, folder: String, chain: [String] = []) -> YAMLNode {
    var node = node
    switch node.content {
    case .scalar: break
    case .sequence(let items):
      node.content = .sequence(items.flatMap { self.items($0, folder: folder, chain: chain) })
    case .mapping(let entries):
      let own = entries.filter { $0.key.word != Self.key }.map {
        (key: $0.key, value: expanded($0.value, folder: folder, chain: chain))
      }
      guard let include = entries.first(where: { $0.key.word == Self.key }) else {
        node.content = .mapping(own)
        break
      }
      let files = contents(of: include.value, folder: folder, chain: chain)
      if own.isEmpty, files.count == 1 { return files[0] }
      node.content = .mapping(merged(own, with: files))
    }
    return node
  }

  /// The item of a list, or the items of the file that the item includes.
  private mutating func items(_ node: YAMLNode, folder: String, chain: [String]) -> [YAMLNode] {
    let result = expanded(node, folder: folder, chain: chain)
    guard case .mapping(let entries) = node.content, entries.count == 1,
      entries[0].key.word == Self.key
    else { return [result] }
    switch result.content {
    case .sequence(let items): return items
    // A file that cannot be read is reported, and has no further mistakes.
    case .mapping(let entries) where entries.isEmpty: return []
    case .mapping, .scalar: return [result]
    }
  }

  /// The roots of the files that an entry names.
  private mutating func contents(
    of value: YAMLNode, folder: String, chain: [String]
  ) -> [YAMLNode] {
    let names: [YAMLNode] =
      if case .sequence(let names) = value.content { names } else { [value] }
    if names.isEmpty { problems.add(value.mark, "'\(Self.key)' is an empty list") }
    return names.compactMap { name in
      guard case .scalar(let text, _) = name.content, !name.isNull else {
        problems.add(name.mark, "the name of a file is expected, not \(name.kind)")
        return nil
      }
      let path = text.hasPrefix("/") ? text : folder + text
      let content = content(of: path, named: text.quotation, at: name.mark, chain: chain)
      if content == nil { problems.lacksFile = true }
      return content
    }
  }

  /// - Parameter name: the name as written in the file, for messages.
  private mutating func content(
    of path: String, named name: String, at mark: Mark, chain: [String]
  ) -> YAMLNode? {
    if chain.contains(path) {
      problems.add(mark, "'\(name)' includes itself")
      return nil
    }
    guard chain.count < Self.deepest else {
      problems.add(mark, "includes are nested more than \(Self.deepest) deep")
      return nil
    }
    guard paths.count < Self.most else {
      problems.add(mark, "more than \(Self.most) files are included")
      return nil
    }
    paths.insert(path)
    guard mayRead(at: mark) else { return nil }
    switch readFile(path) {
    case .failure(let reason):
      problems.add(mark, "'\(name)': \(reason.text)")
      return nil
    case .success(let text):
      readings.bytes += text.count
      return parsed(text, path, at: mark, chain: chain)
    }
  }

  /// Counts a reading, and reports the first one that is beyond the limits. Beyond the limits, no file is read.
  private mutating func mayRead(at mark: Mark) -> Bool {
    let most = Self.mostReadings
    guard readings.count <= most.count, count <= YAMLParser.mostNodes else { return false }
    readings.count += 1
    if readings.count <= most.count, readings.bytes <= most.bytes { return true }
    readings.count = most.count + 1
    problems.add(
      mark,
      "files are included more than \(most.count) times, or have more than \(most.bytes >> 20) MiB in all"
    )
    return false
  }

  private mutating func parsed(
    _ text: [UInt8], _ path: String, at mark: Mark, chain: [String]
  ) -> YAMLNode? {
    do throws(YAMLError) {
      guard let root = try YAMLParser.parse(text, file: path), !root.isNull else {
        problems.add(Mark(line: 1, column: 1, file: path), "there is nothing in this file")
        return nil
      }
      count += root.count
      guard count <= YAMLParser.mostNodes else {
        problems.add(mark, "the files have more than \(YAMLParser.mostNodes) values")
        return nil
      }
      return expanded(root, folder: Self.folder(of: path), chain: chain + [path])
    } catch {
      problems.add(error.mark, error.message)
      return nil
    }
  }

  /// The entries of a mapping, and the entries of files whose keys neither the mapping nor an earlier file has. A
  /// dictionary finds the entries by their keys, because files may have many entries.
  private func merged(_ own: [YAMLNode.Entry], with files: [YAMLNode]) -> [YAMLNode.Entry] {
    var result = own
    var places = Dictionary(zip(own.map(\.key.word), own.indices)) { first, _ in first }
    /// The mappings of files whose names are added to those of an entry, by the place of the entry.
    var additions: [Int: [YAMLNode]] = [:]
    for file in files {
      guard case .mapping(let entries) = file.content else {
        problems.add(file.mark, "entries are expected (a mapping), not \(file.kind)")
        continue
      }
      for entry in entries {
        guard let place = places[entry.key.word] else {
          places[entry.key.word] = result.count
          result.append(entry)
          continue
        }
        guard Self.open.contains(entry.key.word ?? ""), case .mapping = entry.value.content else {
          continue
        }
        additions[place, default: []].append(entry.value)
      }
    }
    for (place, files) in additions {
      guard case .mapping(let names) = result[place].value.content else { continue }
      result[place].value.content = .mapping(merged(names, with: files))
    }
    return result
  }

  /// The folder of a path with a slash at its end; empty for the current folder.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
