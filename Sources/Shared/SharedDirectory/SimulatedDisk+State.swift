import FoundationEssentials
import Glibc
import Synchronization
import System

extension SimulatedDisk {
  /// Bytes that need not exist before somebody reads them.
  final class Piece: Sendable {
    private enum State {
      case waiting(@Sendable () throws -> Data)
      case made(Data)
    }
    private let state: Mutex<State>

    init(_ make: @escaping @Sendable () throws -> Data) {
      state = Mutex(.waiting(make))
    }

    func bytes() throws -> Data {
      try state.withLock { state in
        switch state {
        case .made(let data): return data
        case .waiting(let make):
          let data = try make()
          state = .made(data)
          return data
        }
      }
    }
  }

  /// Contents under any number of names. The first `durable` pieces are on the disk.
  final class File {
    private(set) var pieces: [Piece] = []
    private(set) var durable = 0
    private(set) var mode: UInt32

    init(mode: UInt32) {
      self.mode = mode
    }

    func empty(mode: UInt32) {
      pieces = []
      durable = 0
      self.mode = mode
    }

    func append(_ piece: Piece) {
      pieces.append(piece)
    }

    func synchronise() {
      durable = pieces.count
    }

    func replaceDurably(_ pieces: [Piece]) {
      self.pieces = pieces
      synchronise()
    }

    /// Keeps of the pieces that are not durable the first `count`, and of the next one the part that `tear` leaves.
    func lose(keeping count: Int, tear: (@Sendable (Data) -> Data)? = nil) {
      let kept = min(durable + count, pieces.count)
      var left = Array(pieces[..<kept])
      if kept < pieces.count, let tear {
        let torn = pieces[kept]
        left.append(Piece { tear(try torn.bytes()) })
      }
      replaceDurably(left)
    }
  }

  struct Directory {
    private(set) var names: [String: File] = [:]
    private var durable: [String: File] = [:]
    private var changed: Set<String> = []

    mutating func put(_ file: File?, at name: String) {
      names[name] = file
      changed.insert(name)
    }

    mutating func synchronise() {
      for name in changed { durable[name] = names[name] }
      changed.removeAll(keepingCapacity: true)
    }

    mutating func lose(_ isLost: (String) -> Bool) {
      for name in changed.sorted() where isLost(name) { names[name] = durable[name] }
      synchronise()
    }
  }

  struct State {
    var directories: [String: Directory] = ["": Directory()]
    var stepsLeft: Int?
    var hasPower = true
    var isFull = false
    private var drafts = 0
    private var watches: [Set<String>] = []

    mutating func step() throws {
      _ = try powered()
      guard let left = stepsLeft else { return }
      hasPower = left > 0
      stepsLeft = left - 1
      _ = try powered()
    }

    func powered() throws -> State {
      if !hasPower { throw PowerFailure() }
      return self
    }
  }
}

// MARK: Names

extension SimulatedDisk.State {
  func file(at path: String) -> SimulatedDisk.File? {
    directories[SimulatedDisk.directory(of: path)]?.names[SimulatedDisk.name(of: path)]
  }

  func existing(_ path: String) throws -> SimulatedDisk.File {
    if let file = file(at: path) { return file }
    throw SystemError(call: "open", path: path, code: ENOENT)
  }

  mutating func create(_ path: String, mode: UInt32) throws -> SimulatedDisk.File {
    if isFull { throw SystemError(call: "write", path: path, code: ENOSPC) }
    if let file = file(at: path) { return file }
    let file = SimulatedDisk.File(mode: mode)
    try put(file, at: path)
    return file
  }

  mutating func put(_ file: SimulatedDisk.File?, at path: String) throws {
    let directory = SimulatedDisk.directory(of: path)
    if directories[directory] == nil {
      throw SystemError(call: "open", path: path, code: ENOENT)
    }
    directories[directory]?.put(file, at: SimulatedDisk.name(of: path))
    note(path)
  }

  mutating func makeDirectory(_ path: String) {
    guard directories[path] == nil else { return }
    makeDirectory(SimulatedDisk.directory(of: path))
    directories[path] = SimulatedDisk.Directory()
    note(path)
  }

  func names(in path: String) -> [String] {
    let files = directories[path].map { Array($0.names.keys) } ?? []
    let inner = directories.keys.filter { !$0.isEmpty && SimulatedDisk.directory(of: $0) == path }
    return (files + inner.map(SimulatedDisk.name(of:))).filter { !$0.hasPrefix(".") }.sorted()
  }

  var paths: [String] {
    directories.flatMap { directory, contents in
      contents.names.keys.map { directory.isEmpty ? $0 : "\(directory)/\($0)" }
    }
  }

  mutating func nextDraft() -> Int {
    drafts += 1
    return drafts
  }
}

// MARK: Changes

extension SimulatedDisk.State {
  mutating func note(_ path: String) {
    if watches.isEmpty || SimulatedDisk.name(of: path).hasPrefix(".") { return }
    for index in watches.indices { watches[index].insert(path) }
  }

  mutating func addWatch() -> SimulatedDisk.Watch {
    watches.append([])
    return SimulatedDisk.Watch(index: watches.count - 1)
  }

  mutating func takeChanges(_ watch: SimulatedDisk.Watch) -> Set<String> {
    defer { watches[watch.index] = [] }
    return watches[watch.index]
  }
}

// MARK: Loss

extension SimulatedDisk.State {
  mutating func lose(_ loss: SimulatedDisk.Loss) {
    var coin = Coin(seed: 0)
    if case .some(let seed) = loss { coin = Coin(seed: seed) }
    var seen: Set<ObjectIdentifier> = []
    for path in directories.keys.sorted() {
      directories[path]?.lose { _ in
        switch loss {
        case .nothing, .contents: false
        case .everything: true
        case .some: coin.toss()
        }
      }
      for (_, file) in directories[path]?.names.sorted(by: { $0.key < $1.key }) ?? []
      where seen.insert(ObjectIdentifier(file)).inserted {
        switch loss {
        case .nothing: file.synchronise()
        case .contents, .everything: file.lose(keeping: 0)
        case .some:
          let undecided = file.pieces.count - file.durable
          let share = coin.number(below: 1001)
          file.lose(keeping: coin.number(below: undecided + 1)) {
            $0.prefix($0.count * share / 1000)
          }
        }
      }
    }
  }
}

/// A small reproducible source of chance (SplitMix64).
private struct Coin {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func toss() -> Bool {
    number(below: 2) == 1
  }

  mutating func number(below limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
