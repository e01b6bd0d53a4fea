import FoundationEssentials

/// How many rounds a campaign of random kills has: a few in every run of the tests, as many as `PAVISE_CAMPAIGN` says
/// where someone has the time.
enum Campaign {
  static func rounds(_ few: Int) -> Int {
    ProcessInfo.processInfo.environment["PAVISE_CAMPAIGN"].flatMap { Int($0) } ?? few
  }

  /// The seed of this run; the same one gives the same sequence of choices.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["PAVISE_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 1 ... .max)
  }
}

/// The value in the middle.
func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}
