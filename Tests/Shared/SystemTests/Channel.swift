import CSystem
import System

/// Both ends of a pipe.
struct Channel: ~Copyable {
  let reader: Descriptor
  let writer: Descriptor

  init() throws {
    var ends: [Int32] = [0, 0]
    try check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    reader = Descriptor(owning: ends[0])
    writer = Descriptor(owning: ends[1])
  }

  /// Blocks until a byte has come.
  func receive() throws {
    var byte: UInt8 = 0
    let raw = reader.raw
    try check("read") { read(raw, &byte, 1) }
  }
}
