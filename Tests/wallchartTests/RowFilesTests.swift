import Foundation
import TestSupport
import Testing

/// Files of rows: tables of names, another horizontal axis, other charts, and several files together.
@Suite struct RowFilesTests {
  private let folder = TemporaryFolder()

  private func write(_ files: [String: String]) throws -> [String] {
    for (name, text) in files {
      try text.write(to: folder.file(name), atomically: true, encoding: .utf8)
    }
    return files.keys.sorted().map { folder.file($0).path }
  }

  /// The texts of a picture, from the tree of its layers.
  private func texts(_ files: [String: String], _ options: [String] = []) throws -> [String] {
    let paths = try write(files)
    let picture = folder.file("a.png").path
    let result = try Program.run(
      paths + options + ["--snapshot", picture, "--dump-layers", "--size", "1000x600"])
    #expect(result.status == 0, "\(result.errors)")
    return result.output.matches(of: /"([^"]*)"/).map { String($0.1) }
  }

  /// Each quantity of a table of names has a panel with a bar for each name, however different the values.
  @Test func aTableOfNamesIsBars() throws {
    let shown = try texts(["c.csv": "host,cpu,mem\nweb1,12,30000\nweb2,50,2\ndb,30,900\n"])
    #expect(shown.filter { $0 == "web1" }.count == 2 && shown.contains("cpu"))
    #expect(shown.contains("3 names") && shown.contains("mem"))
    for value in ["12", "50", "30", "2", "900"] { #expect(shown.contains(value), "\(value)") }
    let one = try texts(["d.csv": "country,population\nChina,1410\nIndia,1428\nUSA,339\n"])
    #expect(one.contains("population") && one.contains("1428") && one.contains("USA"))
  }

  /// Names that come again are lines over time.
  @Test func namesThatComeAgainAreLines() throws {
    let shown = try texts(["c.csv": "host,cpu\na,1\nb,2\na,3\nb,4\n"])
    #expect(shown.contains("2 rows"))
  }

  @Test func theNumbersOfAColumnAreTheHorizontalAxis() throws {
    let text = "dist,speed\n0.5,12\n4.5,14\n2,13.5\n"
    let shown = try texts(["x.csv": text], ["--x", "dist"])
    // The rows are sorted: the last one is that with the largest distance.
    #expect(shown.contains("14.0") && shown.contains("2.5"))
    // The column has no panel, and names the axis.
    #expect(shown.count { $0 == "dist" } == 1)
    for files in [["x.csv": text], ["x.csv": text, "y.csv": text]] {
      let paths = try write(files)
      let picture = folder.file("a.png").path
      let missing = try Program.run(paths + ["--x", "dst", "--snapshot", picture])
      #expect(missing.status == 65)
      #expect(missing.errors.contains("no column 'dst'; there are dist, speed."))
    }
  }

  /// A column of one of several files is there; one that no file has is missing.
  @Test(arguments: [("a,b", nil), ("a,nosuch", "no column 'nosuch'")] as [(String, String?)])
  func columnsOfSeveralFiles(columns: String, reason: String?) throws {
    let paths = try write(["x.csv": "a\n1\n2\n", "y.csv": "a,b\n1,2\n3,4\n"])
    let picture = folder.file("a.png").path
    let result = try Program.run(paths + ["--columns", columns, "--snapshot", picture])
    #expect(result.status == (reason == nil ? 0 : 65), "\(result.errors)")
    if let reason { #expect(result.errors.contains(reason)) }
  }

  /// Names that the user wants on the axis are bars, also where rows have times.
  @Test func namesOnTheAxis() throws {
    let text = "name,v,when\na,1,2026-11-22 10:00:00\nb,3,2026-11-22 10:00:10\n"
    let bars = try texts(["w.csv": text], ["--x", "name"])
    #expect(bars.contains("a") && bars.contains("3") && bars.contains("v"))
    let lines = try texts(["w.csv": text], ["--x", "when"])
    #expect(lines.contains { $0.contains("10:00:10") } && !lines.contains("v"))
  }

  /// Things that come again with times of their own are lines, although the user chose their names.
  @Test func namesWithAPast() throws {
    let times = (0..<4).map { "2026-11-22 10:00:0\($0)" }
    let text = times.map { "\($0),a,1\n\($0),b,3\n" }.joined()
    let lines = try texts(["w.csv": "when,name,v\n" + text], ["--x", "name"])
    #expect(lines.contains { $0.contains("10:00:03") } && lines.contains("a"))
  }

  @Test(arguments: [
    ("table", "mean"), ("number", "b"), ("stacked", "sum"), ("bars", "4"), ("states", "4"),
  ])
  func otherCharts(chart: String, word: String) throws {
    let shown = try texts(["a.csv": "a,b\n1,2\n2,3\n3,4\n"], ["--chart", chart])
    #expect(chart == "stacked" ? shown.contains("7") : shown.contains(word), "\(shown)")
  }

  /// Columns of one name share a panel, with a line for each file; others have panels of their own.
  @Test func filesAreLaidTogether() throws {
    let shown = try texts([
      "a.csv": "load,note\n1,x\n2,y\n3,z\n", "b.csv": "load\n4\n5\n6\n7\n",
      "c.csv": "heap\n1000000\n3000000\n",
    ])
    #expect(shown.contains("a.csv, b.csv, c.csv"))
    #expect(shown.contains { $0.contains("9 rows") && $0.contains("1 column not shown") })
    #expect(shown.contains("a.csv") && shown.contains("b.csv") && !shown.contains("c.csv"))
    #expect(shown.contains { $0.hasPrefix("heap") })
  }

  @Test func filesThatCannotBeShown() throws {
    let paths = try write(["a.csv": "a\n1\n2\n", "b.txt": "hello\nworld\n", "c.yaml": "panels: []"])
    let picture = ["--snapshot", folder.file("a.png").path]
    let words = try Program.run([paths[0], paths[1]] + picture)
    #expect(words.status == 65 && words.errors.contains("b.txt: 2 lines read, none understood"))
    let missing = try Program.run([paths[0], folder.path + "/none.csv"] + picture)
    #expect(missing.status == 66 && missing.errors.contains("none.csv: No such file"))
    let dashboard = try Program.run([paths[0], paths[2]] + picture)
    #expect(
      dashboard.status == 64 && dashboard.errors.contains("is a dashboard, which is shown alone"))
  }

  /// `--follow` shows the latest rows, as of a pipe.
  @Test func aFollowedFile() throws {
    let rows = (0..<1000).map { "\($0 * 7 % 11)\n" }.joined()
    let shown = try texts(["a.txt": "load\n" + rows], ["--follow", "--after", "1"])
    #expect(shown.contains("load"))
  }
}
