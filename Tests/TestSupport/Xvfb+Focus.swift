extension Xvfb {
  /// Gives the keyboard to a window, and waits until the window has it. A window that is missing or
  /// invisible cannot get the keyboard, and keys would be lost.
  /// - Returns: whether the window has the keyboard.
  public func focusWindow(named name: String) throws -> Bool {
    try eventually { try takesFocus(named: name) }
  }

  /// Does the same as `focusWindow`, and leaves the thread to a window of this process meanwhile.
  public func windowBecomesFocused(named name: String) async throws -> Bool {
    try await becomes { try takesFocus(named: name) }
  }

  private func takesFocus(named name: String) throws -> Bool {
    func number(_ text: String) -> Int? { text.split(separator: "\n").first.flatMap { Int($0) } }
    let windows = try run("xdotool", "search", "--onlyvisible", "--name", name)
    guard let window = number(windows) else { return false }
    try run("xdotool", "windowfocus", "\(window)")
    return try number(run("xdotool", "getwindowfocus", "-f")) == window
  }
}
