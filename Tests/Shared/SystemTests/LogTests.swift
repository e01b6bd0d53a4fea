import Foundation
import System
import Testing

@Suite struct `A log` {
  @Test func `puts facts beside a constant event`() {
    let recorder = LogRecorder()
    let log = Log.recording(to: recorder)
    log(.info, "interval started", ["activity": "bedtime", "generation": 3])
    log(.warning, "retried", ["words": "disk full", "empty": "", "forged": "a\nerror: b"])
    #expect(
      recorder.lines == [
        "info: interval started activity=bedtime generation=3",
        #"warning: retried words="disk full" empty="" forged="a\nerror: b""#,
      ])
  }

  @Test func `leaves out what is below its threshold`() {
    let recorder = LogRecorder()
    let log = Log.recording(to: recorder, threshold: .warning)
    log(.info, "unimportant")
    log(.error, "important")
    #expect(recorder.lines == ["error: important"])
  }
}

@Suite struct `The clocks` {
  @Test func `run, and name the boot they count from`() throws {
    let (monotonic, boot) = (Clock.monotonic(), Clock.boottime())
    #expect(Clock.monotonic() >= monotonic)
    #expect(boot >= monotonic - 0.001)
    #expect(abs(Clock.now().timeIntervalSinceNow) < 60)
    #expect(UUID(uuidString: try Clock.bootID()) != nil)
  }
}
