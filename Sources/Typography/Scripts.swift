import CHarfBuzz

/// The script of every character for shaping (UAX 24). Characters that many scripts share take the script
/// of the character before them; those at the start take the script of the first character with its own.
func resolvedScripts(of scalars: [UInt32]) -> [hb_script_t] {
  let functions = hb_unicode_funcs_get_default()
  var scripts = scalars.map { hb_unicode_script(functions, $0) }
  func isShared(_ script: hb_script_t) -> Bool {
    script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
  }
  var current = scripts.first { !isShared($0) } ?? HB_SCRIPT_COMMON
  for index in scripts.indices {
    if isShared(scripts[index]) { scripts[index] = current } else { current = scripts[index] }
  }
  return scripts
}

/// The language whose form of Chinese characters suits a text: Japanese for kana, Korean for Hangul,
/// Taiwanese for Bopomofo, and simplified Chinese for other Chinese characters. Empty for a text without
/// such characters.
func hanLanguage(of scripts: [hb_script_t]) -> String {
  var language = ""
  for script in scripts {
    switch script {
    case HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA: return "ja"
    case HB_SCRIPT_HANGUL: return "ko"
    case HB_SCRIPT_BOPOMOFO: return "zh-tw"
    case HB_SCRIPT_HAN: language = "zh-cn"
    default: break
    }
  }
  return language
}
