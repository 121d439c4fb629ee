import CGettext
import Synchronization

/// The translations of messages: a catalogue of GNU gettext.
public enum Catalogue {
  private static let domain = "wallchart"
  private static let isOpen = Atomic(false)

  /// Opens the catalogue of the environment's language (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`), once, before
  /// other threads run. Without a locale of the environment, or without a catalogue for the language, messages
  /// stay English.
  /// - Parameter folder: the folder with `zh_CN/LC_MESSAGES/wallchart.mo`.
  public static func open(folder: String) {
    guard setlocale(LC_MESSAGES, "") != nil, bindtextdomain(domain, folder) != nil,
      bind_textdomain_codeset(domain, "UTF-8") != nil
    else { return }
    // The C library's error texts are parts of messages. Without UTF-8 their letters would become question marks.
    bind_textdomain_codeset("libc", "UTF-8")
    isOpen.store(true, ordering: .releasing)
  }

  /// The translation of a message's key; nil if there is none.
  static func translation(of key: String) -> String? {
    // gettext has its own answer to the empty key.
    guard isOpen.load(ordering: .acquiring), !key.isEmpty else { return nil }
    return key.withCString { key in
      // Without a translation gettext returns the key's own address.
      guard let text = dgettext(domain, key), text != UnsafeMutablePointer(mutating: key) else {
        return nil
      }
      return String(cString: text)
    }
  }
}
