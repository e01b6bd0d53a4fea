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

/// Random numbers that a seed determines (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The value in the middle.
func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}
