import Messages

extension DashboardSpec {
  /// A dashboard without panels, which replaces one whose file has mistakes.
  public static let waiting = DashboardSpec(pages: [PageSpec(panels: [])])
}

extension DashboardScene {
  /// The largest number of mistakes listed in the middle of a page. Further mistakes are only counted.
  private static let mostShown = 5

  /// Shows the mistakes in the dashboard's file until the next call; an empty list hides them. A page with panels stays
  /// as it is, above a line with the first mistake. A page without panels shows the first mistakes in its middle.
  /// - Parameter problems: the mistakes in the order of the file.
  public func showProblems(_ problems: [Problem]) {
    let hasPanels = spec.pages.contains { !$0.panels.isEmpty }
    fileNotice = hasPanels ? Self.notice(of: problems) : nil
    showNotice()
    view.setMessage(hasPanels ? [] : Self.message(about: problems))
  }

  /// Shows the most important notice at the page's edge.
  func showNotice() {
    view.setNotice(fileNotice ?? historyNotice ?? textNotice?.text ?? pagesNotice)
  }

  /// The notice that a page is repeated by a label with more values than pages have room; nil for none.
  public var pagesNotice: String? {
    spec.crowdedLabel.map {
      String(localized: "'\($0)' has more than \(SampleStore.most) values: the others have no page")
    }
  }

  /// The seconds for which a notice about the text of a source stays.
  private static let textNoticeDuration = 60.0

  /// Shows a notice about the text of a command or a file for a minute, because a person at a kiosk sees no log. An
  /// inferred page shows such notices elsewhere.
  public func showTextNotice(_ text: String, at time: Double) {
    guard inference == nil else { return }
    textNotice = (text, time + Self.textNoticeDuration)
    showNotice()
  }

  /// Hides the notice about a text when its time is over.
  func endTextNotice(at time: Double) {
    guard let until = textNotice?.until, time >= until else { return }
    textNotice = nil
    showNotice()
  }

  private static func notice(of problems: [Problem]) -> String? {
    guard let first = problems.first else { return nil }
    let more = problems.count > 1 ? String(localized: " (and \(problems.count - 1) more)") : ""
    return first.description + more
  }

  /// The lines in the middle of a page without panels.
  static func message(about problems: [Problem]) -> [String] {
    guard let first = problems.first else { return [] }
    let name = String(first.file.split(separator: "/").last ?? "")
    let isRead = problems.contains { $0.line > 0 }
    var lines = [
      isRead
        ? String(localized: "\(name) has mistakes") : String(localized: "\(name) cannot be read")
    ]
    lines += problems.prefix(mostShown).map { problem in
      problem.line > 0
        ? String(localized: "line \(problem.line), column \(problem.column): \(problem.message)")
        : problem.description
    }
    if problems.count > mostShown {
      lines.append(String(localized: "and \(problems.count - mostShown) more"))
    }
    // A file that is not there has no mistakes.
    let wait =
      isRead
      ? String(localized: "waiting for the file to be corrected")
      : String(localized: "waiting for the file")
    return (lines + ["", wait]).map(\.visible)
  }
}
