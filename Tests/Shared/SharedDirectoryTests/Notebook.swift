import Foundation
import SharedDirectory
import TestSupport

/// A document for the tests.
struct Notebook: Codable, Equatable, Sendable {
  var pages: [String]
  var opened: Date?

  init(_ pages: String..., opened: Date? = nil) {
    self.pages = pages
    self.opened = opened
  }
}

extension SharedFile where Value == Notebook, Writer == SyncRole {
  static var notebook: Self { Self(name: "notebook.json") }
  static var decision: Self { Self(name: "decision.json", lastGood: .copy) }
  static var secret: Self { Self(name: "secret.json", lastGood: .none, mode: 0o600) }
  static var inner: Self { Self(name: "stores/sync/main.json", lock: .stores) }
}

extension SharedFile where Value == Notebook, Writer == EveryRole {
  static var common: Self { Self(name: "common.json", lock: .vault) }
}

/// The storages that have to keep the same promises.
enum StorageKind: CaseIterable, Sendable {
  case file, simulated

  func make(in directory: TemporaryDirectory) -> any Storage {
    switch self {
    case .file: FileStorage(root: directory.path)
    case .simulated: SimulatedDisk()
    }
  }
}

func sync(on storage: any Storage) throws -> SharedDirectory<SyncRole> {
  let directory = SharedDirectory(storage: storage, as: SyncRole.self)
  try directory.prepare()
  return directory
}

func monitor(on storage: any Storage) -> SharedDirectory<MonitorRole> {
  SharedDirectory(storage: storage, as: MonitorRole.self)
}

func control(on storage: any Storage) -> SharedDirectory<ControlRole> {
  SharedDirectory(storage: storage, as: ControlRole.self)
}
