import Glibc

/// The best of several runs, in time of the processor: what a quiet machine takes, also where others are at work.
struct Measurement {
  let seconds: Double

  /// - Parameter body: Returns something that depends on its work, so that none of it is left out.
  init(runs: Int, _ body: () -> Int) {
    var best = Double.infinity
    for _ in 0..<runs {
      let start = clock()
      let result = body()
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
      precondition(result > 0, "nothing was measured")
    }
    seconds = best
  }

  var words: String {
    let microseconds = Int((seconds * 1_000_000).rounded())
    return microseconds < 10_000 ? "\(microseconds) µs" : "\(microseconds / 1000) ms"
  }
}
