/// Columns that begin below each other; the last one is wrapped.
struct Table {
  let indent: Int
  private var rows: [[(text: String, tone: TextStyle.Tone?)]] = []

  init(indent: Int = 2) {
    self.indent = indent
  }

  mutating func add(_ cells: String..., tone: TextStyle.Tone? = nil) {
    let last = cells.count - 1
    rows.append(
      cells.enumerated().map {
        (TextStyle.printable($0.element), $0.offset == last ? tone : nil)
      })
  }

  var isEmpty: Bool { rows.isEmpty }

  func lines(_ style: TextStyle) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<max(count - 1, 0)).map { column in
      rows.compactMap { $0.count > column + 1 ? $0[column].text.count : nil }.max() ?? 0
    }
    return rows.flatMap { row in
      var start = String(repeating: " ", count: indent)
      for (cell, width) in zip(row.dropLast(), widths) {
        start += cell.text + String(repeating: " ", count: width - cell.text.count + 2)
      }
      guard let last = row.last, !last.text.isEmpty else {
        // Nothing stands at the end of a line.
        let end = start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex
        return [String(start[..<end])]
      }
      let wrapped = style.wrapped(last.text, indent: start.count)
      let margin = String(repeating: " ", count: start.count)
      return wrapped.enumerated().map { index, line in
        let text = last.tone.map { style.toned(line, $0) } ?? line
        return (index == 0 ? start : margin) + text
      }
    }
  }
}
