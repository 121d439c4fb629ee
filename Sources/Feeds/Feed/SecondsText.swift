/// The text of a number of seconds in a message: `5 s`, `0.5 s`.
func secondsText(_ seconds: Double) -> String {
  seconds == seconds.rounded() && abs(seconds) < 1e6 ? "\(Int(seconds)) s" : "\(seconds) s"
}
