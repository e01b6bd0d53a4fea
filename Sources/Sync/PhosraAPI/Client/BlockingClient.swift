import Synchronization
import System

/// Makes one request after the other, each caller waiting for its answer, over connections that are kept.
final class BlockingClient: Sendable {
  private let configuration: HTTPConfiguration
  /// Held for a whole exchange; only threads of their own wait for it. Nil before the first.
  private let client = Mutex<HTTPClient?>(nil)

  init(_ configuration: HTTPConfiguration) {
    self.configuration = configuration
  }

  func perform(_ request: HTTPRequest, cancelled: Bell) throws(PhosraError) -> HTTPResponse {
    do {
      return try client.withLock { client in
        let ready = try client ?? HTTPClient(configuration)
        client = ready
        return try ready.perform(request, cancelled: cancelled)
      }
    } catch let failure as HTTPFailure {
      throw .transport(failure)
    } catch {
      throw .transport(.machine("\(error)"))
    }
  }

  /// Does so on a thread of its own, so that no thread of the language's pool is held up.
  func perform(_ request: HTTPRequest) async throws(PhosraError) -> HTTPResponse {
    let bell: Bell
    do { bell = try Bell() } catch { throw .transport(.machine("\(error)")) }
    let outcome: Result<HTTPResponse, PhosraError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do {
          try DetachedThread.start {
            continuation.resume(
              returning: Result { () throws(PhosraError) in
                try self.perform(request, cancelled: bell)
              })
          }
        } catch {
          continuation.resume(returning: .failure(.transport(.machine("\(error)"))))
        }
      }
    } onCancel: {
      bell.ring()
    }
    return try outcome.get()
  }
}
