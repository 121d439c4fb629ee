import TestSupport
import Testing

@testable import Stage

@Suite struct FrameStateTests {
  /// All transitions: a row for each event, a column for each state. A cell has the state and the
  /// action that follow; `-` changes nothing and does nothing.
  private static let table = """
    event            resting           waiting           asked             polled            wantingBuffer
    news             asked/ask         asked/ask         -                 -                 asked/ask
    tick             drawing/draw      drawing/draw      drawing/draw      drawing/draw      -
    turn             -                 -                 drawing/draw      -                 -
    drawNow          drawing/draw      drawing/draw      drawing/draw      drawing/draw      drawing/draw
    drawnLast        -                 -                 -                 -                 -
    drawnBeforeRest  -                 -                 -                 -                 -
    drawnInMotion    -                 -                 -                 -                 -
    noBuffer         -                 -                 -                 -                 -
    bufferReleased   -                 -                 -                 -                 asked/ask
    covered          hidden/complete   hidden/complete   hidden/complete   hidden/complete   hidden/complete
    uncovered        asked/ask         asked/ask         -                 -                 asked/ask
    stop             stopped/rest      stopped/rest      stopped/rest      stopped/rest      stopped/rest

    event            drawing           drawingWithNews   hidden          stopped
    news             drawingWithNews/nothing -           hidden/complete -
    tick             -                 -                 hidden/complete -
    turn             -                 -                 -               -
    drawNow          -                 -                 -               -
    drawnLast        resting/rest      asked/ask         -               -
    drawnBeforeRest  waiting/arm       asked/ask         -               -
    drawnInMotion    polled/arm        polled/arm        -               -
    noBuffer         wantingBuffer/rest wantingBuffer/rest -             -
    bufferReleased   -                 -                 -               -
    covered          hidden/complete   hidden/complete   -               -
    uncovered        drawingWithNews/nothing -           asked/ask       -
    stop             stopped/rest      stopped/rest      stopped/rest    -
    """

  private func words(_ line: Substring) -> [String] { line.split(separator: " ").map(String.init) }

  @Test func theTableIsThis() {
    var states: [String] = []
    var transitions: [String: String] = [:]
    for line in Self.table.split(separator: "\n") where !words(line).isEmpty {
      let cells = words(line)
      if cells[0] == "event" {
        states = Array(cells.dropFirst())
      } else {
        for (state, cell) in zip(states, cells.dropFirst()) {
          transitions["\(state) \(cells[0])"] = cell == "-" ? "\(state)/nothing" : cell
        }
      }
    }
    #expect(transitions.count == FrameState.allCases.count * FrameState.Event.allCases.count)
    for state in FrameState.allCases {
      for event in FrameState.Event.allCases {
        let (next, action) = state.after(event)
        #expect(transitions["\(state) \(event)"] == "\(next)/\(action)", "\(state), \(event)")
      }
    }
  }

  /// In every sequence of events, a requested frame comes: some event will cause it.
  @Test(arguments: 1...20) func nothingThatWasAskedForIsForgotten(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var state = FrameState.resting
    var (hasTimer, hasTurn, isOwed) = (false, false, false)
    for _ in 0..<5000 {
      // The events that can happen in this state and these surroundings.
      let possible = FrameState.Event.allCases.filter { event in
        switch event {
        case .tick: hasTimer
        case .turn: hasTurn
        case .drawnLast, .drawnBeforeRest, .drawnInMotion, .noBuffer: state.isDrawing
        case .stop: false
        default: true
        }
      }
      let event = possible.randomElement(using: &random)!
      if event == .turn { hasTurn = false }
      if event == .tick, state == .waiting || state == .asked { hasTimer = false }
      if event == .news || event == .uncovered { isOwed = true }
      let action: FrameState.Action
      (state, action) = state.after(event)
      switch action {
      case .ask: if Bool.random(using: &random) { hasTimer = true } else { hasTurn = true }
      case .arm: hasTimer = true
      case .rest: hasTimer = false
      case .complete: hasTimer = Bool.random(using: &random)
      case .draw: isOwed = false
      case .nothing: break
      }
      if isOwed {
        let isPromised =
          switch state {
          case .asked: hasTimer || hasTurn
          case .polled: hasTimer
          case .wantingBuffer, .hidden, .drawingWithNews: true
          default: false
          }
        #expect(isPromised, "after \(event) in \(state)")
      }
    }
  }
}
