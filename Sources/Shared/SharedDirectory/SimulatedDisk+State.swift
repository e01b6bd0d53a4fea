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

  /// A name, the file that it stands for, and the one that it stands for after a power failure.
  final class Entry {
    let path: String
    let directory: Directory
    fileprivate(set) var file: File?
    fileprivate var durable: File?
    fileprivate var isChanged = false

    init(path: String, directory: Directory) {
      self.path = path
      self.directory = directory
    }

    /// Whether the name stands for nothing, and did not before either.
    fileprivate var isGone: Bool { file == nil && durable == nil }
  }

  final class Directory {
    let path: String
    /// The names in it that are not durable as they are.
    fileprivate(set) var changed: [Entry] = []

    init(path: String) {
      self.path = path
    }
  }

  struct State {
    private var directories = ["": Directory(path: "")]
    private var entries: [String: Entry] = [:]
    var stepsLeft: Int?
    var hasPower = true
    var isFull = false
    private var drafts = 0
    /// What has changed since each watcher last looked, as often as it has.
    private var watches: [[String]] = []

    mutating func step() throws {
      try requirePower()
      guard let left = stepsLeft else { return }
      hasPower = left > 0
      stepsLeft = left - 1
      try requirePower()
    }

    func requirePower() throws {
      if !hasPower { throw PowerFailure() }
    }
  }
}

// MARK: Names

extension SimulatedDisk.State {
  func file(at path: String) -> SimulatedDisk.File? {
    entries[path]?.file
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
    set(file, of: try entry(at: path))
  }

  mutating func move(_ path: String, to newPath: String) throws {
    guard let old = entries[path], let file = old.file else {
      throw SystemError(call: "open", path: path, code: ENOENT)
    }
    let new = try entry(at: newPath)
    if new.file === file { return }
    set(file, of: new)
    set(nil, of: old)
  }

  private mutating func set(_ file: SimulatedDisk.File?, of entry: SimulatedDisk.Entry) {
    entry.file = file
    if !entry.isChanged {
      entry.isChanged = true
      entry.directory.changed.append(entry)
    }
    if entry.isGone { entries[entry.path] = nil }
    note(entry.path)
  }

  private mutating func entry(at path: String) throws -> SimulatedDisk.Entry {
    if let entry = entries[path] { return entry }
    guard let directory = directories[SimulatedDisk.directory(of: path)] else {
      throw SystemError(call: "open", path: path, code: ENOENT)
    }
    let entry = SimulatedDisk.Entry(path: path, directory: directory)
    entries[path] = entry
    return entry
  }

  /// Makes the names in a directory durable as they are.
  mutating func synchronise(_ directory: String) {
    if let directory = directories[directory] { synchronise(directory) }
  }

  private mutating func synchronise(_ directory: SimulatedDisk.Directory) {
    for entry in directory.changed {
      let wasGone = entry.isGone
      entry.durable = entry.file
      entry.isChanged = false
      if !wasGone && entry.isGone { entries[entry.path] = nil }
    }
    directory.changed.removeAll(keepingCapacity: true)
  }

  mutating func makeDirectory(_ path: String) {
    guard directories[path] == nil else { return }
    makeDirectory(SimulatedDisk.directory(of: path))
    directories[path] = SimulatedDisk.Directory(path: path)
    note(path)
  }

  func names(in path: String) -> [String] {
    let files = entries.values.filter { $0.directory.path == path && $0.file != nil }.map(\.path)
    let inner = directories.keys.filter { !$0.isEmpty && SimulatedDisk.directory(of: $0) == path }
    return (files + inner).filter { !SimulatedDisk.isDraft($0) }.map(SimulatedDisk.name(of:))
      .sorted()
  }

  var paths: [String] {
    entries.values.filter { $0.file != nil }.map(\.path)
  }

  mutating func nextDraft() -> Int {
    drafts += 1
    return drafts
  }
}

// MARK: Changes

extension SimulatedDisk.State {
  mutating func note(_ path: String) {
    if watches.isEmpty || SimulatedDisk.isDraft(path) { return }
    for index in watches.indices { watches[index].append(path) }
  }

  mutating func addWatch() -> SimulatedDisk.Watch {
    watches.append([])
    return SimulatedDisk.Watch(index: watches.count - 1)
  }

  mutating func takeChanges(_ watch: SimulatedDisk.Watch) -> Set<String> {
    defer { watches[watch.index] = [] }
    return Set(watches[watch.index])
  }
}

// MARK: Loss

extension SimulatedDisk.State {
  mutating func lose(_ loss: SimulatedDisk.Loss) {
    var coin = Coin(seed: 0)
    if case .some(let seed) = loss { coin = Coin(seed: seed) }
    var seen: Set<ObjectIdentifier> = []
    for directory in directories.values.sorted(by: { $0.path < $1.path }) {
      for entry in directory.changed.sorted(by: { $0.path < $1.path }) {
        let isLost =
          switch loss {
          case .nothing, .contents: false
          case .everything: true
          case .some: coin.toss()
          }
        if isLost { entry.file = entry.durable }
        if entry.isGone, entries[entry.path] === entry { entries[entry.path] = nil }
      }
      synchronise(directory)
      let left = entries.values.filter { $0.directory === directory }
      for file in left.sorted(by: { $0.path < $1.path }).compactMap(\.file)
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
