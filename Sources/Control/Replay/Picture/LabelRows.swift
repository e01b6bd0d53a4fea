/// Puts labels in rows, so that none covers another.
struct LabelRows {
  struct Label: Equatable {
    /// What it belongs to.
    var x: Double
    var words: String
    var look: String
    /// Where it is written.
    var row = 0
    var endsThere = false
  }

  private(set) var labels: [Label] = []
  private var ends: [Double] = []
  private let right: Double

  init(right: Double) {
    self.right = right
  }

  var count: Int { ends.count }

  /// How wide a text is about, in pixels, in the small size.
  static func width(of words: String, isBold: Bool = false) -> Double {
    Double(words.count) * (isBold ? 7.3 : 6.3) + 6
  }

  /// Adds a label that lies right of those before it, in the first row that has room.
  ///
  /// - Parameter mostRows: Below so many rows it is left out instead.
  mutating func add(_ words: String, at x: Double, look: String, mostRows: Int = .max) {
    let width = Self.width(of: words, isBold: look != "faint")
    let endsThere = x + width > right
    let (from, to) = endsThere ? (x - width, x) : (x, x + width)
    let row = ends.firstIndex { $0 <= from } ?? ends.count
    if row >= mostRows { return }
    if row == ends.count { ends.append(to) } else { ends[row] = to }
    labels.append(Label(x: x, words: words, look: look, row: row, endsThere: endsThere))
  }
}
