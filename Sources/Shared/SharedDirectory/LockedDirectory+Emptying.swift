extension LockedDirectory {
  /// Drops what the writer has registered, if `isWanted` says so of the ledger. That stays, to go on counting generations,
  /// so that nothing old comes alive again.
  ///
  /// - Parameter grant: What the empty ledger belongs to.
  /// - Returns: The records that were dropped.
  package func emptyActivities(
    grant: (ActivityLedger) -> String?, where isWanted: (ActivityLedger) -> Bool
  ) throws -> [ActivityLedger.Record] {
    let file = SharedFile<ActivityLedger, Role>.activities
    guard let ledger = try read(file), !ledger.records.isEmpty, isWanted(ledger) else { return [] }
    try write(file, ActivityLedger(succeeding: ledger, grant: grant(ledger)))
    return ledger.records
  }

  /// Removes the writer's stores, also those of which only the last good copy is left.
  ///
  /// - Returns: The names of the stores that were removed.
  package func removeStores(
    where isWanted: (SharedFile<StoreDocument, Role>) throws -> Bool
  ) throws -> Set<String> {
    var removed: Set<String> = []
    for name in try list("stores/\(Role.name)") {
      let plain = name.hasSuffix(".last") ? name.dropLast(".last".count) : name[...]
      guard plain.hasSuffix(".json"),
        let store = FileName.unescape(plain.dropLast(".json".count))
      else { continue }
      let file = SharedFile<StoreDocument, Role>.store(store)
      guard try isWanted(file) else { continue }
      try remove(file)
      removed.insert(store)
    }
    return removed
  }
}
