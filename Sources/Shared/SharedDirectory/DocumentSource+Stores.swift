package import ManagedSettings

/// A settings store as all its writers together have made it.
package struct MergedStore: Equatable, Sendable {
  package var name: String
  package var settings: SettingValues
}

extension DocumentSource where Self: ~Copyable {
  /// The stores of all writers, in order of name; what was written under a revoked grant is left out (rule A5).
  ///
  /// - Throws: ``SharedFileError`` if a store is damaged beyond its last good copy: that is not the same as empty.
  package func mergedStores() throws -> [MergedStore] {
    let names = try storeNames(of: SyncRole.self).union(storeNames(of: MonitorRole.self))
      .union(storeNames(of: ControlRole.self))
    return try names.sorted().compactMap { name in
      let settings = StoreDocument.merged(try validDocuments(of: name))
      return settings.isEmpty ? nil : MergedStore(name: name, settings: settings)
    }
  }

  /// What each writer has set in one store, except under a revoked grant.
  package func validDocuments(of store: String) throws -> [StoreDocument] {
    let authorization = try read(.authorization)
    return [
      try read(SharedFile<StoreDocument, SyncRole>.store(store)),
      try read(SharedFile<StoreDocument, MonitorRole>.store(store)),
      try read(SharedFile<StoreDocument, ControlRole>.store(store)),
    ].compactMap(\.self).filter { !(authorization?.hasRevoked($0.grant) ?? false) }
  }

  private func storeNames<Writer: WriterRole>(of writer: Writer.Type) throws -> Set<String> {
    Set(
      try list("stores/\(Writer.name)").filter { $0.hasSuffix(".json") }
        .compactMap { FileName.unescape($0.dropLast(".json".count)) })
  }
}
