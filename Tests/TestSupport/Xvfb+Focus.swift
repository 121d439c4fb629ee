extension Xvfb {
  /// Gives the keyboard to a window, and waits until it has it: one that is not yet there, or not yet
  /// to be seen, cannot have it, and keys would be lost.
  /// - Returns: whether it has come to that.
  public func focusWindow(named name: String) throws -> Bool {
    func number(_ text: String) -> Int? { text.split(separator: "\n").first.flatMap { Int($0) } }
    return try eventually {
      let windows = try run("xdotool", "search", "--onlyvisible", "--name", name)
      guard let window = number(windows) else { return false }
      try run("xdotool", "windowfocus", "\(window)")
      return try number(run("xdotool", "getwindowfocus", "-f")) == window
    }
  }
}
