import Testing

@testable import Feeds

/// Logs of programs that train models, as lines of words, pairs or bars with counters of progress.
@Suite struct TrainingLogTests {
  /// The columns with a number in the last row, with their units.
  private static func names(_ result: TextResult) -> String {
    guard result.rowCount > 0 else { return "" }
    let last = result.row(result.rowCount - 1)
    return result.columns.indices.filter { last[$0].isFinite }.map {
      result.names[$0] + (result.columns[$0].unit.map { "[\($0)]" } ?? "")
    }.joined(separator: "|")
  }

  private static func last(_ result: TextResult) -> String {
    guard result.rowCount > 0 else { return "" }
    return result.row(result.rowCount - 1).filter(\.isFinite).map { "\($0)" }
      .joined(separator: " ")
  }

  /// A text, the names of its columns, and the numbers of the last row.
  private static let lines: [(String, String, String)] = [
    // Counters are no parts of names.
    (
      "Train Epoch: 1 [640/60000 (1%)]\tLoss: 1.5\nTrain Epoch: 1 [1280/60000 (2%)]\tLoss: 1.25\n",
      "Train Epoch|Loss", "1.0 1.25"
    ),
    ("Epoch [1/10] loss 0.5\nEpoch [2/10] loss 0.25\n", "loss", "0.25"),
    ("Epoch[1/10] loss 0.5\nEpoch[2/10] loss 0.25\n", "loss", "0.25"),
    ("it 1/1000 loss 0.5\nit 2/1000 loss 0.25\n", "loss", "0.25"),
    (
      "iteration  10/  500 | samples:  2560 | time (ms): 12.5 | lm loss: 8.5E+00 |\n"
        + "iteration  20/  500 | samples:  5120 | time (ms): 12.5 | lm loss: 7.5E+00 |\n",
      "samples|time (ms)[ms]|lm loss", "5120.0 12.5 7.5"
    ),
    (
      "2025/11/30 07:00:01 - m - INFO - Epoch(train)  [1][  50/1172]  lr: 1.0e-03  eta: 2:15:01  "
        + "loss: 1.5\n2025/11/30 07:00:02 - m - INFO - Epoch(train)  [1][ 100/1172]  lr: 2.0e-03  "
        + "eta: 2:15:00  loss: 1.25\n",
      "lr|loss", "0.002 1.25"
    ),
    (
      "[rank0]:[titan] 2025-11-30 07:00:01,123 - root - INFO - step: 10  loss:  7.5  "
        + "memory: 30.10GiB(40.20%)  tps: 3,011\n"
        + "[rank0]:[titan] 2025-11-30 07:00:02,123 - root - INFO - step: 20  loss:  7.25  "
        + "memory: 1GiB(40.40%)  tps: 3,022\n",
      "step|loss|memory[B]|tps", "20.0 7.25 1073741824.0 3022.0"
    ),
    (
      "[10]\ttrain's l2: 1.5\tvalid_1's l2: 2.5\n[20]\ttrain's l2: 1.25\tvalid_1's l2: 2.25\n",
      "train's l2|valid_1's l2", "1.25 2.25"
    ),
    (
      "Epoch: [0][  10/5005]\tTime  0.5 ( 0.350)\tLoss 6.5e+00 (6.9e+00)\tAcc  0.50 (  0.40)\n"
        + "Epoch: [0][  20/5005]\tTime  0.25 ( 0.350)\tLoss 6.25e+00 (6e+00)\tAcc  1.50 (  0.40)\n",
      "Time|Loss|Acc", "0.25 6.25 1.5"
    ),
    ("  1/100  4G  1.5  37\n  2/100  5G  1.25  38\n", "2[B]|3|4", "5368709120.0 1.25 38.0"),
    // Ports and cores are things.
    ("1/1 5 6\n1/2 7 8\n", "1/1 2|1/1 3|1/2 2|1/2 3", "5.0 6.0 7.0 8.0"),
    ("Core 0: load 5, temp 40\nCore 1: load 6, temp 41\n", "", ""),
    ("[0] load: 5\n[1] load: 6\n", "[0] load|[1] load", "5.0 6.0"),
    // The number before a colon.
    (
      "iter 100: loss 2.5, time 150ms, mfu 41%\niter 200: loss 2.25, time 151ms, mfu 42%\n",
      "iter|loss|time[ms]|mfu[%]", "200.0 2.25 151.0 42.0"
    ),
    (
      "Epoch 5: loss 0.5, acc 0.25\nEpoch 6: loss 0.25, acc 0.5\n", "Epoch|loss|acc", "6.0 0.25 0.5"
    ),
    // Times in brackets.
    ("[2025-11-30 07:00:01] loss 2.5\n[2025-11-30 07:00:02] loss 2.25\n", "loss", "2.25"),
    // The number in brackets.
    ("x=1, foo=0.5]\nx=2, foo=0.25]\n", "x|foo", "2.0 0.25"),
    ("x=1 foo=[0.5] lr=(1e-5)\nx=2 foo=[0.25] lr=(0.5)\n", "x|foo|lr", "2.0 0.25 0.5"),
    // Bars.
    (
      "Epoch 1:  50%|##  | 25/50 [00:25<00:25, 2.25it/s, loss=0.5, lr=[1e-05]]\n"
        + "Epoch 2:  52%|##  | 26/50 [00:26<00:24, 2.5it/s, loss=0.25, lr=[0.5]]\n",
      "loss|lr|Epoch[it/s]", "0.25 0.5 2.5"
    ),
    (
      " 50%|##| 25/50 [00:25<00:25, 2.25it/s]\n 52%|##| 26/50 [00:26<00:24, 2.00s/it]\n",
      "rate[it/s]", "0.5"
    ),
    (
      "loss: 3.5, lr: 0.5:   2%|| 1/50 [00:01<00:49, 2.01it/s]\n"
        + "loss: 3.25, lr: 0.25:   4%|| 2/50 [00:02<00:48, 2.5it/s]\n",
      "loss|lr|rate[it/s]", "3.25 0.25 2.5"
    ),
    // Dictionaries between bars.
    (
      "  0%|          | 0/500 [00:00<?, ?it/s]\n  2%|| 10/500 [00:01<00:49, 10.1it/s]\n"
        + "{'loss': 2.5, 'epoch': 0.1}\n  4%|| 20/500 [00:02<00:48, 10.1it/s]\n"
        + "{'loss': 2.25, 'epoch': 0.2}\n",
      "loss|epoch", "2.25 0.2"
    ),
    // glog.
    (
      "I1130 07:00:00.123456 140000 train.py:55] loss 2.5, acc 1\n"
        + "I1130 07:00:01.123456 140000 train.py:55] loss 2.25, acc 2\n",
      "loss|acc", "2.25 2.0"
    ),
  ]

