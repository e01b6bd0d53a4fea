/// Who writes a file; part of the file's type, so that the wrong program writing it does not compile.
package protocol WriterRole: Sendable {
  static var name: String { get }
}

/// The app's half: fetches the policy and reports.
package enum SyncRole: WriterRole {
  package static let name = "sync"
}

/// The extension's half: follows the clock and enforces. It may set aside anybody's damaged file.
package enum MonitorRole: WriterRole {
  package static let name = "monitor"
}

/// The guardian at the command line.
package enum ControlRole: WriterRole {
  package static let name = "control"
}

/// All of them, one at a time, under the file's lock. No program *is* this.
package enum EveryRole: WriterRole {
  package static let name = "every"
}
