import Fleet
import Glibc
import PhosraAPI
import System

let usage = """
  usage: pavise-fleet [--devices 100000] [--seed 1]

  Plays a day of that many devices with the schedule that pavise-sync has, and prints how many requests per second they
  make: on a quiet day, and on one with an outage from 12:00 to 13:00. Nothing is sent anywhere.
  """

/// A day, with what is wrong in its middle.
struct Day {
  let name: String
  let outage: Fleet.Outage?

  static let noon = 12 * 3600
  static let one = 13 * 3600

  static let all = [
    Day(name: "quiet day", outage: nil),
    Day(name: "server down 12:00-13:00", outage: .init(Double(noon)..<Double(one))),
    Day(
      name: "keys refused 12:00-13:00",
      outage: .init(Double(noon)..<Double(one), seenAs: .refused)),
  ]
}

func fail(_ words: String) -> Never {
  Log.standardError()(.error, words)
  exit(EX_USAGE)
}

func text(_ number: Double) -> String { String(Int(number.rounded())) }

var devices = 100_000
var seed: UInt64 = 1
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--help", "-h":
    print(usage)
    exit(0)
  case "--devices":
    guard let number = words.popFirst().flatMap({ Int($0) }), (1...10_000_000).contains(number)
    else { fail("--devices needs a number from 1 to 10000000") }
    devices = number
  case "--seed":
    guard let number = words.popFirst().flatMap({ UInt64($0) }) else {
      fail("--seed needs a number")
    }
    seed = number
  default: fail("unknown option \(word)")
  }
}

print("\(devices) devices, requests per second")
for day in Day.all {
  var fleet = Fleet(devices: devices)
  fleet.outage = day.outage
  fleet.seed = seed
  let load = fleet.load()
  var line = "\(day.name): mean \(text(load.mean)), peak \(text(load.peak()))"
  if day.outage != nil {
    let during = load.peak(in: Day.noon..<Day.one)
    let after = load.peak(in: Day.one..<24 * 3600)
    line += ", of that in the outage \(text(during)), after it \(text(after))"
    line += " (\(text(100 * after / load.mean)) % of the mean)"
  }
  print(line)
}