  @Test(arguments: lines.indices) func seriesOfLogs(_ place: Int) {
    let (text, names, last) = Self.lines[place]
    let result = TextResult(text)
    #expect(Self.names(result) == names, "\(text)")
    #expect(Self.last(result) == last, "\(text)")
  }

  /// A missing number in the middle is a gap.
  @Test(arguments: [
    "loss=1 a=5\nloss=nan a=6\nloss=3 a=7\n", "loss=1 a=5\nloss=NaN a=6\nloss=3 a=7\n",
    "loss=1 a=5\nloss=null a=6\nloss=3 a=7\n", "a=5 loss=1\na=6 loss=\na=7 loss=3\n",
    "loss=1 a=5\nloss= a=6\nloss=3 a=7\n",
    "- loss: 1 - a: 5\n- loss: nan - a: 6\n- loss: 3 - a: 7\n",
    "loss 1 a 5\nloss nan a 6\nloss 3 a 7\n",
    "{\"loss\":1,\"a\":5}\n{\"loss\":Infinity,\"a\":6}\n{\"loss\":3,\"a\":7}\n",
    "{\"loss\":1,\"a\":5}\n{\"loss\":-Infinity,\"a\":6}\n{\"loss\":3,\"a\":7}\n",
    "{\"loss\":1,\"a\":5}\n{\"loss\":\nInfinity,\n\"a\":6}\n{\"loss\":3,\"a\":7}\n",
    "{'loss': 1, 'a': 5}\n{'loss': -inf, 'a': 6}\n{'loss': 3, 'a': 7}\n",
  ]) func gaps(_ text: String) {
    let result = TextResult(text)
    let loss = result.column("loss") ?? []
    #expect(result.rowCount == 3 && result.column("a") == [5, 6, 7], "\(text)")
    #expect(loss.count == 3 && loss[0] == 1 && loss[1].isNaN && loss[2] == 3, "\(text)")
    // The number is missing, not left out.
    let bits = result.columns.firstIndex { $0.name == "loss" }.map { result.values[$0][1] }
    #expect(bits == Double.nan.bitPattern)
  }

