import Metrics
import Testing

/// Labels in the words of Prometheus.
@Suite struct LabelsTests {
  @Test(arguments: [
    ("eth0", "eth0"), ("C:\\", "C:\\\\"), ("a \"b\"", "a \\\"b\\\""), ("a\nb", "a\\nb"),
    // A line break after a carriage return is part of the same character.
    ("a\r\nb", "a\r\\nb"),
  ])
  func valuesAreEscaped(value: String, escaped: String) {
    #expect(Labels(["name": value]).description == "{name=\"\(escaped)\"}")
  }
}
