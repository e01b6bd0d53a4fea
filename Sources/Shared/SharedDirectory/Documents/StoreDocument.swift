package import ManagedSettings

/// One settings store as one writer sees it (`stores/WRITER/NAME.json`).
///
/// Each process that writes a store has a document of its own; what the store holds is, setting by setting, the value
/// with the highest generation (rules S1, S3).
package struct StoreDocument: Codable, Equatable, Sendable {
  package struct Entry: Codable, Equatable, Sendable {
    /// Counts the changes of this store, by whichever process.
    package var generation: Int
    /// Nil: this writer deleted the setting.
    package var value: SettingValue?
  }

  package var grant: String?
  package private(set) var entries: [SettingKey: Entry] = [:]

  package init(grant: String?) {
    self.grant = grant
  }

  /// The values of a store that several writers share.
  package static func merged(_ documents: [StoreDocument]) -> SettingValues {
    merge(documents).compactMapValues(\.value)
  }

  /// The highest generation in any of `documents`.
  package static func latestGeneration(_ documents: [StoreDocument]) -> Int {
    documents.flatMap(\.entries.values).map(\.generation).max() ?? 0
  }

  /// Sets `changes`, each as a change of its own that comes after `generation`; nil deletes. A change that changes
  /// nothing in `merged` is left out.
  ///
  /// - Returns: Whether anything was changed.
  package mutating func apply(
    _ changes: [SettingKey: SettingValue?], over merged: SettingValues, after generation: Int
  ) -> Bool {
    var isChanged = false
    for (key, value) in changes where merged[key] != value {
      entries[key] = Entry(generation: generation + 1, value: value)
      isChanged = true
    }
    return isChanged
  }

  private static func merge(_ documents: [StoreDocument]) -> [SettingKey: Entry] {
    documents.reduce(into: [:]) { merged, document in
      merged.merge(document.entries) { $1.generation > $0.generation ? $1 : $0 }
    }
  }
}
