import Feeds

extension SourceKind {
  /// The output of a command.
  static let command = text("command", settings: ["every", "timeout"]) { value, entries in
    guard let command = entries.filled(entries.values.command(value), "command") else { return nil }
    var spec = TextFeedSpec(
      origin: .command(command, every: entries.duration("every", in: 0.1...86_400)))
    spec.timeout = entries.duration("timeout", in: 0.1...86_400)
    spec.folder = entries.folder.isEmpty ? nil : entries.folder
    return spec
  }

  /// The rows that are added to a file, or a whole file that is read again and again.
  static let file = text("file", settings: ["every"]) { value, entries in
    let period = entries.duration("every", in: 0.1...86_400)
    return entries.filled(entries.values.text(value), "file").map {
      TextFeedSpec(origin: .file(entries.placed($0), every: period))
    }
  }

  /// A named pipe.
  static let fifo = text("fifo") { value, entries in
    entries.filled(entries.values.text(value), "fifo").map {
      TextFeedSpec(origin: .fifo(entries.placed($0)))
    }
  }

  /// The standard input.
  static let stdin = text("stdin") { value, entries in
    entries.values.boolean(value) == true ? TextFeedSpec(origin: .standardInput) : nil
  }

  /// A kind of source with rows of text.
  private static func text(
    _ key: String, settings: [String] = [],
    _ read: @escaping @Sendable (YAMLNode, SourceEntries) -> TextFeedSpec?
  ) -> SourceKind {
    SourceKind(
      key: key, settings: settings + ["time_format", "match", "by"], queryKeys: ["column"],
      read: { value, entries in
        guard var spec = read(value, entries) else { return nil }
        spec.options.timeFormat = entries.timeFormat
        spec.options.match = entries.expression
        spec.options.rowNames = entries.rowNames
        return (.text(spec), .column(nil))
      },
      select: { draft, entries in
        guard let name = entries.text("column") else { return }
        draft.query = .column(name)
        // A name of digits is written in quotes.
        if let node = entries["column"], case .scalar(let text, isPlain: true) = node.content,
          let number = Int(text), number < 1
        {
          entries.problems.add(node.mark, "a column is a name, or a number from 1")
        }
      })
  }
}