  /// A line with nothing but a missing number is a row of a known series only.
  @Test(arguments: [
    ("loss=1\nloss=nan\nloss=3\n", 3), ("my loss: 1\nmy loss: nan\nmy loss: 3\n", 3),
    ("loss=nan\n", 0),
    ("loss nan\n", 0),
  ]) func linesOfGaps(_ text: String, _ rows: Int) {
    #expect(TextResult(text).rowCount == rows, "\(text)")
  }

  private static let preambles: [String] = [
    "2025-11-30 07:00:00 INFO 5 files\n", "2025-11-30 07:00:00 start 5\n",
    "2025-11-30 07:00:00 INFO Loading model: 5 parameters\n",
    "***** Running training *****\n  Num examples = 50,000\n  Num Epochs = 3\n",
    "Loading shards: 100%|##########| 4/4 [00:05<00:00,  1.2s/it]\n",
    "starting server on port 8080\nusing 4 threads\n",
    "loading the next model from disk 7\nwith 4 start threads\n",
    "Using 8 GPUs, world size 8\n/usr/foo.py:123: UserWarning: deprecated in 2.0\n",
  ]
  private static let bodies: [String] = [
    "step=3 loss=0.5\nstep=6 loss=0.25\nstep=9 loss=0.125\n",
    "{\"step\":3,\"loss\":0.5}\n{\"step\":6,\"loss\":0.25}\n{\"step\":9,\"loss\":0.125}\n",
    "{'step': 3, 'loss': 0.5}\n{'step': 6, 'loss': 0.25}\n{'step': 9, 'loss': 0.125}\n",
  ]

  /// The lines before the series are no rows, and their times are not those of rows.
  @Test(arguments: preambles, bodies) func preamblesOfSeries(_ preamble: String, _ body: String) {
    let result = TextResult(preamble + body)
    let start = result.controls.last.map { $0.hasSuffix(" void") ? Int($0.prefix(1)) ?? 0 : 0 } ?? 0
    #expect(result.rowCount - start == 3 && result.timeKind == .none, "\(preamble + body)")
    #expect(result.column("loss")?.suffix(3) == [0.5, 0.25, 0.125])
    #expect(Self.names(result) == "step|loss")
  }

  /// The series behind a title and a preamble of words.
  @Test func sentencesBehindAPreamble() {
    let result = TextResult(
      Self.preambles.filter { !$0.contains("start") }.joined()
        + "2025-11-30 07:00:10 INFO step 30 loss 0.5\n"
        + "2025-11-30 07:00:11 INFO step 33 loss 0.25\n2025-11-30 07:00:12 INFO step 36 loss 0.1\n"
    )
    #expect(Self.names(result) == "step|loss" && Self.last(result) == "36.0 0.1")
    #expect(result.timeKind == .date && result.time(result.rowCount - 1) == 1_764_486_012)
  }

  /// Names of ports and remarks in parentheses look like counters and pairs, and are none.
  @Test(arguments: [
    ("Port Rx Tx\n1/2 10 20\n1/3 11 21\n", ["1/2 Rx", "1/2 Tx", "1/3 Rx", "1/3 Tx"]),
    (
      "Request took 35 ms (status=200, bytes=512)\nRequest took 36 ms (status=200, bytes=513)\n",
      ["Request took"]
    ),
    ("loss=0.5 shape=[3,224] x=1\nloss=0.6 shape=[3,224] x=2\n", ["loss", "x"]),
  ]) func otherTexts(_ text: String, _ names: [String]) {
    #expect(TextResult(text).names == names)
  }
}
