import Glibc
import Raster
import Sheet

// Draws the contact sheet: every kind of panel in every state, at many sizes, in both themes and for
// three metres, as PNG files with an HTML page.
//
//     wallchart-sheet FOLDER [WORD ...]
//
// With words, only the pages whose names contain one of the words are drawn.

/// The HTML of a picture.
func figure(_ page: SheetPage) -> String {
  """
  <figure><a href="\(page.name).png"><img loading="lazy" src="\(page.name).png" alt=""></a>
  <figcaption>\(page.name)</figcaption></figure>

  """
}

/// Writes a text into a file.
func write(_ text: String, to path: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  defer { fclose(file) }
  return fputs(text, file) >= 0
}

/// Ends the program with a message.
func fail(_ message: String, code: Int32) -> Never {
  let line = "wallchart-sheet: \(message)\n"
  _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  exit(code)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let folder = arguments.first else {
  fail("the folder for the pictures is missing", code: 64)
}
mkdir(folder, 0o777)
let words = arguments.dropFirst()
let pages = SheetPage.all.filter { page in
  words.isEmpty || words.contains { page.name.contains($0) }
}
var html = """
  <!doctype html><meta charset="utf-8"><title>Wallchart: contact sheet</title>
  <style>
  body { background: #777; color: #fff; font: 14px Inter, sans-serif; margin: 24px }
  section { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
  figure { margin: 0 } img { max-width: 480px; max-height: 360px; display: block }
  figcaption { margin-top: 4px } a { color: inherit }
  </style>

  """
var title = ""
do {
  for page in pages {
    if page.title != title {
      html += (title.isEmpty ? "" : "</section>") + "<h2>\(page.title)</h2><section>\n"
      title = page.title
    }
    let bitmap = PanelPictures.draw(try page.scene(), page.size, at: SheetPage.time)
    try PNG.write(bitmap, to: "\(folder)/\(page.name).png")
    html += figure(page)
  }
} catch {
  fail("\(error)", code: 71)
}
guard write(html + "</section>\n", to: folder + "/index.html") else {
  fail("cannot write \(folder)/index.html", code: 73)
}
print("\(pages.count) pictures: \(folder)/index.html")
