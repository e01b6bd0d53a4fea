import ManagedSettings
import Testing

private final class Extension: ShieldActionDelegate {
  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    switch action {
    case .primaryButtonPressed: completionHandler(.close)
    case .secondaryButtonPressed: completionHandler(.defer)
    @unknown default: completionHandler(.none)
    }
  }
}

@Suite struct `A tap on a shield` {
  @Test func `is answered by the subclass, or else changes nothing`() {
    let delegate: ShieldActionDelegate = Extension()
    let application: ApplicationToken = token(1)
    let domain: WebDomainToken = token(1)
    var answers: [ShieldActionResponse] = []
    delegate.handle(action: .primaryButtonPressed, for: application) { answers.append($0) }
    delegate.handle(action: .secondaryButtonPressed, for: application) { answers.append($0) }
    delegate.handle(action: .primaryButtonPressed, for: domain) { answers.append($0) }
    #expect(answers == [.close, .defer, .none])
  }

  @Test func `has the numbers of iOS`() {
    #expect(ShieldAction(rawValue: 1) == .secondaryButtonPressed)
    #expect([ShieldActionResponse.none, .close, .defer].map(\.rawValue) == [0, 1, 2])
  }
}
