import FamilyControls
import Foundation
import Testing

private struct Refusal: AuthorizationBacking {
  let status = AuthorizationStatus.denied
  func request(for member: FamilyControlsMember) throws {
    throw member == .child ? FamilyControlsError.invalidAccountType : .authorizationCanceled
  }
  func revoke() throws { throw FamilyControlsError.restricted }
}

@Suite struct `The authorization center` {
  private let center = AuthorizationCenter.shared

  @Test func `grants and revokes in memory, where there is no shared directory`() async throws {
    try await AuthorizationBackingProvider.$scoped.withValue(MemoryAuthorization()) {
      #expect(center.authorizationStatus == .notDetermined)
      try await center.requestAuthorization(for: .individual)
      #expect(center.authorizationStatus == .approved)
      var results: [Result<Void, any Error>] = []
      center.revokeAuthorization { results.append($0) }
      #expect(center.authorizationStatus == .notDetermined)
      center.requestAuthorization { results.append($0) }
      #expect(center.authorizationStatus == .approved)
      #expect(throws: Never.self) { try results.forEach { try $0.get() } }
      #expect(results.count == 2)
    }
  }

  @Test func `hands on the error of whoever refuses`() async {
    await AuthorizationBackingProvider.$scoped.withValue(Refusal()) {
      await #expect(throws: FamilyControlsError.authorizationCanceled) {
        try await center.requestAuthorization(for: .individual)
      }
      var results: [Result<Void, any Error>] = []
      center.requestAuthorization { results.append($0) }
      center.revokeAuthorization { results.append($0) }
      #expect(throws: FamilyControlsError.invalidAccountType) { try results[0].get() }
      #expect(throws: FamilyControlsError.restricted) { try results[1].get() }
      #expect(center.authorizationStatus == .denied)
    }
  }

  @Test func `has the numbers of iOS`() {
    #expect([AuthorizationStatus.notDetermined, .denied, .approved].map(\.rawValue) == [0, 1, 2])
    #expect([FamilyControlsMember.child, .individual].map(\.rawValue) == [0, 1])
    #expect(FamilyControlsError.invalidAccountType.rawValue == 2)
    #expect(FamilyControlsError.authenticationMethodUnavailable.rawValue == 7)
    let error = FamilyControlsError.authorizationCanceled as NSError
    #expect(error.code == 5)
    #expect(error.domain == "FamilyControls.FamilyControlsError")
  }
}
