/// The requests of a ``Fleet``, second by second.
package struct FleetLoad: Equatable, Sendable {
  private var counts: [Int]

  init(seconds: Int) {
    counts = Array(repeating: 0, count: seconds)
  }

  mutating func count(at time: Double) {
    let second = Int(time.rounded(.down))
    if counts.indices.contains(second) { counts[second] += 1 }
  }

  package var total: Int { counts.reduce(0, +) }

  /// Requests per second over all of it.
  package var mean: Double { mean(in: 0..<counts.count) }

  package func mean(in seconds: Range<Int>) -> Double {
    let part = counts[seconds.clamped(to: 0..<counts.count)]
    return part.isEmpty ? 0 : Double(part.reduce(0, +)) / Double(part.count)
  }

  /// The most requests per second, over every `window` seconds within `seconds`.
  ///
  /// A small fleet is looked at through a longer window, as chance alone makes single seconds differ.
  package func peak(in seconds: Range<Int>? = nil, window: Int = 1) -> Double {
    let part = counts[(seconds ?? 0..<counts.count).clamped(to: 0..<counts.count)]
    guard window > 0, part.count >= window else { return 0 }
    var sum = part.prefix(window).reduce(0, +)
    var most = sum
    for index in part.indices.dropFirst(window) {
      sum += part[index] - part[index - window]
      most = max(most, sum)
    }
    return Double(most) / Double(window)
  }
}
