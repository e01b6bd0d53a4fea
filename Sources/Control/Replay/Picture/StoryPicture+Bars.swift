import FoundationEssentials
import TimeZoneRules

extension StoryPicture {
  /// What the device was like, who used what, and which daemon was down.
  func useLanes(_ scale: TimeScale) -> [BarLane] {
    var lanes: [BarLane] = []
    let transcript = replayed.transcript
    if !transcript.device.isEmpty {
      lanes.append(
        BarLane(
          name: "device",
          bars: transcript.device.map {
            let words = $0.state == .idle ? "idle" : "asleep"
            return bar($0.stretch, look: "idle", "\(words): nobody uses it", scale)
          }))
    }
    for program in StoryAction.Program.allCases {
      let down = downtimes(of: program)
      if down.isEmpty { continue }
      lanes.append(
        BarLane(
          name: "pavise-\(program.rawValue)",
          bars: down.map { bar($0, look: "down", "not running", scale) }))
    }
    lanes += grouped(
      transcript.use.map { use in
        let isCounted = use.kind == .counted
        return (
          use.token,
          bar(
            use.stretch, look: isCounted ? "use" : "lost",
            isCounted ? "\(use.token) in use" : "\(use.token): does not count as use", scale)
        )
      }, prefix: "use of ")
    return lanes
  }

  func shieldLanes(_ scale: TimeScale) -> [BarLane] {
    let bands = self.bands.filter { !$0.stretches.isEmpty }.map { band in
      BarLane(
        name: band.name, bars: band.stretches.map { bar($0, look: "shield", band.name, scale) })
    }
    return bands
      + grouped(
        replayed.transcript.shields.map {
          ($0.token, bar($0.stretch, look: "shield", "\($0.token) shielded", scale))
        }, prefix: "shield on ")
  }

  private func bar(
    _ stretch: Stretch, look: String, _ words: String, _ scale: TimeScale
  ) -> BarLane.Bar {
    let (from, to) = (scale.zone.text(of: stretch.from), scale.zone.text(of: stretch.to))
    return BarLane.Bar(stretch: stretch, look: look, title: "\(words), \(from) to \(to)")
  }

  /// One lane a name; those with the same bars share one, and beyond a dozen lanes the rest are only counted.
  private func grouped(_ bars: [(String, BarLane.Bar)], prefix: String) -> [BarLane] {
    struct Shape: Hashable {
      var stretch: Stretch
      var look: String
    }
    var names: [String] = []
    var byName: [String: [BarLane.Bar]] = [:]
    for (name, bar) in bars {
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(bar)
    }
    var order: [[Shape]] = []
    var groups: [[Shape]: [String]] = [:]
    for name in names {
      let shapes = (byName[name] ?? []).map { Shape(stretch: $0.stretch, look: $0.look) }
      if groups[shapes] == nil { order.append(shapes) }
      groups[shapes, default: []].append(name)
    }
    let lanes = order.prefix(Self.mostLanes).map { shapes in
      let names = groups[shapes] ?? []
      let words = names.count > 1 ? "\(names[0]) and \(names.count - 1) more" : names[0]
      return BarLane(name: prefix + words, bars: byName[names[0]] ?? [])
    }
    let rest = order.dropFirst(Self.mostLanes).map { groups[$0]?.count ?? 0 }.reduce(0, +)
    return rest == 0 ? lanes : lanes + [BarLane(name: "… \(prefix)\(rest) more", bars: [])]
  }

  private static let mostLanes = 12

  private func downtimes(of program: StoryAction.Program) -> [Stretch] {
    var stretches: [Stretch] = []
    var since: Date?
    for mark in replayed.transcript.marks where mark.words == program.rawValue {
      switch mark.kind {
      case .killed: since = since ?? mark.at
      case .launched:
        if let from = since { stretches.append(Stretch(from: from, to: mark.at)) }
        since = nil
      default: break
      }
    }
    if let from = since { stretches.append(Stretch(from: from, to: replayed.story.end)) }
    return stretches
  }
}
