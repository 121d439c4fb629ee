import Testing

@testable import Feeds

/// The output of `sensors`.
@Suite struct SensorTests {
  private static let nvme = "nvme-pci-0100\nAdapter: PCI adapter\n"

  /// Text, names with units, rows.
  @Test(arguments: [
    (
      nvme + "Composite:    +38.9°C  (low  =  -0.1°C, high = +84.8°C)\n\n"
        + nvme + "Composite:    +39.9°C  (low  =  -0.1°C, high = +84.8°C)\n\n",
      "Composite[°C]", "38.9;39.9"
    ),
    // The C locale, and a value with a blank in front of its unit.
    (nvme + "temp 1:  +38.5 C\nin0:  912.00 mV\n\n", "temp 1[°C]|in0[mV]", "38.5 912.0"),
    // A sensor that fails, and one that never had a number.
    (
      nvme + "temp1: +1.5°C\ntemp2:  N/A\n\n" + nvme + "temp1:  N/A\ntemp2: N/A\n\n"
        + nvme + "temp1: +2.5°C\n",
      "temp1[°C]", "1.5;nan;2.5"
    ),
    // `sensors -u`
    (
      nvme + "Composite:\n  temp1_input: 38.850\n  temp1_max: 84.850\n"
        + "fan:\n  fan1_input: 842.000\n",
      "Composite|fan", "38.85 842.0"
    ),
    // A text between the rounds.
    (
      "orion\n" + nvme + "temp1: +1.5°C\n\norion\n" + nvme + "temp1: +2.5°C\n\n", "temp1[°C]",
      "1.5;2.5"
    ),
  ]) func understands(_ text: String, _ names: String, _ rows: String) {
    let result = TextResult(text)
    let found = result.columns.map { $0.name + ($0.unit.map { "[\($0)]" } ?? "") }
    #expect(found.joined(separator: "|") == names)
    let values = (0..<result.rowCount).map { row in
      result.row(row).map { "\($0)" }.joined(separator: " ")
    }
    #expect(values.joined(separator: ";") == rows)
    #expect(result.unreadable == 0)
  }

  /// A sensor is selected by the name of its chip also if the sensor before it is not.
  @Test func aSensorOfTheSecondChip() {
    let text = Self.nvme + "temp1: +1.5°C\n\nacpi-0\nAdapter: ISA adapter\ntemp1: +2.5°C\n\n"
    let result = TextResult(text, TextOptions(columns: ["acpi-0 temp1"]))
    #expect(result.names == ["acpi-0 temp1"] && result.row(0) == [2.5])
  }
}
