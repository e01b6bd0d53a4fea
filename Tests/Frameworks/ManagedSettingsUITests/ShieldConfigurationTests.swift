import Foundation
import ManagedSettings
import ManagedSettingsUI
import Testing

/// As source for iOS has it.
private final class MyShields: ShieldConfigurationDataSource {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration(
      backgroundColor: .black,
      title: ShieldConfiguration.Label(
        text: "\(application.localizedDisplayName ?? "This") can wait", color: .white),
      primaryButtonLabel: .init(
        text: "OK", color: UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1)))
  }
}

@Suite struct `The configuration of a shield` {
  private let application = Application(bundleIdentifier: "org.example.game")

  @Test func `is what a subclass answers, and the system's where it does not`() {
    let shields = MyShields()
    let own = shields.configuration(shielding: application)
    #expect(own.title?.text == "This can wait")
    #expect(own.title?.color == .white)
    #expect(own.primaryButtonLabel?.text == "OK")
    #expect(own.subtitle?.text == nil && own.secondaryButtonLabel?.text == nil)
    let category = ActivityCategory(token: ActivityCategoryToken(data: .init([1])))
    #expect(shields.configuration(shielding: application, in: category).title?.text == nil)
    #expect(
      shields.configuration(shielding: WebDomain(domain: "example.org")).title?.text == nil)
  }
}
