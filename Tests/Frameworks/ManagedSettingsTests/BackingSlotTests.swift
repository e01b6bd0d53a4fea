import ManagedSettings
import Testing

@Suite struct `The backing of a process` {
  @Test func `is the fallback until one is installed, in a program without the shared directory`() {
    let slot = BackingSlot(fallback: "memory")
    #expect(slot.current == "memory")
    slot.install("directory")
    #expect(slot.current == "directory")
  }

  @Test func `is the scoped one first`() {
    let scoped = MemorySettings()
    SettingsBackingProvider.$scoped.withValue(scoped) {
      ManagedSettingsStore().siri.denySiri = true
    }
    #expect(scoped.settings(of: .default) == [.siriDenySiri: .bool(true)])
  }
}
