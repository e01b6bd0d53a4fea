import CSystem
import Glibc

/// A system call that failed, with what it was about.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let call: String
  package let path: String?
  /// The value of `errno`.
  package let code: Int32

  package init(call: String, path: String? = nil, code: Int32) {
    self.call = call
    self.path = path
    self.code = code
  }

  package var description: String {
    var buffer = [UInt8](repeating: 0, count: 128)
    let length = buffer.withUnsafeMutableBytes { bytes in
      let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress!
      return strerror_r(code, text, bytes.count) == 0 ? strlen(text) : 0
    }
    let words = String(decoding: buffer.prefix(length), as: UTF8.self)
    let reason = words.isEmpty ? "error \(code)" : words
    return [call, path].compactMap(\.self).joined(separator: " ") + ": " + reason
  }
}

/// Makes a system call, repeats it when a signal interrupted it, and turns -1 into a ``SystemError``.
@discardableResult
package func check<Result: SignedInteger>(
  _ call: String, path: String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(call: call, path: path, code: code) }
  }
}
