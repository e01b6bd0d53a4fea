import FoundationEssentials
import SharedDirectory
import System

extension DeviceSession {
  /// The stream of pushes, and when to connect it again.
  struct PushStream {
    var subscription: NtfySubscription
    var exchange: ExchangeID?
    /// In uptime.
    var connectAt = 0.0
    /// Why it is not connected, for a person.
    var trouble: String?

    init(_ topic: NtfyTopic) {
      subscription = NtfySubscription(topic)
    }
  }

  /// Why pushes do not come at once; nil if they should, or nobody wants them.
  package var pushTrouble: String? { stream?.trouble }

  mutating func streamReceived(
    _ id: ExchangeID, _ bytes: [UInt8], heldVersion: Int?
  ) throws {
    guard var stream, stream.exchange == id else { return }
    do {
      let version = try stream.subscription.take(bytes)
      stream.trouble = nil
      self.stream = stream
      if let version { push(version: version, heldVersion: heldVersion) }
    } catch {
      self.stream = stream
      client.cancel(id)
      endStream("\(error)", told: nil)
    }
  }

  mutating func streamEnded(_ id: ExchangeID, _ outcome: Result<HTTPResponse, HTTPFailure>) {
    guard stream?.exchange == id else { return }
    switch outcome {
    case .success(let answer) where (200..<300).contains(answer.status):
      endStream("the server has ended the stream", told: nil)
    case .success(let answer):
      endStream("the server answers with status \(answer.status)", told: RateLimit(answer).wait)
    case .failure(let failure): endStream("\(failure)", told: nil)
    }
  }

  /// Connects the stream if it is time to.
  ///
  /// - Returns: The seconds until then.
  mutating func connectStream() -> Double {
    guard var stream, stream.exchange == nil else { return .infinity }
    let uptime = now().uptime
    if uptime < stream.connectAt { return stream.connectAt - uptime }
    do {
      stream.exchange = try client.start(stream.subscription.connect())
      self.stream = stream
      return .infinity
    } catch {
      endStream("\(error)", told: nil)
      return (self.stream?.connectAt ?? .infinity) - uptime
    }
  }

  private mutating func endStream(_ trouble: String, told: Double?) {
    withGenerator { session, generator in
      guard var stream = session.stream else { return }
      let wait = stream.subscription.ended(told: told, using: &generator)
      stream.connectAt = session.now().uptime + wait
      stream.exchange = nil
      stream.trouble = trouble
      session.stream = stream
    }
  }
}
