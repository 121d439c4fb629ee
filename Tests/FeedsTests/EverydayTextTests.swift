import Metrics
import TestSupport
import Testing

@testable import Feeds

/// Texts that users meet every day, and that other rules read otherwise.
@Suite struct EverydayTextTests {
  private struct Sample {
    let text: String
    /// The names, with their units in brackets, and the numbers of the last row.
    let names: [String]
    let last: [Double]
  }

  private static let samples: [Sample] = [
    // Tabs in the header and the rows.
    Sample(
      text: "date\tsteps\tweight\n2026-11-29\t10123\t81.2 kg\n2026-11-30\t8421\t81.0 kg\n",
      names: ["steps", "weight[kg]"], last: [8421, 81]),
    Sample(
      text: "date\tsteps\tweight\n2026-11-29\t10123\t12.8 stones\n2026-11-30\t8421\t12.7 stones\n",
      names: ["steps"], last: [8421]),
    Sample(
      text: "place\tcpu load\nBad Ems\t12\nBad Ems\t13\n", names: ["cpu load"], last: [13]),
    Sample(
      text: "weight,steps\n81.2 kg,5\n81.0 kg,6\n", names: ["weight[kg]", "steps"], last: [81, 6]),
    // Dictionaries of Python.
    Sample(
      text:
        "{'loss': 2.45, 'lr': 4.9e-05, 'done': False}\n{'loss': 2.1, 'lr': 4.8E-05, 'done': True}\n",
      names: ["loss", "lr", "done"], last: [2.1, 4.8e-05, 1]),
    Sample(
      text: """
        {'n': 'it\\'s "q" \\u00e9', 'mem': tensor(40.5, device='cuda:0'), 'p': (1, 2), 'x': None}
        {'n': "it's", 'mem': np.float64(41.5), 'p': (3, 4), 'x': nan}

        """, names: ["mem", "p.0", "p.1"], last: [41.5, 3, 4]),
    // Numbers that blanks align behind the equals sign.
    Sample(
      text: "frame=  120 fps= 60 q=28.0 d= -3\nframe=  240 fps= 58 q=27.0 d= -4\n",
      names: ["frame", "fps", "q", "d"], last: [240, 58, 27, -4]),
    Sample(text: "name= a=1 b=2\nname= a=3 b=4\n", names: ["a", "b"], last: [3, 4]),
    // Letters that are no sizes.
    Sample(text: "Req/Sec: 1.64k\nReq/Sec: 1.74k\n", names: ["Req/Sec"], last: [1740]),
    Sample(
      text: "in=5p/s out=7e/s\nin=6p/s out=8e/s\n", names: ["in[p/s]", "out[e/s]"], last: [6, 8]),
    Sample(text: "in=5P/s\nin=6P/s\n", names: ["in[B/s]"], last: [6 * 0x1p50]),
    // A range of two words.
    Sample(
      text: "[ ID] Interval       Transfer     Bandwidth\n"
        + "[  3]  8.0- 9.0 sec   112 MBytes   941 Mbits/sec\n"
        + "[  3]  9.0-10.0 sec   111 MBytes   931 Mbits/sec\n",
      names: ["Transfer[B]", "Bandwidth[bit/s]"], last: [111e6, 931e6]),
  ]

  @Test(arguments: samples.indices) func everydayTexts(_ place: Int) {
    let sample = Self.samples[place]
    let result = TextResult(sample.text)
    let shown = result.columns.indices.filter { result.row(result.rowCount - 1)[$0].isFinite }
    let names = shown.map {
      result.names[$0] + (result.columns[$0].unit.map { "[\($0)]" } ?? "")
    }
    #expect(names == sample.names, "\(sample.text)")
    #expect(shown.map { result.row(result.rowCount - 1)[$0] } == sample.last, "\(sample.text)")
    #expect(result.rowCount == 2, "\(sample.text)")
  }

  /// Dates that spreadsheets and devices write; a part above 12 shows the order of day and month.
  @Test(
    arguments: [
      ("11/29/26 10:00", 1_795_946_400), ("29/11/26 10:00", 1_795_946_400),
      ("11/29/26", 1_795_910_400), ("1/2/26", 1_767_312_000), ("1/2/26 9:05 AM", 1_767_344_700),
      ("11-28-2026 10:00", 1_795_860_000), ("28-11-2026", 1_795_824_000), ("13/13/26", nil),
      ("1/2/3", nil), ("10-20-30", nil), ("10.20.30", nil), ("1-2-26", nil),
    ] as [(String, Double?)])
  func datesOfSpreadsheets(_ date: String, seconds: Double?) {
    let result = TextResult("when,v\n\(date),5\n\(date),6\n")
    #expect((result.timeKind == .date) == (seconds != nil))
    if let seconds { #expect(result.time(0) == seconds) }
  }

  /// Identifiers are not measured; `id` alone may be the idle time of a processor.
  @Test(arguments: [
    ("pid", true), ("_PID", true), ("req.id", true), ("entry_id", true), ("userId", true),
    ("web uid", true), ("id", false), ("%Cpu(s) id", false), ("idle", false), ("paid", false),
    ("rapid", false), ("valid", false),
  ])
  func identifiers(_ name: String, isIdentifier: Bool) {
    #expect(TextColumn(name: name).isNamedLikeIdentifier == isIdentifier)
    #expect(!TextColumn(name: name, unit: "%").isNamedLikeIdentifier)
  }
}
