import Messages
import Testing

struct MessageTests {
  private let number = 7

  @Test func argumentsAreNumberedInTheKey() {
    let message: Message = "'\("a")' takes \(number), not 5%"
    #expect(message.key == "'%1' takes %2, not 5%%")
    #expect(message.english == "'a' takes 7, not 5%")
  }

  @Test func joinedPartsAreOneKeyWithNumbersThatGoOn() {
    let message: Message = "no \("a")" + " (or \("b") and 1%)"
    #expect(message.key == "no %1 (or %2 and 1%%)")
    #expect(message.english == "no a (or b and 1%)")
  }

  @Test(arguments: ["%1", "100%", "%%", "%9 of %x", ""])
  func argumentsAndVerbatimTextsAreNotRead(text: String) {
    #expect(Message(verbatim: text).english == text)
    #expect(Message("in \(text)").english == "in " + text)
    #expect((Message(verbatim: text) + "!").english == text + "!")
  }

  @Test func aMessageInsideAMessageIsOneArgument() {
    let kind: Message = "a list of \(number)"
    let message: Message = "a text is expected, not \(kind)"
    #expect(message.key == "a text is expected, not %1")
    #expect(message.english == "a text is expected, not a list of 7")
  }

  /// No catalogue is open in tests.
  @Test func withoutACatalogueMessagesAreEnglish() {
    #expect(Message("paused").text == "paused")
    #expect(String(localized: "saved \("a.png")") == "saved a.png")
  }
}
