/// Finds what a mistyped word was meant to be.
enum Suggestion {
  /// The nearest of `candidates`; nil if none is near.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    let near = candidates.sorted().map { ($0, distance(word, $0.lowercased())) }
      .filter { $0.1 <= max(1, min(word.count, $0.0.count) / 3) }
    return near.min { $0.1 < $1.1 }?.0
  }

  /// The end of a message about an unknown word: "; did you mean “status”?", or nothing.
  static func words(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { "; did you mean “\($0)”?" } ?? ""
  }

  /// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one of the other.
  static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var rows = [Array(0...second.count)]
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
